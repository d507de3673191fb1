//! Counts by start position.

use std::collections::BTreeMap;

use audit960_audit::condition::Filter;
use audit960_dataset::GamesLeftOut;
use audit960_types::{Moveless, Tally};

use crate::left_out::sentences_about;
use crate::{Inputs, OpenedInputs, StartsQuery};

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

    /// Sentences about the games that are left out of an answer to this question.
    #[must_use]
    pub fn sentences(&self, question: &StartsQuery) -> Vec<String> {
        let has_openings = matches!(question, StartsQuery::Openings(..));
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
    /// Counts the games of all inputs that a condition keeps, together.
    ///
    /// # Errors
    /// If a table cannot be read, or a dataset does not have a column of the condition.
    pub(crate) fn tally(
        &self,
        opened: &OpenedInputs,
        filter: Option<&Filter>,
    ) -> anyhow::Result<InputCounts> {
        let answer = opened.kept_by(filter)?.tally()?;
        let mut counted = InputCounts {
            tally: answer.value,
            left_out: answer.left_out,
        };
        if let Some(archives) = &opened.archives {
            counted.tally.findings = archives.tally.findings.clone();
        }
        if self.moveless == Moveless::Apart {
            let moveless = counted.tally.moveless_positions.values();
            counted.left_out.moveless = moveless.map(|start| start.score.games()).sum();
        }
        Ok(counted)
    }
}
