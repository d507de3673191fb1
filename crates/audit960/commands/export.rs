//! `audit960 export`: games given back, as normalised PGN and in other forms.

mod archives;
mod dataset;
mod files;
mod merge;
mod selection;
mod work;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use audit960_dataset::is_dataset;
use audit960_export::{CastlingField, Form, Options};

use crate::commands::door::DoorArgs;

use self::archives::{Outputs, Run};
use self::files::Files;
use self::selection::SelectionArgs;
use self::work::{Plan, SplitBy, Summary};
use audit960_pipeline as pipeline;

/// Give games back as clean PGN: normalised, selected, sorted into files
///
/// Every game that can be replayed to its end is written anew: the seven tags of the roster first,
/// other tags in their order, then SetUp, FEN and Variant; moves in SAN with the check marks and the
/// disambiguation that the position asks for; comments, annotations and variations where they stood,
/// variations replayed too; UTF-8, lines of less than 80 characters. The result is that of the tables;
/// where the record says something else as well, a comment says what. A game that is damaged, rejected
/// or of another variant goes out as it is, in its place, unless --damaged-to takes it. Text that
/// belongs to no game is left out. What is in this form already comes out the same, byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Several selections hold together; of several values for one, any. --where takes a condition in SQL on
the columns of table games (docs/tables.md): comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, IS NULL,
arithmetic, LOWER, UPPER, LENGTH, ABS, COALESCE.

Examples:
  audit960 export games.pgn --out clean.pgn
  audit960 export games/ --out all.pgn.zst --damaged-to damaged.pgn
  audit960 export lichess.pgn.zst --out - --castling shredder | engine-book
  audit960 export games.pgn --out moves.pgn --uci
  audit960 export games.pgn --out sp518.pgn --start 518 --verdict ok
  audit960 export audit --out strong.pgn --where \"white_elo + black_elo > 5200 AND plies > 40\"
  audit960 export games/ --out year.pgn --split-by year      writes year-2019.pgn, year-2020.pgn, ...
  audit960 export a/ b/ --out all.pgn --no-duplicates        the copies are listed in all.pgn.dropped.csv
  audit960 export games.pgn --out - --raw --code M001        the games with an illegal move, as they are
  audit960 export games.pgn --out last.epd --epd             the last position of each game")]
pub(crate) struct Args {
    /// Archives, read as audit does (files, folders, or - for standard input), or datasets that audit
    /// has written: of their archives no more is read than the games that are wanted
    #[arg(required = true, value_name = "INPUT|DIR")]
    inputs: Vec<String>,
    /// File to write, compressed if it ends in .zst or .gz; - is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    form: FormArgs,
    /// How castling rights are written in FENs
    #[arg(long, value_enum, default_value = "xfen")]
    castling: CastlingChoice,
    #[command(flatten)]
    selection: SelectionArgs,
    /// File for games that cannot be written anew, and for text that belongs to no game: as they are,
    /// with what was found about them in comments
    #[arg(long, value_name = "FILE")]
    damaged_to: Option<PathBuf>,
    /// One file for each event, year, start position or source, its name made of that of --out
    #[arg(long, value_enum, value_name = "WHAT")]
    split_by: Option<SplitBy>,
    /// Keep one of each game of which there are copies: same players, same moves or a beginning of them,
    /// dates that can be the same. It is the first by verdict, half-moves, comments, tags and place, and
    /// is given the tags that only others have
    #[arg(long)]
    no_duplicates: bool,
    /// Table of the copies that were left out, and why, as CSV [default: FILE.dropped.csv beside FILE]
    #[arg(long, value_name = "FILE", requires = "no_duplicates")]
    dropped: Option<PathBuf>,
    /// Threads to use for everything [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Print every finding, not the first 20 of each code
    #[arg(long)]
    all_findings: bool,
    /// No progress, no findings, no summary
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 also where findings of severity error were made
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    door: DoorArgs,
}

/// What is written of each game.
#[derive(Debug, clap::Args)]
struct FormArgs {
    /// Tags and moves alone: no comments, annotations and variations
    #[arg(long, group = "form")]
    minimal: bool,
    /// Tags and moves, these as UCI_Chess960 (castling is the king taking its own rook)
    #[arg(long, group = "form")]
    uci: bool,
    /// The games as they are, byte for byte
    #[arg(long, group = "form", conflicts_with = "castling")]
    raw: bool,
    /// The last position of each game as a line of EPD
    #[arg(long, group = "form")]
    epd: bool,
    /// The whole movetext on one line
    #[arg(long, conflicts_with_all = ["raw", "epd"])]
    one_line: bool,
}

/// Dialects of the castling field.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum CastlingChoice {
    /// X-FEN: KQkq, an inner rook by its file
    Xfen,
    /// Shredder-FEN: always the rooks' files, HAha
    Shredder,
}

impl FormArgs {
    const fn form(&self) -> Form {
        match self {
            Self { minimal: true, .. } => Form::Minimal,
            Self { uci: true, .. } => Form::Uci,
            Self { raw: true, .. } => Form::Raw,
            Self { epd: true, .. } => Form::LastPosition,
            _ => Form::Whole,
        }
    }
}

impl Args {
    /// Where the table of copies goes.
    fn dropped_path(&self) -> anyhow::Result<PathBuf> {
        match &self.dropped {
            Some(path) => Ok(path.clone()),
            None if self.out.as_os_str() == "-" => {
                bail!("--no-duplicates to standard output needs --dropped, a file for its table")
            }
            None => {
                let mut name = self.out.clone().into_os_string();
                name.push(".dropped.csv");
                Ok(name.into())
            }
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let plan = Plan {
            options: Options {
                form: self.form.form(),
                castling: match self.castling {
                    CastlingChoice::Xfen => CastlingField::XFen,
                    CastlingChoice::Shredder => CastlingField::Shredder,
                },
                one_line: self.form.one_line,
            },
            selection: self.selection.selection(),
            damaged_apart: self.damaged_to.is_some(),
            split_by: self.split_by,
            merge: None,
        };
        let mut run = Run {
            plan,
            threads: pipeline::threads(self.threads),
            quiet: self.quiet,
            all_findings: self.all_findings,
            outputs: Outputs {
                games: Files::new(&self.out, self.force, self.split_by.is_some())?,
                damaged: match &self.damaged_to {
                    Some(path) => Some(Files::new(path, self.force, false)?),
                    None => None,
                },
            },
        };
        let mut summary = Summary::default();
        let (datasets, archives): (Vec<String>, Vec<String>) = self
            .inputs
            .iter()
            .cloned()
            .partition(|input| is_dataset(Path::new(input)));
        if self.no_duplicates {
            if !datasets.is_empty() {
                bail!("--no-duplicates reads archives, not their dataset: name the archives");
            }
            run.merge(&archives, &self.dropped_path()?, self.force)?;
        }
        if !archives.is_empty() {
            summary.add(&run.archives(&archives)?);
        }
        for dataset in &datasets {
            summary.add(&run.dataset(&self.door.open(Path::new(dataset))?, dataset)?);
        }
        run.outputs.finish()?;
        if !self.quiet {
            summary.tell(began.elapsed())?;
        }
        Ok(ExitCode::from(u8::from(
            summary.has_errors && !self.exit_zero,
        )))
    }
}
