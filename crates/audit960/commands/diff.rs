//! `audit960 diff`: what changed from one issue of an archive to the next.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use audit960_inputs::DatasetHandle;
use audit960_inputs::write_differences;
use audit960_replay::AuditOptions;
use audit960_types::tables::ColumnGroup;
use audit960_types::{Code, Severity};

use crate::commands::common::{FormatArgs, QueryArgs, exit_code};
use crate::console::Console;
use crate::output;

/// Show what changed from one issue of an archive to the next
///
/// Games are matched by their content, not by their place in the file: sorting, splitting or
/// recompressing an archive changes nothing. A game has changed if both issues have it, not equal, but
/// with the same address in tag Site; or the same players, event, date and round; or the same moves (ten
/// half-moves with the same players, twenty with others). The change is in its result, its start, its
/// moves or a tag that has a column in table games (of datasets, one that both have); comments, variations
/// and other tags are not compared. A game without a match was added, or is gone. Findings are compared
/// game by game.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/diff.txt").trim_end())]
pub(crate) struct Args {
    /// The earlier issue: a dataset written by audit960 audit, or an archive, read as audit reads it
    #[arg(value_name = "DIR|INPUT")]
    before: String,
    /// The later issue
    #[arg(value_name = "DIR|INPUT")]
    after: String,
    /// Show every row in table format, too [default: the first 20 of each kind]
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    format: FormatArgs,
    /// Exit with 0 even if there are new findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    ask: QueryArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if self.before == "-" && self.after == "-" {
            bail!("standard input can be only one of the two issues");
        }
        let [before, after] = [self.issue(&self.before)?, self.issue(&self.after)?];
        let found = before.dataset.differences(&after.dataset)?;
        let mut out = output::stdout();
        let form = self.format.form();
        match self.format.is_table() {
            true => write_differences(&found, self.all, form, &mut out)?,
            false => form.write(&found.table(usize::MAX), &mut out)?,
        }
        out.flush()?;
        let has_positions = |issue: &DatasetHandle| issue.dataset.has("positions");
        if has_positions(&before) || has_positions(&after) {
            output::message(
                "positions (lines of EPD and FEN) are not compared, only games and findings",
            );
        }
        if !found.not_compared.is_empty() {
            output::message(&format!(
                "not compared, because one of the issues was audited without --players: {}",
                found.not_compared.join(", ")
            ));
        }
        if found.too_many {
            output::message(
                "the issues differ in too many games to look for changed ones: all of them are counted \
                 as gone and added",
            );
        }
        let has_new_errors = found
            .findings
            .iter()
            .filter(|(_, turnover)| turnover.appeared > 0)
            .filter_map(|(code, _)| Code::find(code))
            .any(|code| code.severity() == Severity::Error);
        Ok(exit_code(has_new_errors, self.exit_zero))
    }

    fn issue(&self, input: &str) -> anyhow::Result<DatasetHandle> {
        let inputs = self.ask.inputs(&[input.to_owned()])?;
        // All tags that a table can have.
        let options = AuditOptions {
            columns: ColumnGroup::Players,
            ..AuditOptions::default()
        };
        inputs.dataset("diff", options, &Console::bar(false))
    }
}
