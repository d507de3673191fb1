//! The numberings in use for start positions.

use super::{START_COUNT, Start, mirror_list};

/// A numbering of the 960 start positions.
///
/// # Examples
/// ```
/// use audit960_board::start::{Numbering, ORTHODOX};
///
/// assert_eq!(Numbering::Scharnagl.number(ORTHODOX), 518);
/// assert_eq!(Numbering::OneBased.start(519), Some(ORTHODOX));
/// assert_eq!(Numbering::OneBased.start(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Scharnagl's, 0-959: 518 is `RNBQKBNR`.
    Scharnagl,
    /// Scharnagl's number and one, 1-960: 519 is `RNBQKBNR`.
    OneBased,
    /// Scharnagl's with 960 for 0, 1-960: 518 is `RNBQKBNR`.
    ZeroAs960,
    /// The club's mirror list, 1-960: 626 is `RNBQKBNR`, and `961 - n` is the left-right mirror of
    /// `n`. A reconstruction: the club's full table is not available. Its order is fixed by the
    /// blocks of the king's files b to g (108, 168, 204, 204, 168, 108), by the mirrors and by two
    /// numbers, 626 and 335 (`RNBKQBNR`): within the first three blocks by (left rook, right rook,
    /// dark-square bishop, light-square bishop, queen), files ascending.
    MirrorList,
}

impl Numbering {
    /// Every numbering, Scharnagl's first.
    pub const ALL: [Self; 4] = [
        Self::Scharnagl,
        Self::OneBased,
        Self::ZeroAs960,
        Self::MirrorList,
    ];

    /// The number of a position.
    #[must_use]
    pub fn number(self, start: Start) -> u16 {
        match (self, start.number()) {
            (Self::Scharnagl, number) => number,
            (Self::OneBased, number) => number + 1,
            (Self::ZeroAs960, 0) => START_COUNT,
            (Self::ZeroAs960, number) => number,
            (Self::MirrorList, _) => mirror_list::place(start),
        }
    }

    /// The position of a number; `None` outside the numbering's range.
    #[must_use]
    pub fn start(self, number: u16) -> Option<Start> {
        match self {
            Self::Scharnagl => Start::new(number),
            Self::OneBased => Start::new(number.checked_sub(1)?),
            Self::ZeroAs960 if number == START_COUNT => Start::new(0),
            Self::ZeroAs960 if number == 0 => None,
            Self::ZeroAs960 => Start::new(number),
            Self::MirrorList => mirror_list::position(number),
        }
    }
}
