//! The smallest result of a replay: how many half-moves there were.

use audit960_types::{FactSink, Finding, GameFacts, Gap, IncidentFacts};

/// Counts half-moves and ignores the rest.
#[derive(Default)]
pub(crate) struct Plies(pub(crate) u64);

impl FactSink for Plies {
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.0 += u64::from(facts.plies);
    }
    fn incident(&mut self, _: &IncidentFacts<'_>) {}
    fn finding(&mut self, _: Finding) {}
    fn gap(&mut self, _: &Gap) {}
}
