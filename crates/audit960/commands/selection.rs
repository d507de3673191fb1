//! The options that select the games of an export.

use std::path::Path;

use audit960_answers::starts::NumberedBy;
use audit960_audit::failure_text;
use audit960_export::ExportSelection;
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
    /// Only games from this start position of White's: Scharnagl number, arrangement or FEN
    #[arg(long, value_name = "START", value_delimiter = ',', value_parser = start)]
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

/// White's Scharnagl number.
fn start(text: &str) -> Result<u16, String> {
    let named = NumberedBy::Scharnagl.named(text);
    let (white, black) = named.map_err(|error| failure_text(&error))?;
    if white != black {
        return Err("games are chosen by White's arrangement alone; a condition on black_start goes with --where".to_owned());
    }
    Ok(white.number())
}

impl SelectionArgs {
    /// The file that is read for them, which no output may replace.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.filters.path()
    }

    pub(crate) fn selection(&self) -> anyhow::Result<ExportSelection> {
        Ok(ExportSelection {
            verdicts: self.verdict.clone(),
            codes: self.code.clone(),
            starts: self.start.clone(),
            min_clock: self.min_clock,
            filter: self.filters.filter()?,
        })
    }
}
