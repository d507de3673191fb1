//! The 921,600 start positions of double Chess960: White and Black drawn separately.

use super::{Draw, DrawMethod, ORTHODOX, START_COUNT, SplitMix64, Start};

/// Number of start positions of double Chess960, including the 960 of Chess960.
pub const DOUBLE_COUNT: u32 = START_COUNT as u32 * START_COUNT as u32;

/// A start position of double Chess960: the arrangements of White and Black.
///
/// There is no standard numbering. Here the number is White's Scharnagl number times 960 plus Black's, 0
/// to 921,599, so that positions are sorted by White's number and then by Black's; those of Chess960 are
/// the multiples of 961, and 497,798 is the orthodox one. Programs that count Black first give
/// [`DoubleStart::swapped`] this number.
///
/// # Examples
/// ```
/// use audit960_board::start::{DoubleStart, ORTHODOX};
///
/// let both = DoubleStart { white: ORTHODOX, black: ORTHODOX };
/// assert_eq!(both.number(), 518 * 960 + 518);
/// assert!(both.is_chess960());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DoubleStart {
    /// White's arrangement.
    pub white: Start,
    /// Black's.
    pub black: Start,
}

impl DoubleStart {
    /// The position of a number; `None` above 921,599.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        let count = u32::from(START_COUNT);
        let of = |number: u32| u16::try_from(number).ok().and_then(Start::new);
        Some(Self {
            white: of(number / count)?,
            black: of(number % count)?,
        })
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        u32::from(self.white.number()) * u32::from(START_COUNT) + u32::from(self.black.number())
    }

    /// All positions, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        Start::all().flat_map(|white| Start::all().map(move |black| Self { white, black }))
    }

    /// The position with colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            white: self.black,
            black: self.white,
        }
    }

    /// Whether Black stands opposite White: then it is a position of Chess960.
    #[must_use]
    pub fn is_chess960(self) -> bool {
        self.white == self.black
    }
}

impl DrawMethod {
    /// Draws a position of double Chess960: White's arrangement, then Black's. With `exclude_orthodox` a
    /// pair of two orthodox arrangements is drawn again, as a whole.
    pub fn draw_double(self, random: &mut SplitMix64, exclude_orthodox: bool) -> [Draw; 2] {
        let mut orthodox_redraws = 0;
        loop {
            let mut drawn = [self.draw(random, false), self.draw(random, false)];
            if !(exclude_orthodox && drawn.iter().all(|draw| draw.start == ORTHODOX)) {
                drawn[0].orthodox_redraws = orthodox_redraws;
                return drawn;
            }
            orthodox_redraws += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn numbers_and_positions_go_both_ways() {
        let all: Vec<DoubleStart> = DoubleStart::all().collect();
        assert_eq!(all.len(), 921_600);
        for (number, start) in (0..).zip(&all) {
            assert_eq!(start.number(), number);
            assert_eq!(DoubleStart::new(number), Some(*start));
        }
        assert_eq!(DoubleStart::new(DOUBLE_COUNT), None);
        let chess960: Vec<u32> = all
            .iter()
            .filter(|start| start.is_chess960())
            .map(|start| start.number())
            .collect();
        assert_eq!(
            chess960,
            (0..960).map(|number| 961 * number).collect::<Vec<_>>()
        );
        // 518 * 960 + 518.
        let orthodox = DoubleStart::new(497_798).unwrap();
        assert_eq!((orthodox.white, orthodox.black), (ORTHODOX, ORTHODOX));
        assert_eq!(DoubleStart::new(1).unwrap().swapped().number(), 960);
    }

    /// 20,000 draws of one of 921,600 give one twice about 217 times (20,000^2/2/921,600); both sides
    /// reach all 960 but 960 exp(-20.8).
    #[test]
    fn white_and_black_are_drawn_separately() {
        let mut random = SplitMix64::new(960);
        let draws: Vec<DoubleStart> = (0..20_000)
            .map(|_| {
                let [white, black] = DrawMethod::Uniform.draw_double(&mut random, true);
                DoubleStart {
                    white: white.start,
                    black: black.start,
                }
            })
            .collect();
        let distinct =
            |of: fn(&DoubleStart) -> u32| draws.iter().map(of).collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(|start| start.white.number().into()), 960);
        assert_eq!(distinct(|start| start.black.number().into()), 960);
        let pairs = distinct(|start| start.number());
        assert!((19_700..19_860).contains(&pairs), "{pairs}");
    }
}
