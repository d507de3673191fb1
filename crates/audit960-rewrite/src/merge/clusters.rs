//! Games that are joined by their moves.

use std::collections::BTreeMap;

/// Games that are joined with one another through games of which one's moves begin the other's.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    /// The game that each was joined with, towards the first of its cluster.
    parents: BTreeMap<u64, u64>,
}

impl Clusters {
    /// Joins two games.
    pub(super) fn join(&mut self, one: u64, other: u64) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents.insert(one.max(other), one.min(other));
        self.parents.entry(one.min(other)).or_insert(one.min(other));
    }

    /// The games that were joined, in order.
    pub(super) fn orders(&self) -> impl Iterator<Item = u64> + '_ {
        self.parents.keys().copied()
    }

    /// The first game of a cluster.
    pub(super) fn root(&self, order: u64) -> u64 {
        let mut at = order;
        while let Some(parent) = self.parents.get(&at).filter(|parent| **parent != at) {
            at = *parent;
        }
        at
    }
}
