//! The pieces of a position without clock and move number: all that legal moves depend on.

use audit960_types::Wing;

use crate::attacks::{self, between, lowest};
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, SIDES};

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
}

impl PieceSets {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        Self {
            roles: position.role_sets(),
            sides: position.sides,
            castling: position.castling,
            en_passant: position.en_passant,
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
}

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
