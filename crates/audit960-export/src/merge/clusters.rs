//! Clusters of games with related moves.

use std::collections::BTreeMap;

/// Disjoint sets of games, joined by pairs in which the moves of one game begin the other's.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    /// The parent of each game, which leads to the first game of its cluster.
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
