//! `audit960 epd`: files of positions.

mod convert;

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use audit960_answers::Inputs;
use audit960_answers::{line_json, write_check_summary, write_perft_summary};
use audit960_epd::LineFacts;
use audit960_epd::tablebase::Prober;
use audit960_report::grouped;
use audit960_types::{harmless, sanitized_json};
use clap::Subcommand;

use crate::commands::common::RunArgs;
use crate::commands::tablebase::{TablebaseArgs, tell_damaged};
use crate::output;

/// Check, convert and count positions
///
/// Files hold one position per line, as EPD or FEN, with or without operations; plain or as zstd,
/// gzip, bzip2 or zip. Castling is read in both dialects of Chess960, mixed in any way.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/epd.txt").trim_end())]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Check(CheckArgs),
    Convert(convert::Args),
    Perft(PerftArgs),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            What::Check(args) => args.run(),
            What::Convert(args) => args.run(),
            What::Perft(args) => args.run(),
        }
    }
}

/// Arguments shared by the commands on files of positions.
#[derive(Debug, clap::Args)]
struct Common {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

impl Common {
    /// The named inputs with these options.
    fn inputs(&self) -> Inputs {
        self.run.read.inputs(&self.inputs)
    }
}

/// Check positions and operations, and print totals
///
/// Checks the kings, checks, pawns, en passant, castling rights and numbers of pieces; the moves of bm,
/// am, pm, sm, pv and sv; clocks, move numbers, mates and operands; and finds duplicate positions. With endgame
/// tables it says what each position is worth under its clock, and where c0, dm, ce or bm contradict them.
#[derive(Debug, clap::Args)]
struct CheckArgs {
    #[command(flatten)]
    common: Common,
    /// Print one JSON object per position (JSON lines) instead of totals: its verdict, start-position
    /// numbers and castling dialect, the earlier line with the same position, and with endgame tables clock, wdl,
    /// dtz, value and certain, as tablebase probe gives them
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    tablebase: TablebaseArgs,
}

impl CheckArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let (inputs, console) = (self.common.inputs(), self.common.run.console());
        let mut out = io::stdout();
        let mut line = |facts: &LineFacts, sources: &[String]| match self.lines {
            true => {
                let row = line_json(facts, sources).to_string();
                writeln!(out, "{}", sanitized_json(&row))
            }
            false => Ok(()),
        };
        let tablebase = self.tablebase.folders().open_if_named()?;
        let tables = tablebase.as_deref().map(|tables| tables as &dyn Prober);
        let checked = inputs.check_lines(tables, &console, &mut line)?;
        if !self.lines {
            let mut out = output::stdout();
            write_check_summary(&checked.summary, checked.sources.len(), &mut out)?;
            out.flush()?;
        }
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(self.common.run.read.exit_code(checked.has_errors))
    }
}

/// Verify perft counts (D1 20; D2 400; ...), and show the divide where one is wrong
#[derive(Debug, clap::Args)]
struct PerftArgs {
    #[command(flatten)]
    common: Common,
    /// Greatest depth to verify, in half-moves
    #[arg(long, value_name = "N", default_value_t = 5)]
    depth: u32,
}

impl PerftArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let console = self.common.run.console();
        let verified = self.common.inputs().verify_perft(self.depth, &console)?;
        let mut out = output::stdout();
        for ((source, line), result) in verified.places.iter().zip(&verified.results) {
            if let Some((depth, moves)) = &result.divide {
                writeln!(out, "{}:{}: divide {depth}", harmless(source), line + 1)?;
                for (name, nodes) in moves {
                    writeln!(out, "  {name:5} {nodes}")?;
                }
            }
        }
        write_perft_summary(&verified.results, &mut out)?;
        out.flush()?;
        if !self.common.run.read.quiet {
            let seconds = began.elapsed().as_secs_f64();
            let rate = grouped((verified.nodes() as f64 / seconds.max(1e-9)) as u64);
            writeln!(output::stderr(), "{seconds:.2} s, {rate} sequences/s")?;
        }
        Ok(self.common.run.read.exit_code(verified.has_errors))
    }
}
