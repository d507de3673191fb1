//! The claims of the games that are wanted.

use audit960_ledger::Collector;
use audit960_source::Chunk;
use audit960_types::{FactSink, Finding, GameFacts, Gap, IncidentFacts, RepetitionFacts};

use audit960_filter::Chooser;

/// Collects the claims of the games that are wanted.
pub(super) struct Choosing {
    chooser: Chooser,
    collector: Collector,
}

impl Choosing {
    /// Nothing collected yet.
    pub(super) fn new(chooser: Chooser) -> Self {
        Self {
            chooser,
            collector: Collector::default(),
        }
    }

    /// What was collected.
    pub(super) fn into_collector(self) -> Collector {
        self.collector
    }
}

impl Choosing {
    /// Games of a chunk follow.
    pub(super) fn begin(&mut self, chunk: &Chunk) {
        self.chooser.begin(&chunk.source_name);
        let first = chunk.first_of_source;
        self.collector
            .begin(chunk.sequence, &chunk.source_name, first);
    }
}

impl FactSink for Choosing {
    fn game(&mut self, facts: &GameFacts<'_>) {
        if !self.chooser.keeps(facts) {
            self.collector.forget_claims();
        }
        self.collector.game(facts);
    }

    fn incident(&mut self, facts: &IncidentFacts<'_>) {
        self.collector.incident(facts);
    }

    fn repetition(&mut self, facts: &RepetitionFacts<'_>) {
        self.collector.repetition(facts);
    }

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}
