//! `audit960 infer-start`: finds lost start positions.

use std::io::Write as _;
use std::process::ExitCode;

use audit960_dataset::Door;
use audit960_replay::forensics::StartFinder;

use crate::commands::common::{LimitArgs, ThreadArgs, exit_code};
use crate::commands::format::FormatArgs;
use crate::console::Console;
use crate::output;

/// Find the lost start positions of Chess960 games
///
/// Examines games that name Chess960, or fail within six moves from the orthodox position, and have no
/// readable FEN. A position fits if the whole record is legal from it, with full castling rights. A
/// number that the record states comes first; over-the-board games of the same event and round share
/// one position; how the moves are written (check marks, disambiguation) decides only if it leaves
/// exactly one.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/infer-start.txt").trim_end())]
pub(crate) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// White and Black may start from different arrangements (double Chess960)
    #[arg(long)]
    double: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// No progress and no summary on standard error
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 even if some games have no position or several
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let door = Door::reading(&self.inputs);
        let inputs = self.limits.inputs(self.inputs, self.threads);
        let finder = StartFinder {
            double: self.double,
        };
        let found = inputs.missing_starts(finder, &Console::bar(self.quiet))?;
        self.format.write(door, |form, out| {
            let table = match form.is_table() {
                true => found.for_people(),
                false => found.for_programs(),
            };
            Ok(form.write(&table, out)?)
        })?;
        if !self.quiet {
            writeln!(output::stderr(), "{}", found.to_sentence())?;
        }
        Ok(exit_code(found.fitting() < found.games(), self.exit_zero))
    }
}
