//! What a search for a missing start position has found.

use crate::labels::StartEvidence;

/// How many start positions there are.
const COUNT: u16 = 960;

/// A set of start positions, by Scharnagl number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StartSet([u64; 15]);

impl StartSet {
    /// No position.
    pub const EMPTY: Self = Self([0; 15]);
    /// All 960.
    pub const ALL: Self = Self([u64::MAX; 15]);

    /// Adds a number; one above 959 is ignored.
    pub const fn insert(&mut self, number: u16) {
        if number < COUNT {
            self.0[number as usize / 64] |= 1 << (number % 64);
        }
    }

    /// Whether it holds a number.
    #[must_use]
    pub const fn contains(&self, number: u16) -> bool {
        number < COUNT && self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// How many positions it holds, 0 to 960.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 15]
    }

    /// The one position it holds, if it holds exactly one.
    #[must_use]
    pub fn only(&self) -> Option<u16> {
        let mut all = self.iter();
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// The positions in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The positions in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The positions in this set and not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0
            .iter()
            .zip((0..).step_by(64))
            .flat_map(|(&word, first)| {
                let mut left = word;
                std::iter::from_fn(move || {
                    (left != 0).then(|| {
                        let bit = left.trailing_zeros() as u16;
                        left &= left - 1;
                        first + bit
                    })
                })
            })
    }
}

impl FromIterator<u16> for StartSet {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

/// The start positions that a record without one can have been played from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartSearch {
    /// Positions with Black opposite White from which the whole record is legal and which agree with
    /// the other evidence.
    pub fitting: StartSet,
    /// Pairs of different arrangements (White's, Black's) that do so, ascending, where they were asked
    /// for.
    pub pairs: Vec<(u16, u16)>,
    /// Half-moves of the record.
    pub plies: u32,
    /// What the answer rests on.
    pub evidence: StartEvidence,
    /// Whether the search was broken off: more may fit.
    pub incomplete: bool,
}

impl StartSearch {
    /// How many positions fit.
    #[must_use]
    pub fn count(&self) -> usize {
        self.fitting.len() + self.pairs.len()
    }

    /// White's and Black's numbers, if the search is complete and exactly one position fits.
    #[must_use]
    pub fn only(&self) -> Option<(u16, u16)> {
        if self.incomplete || self.count() != 1 {
            return None;
        }
        let same = self.fitting.only().map(|number| (number, number));
        same.or_else(|| self.pairs.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let numbers = [0, 63, 64, 518, 959];
        let set: StartSet = numbers.into_iter().chain([960, u16::MAX]).collect();
        assert!(set.iter().eq(numbers));
        assert_eq!((set.len(), set.only()), (5, None));
        assert_eq!(StartSet::ALL.len(), 960);
        assert!(StartSet::ALL.iter().eq(0..960));
        let one: StartSet = [518].into_iter().collect();
        assert_eq!(set.and(&one).only(), Some(518));
        assert_eq!(set.without(&one).len(), 4);
        assert_eq!(StartSet::EMPTY.or(&one), one);
        assert!(StartSet::EMPTY.is_empty() && !set.contains(960));
    }

    #[test]
    fn only_a_complete_search_decides() {
        let mut search = StartSearch {
            fitting: [7].into_iter().collect(),
            pairs: Vec::new(),
            plies: 2,
            evidence: StartEvidence::Moves,
            incomplete: false,
        };
        assert_eq!(search.only(), Some((7, 7)));
        search.incomplete = true;
        assert_eq!(search.only(), None);
        search.incomplete = false;
        search.pairs.push((7, 8));
        assert_eq!((search.count(), search.only()), (2, None));
    }
}
