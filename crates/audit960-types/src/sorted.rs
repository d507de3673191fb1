//! A map of few keys, in order.

use std::slice;

/// A map whose entries lie side by side in the order of their keys: where there are some dozens of them it is
/// searched faster than a tree, and takes less room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V: Default> SortedMap<K, V> {
    /// The value of a key; its default, entered, where there was none.
    pub fn at(&mut self, key: K) -> &mut V {
        let place = match self.0.binary_search_by(|(known, _)| known.cmp(&key)) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, V::default()));
                place
            }
        };
        &mut self.0[place].1
    }
}

impl<K, V> SortedMap<K, V> {
    /// The entries, in order.
    pub fn iter(&self) -> SortedEntries<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The same with values that may be changed.
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
    fn entries_stand_in_the_order_of_their_keys() {
        let mut map = SortedMap::default();
        for key in [5, -1, 9, 5, 0, -1, 5] {
            *map.at(key) += 1;
        }
        let entries: Vec<_> = map.iter().map(|(key, count)| (*key, *count)).collect();
        assert_eq!(entries, [(-1, 2), (0, 1), (5, 3), (9, 1)]);
        assert!(map.keys().eq([-1, 0, 5, 9].iter()));
        assert_eq!(map.values().sum::<i32>(), 7);
    }
}
