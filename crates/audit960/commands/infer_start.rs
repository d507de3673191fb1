//! `audit960 infer-start`: start positions that were lost.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use audit960_board::start::Start;
use audit960_forensics::StartFinder;
use audit960_replay::AuditOptions;
use audit960_report::grouped;
use audit960_source::Chunk;
use audit960_types::{
    Column, FactSink, Finding, Frame, GameFacts, Gap, IncidentFacts, StartSearch, Values,
    count_line_ends,
};

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

/// A game without a start position.
#[derive(Debug)]
struct Row {
    /// Chunk, and ordinal in it.
    place: (u64, u64),
    game: u64,
    line: u64,
    source: String,
    names: [Option<String>; 4],
    search: StartSearch,
}

/// What is known of a chunk: what came before it in its source follows.
#[derive(Debug)]
struct ChunkCount {
    sequence: u64,
    source: usize,
    games: u64,
    lines: u64,
}

#[derive(Debug, Default)]
struct Gather {
    rows: Vec<Row>,
    chunks: Vec<ChunkCount>,
    source: String,
}

impl Gather {
    fn begin(&mut self, chunk: &Chunk) {
        self.source = chunk.source_name.to_string();
        self.chunks.push(ChunkCount {
            sequence: chunk.sequence,
            source: chunk.source as usize,
            games: 0,
            lines: count_line_ends(&chunk.bytes) + chunk.dropped_lines,
        });
    }
}

impl FactSink for Gather {
    fn game(&mut self, facts: &GameFacts<'_>) {
        let Some(chunk) = self.chunks.last_mut() else {
            return;
        };
        let game = chunk.games;
        chunk.games += 1;
        let Some(search) = facts.start_search else {
            return;
        };
        self.rows.push(Row {
            place: (chunk.sequence, game),
            game,
            line: facts.line,
            source: self.source.clone(),
            names: [facts.event, facts.round, facts.white, facts.black]
                .map(|name| name.map(str::to_owned)),
            search: search.clone(),
        });
    }

    fn incident(&mut self, _: &IncidentFacts<'_>) {}

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}

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
        let rows = in_order(pipeline::fold(
            &self.inputs,
            self.limits.limits(),
            threads,
            &options,
            &Pass::new(self.quiet),
            Gather::default,
            Gather::begin,
        )?);
        let mut out = output::stdout();
        self.format.write(&frame(&rows, self.format), &mut out)?;
        out.flush()?;
        let found = rows
            .iter()
            .filter(|row| row.search.only().is_some())
            .count();
        if !self.quiet {
            let mut err = output::stderr();
            writeln!(
                err,
                "{} games without a start position, {} with exactly one that fits",
                grouped(rows.len() as u64),
                grouped(found as u64)
            )?;
        }
        let open = found < rows.len();
        Ok(ExitCode::from(u8::from(open && !self.exit_zero)))
    }
}

/// The rows of all workers in the order of the inputs, games and lines counted from the start of their
/// source.
fn in_order(gathered: Vec<Gather>) -> Vec<Row> {
    let (mut rows, mut chunks) = (Vec::new(), Vec::new());
    for gather in gathered {
        rows.extend(gather.rows);
        chunks.extend(gather.chunks);
    }
    rows.sort_unstable_by_key(|row| row.place);
    chunks.sort_unstable_by_key(|chunk| chunk.sequence);
    let mut rest = rows.iter_mut().peekable();
    let (mut source, mut games, mut lines) = (None, 0, 0);
    for chunk in &chunks {
        if source != Some(chunk.source) {
            (source, games, lines) = (Some(chunk.source), 0, 0);
        }
        while let Some(row) = rest.next_if(|row| row.place.0 == chunk.sequence) {
            row.game += games;
            row.line += lines + 1;
        }
        games += chunk.games;
        lines += chunk.lines;
    }
    rows
}

fn frame(rows: &[Row], format: Format) -> Frame {
    let text = |of: &dyn Fn(&Row) -> Option<String>| Values::Text(rows.iter().map(of).collect());
    let int =
        |of: &dyn Fn(&Row) -> i64| Values::Int(rows.iter().map(|row| Some(of(row))).collect());
    let name = |i: usize| text(&move |row: &Row| row.names[i].clone());
    let most = if format == Format::Table {
        SHOWN
    } else {
        usize::MAX
    };
    let columns = [
        ("source", text(&|row| Some(row.source.clone()))),
        ("game", int(&|row| row.game.cast_signed())),
        ("line", int(&|row| row.line.cast_signed())),
        ("event", name(0)),
        ("round", name(1)),
        ("white", name(2)),
        ("black", name(3)),
        ("plies", int(&|row| i64::from(row.search.plies))),
        ("fitting", int(&|row| row.search.count() as i64)),
        ("start", text(&|row| row.search.only().map(shown))),
        (
            "arrangement",
            text(&|row| row.search.only().map(arrangement)),
        ),
        (
            "evidence",
            text(&|row| Some(row.search.evidence.as_str().to_owned())),
        ),
        (
            "complete",
            Values::Bool(
                rows.iter()
                    .map(|row| Some(!row.search.incomplete))
                    .collect(),
            ),
        ),
        ("starts", text(&|row| Some(list(&row.search, most)))),
    ];
    Frame::new(
        columns
            .into_iter()
            .map(|(name, values)| Column {
                name: name.to_owned(),
                values,
            })
            .collect(),
    )
}

fn shown((white, black): (u16, u16)) -> String {
    if white == black {
        white.to_string()
    } else {
        format!("{white}/{black}")
    }
}

fn arrangement((white, black): (u16, u16)) -> String {
    let name = |number| Start::new(number).map_or("", Start::name);
    if white == black {
        name(white).to_owned()
    } else {
        format!("{}/{}", name(white), name(black))
    }
}

/// The positions that fit, separated by blanks.
fn list(search: &StartSearch, most: usize) -> String {
    let same = search.fitting.iter().map(|number| (number, number));
    let all = same.chain(search.pairs.iter().copied());
    let mut named: Vec<String> = all.take(most).map(shown).collect();
    if search.count() > most {
        named.push("...".to_owned());
    }
    named.join(" ")
}
