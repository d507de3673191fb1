//! Drawing a start position, with every throw recorded.
//!
//! A [`Draw`] records how it came about, so that it can be checked, or repeated on a board with real
//! dice. The same seed always gives the same draw.

mod club;
mod dice;
mod random;
#[cfg(test)]
mod tests;

use super::{FirstRank, ORTHODOX, START_COUNT, Start};
pub use club::club_counts;
pub use random::SplitMix64;

audit960_types::choices! {
    /// A way to draw a start position. All but `die` are uniform.
    ///
    /// Bodlaender's: bishop on one of 4 dark squares, bishop on one of 4 light squares, queen on one of 6 free
    /// squares, knights on one of 5 and one of 4, then rook, king, rook from the left.
    ///
    /// The club's: six throws of one die; see [`club_counts`]. A king file has probability 1/6, whatever its
    /// share of the 960, and a position between 24 and 96 in 46,656.
    ///
    /// Mirror pairs are the first 480 of the mirror list.
    #[derive(Hash)]
    pub enum DrawMethod {
        /// A number from 0 to 959
        Uniform = "uniform",
        /// Bodlaender's: bishops, queen and knights by die, thrown again when it shows too much
        Bodlaender = "bodlaender",
        /// A club's procedure with one die; not uniform
        OneDie = "die",
        /// One of 480 mirror pairs, then a coin for the reading direction
        MirrorPair = "mirror-pair",
    }
}

/// What a throw decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The Scharnagl number.
    Number,
    /// A pair of mirrored positions: the index, 1-480, of the first in the mirror list.
    MirrorPair,
    /// Whether the pair's position is read from a to h or from h to a.
    Direction,
    /// The king's square.
    King,
    /// The square of the rook on the a-side of the king.
    ASideRook,
    /// The square of the rook on the h-side of the king.
    HSideRook,
    /// The square of the bishop on a dark square.
    DarkBishop,
    /// The square of the bishop on a light square.
    LightBishop,
    /// The queen's square.
    Queen,
    /// The square of the first knight.
    FirstKnight,
    /// The square of the second knight.
    SecondKnight,
}

/// What a throw leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThrowResult {
    /// The piece goes to this file (0 = a to 7 = h).
    File(u8),
    /// The die shows more than the number of squares: it is thrown again.
    Again,
    /// A number is drawn: Scharnagl's (0-959), or an index in the mirror list (1-480).
    Number(u16),
    /// The position is read from a to h (`false`) or from h to a (`true`).
    Mirrored(bool),
}

/// One throw of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// What it decides.
    pub step: Step,
    /// Faces of the die: 6, or 2 for a coin, or as many as there are numbers.
    pub faces: u16,
    /// What it shows, from 1.
    pub shown: u16,
    /// The files it counts over, bit 0 for a; zero where it counts none.
    pub squares: u8,
    /// The result.
    pub landing: ThrowResult,
}

/// A start position and how it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The position.
    pub start: Start,
    /// The throws, in order; the pieces that no throw names take the squares left.
    pub steps: Vec<Throw>,
    /// How often the orthodox position was picked before and discarded.
    pub orthodox_redraws: u32,
}

impl DrawMethod {
    /// Draws a position. With `exclude_orthodox` an orthodox draw is repeated, as organisers do who do
    /// not play it; the throws are then those of the final draw.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::start::{DrawMethod, ORTHODOX, SplitMix64};
    ///
    /// let draw = DrawMethod::Bodlaender.draw(&mut SplitMix64::new(960), true);
    /// assert_ne!(draw.start, ORTHODOX);
    /// // The same seed gives the same draw.
    /// assert_eq!(DrawMethod::Bodlaender.draw(&mut SplitMix64::new(960), true), draw);
    /// ```
    pub fn draw(self, random: &mut SplitMix64, exclude_orthodox: bool) -> Draw {
        let mut orthodox_redraws = 0;
        loop {
            let (start, steps) = self.draw_once(random);
            if !(exclude_orthodox && start == ORTHODOX) {
                return Draw {
                    start,
                    steps,
                    orthodox_redraws,
                };
            }
            orthodox_redraws += 1;
        }
    }

    /// Relative probability of each position, by Scharnagl number: integers to be divided by their sum.
    #[must_use]
    pub fn weights(self, exclude_orthodox: bool) -> [u16; START_COUNT as usize] {
        let mut weights = match self {
            Self::OneDie => club_counts(),
            Self::Uniform | Self::Bodlaender | Self::MirrorPair => [1; START_COUNT as usize],
        };
        if exclude_orthodox {
            weights[usize::from(ORTHODOX.number())] = 0;
        }
        weights
    }

    fn draw_once(self, random: &mut SplitMix64) -> (Start, Vec<Throw>) {
        match self {
            Self::Uniform => dice::uniform(random),
            Self::Bodlaender => dice::bodlaender(random),
            Self::OneDie => club::one_die(random),
            Self::MirrorPair => dice::mirror_pair(random),
        }
    }
}

/// The files of a set, ascending.
fn files(set: u8) -> impl Iterator<Item = u8> + Clone {
    (0..8).filter(move |file| set >> file & 1 == 1)
}

/// The empty files.
fn free(rank: &FirstRank) -> u8 {
    (0..8)
        .filter(|&file| rank[file] == 0)
        .fold(0, |set, file| set | 1 << file)
}

/// The position of a first rank that a procedure has filled.
fn filled(rank: &FirstRank) -> Start {
    match Start::from_arrangement(rank) {
        Some(start) => start,
        None => unreachable!("the procedures keep the rules of placement"),
    }
}
