//! `audit960 diff`: what changed from one issue of an archive to the next.

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use audit960_analytics::Differences;
use audit960_pipeline::{self as pipeline, Options};
use audit960_report::grouped;
use audit960_types::{Code, Severity};

use crate::commands::asked::Asked;
use crate::commands::door::DoorArgs;
use crate::commands::filters::FilterArgs;
use crate::commands::format::Format;
use crate::commands::limits::LimitArgs;
use crate::output;

/// Rows of each kind that people are shown.
const SHOWN: usize = 20;

/// Show what changed from one issue of an archive to the next
///
/// Games are matched by what they say, not by where they stand: sorting, cutting or compressing an
/// archive anew changes nothing. A game that is in both issues but not equal has changed: it has the
/// same address in tag Site; or the same players, event, date and round; or the same moves (ten
/// half-moves with the same players, twenty with others). What changed is its result, its start, its
/// moves or a tag. A game without a partner was added, or is gone. Findings are compared game by game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  no finding of severity error came
  1  findings of severity error came (--exit-zero turns it into 0)
  2  the run itself failed

Examples:
  audit960 diff twic-2023.pgn.zst twic-2024.pgn.zst
  audit960 diff audit-old audit-new --format csv > changes.csv
  audit960 diff audit-old audit-new --event \"Wijk aan Zee\" --all")]
pub(crate) struct Args {
    /// The issue before: a dataset that audit960 audit has written; or an archive, read as audit does
    #[arg(value_name = "DIR|INPUT")]
    before: String,
    /// The issue after
    #[arg(value_name = "DIR|INPUT")]
    after: String,
    /// Show every row also in a table [default: the first 20 of each kind]
    #[arg(long)]
    all: bool,
    /// How the rows are printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Exit with 0 also where findings of severity error came
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let [before, after] = [self.issue(&self.before)?, self.issue(&self.after)?];
        let found = before.dataset.differences(&after.dataset)?;
        let mut out = output::stdout();
        match self.format {
            Format::Table => self.tell(&found, &mut out)?,
            format => format.write(&found.frame(usize::MAX), &mut out)?,
        }
        out.flush()?;
        if found.too_many {
            output::tell(
                "the issues differ in too many games to look for those that changed: all of them are \
                 counted as gone and added",
            );
        }
        let came = found
            .findings
            .iter()
            .any(|(code, it)| it.came > 0 && is_error(code));
        Ok(ExitCode::from(u8::from(came && !self.exit_zero)))
    }

    fn issue(&self, input: &str) -> anyhow::Result<Asked> {
        let options = Options {
            threads: pipeline::threads(self.threads.map(NonZeroUsize::get)),
            limits: self.limits.limits(),
            ..Options::default()
        };
        let filter = self.filters.filter();
        Asked::of(
            &[input.to_owned()],
            "diff",
            self.door,
            options,
            filter.as_ref(),
        )
    }

    /// Counts in words, and the rows behind them.
    fn tell(&self, found: &Differences, out: &mut dyn Write) -> anyhow::Result<()> {
        let [before, after] = found.games.map(grouped);
        writeln!(
            out,
            "{before} games before, {after} after; {} are equal",
            grouped(found.equal)
        )?;
        if found.is_empty() {
            return Ok(());
        }
        let [gone, added] = match found.too_many {
            true => found.unequal,
            false => [found.gone.len() as u64, found.added.len() as u64],
        };
        let changed = grouped(found.changed.len() as u64);
        let (added, gone) = (grouped(added), grouped(gone));
        writeln!(
            out,
            "{added} games were added, {gone} are gone, {changed} changed"
        )?;
        let turnover = found.findings.values();
        let (came, went) =
            turnover.fold((0, 0), |(came, went), it| (came + it.came, went + it.went));
        writeln!(
            out,
            "{} findings came, {} went\n",
            grouped(came),
            grouped(went)
        )?;
        let most = if self.all { usize::MAX } else { SHOWN };
        self.format.write(&found.frame(most), out)?;
        let rows: usize = found.changed.iter().map(|game| game.changes.len()).sum();
        if [rows, found.gone.len(), found.added.len()]
            .iter()
            .any(|rows| *rows > most)
        {
            writeln!(
                out,
                "\nThe first {SHOWN} of each kind; --all shows every one"
            )?;
        }
        Ok(())
    }
}

fn is_error(code: &str) -> bool {
    let mut all = Code::ALL.iter();
    all.any(|it| it.as_str() == code && it.severity() == Severity::Error)
}
