//! `audit960 splits`: the ranges in which many tasks read inputs.

use std::io::{BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::bail;
use audit960_source::{FileNames, parse_size, splits, stored_inputs};

use crate::commands::common::LimitArgs;
use crate::output;

/// List ranges of inputs that tasks can read independently, each with audit960 rows
///
/// One line per range: URI, first byte and the byte after the last, separated by tabs. Offsets count stored bytes;
/// the ranges of an input tile it. Plain PGN and EPD are split anywhere, zstd files written by pzstd at their frames,
/// Parquet and Arrow IPC at row groups and batches; gzip, bzip2, zip, zstd files of one frame, UTF-16 and JSON are one
/// range each. A range owns whole games: one that begins in it is read to its end.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/splits.txt").trim_end())]
pub(crate) struct Args {
    /// Files and folders, whose paths are made absolute; where object stores are built in, also objects (s3://, gs://,
    /// az://, https://; a folder of objects ends in /)
    #[arg(required = true, value_name = "URI")]
    inputs: Vec<String>,
    /// Leave paths as they are named, for tasks with the same working directory: source and game_id are those of audit then
    #[arg(long)]
    as_named: bool,
    /// Approximate size of a range in stored bytes
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = range_size)]
    bytes: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A size of at least one byte.
fn range_size(text: &str) -> Result<u64, String> {
    match parse_size(text) {
        Ok(0) => Err("a range has at least one byte".to_owned()),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(error.to_string()),
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // Names are for other programs, unchanged; a terminal must not obey them.
        let mut out = BufWriter::new(output::data());
        let names = match self.as_named {
            true => FileNames::AsGiven,
            false => FileNames::Absolute,
        };
        for input in stored_inputs(&self.inputs, names)? {
            let name = input.name();
            if name.contains(['\t', '\n', '\r']) {
                bail!("{name}: a name with a tab or a line end cannot be listed");
            }
            for range in splits(&*input, self.bytes, self.limits.limits())? {
                writeln!(out, "{name}\t{}\t{}", range.start, range.end)?;
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
