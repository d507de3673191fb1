//! The smallest result of a replay: how many half-moves there were.

use audit960_types::{Fact, FactSink};

/// Counts half-moves and ignores the rest.
#[derive(Default)]
pub(crate) struct Plies(pub(crate) u64);

impl FactSink for Plies {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            self.0 += u64::from(facts.plies);
        }
    }
}
