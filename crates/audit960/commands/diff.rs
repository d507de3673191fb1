//! `audit960 diff`: what changed from one issue of an archive to the next.

use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::DatasetHandle;
use audit960_answers::write_differences;
use audit960_dataset::Door;
use audit960_dataset::tables::RowSet;
use audit960_replay::AuditOptions;
use audit960_types::tables::ColumnGroup;
use audit960_types::{Code, Severity};
use serde_json::Value;

use crate::commands::common::{QueryArgs, exit_code};
use crate::commands::format::FormatArgs;
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
        // An archive is audited as the dataset was that it is compared with: other options give other findings.
        let group = |handle: &DatasetHandle| match handle.dataset.manifest()["options"]["players"]
            == true
        {
            true => ColumnGroup::Players,
            false => handle.dataset.column_group(),
        };
        let (before, after);
        if self.is_dataset(&self.after)? {
            after = self.issue(&self.after, ColumnGroup::Always)?;
            before = self.issue(&self.before, group(&after))?;
        } else {
            before = self.issue(&self.before, ColumnGroup::Players)?;
            after = self.issue(&self.after, group(&before))?;
        }
        let found = audit960_answers::differences(&before.dataset, &after.dataset)?;
        self.format
            .write(Door::reading([&self.before, &self.after]), |form, out| {
                match form.is_table() {
                    true => write_differences(&found, self.all, form, out)?,
                    false => form.write(&found.table(usize::MAX), out)?,
                }
                Ok(())
            })?;
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
        let different = different_options(&before, &after);
        if !different.is_empty() {
            output::message(&format!(
                "the issues were audited with different options, so findings may come and go for that reason: {}",
                different.join(", ")
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

    fn is_dataset(&self, input: &str) -> anyhow::Result<bool> {
        let inputs = self.ask.inputs(&[input.to_owned()])?;
        Ok(inputs.datasets().next().is_some())
    }

    /// An issue; an archive is audited with these columns.
    fn issue(&self, input: &str, columns: ColumnGroup) -> anyhow::Result<DatasetHandle> {
        let inputs = self.ask.inputs(&[input.to_owned()])?;
        let options = AuditOptions {
            columns,
            ..AuditOptions::default()
        };
        inputs.dataset(RowSet::All, options, &Console::bar(false))
    }
}

/// The options on which findings depend and in which two audits differ.
fn different_options(before: &DatasetHandle, after: &DatasetHandle) -> Vec<String> {
    const OPTIONS: [&str; 10] = [
        "players",
        "crosscheck",
        "duplicates",
        "infer_start",
        "double_start",
        "propose",
        "keep_illegal",
        "law_table",
        "venue_table",
        "tablebase",
    ];
    let [before, after] = [before, after].map(|issue| &issue.dataset.manifest()["options"]);
    let is_set = |value: &Value| !value.is_null() && value != false;
    let differs = |option: &&str| {
        let [before, after] = [before, after].map(|options| &options[*option]);
        before != after && (is_set(before) || is_set(after))
    };
    let different = OPTIONS.into_iter().filter(differs);
    different.map(|option| option.replace('_', " ")).collect()
}
