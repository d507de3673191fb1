//! The findings of archives, without a dataset.

use audit960_audit::Observer;
use audit960_dataset::tables::RowSet;
use audit960_replay::AuditOptions;
use audit960_report::{counted, grouped};
use audit960_types::{Severity, Tally};

use crate::Inputs;

/// What a check of archives counted.
#[derive(Debug)]
pub struct CheckedFiles {
    tally: Tally,
    /// Inputs that could not be read, or not to their end.
    pub unreadable: usize,
}

impl CheckedFiles {
    /// Findings of severity error.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.tally.errors()
    }

    /// What was checked and found, in one line.
    #[must_use]
    pub fn sentence(&self) -> String {
        let of = |severity| -> u64 {
            let findings = self.tally.findings.iter();
            findings
                .filter(|(code, _)| code.severity() == severity)
                .map(|(_, count)| count)
                .sum()
        };
        let (games, records) = (
            self.tally.verdicts.total(),
            self.tally.lines.verdicts.total(),
        );
        let mut checked = counted(games, "game", "games");
        if records > 0 {
            let records = counted(records, "EPD record", "EPD records");
            checked = match games {
                0 => records,
                _ => format!("{checked} and {records}"),
            };
        }
        format!(
            "{checked}: {}, {}, {} for information",
            counted(of(Severity::Error), "error", "errors"),
            counted(of(Severity::Warning), "warning", "warnings"),
            grouped(of(Severity::Info))
        )
    }
}

impl Inputs {
    /// Audits archives for their findings, which the observer gets.
    ///
    /// # Errors
    /// If an archive cannot be opened, or there is no room for temporary files; those of the observer.
    pub fn check_files(
        &self,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<CheckedFiles> {
        let (_, outcome) =
            self.audited_into_temporary(&self.names, RowSet::Games, audit, observer)?;
        Ok(CheckedFiles {
            unreadable: outcome.unreadable.len(),
            tally: outcome.tally,
        })
    }
}
