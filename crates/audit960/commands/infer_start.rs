//! `audit960 infer-start`: start positions that were lost.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use audit960_forensics::StartFinder;
use audit960_replay::AuditOptions;
use audit960_report::grouped;
use audit960_types::count_line_ends;
use audit960_views::starts::{LostStarts, StartChunk, StartGatherer};

use crate::commands::format::Format;
use crate::commands::limits::LimitArgs;
use crate::output;
use crate::progress::Pass;
use audit960_pipeline::{self as pipeline, Examination};

/// Find the start positions of Chess960 games that lost theirs
///
/// Looks at games that name Chess960, or fail within six moves from the orthodox array, and have no
/// readable FEN. Of the 960 positions those are kept from which the whole record is legal, with full
/// castling rights. A number that the record states comes first; games of the same event and round over
/// the board share one position; how the moves are written (check marks, disambiguation) decides only
/// if it leaves exactly one.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Columns:
  fitting   how many positions fit; 0: the record is legal from none (damaged, or another variant)
  start     the position, if exactly one fits; White's and Black's where they differ
  evidence  what that rests on: stated, moves, round_mates, notation
  starts    the positions that fit, all of them in csv and json

Exit codes: 0 every such game has one position; 1 some have not (--exit-zero turns it into 0); 2 the
run failed.

Examples:
  audit960 infer-start old.pgn
  audit960 infer-start archive/ --format csv > starts.csv
  audit960 infer-start engines.pgn --double
  audit960 audit old.pgn --out audit --infer-start     the same, replayed from the positions found")]
pub(crate) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// White and Black may start from different arrangements (double Chess960)
    #[arg(long)]
    double: bool,
    /// How the table is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// No progress and no summary on standard error
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 also where games have no position, or several
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Positions of one game that are shown on a terminal.
const SHOWN: usize = 6;

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let threads = pipeline::threads(self.threads.map(NonZeroUsize::get));
        let examination = Examination {
            starts: Some(StartFinder {
                double: self.double,
            }),
            repairs: false,
        };
        let options = AuditOptions::default();
        let options = AuditOptions {
            examiner: examination.examiner(
                &self.inputs,
                self.limits.limits(),
                threads,
                &options,
                &Pass::new(self.quiet),
            )?,
            ..options
        };
        let found = LostStarts::of(pipeline::fold(
            &self.inputs,
            self.limits.limits(),
            threads,
            &options,
            &Pass::new(self.quiet),
            StartGatherer::default,
            |gatherer, chunk| {
                gatherer.begin(StartChunk {
                    sequence: chunk.sequence,
                    source: chunk.source as usize,
                    name: &chunk.source_name,
                    lines: count_line_ends(&chunk.bytes) + chunk.dropped_lines,
                });
            },
        )?);
        let mut out = output::stdout();
        let most = match self.format {
            Format::Table => SHOWN,
            Format::Csv | Format::Json => usize::MAX,
        };
        self.format.write(&found.frame(most), &mut out)?;
        out.flush()?;
        let (games, fitting) = (found.games(), found.fitting());
        if !self.quiet {
            let mut err = output::stderr();
            writeln!(
                err,
                "{} games without a start position, {} with exactly one that fits",
                grouped(games),
                grouped(fitting)
            )?;
        }
        let open = fitting < games;
        Ok(ExitCode::from(u8::from(open && !self.exit_zero)))
    }
}
