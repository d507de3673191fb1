//! The options that select the games of an export.

use audit960_rewrite::ExportSelection;
use audit960_types::{Code, Verdict};

use crate::commands::filters::FilterArgs;

/// The options that select games.
#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Only games with this verdict: ok, repaired, damaged, rejected or foreign
    #[arg(long, value_name = "VERDICT", value_delimiter = ',')]
    verdict: Vec<Verdict>,
    /// Only games with a finding of this code
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    code: Vec<Code>,
    /// Only games from this start position: White's Scharnagl number, 0 to 959
    #[arg(long, value_name = "N", value_delimiter = ',',
        value_parser = clap::value_parser!(u16).range(0..960))]
    start: Vec<u16>,
    /// Only games whose half-move clock reached this
    #[arg(long, value_name = "PLIES")]
    min_clock: Option<u32>,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
}

fn code(text: &str) -> Result<Code, &'static str> {
    Code::find(text).ok_or("no such code; audit960 explain lists them")
}

impl SelectionArgs {
    pub(crate) fn selection(&self) -> ExportSelection {
        ExportSelection {
            verdicts: self.verdict.clone(),
            codes: self.code.clone(),
            starts: self.start.clone(),
            min_clock: self.min_clock,
            filter: self.filters.filter(),
        }
    }
}
