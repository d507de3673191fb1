//! A map of few keys, in key order.

use std::slice;

use serde::{Deserialize, Serialize};

/// A map whose entries are stored contiguously in key order: with a few dozen entries it is faster to
/// search than a tree, and smaller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V: Default> SortedMap<K, V> {
    /// The value of a key, inserted with its default where there was none.
    pub fn at(&mut self, key: K) -> &mut V {
        let index = match self.0.binary_search_by(|(known, _)| known.cmp(&key)) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, (key, V::default()));
                index
            }
        };
        &mut self.0[index].1
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key, if it has one.
    pub fn get(&self, key: &K) -> Option<&V> {
        let index = self.0.binary_search_by(|(known, _)| known.cmp(key)).ok()?;
        Some(&self.0[index].1)
    }
}

impl<K, V> SortedMap<K, V> {
    /// The entries, in order.
    pub fn iter(&self) -> SortedEntries<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The entries, in order, with mutable values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

/// The entries of a [`SortedMap`].
pub type SortedEntries<'a, K, V> =
    std::iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = SortedEntries<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_in_key_order() {
        let mut map = SortedMap::default();
        for key in [5, -1, 9, 5, 0, -1, 5] {
            *map.at(key) += 1;
        }
        let entries: Vec<_> = map.iter().map(|(key, count)| (*key, *count)).collect();
        assert_eq!(entries, [(-1, 2), (0, 1), (5, 3), (9, 1)]);
        assert!(map.keys().eq([-1, 0, 5, 9].iter()));
        assert_eq!([5, 6].map(|key| map.get(&key).copied()), [Some(3), None]);
        assert_eq!(map.values().sum::<i32>(), 7);
    }
}
