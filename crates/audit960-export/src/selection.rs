//! Selects the games of an export.

use crate::normal_form::ExportGame;
use audit960_audit::condition::{Filter, FilterColumn, check_for_archives};
use audit960_dataset::tables::{ReadError, Rows};
use audit960_types::tables::{ColumnNeeds, Placed};
use audit960_types::{Code, Verdict};

/// The conditions that exported games must fulfil, all of them.
#[derive(Clone, Debug, Default)]
pub struct ExportSelection {
    /// Verdicts; any if empty.
    pub verdicts: Vec<Verdict>,
    /// Codes of findings, of which a game must have one; any game if empty.
    pub codes: Vec<Code>,
    /// Scharnagl numbers of White's arrangement; any start if empty.
    pub starts: Vec<u16>,
    /// Value that the half-move clock must have reached.
    pub min_clock: Option<u32>,
    /// A condition on columns, if it is evaluated on the games that are read and not on a dataset.
    pub filter: Option<Filter>,
}

impl ExportSelection {
    /// Whether every game is selected.
    pub(crate) const fn is_everything(&self) -> bool {
        self.verdicts.is_empty()
            && self.codes.is_empty()
            && self.starts.is_empty()
            && self.min_clock.is_none()
            && self.filter.is_none()
    }

    /// What has to be asked for so that games have the columns that the condition uses.
    pub(crate) fn needs(&self) -> ColumnNeeds {
        let filter = self.filter.as_ref();
        filter.map_or_else(ColumnNeeds::default, Filter::needs)
    }

    /// Rejects a condition on a column that is not known while an archive is read.
    pub(crate) fn check_for_archives(&self) -> anyhow::Result<()> {
        Ok(check_for_archives(
            self.filter.as_ref(),
            &[FilterColumn::named("game")],
        )?)
    }

    /// The columns of table `games` that [`Self::of_table`] reads.
    pub(crate) const COLUMNS: [&str; 3] = ["verdict", "white_start", "max_clock"];

    /// A test on rows of table `games` that keeps all selected games, and possibly others.
    pub(crate) fn of_table<'r>(
        &'r self,
        rows: &'r Rows,
    ) -> Result<impl Fn(usize) -> bool + 'r, ReadError> {
        let [verdict, start, clock] = Self::COLUMNS;
        let (verdicts, starts) = (rows.texts(verdict)?, rows.ints(start)?);
        let clocks = rows.ints(clock)?;
        Ok(move |row| {
            let is = |verdict: &Verdict| verdicts.get(row) == Some(verdict.as_str());
            let starts_there = |start: &u16| starts.get(row) == Some(i64::from(*start));
            (self.verdicts.is_empty() || self.verdicts.iter().any(is))
                && (self.starts.is_empty() || self.starts.iter().any(starts_there))
                && self
                    .min_clock
                    .is_none_or(|least| clocks.get(row) >= Some(i64::from(least)))
        })
    }

    /// Whether a game is selected.
    pub(crate) fn wants(&self, game: &ExportGame<'_>, source: &str, line: u64) -> bool {
        let facts = game.facts;
        let row = Placed {
            source,
            game: None,
            line,
            facts,
        };
        let among = |wanted: &[u16], number: Option<u16>| {
            wanted.is_empty() || number.is_some_and(|number| wanted.contains(&number))
        };
        let has_code = || {
            game.findings
                .iter()
                .any(|found| self.codes.contains(&found.code))
        };
        (self.verdicts.is_empty() || self.verdicts.contains(&facts.verdict))
            && among(&self.starts, facts.white_start)
            && self
                .min_clock
                .is_none_or(|least| facts.max_clock >= Some(least))
            && (self.codes.is_empty() || has_code())
            && self.filter.as_ref().is_none_or(|filter| filter.keeps(&row))
    }
}
