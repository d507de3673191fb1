//! Castling under Chess960 rules (Guidelines II.3; also valid for the orthodox arrangement).

use audit960_types::{Side, Wing};

use crate::attacks::{between_on_rank, lowest, squares};
use crate::position::{KING, Position, ROOK, back_rank, code};
use crate::zobrist::{self, EMPTY};

/// Final files of king and rook.
const fn final_files(wing: Wing) -> (usize, usize) {
    match wing {
        Wing::ASide => (2, 3),
        Wing::HSide => (6, 5),
    }
}

impl Position {
    /// The rook that a side may still castle with toward a wing.
    #[must_use]
    pub fn castling_rook(&self, side: Side, wing: Wing) -> Option<usize> {
        let rooks = self.castling & back_rank(side);
        let king_bit = self.roles[KING] & self.sides[side as usize];
        let wing_rooks = match wing {
            Wing::ASide => rooks & (king_bit - 1),
            Wing::HSide => rooks & !(king_bit | (king_bit - 1)),
        };
        (wing_rooks != 0).then(|| lowest(wing_rooks))
    }

    /// The rights held, as (side, wing, king file, rook file).
    pub fn castling_rights(&self) -> impl Iterator<Item = (Side, Wing, u8, u8)> + '_ {
        [Side::White, Side::Black]
            .into_iter()
            .flat_map(move |side| {
                let king = lowest(self.roles[KING] & self.sides[side as usize]);
                [Wing::HSide, Wing::ASide]
                    .into_iter()
                    .filter_map(move |wing| {
                        let rook = self.castling_rook(side, wing)?;
                        Some((side, wing, (king & 7) as u8, (rook & 7) as u8))
                    })
            })
    }

    /// Square of the rook if the side to move may castle to that wing now.
    ///
    /// Every square that king and rook pass or reach must be free but for the two; no square from
    /// the king's start to its end may be attacked; and the departing rook must not uncover an
    /// attack on the king's end square.
    #[must_use]
    pub fn legal_castling(&self, wing: Wing) -> Option<usize> {
        if self.in_check {
            return None;
        }
        let rook = self.castling_rook(self.turn, wing)?;
        let king = self.king_square();
        let rank = king & 56;
        let (king_file, rook_file) = final_files(wing);
        let (king_to, rook_to) = (rank + king_file, rank + rook_file);
        let others = self.occupied() & !(1 << king) & !(1 << rook);
        let king_path = between_on_rank(king, king_to) | 1 << king_to;
        let rook_path = between_on_rank(rook, rook_to) | 1 << rook_to;
        if (king_path | rook_path) & others != 0 {
            return None;
        }
        let enemy = self.enemy();
        // While the king passes, the rook still stands; at the end it stands on its new square.
        let passes = squares(king_path & !(1 << king_to))
            .all(|square| self.attackers(square, enemy, others | 1 << rook) == 0);
        let arrives = self.attackers(king_to, enemy, others | 1 << rook_to) == 0;
        (passes && arrives).then_some(rook)
    }

    /// Castles: `from` is the king's square, `rook` that of its own rook.
    pub(crate) fn apply_castling(&mut self, from: usize, rook: usize) {
        let wing = if rook > from {
            Wing::HSide
        } else {
            Wing::ASide
        };
        let (king_file, rook_file) = final_files(wing);
        let rank = from & 56;
        let side = self.turn;
        let (king_to, rook_to) = (rank + king_file, rank + rook_file);
        for (role, from, to) in [(KING, from, king_to), (ROOK, rook, rook_to)] {
            let moved = 1 << from ^ 1 << to;
            self.roles[role] ^= moved;
            let keys = &zobrist::PIECES[usize::from(code(side, role)) & 15];
            self.key ^= keys[from] ^ keys[to];
        }
        // Each may stand where the other goes.
        let (left, taken) = (1 << from | 1 << rook, 1 << king_to | 1 << rook_to);
        self.sides[side as usize] = self.sides[side as usize] & !left | taken;
        (self.board[from], self.board[rook]) = (EMPTY, EMPTY);
        self.board[king_to] = code(side, KING);
        self.board[rook_to] = code(side, ROOK);
        self.drop_rights(back_rank(side));
        self.clear_en_passant();
        self.clock += 1;
        self.pass_turn();
        self.in_check = self.attacked_king();
    }

    /// Gives the outermost rook of a wing the right to castle, if king and rook stand on the first
    /// rank. Used where a record castles without having said that it may.
    #[must_use]
    pub fn grant_right(&mut self, side: Side, wing: Wing) -> bool {
        let king_bit = self.roles[KING] & self.sides[side as usize];
        let rooks = self.roles[ROOK] & self.sides[side as usize] & back_rank(side);
        let king = lowest(king_bit);
        let wing_rooks = match wing {
            Wing::ASide => rooks & (king_bit - 1),
            Wing::HSide => rooks & !(king_bit | (king_bit - 1)),
        };
        if king_bit & back_rank(side) == 0 || wing_rooks == 0 || (1..=6).all(|f| king & 7 != f) {
            return false;
        }
        let rook = match wing {
            Wing::ASide => lowest(wing_rooks),
            Wing::HSide => 63 - wing_rooks.leading_zeros() as usize,
        };
        if self.castling & (1 << rook) == 0 {
            self.castling |= 1 << rook;
            self.key ^= zobrist::RIGHTS[rook];
        }
        true
    }
}
