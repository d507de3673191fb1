//! The pieces of a position without clock and move number: all that legal moves depend on, and small
//! enough to be copied for every move that perft plays.

use audit960_types::Wing;

use crate::attacks::{self, RANK_1, between, lowest};
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, SIDES, code};
use crate::zobrist;

/// Piece sets; the caller knows the side to move.
#[derive(Clone, Copy)]
pub(super) struct PieceSets {
    pub(super) roles: [u64; 6],
    pub(super) sides: [u64; 2],
    /// Rooks that hold a castling right.
    pub(super) castling: u64,
    /// The square that a pawn has just passed, if an enemy pawn attacks it; whether the capture is legal
    /// is not known.
    pub(super) en_passant: u64,
    /// Equal for equal pieces, rights, en-passant square and side to move.
    pub(super) key: u64,
}

impl PieceSets {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        Self {
            roles: position.role_sets(),
            sides: position.sides,
            castling: position.castling,
            en_passant: position.en_passant,
            key: position.key,
        }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Whether an enemy of side `US` attacks a square of a board with the given occupied squares.
    #[inline(always)]
    pub(super) fn is_attacked<const US: usize>(&self, square: usize, occupied: u64) -> bool {
        self.attackers::<US>(square, self.sides[US ^ 1], occupied) != 0
    }

    /// Pieces of `enemy` that attack a square of side `US` on a board with the given occupied squares.
    #[inline(always)]
    pub(super) fn attackers<const US: usize>(
        &self,
        square: usize,
        enemy: u64,
        occupied: u64,
    ) -> u64 {
        let [straight, diagonal] = self.sliders();
        (attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal
            | self.leapers_on::<US>(square))
            & enemy
    }

    /// Knights, kings and pawns that attack a square of side `US`; the caller selects the enemy's.
    #[inline(always)]
    pub(super) fn leapers_on<const US: usize>(&self, square: usize) -> u64 {
        attacks::knight(square) & self.roles[KNIGHT]
            | attacks::king(square) & self.roles[KING]
            | attacks::pawn(SIDES[US], square) & self.roles[PAWN]
    }

    /// Pieces of both sides that move along ranks and files, and along diagonals.
    #[inline(always)]
    pub(super) fn sliders(&self) -> [u64; 2] {
        [
            self.roles[ROOK] | self.roles[QUEEN],
            self.roles[BISHOP] | self.roles[QUEEN],
        ]
    }

    /// The pieces after a move of side `US` that is neither castling nor en passant.
    #[inline(always)]
    pub(super) fn after<const US: usize>(
        &self,
        role: usize,
        from: usize,
        to: usize,
        becomes: usize,
    ) -> Self {
        let mut next = *self;
        next.pass_turn();
        next.key ^= piece_key(US, role, from) ^ piece_key(US, becomes, to);
        let (from, to) = (1_u64 << (from & 63), 1_u64 << (to & 63));
        next.sides[US] ^= from | to;
        if self.sides[US ^ 1] & to != 0 {
            next.remove_enemy::<US>(to);
        }
        next.roles[role] &= !from;
        next.roles[becomes] |= to;
        let lost = if role == KING {
            HOME[US] | to
        } else {
            from | to
        };
        if self.castling & lost != 0 {
            next.drop_rights(lost);
        }
        next
    }

    /// Changes the side to move and clears en passant.
    #[inline(always)]
    fn pass_turn(&mut self) {
        self.key ^= zobrist::BLACK;
        if self.en_passant != 0 {
            self.key ^= zobrist::EN_PASSANT[lowest(self.en_passant) & 7];
            self.en_passant = 0;
        }
    }

    /// Removes the enemy piece of `US` from a square.
    #[inline(always)]
    fn remove_enemy<const US: usize>(&mut self, bit: u64) {
        self.sides[US ^ 1] &= !bit;
        for (role, set) in self.roles.iter_mut().enumerate() {
            if *set & bit != 0 {
                *set &= !bit;
                self.key ^= piece_key(US ^ 1, role, lowest(bit));
            }
        }
    }

    fn drop_rights(&mut self, lost: u64) {
        for square in attacks::squares(self.castling & lost) {
            self.key ^= zobrist::RIGHTS[square & 63];
        }
        self.castling &= !lost;
    }

    /// The pieces after a pawn's double step of side `US`.
    #[inline(always)]
    pub(super) fn after_double_step<const US: usize>(&self, from: usize, to: usize) -> Self {
        let mut next = self.after::<US>(PAWN, from, to, PAWN);
        let passed = (from + to) / 2;
        let takers = attacks::pawn(SIDES[US], passed) & self.roles[PAWN] & self.sides[US ^ 1];
        if takers != 0 {
            next.en_passant = 1 << passed;
            next.key ^= zobrist::EN_PASSANT[passed & 7];
        }
        next
    }

    /// The pieces after an en-passant capture of side `US`.
    pub(super) fn after_en_passant<const US: usize>(&self, from: usize, to: usize) -> Self {
        let mut next = self.after::<US>(PAWN, from, to, PAWN);
        next.remove_enemy::<US>(1 << (to ^ 8));
        next
    }

    /// The pieces after castling of side `US`.
    pub(super) fn after_castling<const US: usize>(&self, path: &CastlingPath) -> Self {
        let king = self.roles[KING] & self.sides[US];
        let mut next = *self;
        next.pass_turn();
        next.key ^= piece_key(US, KING, lowest(king))
            ^ piece_key(US, KING, lowest(path.king_to))
            ^ piece_key(US, ROOK, path.rook_square)
            ^ piece_key(US, ROOK, lowest(path.rook_to));
        next.roles[KING] = next.roles[KING] & !king | path.king_to;
        next.roles[ROOK] = next.roles[ROOK] & !path.rook | path.rook_to;
        next.sides[US] = next.sides[US] & !king & !path.rook | path.king_to | path.rook_to;
        next.drop_rights(HOME[US]);
        next
    }
}

#[inline(always)]
fn piece_key(us: usize, role: usize, square: usize) -> u64 {
    zobrist::PIECES[usize::from(code(SIDES[us & 1], role)) & 15][square & 63]
}

/// Back ranks.
const HOME: [u64; 2] = [RANK_1, RANK_1 << 56];

/// How a side castles on a wing: fixed for as long as the right lasts. All but `rook_square` are sets.
#[derive(Clone, Copy)]
pub(super) struct CastlingPath {
    pub(super) rook: u64,
    pub(super) rook_square: usize,
    /// Squares that must be empty, king and rook excluded.
    pub(super) free: u64,
    /// Squares that the king leaves or crosses, its target excluded.
    pub(super) passed: u64,
    pub(super) king_to: u64,
    pub(super) rook_to: u64,
}

/// Paths of castling, by side and wing.
pub(super) type CastlingPaths = [[Option<CastlingPath>; 2]; 2];

/// The paths of castling that a position's rights allow.
#[inline]
pub(super) fn castling_paths(position: &Position) -> CastlingPaths {
    let mut castling_paths = [[None; 2]; 2];
    if position.castling != 0 {
        for right in position.castling_rights() {
            let path = CastlingPath::new(right.wing, right.king.index(), right.rook.index());
            castling_paths[right.side as usize][right.wing as usize] = Some(path);
        }
    }
    castling_paths
}

impl CastlingPath {
    fn new(wing: Wing, king: usize, rook: usize) -> Self {
        // Files c and d toward the a-file, g and f toward the h-file (Guidelines II.3.2.6).
        let (king_file, rook_file) = match wing {
            Wing::ASide => (2, 3),
            Wing::HSide => (6, 5),
        };
        let rank = king & 56;
        let path = |from, to| between(from, to) | 1_u64 << from | 1_u64 << to;
        let (king_to, rook_to) = (rank + king_file, rank + rook_file);
        let (king_path, rook_path) = (path(king, king_to), path(rook, rook_to));
        Self {
            rook: 1 << rook,
            rook_square: rook,
            free: (king_path | rook_path) & !(1 << king) & !(1 << rook),
            passed: king_path & !(1 << king_to),
            king_to: 1 << king_to,
            rook_to: 1 << rook_to,
        }
    }

    /// Whether side `US`, not in check, may castle along this path now. While the king moves, the rook is on its
    /// old square; at the end it is on its new one.
    #[inline(always)]
    pub(super) fn is_legal<const US: usize>(&self, pieces: &PieceSets, king: usize) -> bool {
        pieces.castling & self.rook != 0
            && pieces.occupied() & self.free == 0
            && self.is_safe::<US>(pieces, king)
    }

    fn is_safe<const US: usize>(&self, pieces: &PieceSets, king: usize) -> bool {
        let without_king = pieces.occupied() & !(1 << king);
        let at_the_end = without_king & !self.rook | self.rook_to;
        attacks::squares(self.passed & !(1 << king))
            .all(|square| !pieces.is_attacked::<US>(square, without_king))
            && !pieces.is_attacked::<US>(lowest(self.king_to), at_the_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rights are lost with the king's moves, a rook's, and a rook that is taken; of those that are not there nothing is lost.
    #[test]
    fn rights_and_keys_are_those_of_the_played_move() {
        for fen in [
            "r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/6B1/R3K2R w Kq - 0 1",
            "r3k2r/8/8/8/8/8/6B1/R3K2R w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap().position;
            for (role, uci) in [
                (ROOK, "a1a4"),
                (ROOK, "a1a8"),
                (ROOK, "h1h8"),
                (KING, "e1e2"),
                (BISHOP, "g2a8"),
                (BISHOP, "g2f3"),
            ] {
                let played: crate::Move = uci.parse().unwrap();
                let (from, to) = (played.from().index(), played.to().index());
                let sets = PieceSets::of(&position).after::<0>(role, from, to, role);
                let mut after = position.clone();
                after.play(played);
                let expected = PieceSets::of(&after);
                assert_eq!(sets.castling, expected.castling, "{fen} {uci}");
                assert_eq!(sets.key, expected.key, "{fen} {uci}");
            }
        }
    }
}
