//! What becomes of games that have copies.

use std::collections::BTreeMap;

use audit960_export::AddedTag;

/// What becomes of a game that has copies.
#[derive(Clone, Debug)]
pub(crate) enum Fate {
    /// It is left out.
    Drop,
    /// It stays, with tags of the others.
    Keep(Vec<AddedTag>),
}

/// What becomes of games that have copies, by their order in the archives.
#[derive(Clone, Debug, Default)]
pub struct Merge(pub(crate) BTreeMap<u64, Fate>);

impl Merge {
    /// What becomes of a game; `None` if it has no copies.
    pub(crate) fn fate(&self, order: u64) -> Option<&Fate> {
        self.0.get(&order)
    }
}
