//! The 960 start positions: their numberings, their mirrors, and how they are drawn.
//!
//! A start position is White's first rank from a to h as eight capital letters (`K Q R B N`); Black
//! stands opposite. The king is somewhere between the rooks and the bishops stand on squares of
//! opposite colours (FIDE Laws, Guidelines II.2). The number that everything else refers to is
//! Scharnagl's, 0-959; 518 is the orthodox position.
//!
//! Nothing here depends on the rest of the crate.
//!
//! ```
//! use audit960_board::start::{Numbering, ORTHODOX, Start};
//!
//! assert_eq!(Start::all().count(), 960);
//! assert_eq!(ORTHODOX.mirror().name(), "RNBKQBNR");
//! assert_eq!(Numbering::OneBased.number(ORTHODOX), 519);
//! ```

mod double;
mod draw;
mod mirror_list;
mod numbering;
mod of_position;
mod scharnagl;

#[cfg(test)]
mod tests;

pub use double::{DOUBLE_COUNT, DoubleStart};
pub use draw::{Draw, DrawMethod, SplitMix64, Step, Throw, ThrowResult, club_counts};
pub use numbering::Numbering;
pub use of_position::kind;
pub use scharnagl::{ARRANGEMENTS, arrangement, scharnagl_number};

/// White's first rank from a to h, capital letters.
pub type FirstRank = [u8; 8];

use audit960_types::{CastlingRight, Side, Square, Wing};

/// How many start positions there are.
pub const START_COUNT: u16 = 960;

/// Scharnagl number of the orthodox position, `RNBQKBNR`.
pub const ORTHODOX: Start = Start(518);

/// One of the 960 start positions, known by its Scharnagl number.
///
/// # Examples
/// ```
/// use audit960_board::start::{ORTHODOX, Start};
///
/// // Scharnagl's list begins with BBQNNRKR and ends with RKRNNQBB.
/// assert_eq!(Start::new(0).unwrap().name(), "BBQNNRKR");
/// assert_eq!(Start::new(959).unwrap().name(), "RKRNNQBB");
/// assert_eq!(Start::new(960), None);
/// assert_eq!(Start::from_arrangement(b"RNBQKBNR"), Some(ORTHODOX));
/// assert_eq!(ORTHODOX.number(), 518);
/// // Both bishops on dark squares: none of the 960.
/// assert_eq!(Start::from_arrangement(b"BNBQNRKR"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(u16);

/// Files (0 = a to 7 = h) of the king and of the rooks on either side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingFiles {
    /// The king, 1 to 6.
    pub king: u8,
    /// The rook nearer the a-file, with which `O-O-O` is played.
    pub a_side_rook: u8,
    /// The rook nearer the h-file, with which `O-O` is played.
    pub h_side_rook: u8,
}

impl Start {
    /// The position of a Scharnagl number; `None` above 959.
    #[must_use]
    pub const fn new(number: u16) -> Option<Self> {
        if number < START_COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The position with this first rank (capital letters, a to h); `None` if it is not one of the
    /// 960.
    #[must_use]
    pub fn from_arrangement(rank: &FirstRank) -> Option<Self> {
        scharnagl_number(rank).map(Self)
    }

    /// All 960, by Scharnagl number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..START_COUNT).map(Self)
    }

    /// The Scharnagl number, 0-959.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// White's first rank from a to h, capital letters.
    #[must_use]
    pub fn arrangement(self) -> FirstRank {
        ARRANGEMENTS[usize::from(self.0)]
    }

    /// The first rank as text, such as `RNBQKBNR`.
    #[must_use]
    pub fn name(self) -> &'static str {
        // The table holds capital letters alone.
        std::str::from_utf8(&ARRANGEMENTS[usize::from(self.0)]).unwrap_or_default()
    }

    /// The position read from h to a. Play differs, because castling breaks the symmetry; no
    /// position is its own mirror.
    #[must_use]
    pub fn mirror(self) -> Self {
        let mut rank = self.arrangement();
        rank.reverse();
        // Mirroring keeps king between rooks and bishops on opposite colours.
        Self::from_arrangement(&rank).unwrap_or(self)
    }

    /// The files of king and rooks.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::start::Start;
    ///
    /// let files = Start::from_arrangement(b"NNRBKRBQ").unwrap().castling_files();
    /// assert_eq!((files.a_side_rook, files.king, files.h_side_rook), (2, 4, 5));
    /// ```
    #[must_use]
    pub fn castling_files(self) -> CastlingFiles {
        let rank = self.arrangement();
        let mut files = (0..8).filter(|file| matches!(rank[usize::from(*file)], b'R' | b'K'));
        let mut next = || files.next().unwrap_or_default();
        let (a_side_rook, king, h_side_rook) = (next(), next(), next());
        CastlingFiles {
            king,
            a_side_rook,
            h_side_rook,
        }
    }

    /// The right of a side to castle on a wing at the start.
    #[must_use]
    pub fn castling_right(self, side: Side, wing: Wing) -> CastlingRight {
        let files = self.castling_files();
        let rook = match wing {
            Wing::ASide => files.a_side_rook,
            Wing::HSide => files.h_side_rook,
        };
        let rank = match side {
            Side::White => 0,
            Side::Black => 56,
        };
        CastlingRight {
            side,
            wing,
            king: Square::new(rank + files.king as usize),
            rook: Square::new(rank + rook as usize),
        }
    }
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
