//! The position and its basic queries.
//!
//! # For maintainers
//!
//! Inside this crate squares and sets are bare integers, and roles and sides indices; [`Square`],
//! [`Bitboard`], [`BySide`] and [`ByRole`] are what the public methods take and return.
//!
//! **Invariants** of every position that a caller can obtain (`assert_sound` in `san/tests.rs` checks
//! what can be checked from outside):
//!
//! - `roles[0..6]` are disjoint, `sides` are disjoint, and both have the same union; `roles[6..8]` are 0.
//! - `board[square]` is `role | side << 3` of the piece there, or [`EMPTY`] (16). So `code >> 3` tells
//!   White, Black and empty apart, and keys of [`EMPTY`] are 0: removing nothing changes no key.
//! - Each side has one king, and no pawn stands on the first or last rank.
//! - `castling` is a set of rooks on their side's first rank, with the king on it between the corners; at most one
//!   on each side of a king.
//! - `en_passant` has at most one square, and only if a capture there is legal: that is what makes keys equal
//!   exactly where Laws 9.2.3 calls positions the same.
//! - `key` is the exclusive or of the keys of pieces, rights, file of `en_passant` and side to move
//!   (`zobrist.rs`).
//! - `in_check` is whether the king of `turn` is attacked. The other king is not, except after an illegal
//!   move that was played on ([`Position::play_after_illegal`]).
//!
//! **Masks.** Squares are masked with 63, codes with 15 or 31, roles with 7: for values that keep the
//! invariants that changes nothing, and it lets the compiler omit the bounds check. `roles` has eight
//! entries for that.
//!
//! **What changes together.** A new field is set in `setup.rs` (`place`, `loaded`) and updated by
//! everything that plays moves: `play.rs` (`make` for plain moves, `apply` for the others, with castling
//! in `castling.rs`), `forward.rs`, which skips what can be computed at the end, and `illegal.rs`.
//! `back.rs` and `quiet.rs` rely on how `key` changes with a quiet move.

use audit960_types::{Bitboard, ByRole, BySide, Pieces, Role, Side, Square};

use crate::attacks::{self, RANK_1, lowest};
use crate::ray_tables;
pub(crate) use crate::roles::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::zobrist::EMPTY;

/// A legal chess position with its half-move clock and move number.
#[derive(Clone, Debug)]
pub struct Position {
    /// Squares by role; the rest, always empty, pads to a power of two.
    pub(crate) roles: [u64; 8],
    pub(crate) sides: [u64; 2],
    /// Piece code by square: role, + 8 for Black, or [`EMPTY`].
    pub(crate) board: [u8; 64],
    /// Rooks that hold a castling right.
    pub(crate) castling: u64,
    /// The en-passant square, only if a capture there is legal.
    pub(crate) en_passant: u64,
    pub(crate) key: u64,
    pub(crate) clock: u32,
    pub(crate) move_number: u32,
    pub(crate) turn: Side,
    pub(crate) in_check: bool,
}

/// Both sides, by their index in code specialised for one of them.
pub(crate) const SIDES: [Side; 2] = [Side::White, Side::Black];

/// Back rank of a side.
#[inline(always)]
pub(crate) const fn back_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_1,
        Side::Black => RANK_1 << 56,
    }
}

/// A set of squares, moved one step forward.
#[inline(always)]
pub(crate) const fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}

#[inline(always)]
pub(crate) const fn code(side: Side, role: usize) -> u8 {
    (role | (side as usize) << 3) as u8
}

/// Role of a piece code.
#[inline(always)]
pub(crate) const fn role_of(code: u8) -> usize {
    (code & 7) as usize
}

impl Position {
    /// Side to move.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    #[must_use]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Full-move number, FEN field 6: it grows after each move of Black's.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// Equal for equal positions in the sense of Laws 9.2.3 (Zobrist key).
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The squares of all pieces.
    #[must_use]
    pub fn pieces(&self) -> Pieces {
        let kinds = ByRole(self.role_sets());
        BySide::from(self.sides).map(|side| kinds.map(|kind| Bitboard(kind & side)))
    }

    /// The squares of the pieces of a kind, of both sides.
    #[inline(always)]
    #[must_use]
    pub fn of_role(&self, role: Role) -> Bitboard {
        Bitboard(self.roles[role as usize & 7])
    }

    /// The squares of the pieces of a side.
    #[inline(always)]
    #[must_use]
    pub fn of_side(&self, side: Side) -> Bitboard {
        Bitboard(self.sides[side as usize])
    }

    /// Squares of the rooks that hold a castling right.
    #[inline(always)]
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.castling)
    }

    /// The en-passant square, if a capture there is legal.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        Bitboard(self.en_passant).first()
    }

    /// Colour and kind of the piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Role)> {
        let code = self.board[square.index()];
        (code != EMPTY).then(|| {
            let side = SIDES[usize::from(code >> 3 & 1)];
            (side, Role::ALL[role_of(code)])
        })
    }

    /// Squares by role.
    pub(crate) fn role_sets(&self) -> [u64; 6] {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.roles;
        [pawns, knights, bishops, rooks, queens, kings]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn own(&self) -> u64 {
        self.sides[self.turn as usize]
    }

    #[inline(always)]
    pub(crate) fn enemy(&self) -> u64 {
        self.sides[self.turn.other() as usize]
    }

    /// Sliders: the pieces that move along lines.
    #[inline(always)]
    pub(crate) fn sliders(&self) -> u64 {
        self.roles[BISHOP] | self.roles[ROOK] | self.roles[QUEEN]
    }

    /// King square of the side to move.
    #[inline(always)]
    pub(crate) fn king_square(&self) -> usize {
        lowest(self.roles[KING] & self.own())
    }

    /// Pieces of `attackers` that attack a square, seen from the side to move, on a board with the given
    /// occupied squares. `attackers` may exclude pieces that are about to be captured.
    #[inline(always)]
    pub(crate) fn attackers(&self, square: usize, attackers: u64, occupied: u64) -> u64 {
        let straight = self.roles[ROOK] | self.roles[QUEEN];
        let diagonal = self.roles[BISHOP] | self.roles[QUEEN];
        (attacks::knight(square) & self.roles[KNIGHT]
            | attacks::king(square) & self.roles[KING]
            | attacks::pawn(self.turn, square) & self.roles[PAWN]
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal)
            & attackers
    }

    /// Whether the side not to move attacks a square on a board with the given occupied squares: as
    /// [`Position::attackers`], faster where few sliders are on the lines of the square.
    pub(crate) fn is_attacked(&self, square: usize, occupied: u64) -> bool {
        let straight = self.roles[ROOK] | self.roles[QUEEN];
        let diagonal = self.roles[BISHOP] | self.roles[QUEEN];
        let near = attacks::knight(square) & self.roles[KNIGHT]
            | attacks::king(square) & self.roles[KING]
            | attacks::pawn(self.turn, square) & self.roles[PAWN];
        let far = attacks::rook_lines(square) & straight | attacks::bishop_lines(square) & diagonal;
        let enemy = self.enemy();
        near & enemy != 0
            || attacks::squares(far & enemy)
                .any(|slider| ray_tables::between(square, slider) & occupied == 0)
    }

    /// Whether the king of the side to move is safe after another of its pieces moves from one square to
    /// another (both as sets), capturing the pieces in `captured`.
    pub(crate) fn king_safe_after(&self, from: u64, to: u64, captured: u64) -> bool {
        let king = self.king_square();
        let opened = from | captured & !to;
        // Nothing attacks the king now, and only a line that this move opens could.
        if !self.in_check && attacks::queen_lines(king) & opened == 0 {
            return true;
        }
        let occupied = self.occupied() & !from & !captured | to;
        self.attackers(king, self.enemy() & !captured, occupied) == 0
    }

    /// Whether the square is safe for the king of the side to move, coming from `from`.
    pub(crate) fn safe_for_king(&self, from: u64, square: usize) -> bool {
        !self.is_attacked(square, self.occupied() & !from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::{SplitMix64, Start};

    /// Random games: every square, with each of three sets of occupied squares.
    #[test]
    fn a_square_is_attacked_where_it_has_attackers() {
        let mut random = SplitMix64::new(64);
        let mut counts = [0; 2];
        for game in 0..40 {
            let start = Start::new(game * 24).unwrap();
            let mut position = Position::chess960(start, start);
            for _ in 0..80 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len() as u32) as usize]);
                let occupied = position.occupied();
                let without = 1 << random.below(64);
                let kings = position.roles[KING] & position.own();
                for occupied in [occupied, occupied & !without, occupied & !kings] {
                    for square in 0..64 {
                        let attackers = position.attackers(square, position.enemy(), occupied);
                        let attacked = position.is_attacked(square, occupied);
                        assert_eq!(attacked, attackers != 0, "{} {square}", position.xfen());
                        counts[usize::from(attacked)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|count| *count > 100_000), "{counts:?}");
    }
}
