//! `audit960 audit`: the main job.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use audit960_board::start::Start;
use audit960_dataset::can_be_resumed;
use audit960_forensics::StartFinder;
use audit960_pipeline::{self as pipeline, Examination, Options, Outcome, Stopped};
use audit960_replay::AuditOptions;
use audit960_report::{StartLine, Style, Summary, grouped, write_summary};
use audit960_types::{Code, Severity, Tally};

use crate::commands::door::DoorArgs;
use crate::commands::limits::LimitArgs;
use crate::commands::report;
use crate::commands::tables::TableArgs;
use crate::console::{Console, FindingFormat};
use crate::output;
use crate::signals::Signals;

/// Read archives, replay every game, write the dataset and print a summary
///
/// INPUT is a file, a folder (walked in sorted order), or - for standard input. Files are PGN, or EPD
/// and FEN with a position a line, plain or as zstd, gzip, bzip2 or zip, recognised by content.
/// Nothing is skipped in silence: every byte belongs to a game or a named gap, and every repair, drop
/// and doubt is a finding with file, line and column.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The dataset is a folder of Parquet files that any engine reads:
  games/ incidents/ diagnostics/   one row a game, a run with a claimable draw, a finding
  positions/                       one row a line of an EPD or FEN file, where there are any
  start_positions.parquet          results of the 960 start positions
  castling.parquet                 castling by king and rook file
  crosscheck/ duplicates.parquet   with the options of these names
  manifest.json                    inputs, checksums, options; written last

Examples:
  audit960 audit games.pgn
  audit960 audit games.pgn --out audit --report
  audit960 audit lichess_db_chess960_rated_2024-01.pgn.zst --out audit -j 8
  audit960 audit openings.epd games/ --out audit
  audit960 audit years/ --out audit --resume
  audit960 audit years/ --out audit --append      what has come since the last time
  audit960 audit old.pgn --out audit --infer-start --propose
  audit960 audit official.pgn --out audit --keep-illegal
  cat *.pgn | audit960 audit - --out audit --with-moves")]
pub(crate) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// Folder for the dataset; must be empty or not exist [default: beside the first input, a name
    /// that nothing has: games-audit for games.pgn]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with an audit into DIR that was killed, stopped or failed, given the same inputs and
    /// options. What was read since the last checkpoint is replayed again; the dataset is that of an audit that was not
    /// interrupted. Where there is none, one begins; where nothing is missing, nothing is done
    #[arg(long, requires = "out")]
    resume: bool,
    /// Add to the dataset in DIR: inputs that it knows by size and checksum are skipped, the rows of the
    /// others come behind its own, as in one audit of old and new inputs with the same options. Until all
    /// is written the dataset stays as it was; where there is none, one begins. With --resume, goes on
    /// where such a run died
    #[arg(long, requires = "out", conflicts_with_all = ["duplicates", "infer_start"])]
    append: bool,
    /// Megabytes of text from one checkpoint to the next
    #[arg(long, value_name = "N", default_value = "4096", value_parser = clap::value_parser!(u64).range(1..))]
    checkpoint: u64,
    /// Make the report too: DIR/report.html
    #[arg(long)]
    report: bool,
    /// Threads to use for everything [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Keep the moves of every game (UCI_Chess960) in table games, and the clocks and evaluations that its
    /// comments state
    #[arg(long)]
    with_moves: bool,
    /// Read every game a second time with pgn-reader and shakmaty, and write what they see otherwise
    #[arg(long)]
    crosscheck: bool,
    /// Look for copies of earlier games: same moves, moves that are the beginning of the other's, or
    /// same players and date
    #[arg(long)]
    duplicates: bool,
    /// Find the start position of Chess960 games that have none, and replay those of which exactly one
    /// fits (inputs are read twice, for the games of a round share a position)
    #[arg(long)]
    infer_start: bool,
    /// With --infer-start: White and Black may start from different arrangements (double Chess960)
    #[arg(long, requires = "infer_start")]
    double: bool,
    /// Look for small changes after which damaged games replay to their end; findings name them, and
    /// nothing is applied
    #[arg(long)]
    propose: bool,
    /// Replay illegal moves that were played on, where only one piece can be meant, at most three a game.
    /// Such a game stays damaged, and is in no ledger and no statistics
    #[arg(long)]
    keep_illegal: bool,
    #[command(flatten)]
    tables: TableArgs,
    /// How findings are printed on standard error
    #[arg(long, value_enum, default_value = "text")]
    format: FindingsAs,
    /// Print every finding, not the first 20 of each code
    #[arg(long)]
    all_findings: bool,
    /// No progress, no findings, no speed
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 also where findings of severity error were made
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FindingsAs {
    /// For people, with excerpt and caret
    #[value(help = "file:line:column: severity[CODE]: message, with excerpt and caret")]
    Text,
    /// One JSON object a line
    Json,
}

/// Start positions in the summary.
const STARTS: usize = 5;

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let out_folder = match &self.out {
            Some(folder) => folder.clone(),
            None => beside(self.inputs.first().map_or("-", String::as_str))?,
        };
        if self.out.is_none() {
            output::tell(&format!(
                "the dataset goes to {}",
                output::shown(&out_folder)
            ));
        }
        let (tables, table_texts) = self.tables.load()?;
        let errors = Style {
            width: 100,
            colour: output::error_colour(),
        };
        let options = Options {
            threads: pipeline::threads(self.threads),
            audit: AuditOptions {
                with_moves: self.with_moves,
                keep_illegal: self.keep_illegal,
                law: tables.law,
                venues: tables.venues,
                ..AuditOptions::default()
            },
            crosscheck: self.crosscheck,
            duplicates: self.duplicates,
            examination: Examination {
                starts: self.infer_start.then_some(StartFinder {
                    double: self.double,
                }),
                repairs: self.propose,
            },
            limits: self.limits.limits(),
            table_texts,
            // Chunks are of one megabyte.
            checkpoint_chunks: Some(self.checkpoint),
            ..Options::default()
        };
        let format = match self.format {
            FindingsAs::Text => FindingFormat::Text(errors),
            FindingsAs::Json => FindingFormat::Json,
        };
        let signals = Signals::watch()?;
        let console = Console::new(format, self.all_findings, self.quiet, signals.clone());
        let audited = match (self.append, self.resume) {
            (true, resume) => {
                pipeline::append(&self.inputs, &out_folder, options, resume, &console)
            }
            (false, true) => pipeline::resume(&self.inputs, &out_folder, options, &console),
            (false, false) => {
                pipeline::audit(&self.inputs, &out_folder, options, &console).map(Some)
            }
        };
        let outcome = match audited {
            Err(error) if error.is::<Stopped>() => {
                let more = match can_be_resumed(&out_folder) {
                    true => "the same command with --resume goes on",
                    false => "nothing was written",
                };
                output::tell(&format!("stopped; {more}"));
                return Ok(signals.exit_code());
            }
            Err(error) => {
                if !self.resume && can_be_resumed(&out_folder) {
                    output::tell("the same command with --resume goes on from the last checkpoint");
                }
                return Err(error);
            }
            Ok(None) => return self.nothing_left(&out_folder),
            Ok(Some(outcome)) => outcome,
        };
        let mut out = output::stdout();
        let style = Style {
            width: 100,
            colour: output::colour(),
        };
        let starts = most_played(&outcome.tally);
        let summary = Summary {
            tally: &outcome.tally,
            sources: outcome.sources,
            bytes: outcome.bytes,
            starts: &starts,
            crosscheck: self.crosscheck,
            duplicates: outcome.duplicates,
        };
        write_summary(&summary, style, &mut out)?;
        out.flush()?;
        // Lines of JSON are for programs; nothing else is to stand between them.
        if !self.quiet && matches!(self.format, FindingsAs::Text) {
            tell_speed(&outcome, &out_folder, began.elapsed().as_secs_f64())?;
        }
        if self.report {
            let threads = self.threads.and_then(NonZeroUsize::new);
            report::Args::of_new(out_folder, threads, self.quiet).run()?;
        }
        if let Some((name, reason)) = outcome.unreadable.first() {
            let count = outcome.unreadable.len();
            output::tell(&format!(
                "{name}: {reason}; {count} {} could not be read, and the dataset is marked \
                 incomplete; once they can be read, the same command with --resume makes it whole",
                if count == 1 { "input" } else { "inputs" }
            ));
            return Ok(ExitCode::from(2));
        }
        let grave = outcome
            .tally
            .findings
            .keys()
            .any(|code| code.severity() == Severity::Error);
        Ok(ExitCode::from(u8::from(grave && !self.exit_zero)))
    }
}

impl Args {
    /// The end of a run that finds its dataset complete.
    fn nothing_left(&self, out_folder: &Path) -> anyhow::Result<ExitCode> {
        let dataset = DoorArgs::default().check(out_folder)?;
        output::tell(&format!(
            "{}: nothing is left to do",
            output::shown(out_folder)
        ));
        let found = dataset.manifest()["totals"]["findings"].as_object();
        let grave = Code::ALL.iter().any(|code| {
            let told = found.is_some_and(|found| found.contains_key(code.as_str()));
            told && code.severity() == Severity::Error
        });
        Ok(ExitCode::from(u8::from(grave && !self.exit_zero)))
    }
}

/// A folder beside an input that is not there yet. Another run may make it first, and is then told of.
fn beside(input: &str) -> anyhow::Result<PathBuf> {
    let input = match input {
        "-" => std::env::current_dir()?.join("stdin"),
        // The name of `.` and of `games/..` is known to the system alone.
        path => Path::new(path)
            .canonicalize()
            .with_context(|| path.to_owned())?,
    };
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let mut stem = name.as_ref();
    if !input.is_dir() {
        for ending in [".zst", ".gz", ".bz2", ".zip", ".pgn", ".epd", ".fen"] {
            stem = stem.strip_suffix(ending).unwrap_or(stem);
        }
    }
    let folder = match input.parent() {
        // Where it was named from here, the answer is named from here.
        Some(parent) => std::env::current_dir()
            .ok()
            .and_then(|here| parent.strip_prefix(here).map(Path::to_owned).ok())
            .unwrap_or_else(|| parent.to_owned()),
        None => PathBuf::new(),
    };
    let mut names = std::iter::once(format!("{stem}-audit"))
        .chain((2..).map(|number| format!("{stem}-audit-{number}")));
    let free = |name: &String| folder.join(name).symlink_metadata().is_err();
    let name = names.find(free).unwrap_or_default();
    Ok(folder.join(name))
}

/// Durations go to standard error: the result is the same on any machine.
fn tell_speed(outcome: &Outcome, out_folder: &Path, seconds: f64) -> anyhow::Result<()> {
    let mut err = output::stderr();
    if outcome.passed_over > 0 {
        writeln!(
            err,
            "{} other files were ignored",
            grouped(outcome.passed_over)
        )?;
    }
    if let Some(rows) = outcome.added_to {
        let games = outcome.tally.verdicts.total() + outcome.tally.lines.verdicts.total();
        let known = match outcome.known_inputs {
            0 => String::new(),
            known => format!("; {} inputs were known", grouped(known as u64)),
        };
        writeln!(
            err,
            "added to {} rows of games and positions, which makes {}{known}",
            grouped(rows),
            grouped(rows + games)
        )?;
    }
    let per_second = |count: f64| count / seconds.max(1e-9);
    let rate = |count: u64, what: &str| {
        let rate = grouped(per_second(count as f64) as u64);
        format!("{rate} {what}/s, ")
    };
    let games = outcome.tally.verdicts.total();
    let positions = outcome.tally.lines.verdicts.total();
    let mut rates = String::new();
    if games > 0 || positions == 0 {
        rates += &rate(games, "games");
    }
    if positions > 0 {
        rates += &rate(positions, "positions");
    }
    writeln!(
        err,
        "{seconds:.2} s, {rates}{:.0} MB/s; dataset in {}",
        per_second(outcome.bytes as f64 / 1e6),
        output::shown(out_folder)
    )?;
    if let Some(limit) = outcome.speed.limit() {
        writeln!(err, "{limit}")?;
    }
    Ok(())
}

fn most_played(tally: &Tally) -> Vec<StartLine> {
    let mut starts: Vec<_> = tally.positions.iter().collect();
    starts.sort_by_key(|(number, start)| (std::cmp::Reverse(start.score.games()), **number));
    starts
        .into_iter()
        .take(STARTS)
        .map(|(number, start)| StartLine {
            number: *number,
            arrangement: Start::new(*number).map_or_else(String::new, |start| start.to_string()),
            games: start.score.games(),
            score: audit960_statistics::score(&start.score),
        })
        .collect()
}
