//! Kinds of pieces, and values by side and by kind.

use std::ops::{Index, IndexMut};

use crate::labels::{Side, Wing};
use crate::squares::{Bitboard, Square};

/// Kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// The order in which material is written, `KQRBNP`, as in `KRBvKR`.
    pub const MATERIAL_ORDER: [Self; 6] = [
        Self::King,
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
    ];

    /// Every kind, in order of index.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The English letter, a capital.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"PNBRQK"[self as usize]
    }

    /// The kind of an English piece letter, in either case; `None` for any other byte.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter | 0x20 {
            b'p' => Self::Pawn,
            b'n' => Self::Knight,
            b'b' => Self::Bishop,
            b'r' => Self::Rook,
            b'q' => Self::Queen,
            b'k' => Self::King,
            _ => return None,
        })
    }
}

/// One value for each side.
///
/// # Examples
/// ```
/// use audit960_types::{BySide, Side};
///
/// let mut counts = BySide { white: 16, black: 16 };
/// counts[Side::Black] -= 1;
/// assert_eq!(counts, BySide { white: 16, black: 15 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// Applies `f` to each value.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            white: f(self.white),
            black: f(self.black),
        }
    }

    /// Both values, White's first.
    pub fn into_array(self) -> [T; 2] {
        [self.white, self.black]
    }
}

impl<T> From<[T; 2]> for BySide<T> {
    /// White's first.
    fn from([white, black]: [T; 2]) -> Self {
        Self { white, black }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// One value for each kind of piece, in [`Role`] order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T>(pub [T; 6]);

impl<T> ByRole<T> {
    /// Applies `f` to each value.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByRole<U> {
        ByRole(self.0.map(f))
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

/// The squares of all pieces and pawns, by side and kind.
pub type Pieces = BySide<ByRole<Bitboard>>;

impl ByRole<Bitboard> {
    /// The squares of all kinds.
    #[must_use]
    pub fn all(self) -> Bitboard {
        (self.0.into_iter()).fold(Bitboard::EMPTY, |all, set| all | set)
    }
}

/// A castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingRight {
    /// The side that holds it.
    pub side: Side,
    /// The wing it is for.
    pub wing: Wing,
    /// Where the king stands.
    pub king: Square,
    /// Where the rook stands.
    pub rook: Square,
}

impl CastlingRight {
    /// Whether king and rook stand as in orthodox chess.
    #[must_use]
    pub const fn is_orthodox(self) -> bool {
        self.king.file() == 4 && matches!(self.rook.file(), 0 | 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_name() {
        let kinds = ByRole([0, 1, 2, 3, 4, 5]);
        for role in Role::ALL {
            assert_eq!(kinds[role], role as usize);
            let mut changed = kinds;
            changed[role] = 9;
            let differ = Role::ALL.into_iter().filter(|r| changed[*r] != kinds[*r]);
            assert_eq!(differ.collect::<Vec<_>>(), [role]);
        }
        assert_eq!(kinds.map(|n| n + 1), ByRole([1, 2, 3, 4, 5, 6]));
        let mut sides = BySide::from(["w", "b"]);
        assert_eq!((sides[Side::White], sides[Side::Black]), ("w", "b"));
        sides[Side::White] = "W";
        sides[Side::Black] = "B";
        assert_eq!(sides.map(str::len).into_array(), [1, 1]);
        assert_eq!(sides.into_array(), ["W", "B"]);
        let squares = ByRole([0xff00, 0, 0, 0, 0, 0x10].map(Bitboard));
        assert_eq!(squares.all(), Bitboard(0xff10));
        let right = |king, rook| CastlingRight {
            side: Side::Black,
            wing: Wing::ASide,
            king,
            rook,
        };
        assert!(right(Square::E8, Square::A8).is_orthodox());
        assert!(right(Square::E1, Square::H1).is_orthodox());
        assert!(!right(Square::D8, Square::A8).is_orthodox());
        assert!(!right(Square::E8, Square::B8).is_orthodox());
    }
}
