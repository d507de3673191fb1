//! Plays many moves at once, faster than move by move.
//!
//! Only the squares are updated on the way. What follows from them (piece sets, key, castling rights) is
//! computed once, and the last move is played like any other, so that check and en passant are right.

use audit960_types::Side;

use crate::attacks::squares;
use crate::castling::{castling_targets, wing_of};
use crate::moves::Move;
use crate::position::{KING, PAWN, Position, ROOK, SIDES, back_rank, role_of};
use crate::zobrist::{self, EMPTY};

/// Up to this many moves are played one by one.
const MAX_ONE_BY_ONE: usize = 8;

impl Position {
    /// Plays legal moves, with the same result as [`Position::play`] one by one.
    pub fn play_all<M>(&mut self, mut moves: M)
    where
        M: ExactSizeIterator<Item = Move> + DoubleEndedIterator,
    {
        if moves.len() <= MAX_ONE_BY_ONE {
            moves.for_each(|m| self.play(m));
        } else if let Some(last) = moves.next_back() {
            let plies = moves.len();
            self.move_on_squares(moves);
            // The move number stays the same after a move of White's and grows after one of Black's.
            self.move_number += (plies as u32 + self.turn as u32) / 2;
            self.turn = SIDES[(self.turn as usize + plies) % 2];
            self.compute_sets();
            self.play(last);
        }
    }

    /// Moves the pieces on the squares; updates clock and castling rights. Rare cases are corrected
    /// behind one branch.
    fn move_on_squares(&mut self, moves: impl Iterator<Item = Move>) {
        let (mut touched, mut clock) = (0, self.clock);
        let board = &mut self.board;
        for m in moves {
            let (from, to) = (m.origin(), m.target());
            let (piece, target) = (board[from], board[to]);
            let (pawn, castling) = (role_of(piece) == PAWN, target >> 3 == piece >> 3);
            let captures = (target != EMPTY) & !castling;
            touched |= 1 << from | 1 << to;
            board[from] = EMPTY;
            board[to] = piece;
            clock = if pawn | captures {
                0
            } else {
                clock.wrapping_add(1)
            };
            let changes_file = (from ^ to) & 7 != 0;
            let promotes = usize::from(m.bits()) >> 12 != 0;
            if castling | promotes | pawn & changes_file & !captures {
                complete(board, m, piece, castling);
            }
        }
        self.clock = clock;
        self.drop_touched_rights(touched);
    }

    /// Removes the rights of kings and rooks whose squares were left or entered. The kings are still
    /// those before the moves: the sets are not yet computed.
    fn drop_touched_rights(&mut self, touched: u64) {
        self.castling &= !touched;
        for side in SIDES {
            if self.roles[KING] & self.sides[side as usize] & touched != 0 {
                self.castling &= !back_rank(side);
            }
        }
    }

    /// Computes the piece sets, the key and the check from the squares, and clears en passant.
    fn compute_sets(&mut self) {
        self.roles = [0; 8];
        self.sides = [0; 2];
        self.en_passant = 0;
        self.key = if self.turn == Side::Black {
            zobrist::BLACK
        } else {
            0
        };
        // An empty square is in no set, and its keys are 0.
        for (square, &code) in self.board.iter().enumerate() {
            let bit = u64::from(code != EMPTY) << square;
            self.roles[role_of(code)] |= bit;
            self.sides[usize::from(code >> 3 & 1)] |= bit;
            self.key ^= zobrist::PIECES[usize::from(code & 31)][square];
        }
        for rook in squares(self.castling) {
            self.key ^= zobrist::RIGHTS[rook];
        }
        self.in_check = self.attacked_king();
    }
}

/// Completes castling, a promotion or an en-passant capture on the squares.
#[cold]
fn complete(board: &mut [u8; 64], m: Move, piece: u8, castling: bool) {
    let (from, to) = (m.origin(), m.target());
    if castling {
        let (king_to, rook_to) = castling_targets(from, wing_of(from, to));
        board[to] = EMPTY;
        board[king_to] = piece;
        board[rook_to] = piece & 8 | ROOK as u8;
    } else if let Some(role) = m.promotes_to() {
        board[to] = piece & 8 | role as u8;
    } else {
        board[to ^ 8] = EMPTY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::{SplitMix64, Start};

    /// Random games, from start positions and from late in them, with castling, promotions and en-passant
    /// captures: every field is as if the moves were played one by one.
    #[test]
    fn all_at_once_equals_one_by_one() {
        let mut random = SplitMix64::new(64);
        let (mut castled, mut promoted, mut passed) = (0, 0, 0);
        for game in 0..400 {
            let [white, black] = [0; 2].map(|_| Start::new(random.below(960) as u16).unwrap());
            let start = Position::chess960(white, black);
            let mut position = start.clone();
            let mut moves = Vec::new();
            for _ in 0..random.below(300) {
                let mut legal = position.legal_moves();
                // Pawns advance, so that some promote and some are captured en passant.
                let pawn = |m: &Move| position.roles[PAWN] & (1 << m.origin()) != 0;
                if game % 2 == 0 && legal.iter().any(pawn) {
                    legal.retain(pawn);
                }
                if let Some(m) = legal.iter().find(|m| position.is_castling(**m)) {
                    legal = vec![*m];
                }
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len() as u32) as usize];
                castled += u32::from(position.is_castling(m));
                promoted += u32::from(m.promotes_to().is_some());
                passed += u32::from(pawn(&m) && position.en_passant() == Some(m.to()));
                position.play(m);
                moves.push(m);
            }
            let half = random.below(moves.len() as u32 + 1) as usize;
            let mut all = start;
            all.play_all(moves[..half].iter().copied());
            all.play_all(moves[half..].iter().copied());
            assert_eq!(format!("{all:?}"), format!("{position:?}"));
        }
        assert!(
            castled > 100 && promoted > 100 && passed > 20,
            "{castled} {promoted} {passed}"
        );
    }
}
