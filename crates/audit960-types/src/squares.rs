//! Squares and sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};
use std::str::FromStr;

/// A square of the board, a1 to h8.
///
/// # Examples
/// ```
/// use audit960_types::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square, square.file(), square.rank(), square.index()), (Square::E4, 4, 3, 28));
/// # Ok::<(), audit960_types::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square of a number, a1 = 0, b1 = 1, to h8 = 63; of a larger one, only its lowest six bits count.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// The square on a file and a rank, both from 0 to 7; `None` where one of them is larger.
    #[must_use]
    pub const fn on(file: u8, rank: u8) -> Option<Self> {
        if (file | rank) < 8 {
            Some(Self(rank << 3 | file))
        } else {
            None
        }
    }

    /// Its number: a1 = 0, b1 = 1, to h8 = 63.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        // Tells the compiler the range that `new` ensures.
        (self.0 & 63) as usize
    }

    /// Its file, a = 0 to h = 7.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank, the first one 0.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3 & 7
    }

    /// Its name, file letter first.
    #[must_use]
    pub const fn name(self) -> [u8; 2] {
        [b'a' + self.file(), b'1' + self.rank()]
    }
}

/// Squares by their names.
macro_rules! names {
    ($($name:ident)*) => {
        /// The squares by name.
        impl Square {
            $(
                #[doc = concat!("Square ", stringify!($name), ".")]
                pub const $name: Self = {
                    let name = stringify!($name).as_bytes();
                    Self((name[1] - b'1') << 3 | (name[0] - b'A'))
                };
            )*
        }
    };
}

names! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.name().map(char::from);
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square: expected a file from a to h and a rank from 1 to 8")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [file, rank] => Self::on(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        }
        .ok_or(SquareError)
    }
}

/// A set of squares: one bit a square, a1 the lowest.
///
/// # Examples
/// ```
/// use audit960_types::{Bitboard, Square};
///
/// let corners = Bitboard::from_iter([Square::A1, Square::H1, Square::A8, Square::H8]);
/// assert!(corners.contains(Square::A8));
/// let first_rank = corners & Bitboard(0xff);
/// assert_eq!(first_rank.into_iter().collect::<Vec<_>>(), [Square::A1, Square::H1]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);

    /// Whether it holds a square.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether it holds none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares it holds.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Its first square, from a1 on along the ranks.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        match self.0 {
            0 => None,
            set => Some(Square::new(set.trailing_zeros() as usize)),
        }
    }

    /// The same squares on a board upside down: ranks exchanged, files kept.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Its square, if it holds only one.
    #[must_use]
    pub const fn only(self) -> Option<Square> {
        match self.count() {
            1 => self.first(),
            _ => None,
        }
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.into())
    }
}

/// The squares of a set, from a1 on along the ranks.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_go_by_number_coordinates_and_name() {
        let mut names = Vec::new();
        for rank in 0..8_u8 {
            for file in 0..8_u8 {
                let square = Square::on(file, rank).unwrap();
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(square.index(), names.len());
                assert_eq!(Square::new(names.len()), square);
                assert_eq!(square.to_string().parse(), Ok(square));
                names.push(square.to_string());
            }
        }
        assert_eq!((&*names[0], &*names[12], &*names[63]), ("a1", "e2", "h8"));
        assert_eq!(Square::on(8, 0), None);
        assert_eq!(Square::on(0, 8), None);
        for text in ["", "e", "e9", "i1", "e0", "`1", "e44", "E4"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
        let named = [Square::A1, Square::B1, Square::A2, Square::H8].map(Square::index);
        assert_eq!(named, [0, 1, 8, 63]);
    }

    #[test]
    fn sets_hold_their_squares() {
        let set = Bitboard::from_iter([Square::H8, Square::A1, Square::C2]);
        assert_eq!(set.0, 1 | 1 << 10 | 1 << 63);
        assert_eq!(format!("{set:?}"), "{a1, c2, h8}");
        assert_eq!(
            (set.count(), set.first(), set.only()),
            (3, Some(Square::A1), None)
        );
        assert!(set.contains(Square::C2) && !set.contains(Square::C3));
        assert_eq!(Bitboard::from(Square::C3).only(), Some(Square::C3));
        assert_eq!(
            (Bitboard::EMPTY.first(), Bitboard::EMPTY.only()),
            (None, None)
        );
        assert!(Bitboard::EMPTY.is_empty() && !set.is_empty());
        let mut same = !!set;
        same &= Bitboard(0xff);
        assert_eq!(same, Square::A1.into());
        same |= Bitboard(2);
        assert_eq!((same, same & Bitboard(2)), (Bitboard(3), Bitboard(2)));
        assert_eq!(Bitboard::FULL, !Bitboard::EMPTY);
        let flipped = Bitboard::from_iter([Square::A1, Square::C7, Square::H8]).flipped();
        assert_eq!(
            flipped,
            Bitboard::from_iter([Square::A8, Square::C2, Square::H1])
        );
        assert_eq!(Bitboard::FULL.into_iter().count(), 64);
    }
}
