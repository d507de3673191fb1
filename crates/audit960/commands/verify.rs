//! `audit960 verify`: whether a dataset is what an audit wrote.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_dataset::{CheckOptions, CheckedDataset, FolderError};
use audit960_pipeline::{difference_to_inputs, threads};
use audit960_report::grouped;
use audit960_tables::{Difference, count_rows, verify};

use crate::output;

/// Check that a dataset is what an audit wrote, and that its tables hold together
///
/// Checks sizes, row counts and the checksum of every file; types and enumerations; that games and gaps
/// tile every source without overlap; that every incident, repetition, finding and copy has its game;
/// the order of the rows; and the law of conservation: what the manifest counts is what the tables
/// hold. Names the first difference.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  all holds
  1  something does not: the difference is named on standard error
  2  there is no dataset, or it or its inputs cannot be read

Examples:
  audit960 verify audit
  audit960 verify audit --inputs     audits the inputs again, and compares")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// Audit the inputs again, with the options of the dataset, and compare all rows
    #[arg(long)]
    inputs: bool,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Do not say that all holds
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // Nothing is remembered here: all bytes are read.
        let options = CheckOptions {
            memory: None,
            ..CheckOptions::new(&count_rows)
        };
        let dataset = match CheckedDataset::open(&self.dataset, &options) {
            Err(error @ FolderError::Damaged { .. }) => {
                output::tell(&error.to_string());
                return Ok(ExitCode::from(1));
            }
            opened => opened?,
        };
        let held = verify(
            dataset.dir(),
            &|table| dataset.files(table),
            dataset.manifest(),
        );
        if let Err(difference) = held {
            return Ok(differs(&difference));
        }
        if self.inputs
            && let Some(difference) = difference_to_inputs(&dataset, threads(self.threads))?
        {
            return Ok(differs(&difference));
        }
        if !self.quiet {
            let total = |name: &str| {
                let count = dataset.manifest()["totals"][name].as_u64();
                grouped(count.unwrap_or(0))
            };
            let mut out = output::stdout();
            writeln!(
                out,
                "{}: {} files, {} games, {} bytes: all holds{}",
                output::shown(&self.dataset),
                dataset.entries().len(),
                total("games"),
                total("bytes"),
                if self.inputs {
                    ", and the inputs give the same"
                } else {
                    ""
                }
            )?;
            if dataset.manifest()["incomplete"] == true {
                writeln!(out, "the dataset is incomplete: inputs could not be read")?;
            }
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Tells a difference.
fn differs(difference: &Difference) -> ExitCode {
    output::tell(&difference.to_string());
    ExitCode::from(1)
}
