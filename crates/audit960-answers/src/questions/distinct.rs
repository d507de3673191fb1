//! A set of numbers that is filled first and read last.

/// Numbers before they are first sorted.
const FEW: usize = 64;

/// Numbers, of which each counts once.
///
/// They are gathered in a vector, which is sorted whenever it has grown to twice the distinct ones: with millions
/// of numbers this takes a fraction of the time of a hash table, which has to look up each in memory, and less
/// space.
#[derive(Debug, Default)]
pub(super) struct DistinctNumbers {
    /// Ascending and distinct up to `sorted`, then in the order in which they came.
    numbers: Vec<u64>,
    sorted: usize,
}

impl DistinctNumbers {
    pub(super) fn insert(&mut self, number: u64) {
        // Neighbouring games often share what they have in common.
        if self.numbers.last() == Some(&number) {
            return;
        }
        if self.numbers.len() >= FEW.max(2 * self.sorted) {
            self.sort();
        }
        self.numbers.push(number);
    }

    /// Adds the numbers of another set.
    pub(super) fn merge(&mut self, other: Self) {
        if self.numbers.is_empty() {
            *self = other;
        } else {
            // One after another, so that a large set is not sorted again for each of many small ones.
            let others = other.numbers.into_iter();
            others.for_each(|number| self.insert(number));
        }
    }

    /// The distinct numbers, ascending.
    pub(super) fn finished(&mut self) -> &[u64] {
        self.sort();
        &self.numbers
    }

    fn sort(&mut self) {
        // A stable sort makes use of what is in order.
        self.numbers.sort();
        self.numbers.dedup();
        self.sorted = self.numbers.len();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_number_counts_once_however_often_it_comes() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) % below
        };
        for kinds in [1, 2, 50, 1000, u64::MAX] {
            let mut sets = [DistinctNumbers::default(), DistinctNumbers::default()];
            let mut expected = BTreeSet::new();
            for count in [0, 1, 63, 64, 65, 1000] {
                for set in &mut sets {
                    for _ in 0..count {
                        let number = random(kinds);
                        set.insert(number);
                        expected.insert(number);
                    }
                }
                assert!(sets[0].numbers.len() <= FEW.max(2 * expected.len()) + 1);
                let [all, other] = sets;
                let mut all = all;
                all.merge(other);
                let sorted: Vec<u64> = expected.iter().copied().collect();
                assert_eq!(all.finished(), sorted, "{kinds} {count}");
                sets = [all, DistinctNumbers::default()];
            }
        }
    }

    #[test]
    fn an_empty_set_has_no_numbers() {
        let mut set = DistinctNumbers::default();
        assert!(set.finished().is_empty());
        set.merge(DistinctNumbers::default());
        assert!(set.finished().is_empty());
    }
}
