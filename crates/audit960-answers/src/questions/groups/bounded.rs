//! Counts by label, in bounded memory.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash as _, Hasher as _};

/// The label of a group: a text, or null.
pub(in crate::questions) type Label = Option<String>;

/// The counts of a group.
pub(in crate::questions) trait Count: Default {
    /// Adds the counts of other games.
    fn merge(&mut self, other: Self);
}

/// Counts of at most `most` groups; those of the others are summed.
///
/// The groups that are kept are those whose labels have the smallest hashes. A group that is kept in
/// the end was kept by every collector from its first game on, so its counts are exact, and which ones
/// are kept depends on neither the order of the games nor the threads.
pub(in crate::questions) struct Bounded<T> {
    most: usize,
    /// The indices of the groups by label.
    places: HashMap<String, usize>,
    /// The index of the group without a label.
    null: Option<usize>,
    groups: Vec<(Label, T)>,
    /// The label requested last, and its index: neighbouring rows are mostly alike.
    last: (String, Option<usize>),
    /// Labels with this hash or a larger one are not kept.
    limit: Option<u64>,
    rest: T,
}

impl<T: Count> Bounded<T> {
    pub(in crate::questions) fn new(most: usize) -> Self {
        Self {
            most,
            places: HashMap::new(),
            null: None,
            groups: Vec::new(),
            last: (String::new(), None),
            limit: None,
            rest: T::default(),
        }
    }

    /// The counts of a group.
    pub(in crate::questions) fn of(&mut self, label: Option<&str>) -> &mut T {
        let known = match label {
            None => self.null,
            Some(text) if self.last.1.is_some() && self.last.0 == text => self.last.1,
            Some(text) => self.places.get(text).copied(),
        };
        let index = known.or_else(|| self.enter(label));
        if let Some(text) = label
            && self.last.0 != text
        {
            text.clone_into(&mut self.last.0);
            self.last.1 = index;
        }
        match index {
            Some(index) => &mut self.groups[index].1,
            None => &mut self.rest,
        }
    }

    /// Adds a new group and returns its index; `None` if it is not kept.
    fn enter(&mut self, label: Option<&str>) -> Option<usize> {
        // Narrowed only at twice the maximum, so that this happens rarely.
        if self.groups.len() >= 2 * self.most.max(1) {
            self.narrow();
        }
        let label: Label = label.map(str::to_owned);
        if self.limit.is_some_and(|limit| hash(&label) >= limit) {
            return None;
        }
        Some(self.put(label, T::default()))
    }

    /// Keeps a group and returns its index.
    fn put(&mut self, label: Label, counts: T) -> usize {
        let index = self.groups.len();
        match &label {
            Some(text) => {
                self.places.insert(text.clone(), index);
            }
            None => self.null = Some(index),
        }
        self.groups.push((label, counts));
        index
    }

    /// Takes all groups, by hash and label.
    fn drain(&mut self) -> BTreeMap<(u64, Label), T> {
        self.places.clear();
        self.null = None;
        self.last.1 = None;
        let groups = self.groups.drain(..);
        let keyed = groups.map(|(label, counts)| ((hash(&label), label), counts));
        keyed.collect()
    }

    /// Keeps the groups with the smallest hashes and merges the others into the rest.
    fn narrow(&mut self) {
        if self.groups.len() <= self.most {
            return;
        }
        let mut kept = self.drain();
        if let Some(limit) = kept.keys().nth(self.most).map(|(hash, _)| *hash) {
            for counts in kept.split_off(&(limit, None)).into_values() {
                self.rest.merge(counts);
            }
            self.limit = Some(limit);
        }
        for ((_, label), counts) in kept {
            self.put(label, counts);
        }
    }

    /// The counts of several collectors: those of each group that is kept, and of all others
    /// together, if there are any.
    pub(in crate::questions) fn join(
        parts: Vec<Self>,
        most: usize,
    ) -> (BTreeMap<Label, T>, Option<T>) {
        let mut all = Self::new(most);
        all.limit = parts.iter().filter_map(|part| part.limit).min();
        for mut part in parts {
            for ((_, label), counts) in part.drain() {
                all.of(label.as_deref()).merge(counts);
            }
            all.rest.merge(part.rest);
        }
        all.narrow();
        let kept = all.drain().into_iter();
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
