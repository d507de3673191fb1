//! Counts by start position.

use std::collections::BTreeMap;

use audit960_analytics::GamesLeftOut;
use audit960_audit::Observer;
use audit960_filter::{GameFilter, filtered};
use audit960_replay::AuditOptions;
use audit960_types::{Fact, FactSink, Moveless, Tally};

use crate::left_out::sentences_about;
use crate::{Inputs, PositionsQuery};

/// The counts of some inputs together.
#[derive(Clone, Debug, Default)]
pub struct InputCounts {
    /// The games that count, and the findings of archives (a dataset's were reported when it was written).
    pub tally: Tally,
    /// The games that were asked about and are left out; copies only datasets know.
    pub left_out: GamesLeftOut,
}

impl InputCounts {
    /// Of an answer whose findings do not decide the exit code: the games left out alone.
    pub(crate) fn of_left_out(left_out: GamesLeftOut) -> Self {
        Self {
            left_out,
            ..Self::default()
        }
    }
}

impl InputCounts {
    /// Sentences about the games that are left out of an answer to this question.
    #[must_use]
    pub fn sentences(&self, question: &PositionsQuery) -> Vec<String> {
        let has_openings = matches!(question, PositionsQuery::Openings(..));
        sentences_about(self.left_out, !has_openings)
    }

    /// The games without moves whose results are left out, by Scharnagl number.
    pub(crate) fn moveless_by_start(&self) -> BTreeMap<u16, u64> {
        let moveless = self.tally.moveless_positions.iter();
        match self.left_out.moveless {
            0 => BTreeMap::new(),
            _ => moveless
                .map(|(start, tally)| (*start, tally.score.games()))
                .collect(),
        }
    }
}

impl Inputs {
    /// Counts the games of all inputs together.
    ///
    /// # Errors
    /// If an input cannot be read, or the condition uses a column that archives do not have.
    pub fn tally(&self, observer: &dyn Observer) -> anyhow::Result<InputCounts> {
        let mut counted = InputCounts::default();
        for folder in self.datasets() {
            let dataset = filtered(self.open(folder)?, self.filter.as_ref())?;
            let answer = dataset.tally()?;
            counted.left_out += answer.left_out;
            counted.tally.merge(&answer.value);
        }
        self.count_archives(&mut counted.tally, observer)?;
        if self.moveless == Moveless::Apart {
            let moveless = counted.tally.moveless_positions.values();
            counted.left_out.moveless = moveless.map(|start| start.score.games()).sum();
        }
        Ok(counted)
    }

    /// Adds the games of the archives.
    fn count_archives(&self, tally: &mut Tally, observer: &dyn Observer) -> anyhow::Result<()> {
        let archives = self.archives();
        if archives.is_empty() {
            return Ok(());
        }
        let counting = Counting {
            all: self.filter.is_none(),
            games: self.game_filter()?,
            tally: Tally::default(),
        };
        let options = AuditOptions::default().with_columns(counting.games.needs());
        let make = || counting.clone();
        let parts = self.fold(&archives, &options, observer, make, |counting, chunk| {
            counting.games.begin(&chunk.source_name);
        })?;
        for part in parts {
            tally.merge(&part.tally);
        }
        Ok(())
    }
}

/// Counts the selected games. Lines of EPD and FEN are not games: they are counted only without a condition.
#[derive(Clone)]
struct Counting {
    games: GameFilter,
    all: bool,
    tally: Tally,
}

impl FactSink for Counting {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) if self.games.keeps(facts) => self.tally.game(facts),
            Fact::Finding(finding) => self.tally.finding(finding.code),
            Fact::Position(facts) if self.all => FactSink::position(&mut self.tally, facts),
            _ => {}
        }
    }
}
