//! `audit960 finish`: a dataset made of the tables that many tasks wrote.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use audit960_audit::finish;
use audit960_dataset::{Door, Storage};
use audit960_report::counted;

use crate::output;

/// Make a dataset of the tables that many tasks wrote into a folder
///
/// Each task reads a range and writes its tables (audit960 rows --parquet), which belong in files of its
/// own in games/, incidents/, repetitions/, diagnostics/, gaps/, positions/ and splits/, where tasks
/// record what they read. This command checks that the ranges tile their inputs, that games and gaps add
/// up to the text of each, and that no row is missing or duplicated; puts the files in order; and writes
/// start_positions.parquet, castling.parquet and, last, manifest.json. Then report, positions, draws,
/// verify and query read the folder like any dataset.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/finish.txt").trim_end())]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Do not print the totals
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let nothing: [&Path; 0] = [];
        Door::reading(nothing).admit_folder(&self.folder)?;
        let finished = finish(&self.folder, Storage::new())?;
        if !self.quiet {
            let mut out = output::stdout();
            writeln!(
                out,
                "{}: {}, {} of text; {} read in {}",
                output::shown(&self.folder),
                counted(finished.tally.verdicts.total(), "game", "games"),
                counted(finished.bytes, "byte", "bytes"),
                counted(finished.inputs as u64, "input", "inputs"),
                counted(finished.splits as u64, "range", "ranges")
            )?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
