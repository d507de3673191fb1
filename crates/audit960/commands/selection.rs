//! Which games an export gives back.

use audit960_rewrite::Selection;
use audit960_types::{Code, Verdict};

use crate::commands::filters::FilterArgs;

/// The options that select games.
#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Only games with this verdict: ok, repaired, damaged, rejected or foreign
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = verdict)]
    verdict: Vec<Verdict>,
    /// Only games with a finding of this code
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    code: Vec<Code>,
    /// Only games from this start position: White's Scharnagl number, 0 to 959
    #[arg(long, value_name = "N", value_delimiter = ',',
        value_parser = clap::value_parser!(u16).range(0..960))]
    start: Vec<u16>,
    /// Only games of a player whose name holds this text, in any letter case
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games whose half-move clock reached this
    #[arg(long, value_name = "PLIES")]
    min_clock: Option<u32>,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
}

fn verdict(text: &str) -> Result<Verdict, String> {
    let found = Verdict::ALL.iter().find(|verdict| verdict.as_str() == text);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = Verdict::ALL
            .iter()
            .map(|verdict| verdict.as_str())
            .collect();
        format!("a verdict is one of {}", names.join(", "))
    })
}

fn code(text: &str) -> Result<Code, String> {
    let found = Code::ALL
        .iter()
        .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name() == text);
    found
        .copied()
        .ok_or_else(|| "no such code; audit960 explain lists them".to_owned())
}

impl SelectionArgs {
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            verdicts: self.verdict.clone(),
            codes: self.code.clone(),
            starts: self.start.clone(),
            players: self.player.iter().map(|name| name.to_lowercase()).collect(),
            min_clock: self.min_clock,
            filter: self.filters.filter(),
        }
    }
}
