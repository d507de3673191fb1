//! What happens to games that have copies.

use std::collections::BTreeMap;

use audit960_export::AddedTag;

/// What happens to a game that has copies.
#[derive(Clone, Debug)]
pub(crate) enum CopyDecision {
    /// It is left out.
    Drop,
    /// It is kept, with tags that only its copies have.
    Keep(Vec<AddedTag>),
}

/// What happens to games that have copies, by their order in the archives.
#[derive(Clone, Debug, Default)]
pub struct CopyDecisions(pub(crate) BTreeMap<u64, CopyDecision>);

impl CopyDecisions {
    /// What happens to a game; `None` if it has no copies.
    pub(crate) fn fate(&self, order: u64) -> Option<&CopyDecision> {
        self.0.get(&order)
    }
}
