//! Counts by label, in bounded memory.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

/// The name of a group: a text, or null.
pub(in crate::dataset) type Label = Option<String>;

/// What is counted by group.
pub(in crate::dataset) trait Count: Default {
    /// Adds what was counted of other games.
    fn merge(&mut self, other: Self);
}

/// Counts of at most so many groups; those of the others are summed.
///
/// The groups that are kept are those whose labels have the smallest hashes. A group that is kept in
/// the end was kept by every collector from its first game on, so its counts are exact, and which ones
/// are kept depends on neither the order of the games nor the threads.
pub(in crate::dataset) struct Bounded<T> {
    most: usize,
    /// By hash and label.
    kept: BTreeMap<(u64, Label), T>,
    /// Labels with a hash from here on are not kept.
    limit: Option<u64>,
    rest: T,
}

impl<T: Count> Bounded<T> {
    pub(in crate::dataset) fn new(most: usize) -> Self {
        Self {
            most,
            kept: BTreeMap::new(),
            limit: None,
            rest: T::default(),
        }
    }

    /// The counts of a group.
    pub(in crate::dataset) fn of(&mut self, label: Option<&str>) -> &mut T {
        let label: Label = label.map(str::to_owned);
        let key = (hash(&label), label);
        // Twice as many before some are let go, so that this happens rarely.
        if self.kept.len() >= 2 * self.most.max(1) && !self.kept.contains_key(&key) {
            self.narrow();
        }
        if self.limit.is_some_and(|limit| key.0 >= limit) {
            return &mut self.rest;
        }
        self.kept.entry(key).or_default()
    }

    /// Lets all but the smallest hashes go.
    fn narrow(&mut self) {
        let Some(limit) = self.kept.keys().nth(self.most).map(|(hash, _)| *hash) else {
            return;
        };
        for counts in self.kept.split_off(&(limit, None)).into_values() {
            self.rest.merge(counts);
        }
        self.limit = Some(limit);
    }

    /// The counts of several collectors: those of each group that is kept, and of all others
    /// together, if there are any.
    pub(in crate::dataset) fn join(
        parts: Vec<Self>,
        most: usize,
    ) -> (BTreeMap<Label, T>, Option<T>) {
        let mut all = Self::new(most);
        all.limit = parts.iter().filter_map(|part| part.limit).min();
        for part in parts {
            all.rest.merge(part.rest);
            for (key, counts) in part.kept {
                match all.limit {
                    Some(limit) if key.0 >= limit => all.rest.merge(counts),
                    _ => all.kept.entry(key).or_default().merge(counts),
                }
            }
        }
        all.narrow();
        let kept = all.kept.into_iter();
        let kept = kept.map(|((_, label), counts)| (label, counts)).collect();
        (kept, all.limit.is_some().then_some(all.rest))
    }
}

fn hash(label: &Label) -> u64 {
    let mut hasher = DefaultHasher::new();
    label.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Count for u64 {
        fn merge(&mut self, other: Self) {
            *self += other;
        }
    }

    /// Label `n` has `n` games; dealt out to three collectors in turn, forwards or backwards.
    fn counted(labels: u64, most: usize, backwards: bool) -> (BTreeMap<Label, u64>, Option<u64>) {
        let mut parts: Vec<Bounded<u64>> = (0..3).map(|_| Bounded::new(most)).collect();
        let mut games: Vec<u64> = (0..labels)
            .flat_map(|label| (0..label).map(move |_| label))
            .collect();
        if backwards {
            games.reverse();
        }
        for (turn, label) in games.into_iter().enumerate() {
            *parts[turn % 3].of(Some(&label.to_string())) += 1;
        }
        Bounded::join(parts, most)
    }

    /// Labels 1 to 99 have games.
    #[test]
    fn groups_that_are_kept_are_exact_and_the_rest_is_whole() {
        for (most, backwards) in [(1, false), (7, false), (7, true), (98, true)] {
            let (kept, rest) = counted(100, most, backwards);
            assert_eq!(kept.len(), most);
            for (label, games) in &kept {
                assert_eq!(label.as_deref(), Some(games.to_string().as_str()));
            }
            // 1 + 2 + ... + 99.
            assert_eq!(kept.values().sum::<u64>() + rest.unwrap(), 4_950);
            assert_eq!(kept, counted(100, most, !backwards).0);
        }
        let (kept, rest) = counted(100, 99, false);
        assert_eq!((kept.len(), rest), (99, None));
    }

    #[test]
    fn null_is_a_group() {
        let mut counts = Bounded::new(5);
        *counts.of(None) += 1_u64;
        *counts.of(Some("")) += 2;
        let (kept, _) = Bounded::join(vec![counts], 5);
        assert_eq!(kept, BTreeMap::from([(None, 1), (Some(String::new()), 2)]));
    }
}
