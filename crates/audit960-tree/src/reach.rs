//! Which positions can no longer come up in a game.

use audit960_board::Position;
use audit960_types::{Bitboard, Role, Side};

/// What a game must still have so that one of some positions can come up: pawns that have not moved,
/// castling rights, and enough pieces and pawns. None of these is ever regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachability {
    /// Pawns of White and of Black on their first squares.
    home_pawns: [Bitboard; 2],
    /// Rooks that may still castle.
    castling: Bitboard,
    /// Numbers of pieces and pawns of White and of Black.
    pieces: [u32; 2],
    /// Numbers of pawns.
    pawns: [u32; 2],
}

/// The squares on which the pawns of White and of Black begin.
const HOME: [Bitboard; 2] = [Bitboard(0xff00), Bitboard(0xff << 48)];

impl Reachability {
    /// What the positions have in common; `None` without positions.
    #[must_use]
    pub fn of<'p>(positions: impl IntoIterator<Item = &'p Position>) -> Option<Self> {
        let of = |position| Self::of_one(position);
        positions.into_iter().map(of).reduce(Self::either)
    }

    /// That of boards on which pawns of White and of Black stand on some squares, with at least so many pieces and pawns
    /// of each.
    pub(crate) fn of_pattern(pawns: [Bitboard; 2], pieces: [u32; 2]) -> Self {
        Self {
            home_pawns: [0, 1].map(|side: usize| pawns[side] & HOME[side]),
            castling: Bitboard::EMPTY,
            pieces,
            pawns: pawns.map(Bitboard::count),
        }
    }

    /// That of positions with at least so many pieces, pawns among them, of White and of Black.
    pub(crate) const fn of_counts(pieces: [u32; 2], pawns: [u32; 2]) -> Self {
        Self {
            home_pawns: [Bitboard::EMPTY; 2],
            castling: Bitboard::EMPTY,
            pieces,
            pawns,
        }
    }

    /// What both need.
    pub(crate) fn and(self, other: Self) -> Self {
        let more = |one: [u32; 2], other: [u32; 2]| [one[0].max(other[0]), one[1].max(other[1])];
        Self {
            home_pawns: [0, 1].map(|side: usize| self.home_pawns[side] | other.home_pawns[side]),
            castling: self.castling | other.castling,
            pieces: more(self.pieces, other.pieces),
            pawns: more(self.pawns, other.pawns),
        }
    }

    fn of_one(position: &Position) -> Self {
        let sides = position.pieces().into_array();
        Self {
            home_pawns: [0, 1].map(|side: usize| sides[side][Role::Pawn] & HOME[side]),
            castling: position.castling_rooks(),
            pieces: sides.map(|own| own.all().count()),
            pawns: sides.map(|own| own[Role::Pawn].count()),
        }
    }

    fn either(self, other: Self) -> Self {
        let fewer = |one: [u32; 2], other: [u32; 2]| [one[0].min(other[0]), one[1].min(other[1])];
        Self {
            home_pawns: [0, 1].map(|side: usize| self.home_pawns[side] & other.home_pawns[side]),
            castling: self.castling & other.castling,
            pieces: fewer(self.pieces, other.pieces),
            pawns: fewer(self.pawns, other.pawns),
        }
    }

    /// Whether one of the positions can still come up. `false` is certain; `true` need not be. After a half-move
    /// that was neither a capture nor a pawn move only the castling rights are compared.
    #[must_use]
    pub fn is_open_in(&self, position: &Position, after_quiet_move: bool) -> bool {
        self.has_rights(position) && (after_quiet_move || self.has_material(position))
    }

    fn has_material(&self, position: &Position) -> bool {
        let sides = [Side::White, Side::Black].map(|side| position.of_side(side));
        let pawns = position.of_role(Role::Pawn);
        self.has_home_pawns(position)
            && self.has_counts(
                sides.map(Bitboard::count),
                sides.map(|own| (own & pawns).count()),
            )
    }

    /// Whether the castling rights are there.
    #[inline]
    fn has_rights(&self, position: &Position) -> bool {
        self.castling & position.castling_rooks() == self.castling
    }

    /// Whether the pawns that must not have moved are there.
    #[inline]
    fn has_home_pawns(&self, position: &Position) -> bool {
        let pawns = position.of_role(Role::Pawn);
        let [white, black] = self.home_pawns;
        white & pawns & position.of_side(Side::White) == white
            && black & pawns & position.of_side(Side::Black) == black
    }

    /// Whether there are enough pieces, and enough pawns, of White's and of Black's.
    fn has_counts(&self, pieces: [u32; 2], pawns: [u32; 2]) -> bool {
        let enough =
            |found: [u32; 2], least: [u32; 2]| found[0] >= least[0] && found[1] >= least[1];
        enough(pieces, self.pieces) && enough(pawns, self.pawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap().position
    }

    #[test]
    fn what_is_lost_does_not_come_back() {
        let target = position("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        let reach = Reachability::of([&target]).unwrap();
        assert!(reach.is_open_in(&Position::standard(), false));
        // The d-pawn has moved; Black's king has; a piece is gone.
        for (fen, quiet) in [
            (
                "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
                false,
            ),
            (
                "rnbq1bnr/ppppkppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 1 3",
                true,
            ),
            (
                "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3",
                false,
            ),
        ] {
            assert!(!reach.is_open_in(&position(fen), quiet), "{fen}");
        }
        // Of several positions, what all of them have.
        let both = Reachability::of([&target, &position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]).unwrap();
        assert!(both.is_open_in(&position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), false));
        assert_eq!(Reachability::of([]), None);
    }
}
