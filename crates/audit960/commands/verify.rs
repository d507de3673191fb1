//! `audit960 verify`: whether a dataset is what an audit wrote.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_answers::verify;

use crate::commands::common::ThreadArgs;
use crate::commands::tablebase::TablebaseArgs;
use crate::output;

/// Check that a dataset is what an audit wrote, and that its tables are consistent
///
/// Checks sizes, row counts and the checksum of every file; types and enumerations; that games and gaps
/// tile every source without overlap; that every incident, repetition, finding and copy has its game;
/// the order of the rows; and the law of conservation: what the manifest counts is what the tables
/// hold. Endgame tables must be those that were asked. Names the first difference.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/verify.txt").trim_end())]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// Audit the inputs again, with the options of the dataset, and compare all rows
    #[arg(long)]
    inputs: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    /// Do not print a line on success
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let text = match verify(
            &self.dataset,
            self.inputs,
            self.threads.count(),
            self.tablebase.folders().open_if_named()?,
        )? {
            Ok(text) => text,
            Err(difference) => {
                output::message(&difference);
                return Ok(ExitCode::from(1));
            }
        };
        if !self.quiet {
            let mut out = output::stdout();
            writeln!(out, "{}: {text}", output::shown(&self.dataset))?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
