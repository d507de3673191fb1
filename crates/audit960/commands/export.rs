//! `audit960 export`: games given back, as normalised PGN and in other forms.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use audit960_dataset::is_dataset;
use audit960_export::{CastlingField, Form, Options};
use audit960_forensics::StartFinder;
use audit960_pipeline::{Examination, Stopped};
use audit960_replay::AuditOptions;
use audit960_rewrite::{Files, Outputs, Plan, Run, SplitBy, Summary};

use crate::commands::door::DoorArgs;
use crate::progress::Pass;

use crate::commands::common::RunArgs;
use crate::commands::selection::SelectionArgs;
use crate::output;

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
  audit960 export old.pgn --out rescued.pgn --infer-start --apply-proposals --keep-illegal
  audit960 export lichess.pgn.zst --out - --castling shredder | engine-book
  audit960 export games.pgn --out moves.pgn --uci
  audit960 export games.pgn --out sp518.pgn --start 518 --verdict ok
  audit960 export audit --out strong.pgn --where \"white_elo + black_elo > 5200 AND plies > 40\"
  audit960 export games/ --out recent.pgn --since 2020 --min-elo 2200 --no-engines
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
    /// One file for each event, year, start position or source, its name made of that of --out
    #[arg(long, value_enum, value_name = "WHAT")]
    split_by: Option<SplitChoice>,
    /// Keep one of each game of which there are copies: same players, same moves or a beginning of them,
    /// dates that can be the same. It is the first by verdict, half-moves, comments, tags and place, and
    /// is given the tags that only others have
    #[arg(long)]
    no_duplicates: bool,
    /// Table of the copies that were left out, and why, as CSV [default: FILE.dropped.csv beside FILE]
    #[arg(long, value_name = "FILE", requires = "no_duplicates")]
    dropped: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Damaged games")]
    rescue: RescueArgs,
    #[command(flatten, next_help_heading = "Which games")]
    selection: SelectionArgs,
}

/// What is done about games that have no normal form as they stand.
#[derive(Debug, clap::Args)]
struct RescueArgs {
    /// Apply the change that audit --propose proposes for a damaged game, and say so in a comment at its
    /// place
    #[arg(long, conflicts_with = "raw")]
    apply_proposals: bool,
    /// Replay illegal moves that were played on, as audit --keep-illegal does, and write the game past
    /// them; the illegal move stays as it stands
    #[arg(long, conflicts_with = "raw")]
    keep_illegal: bool,
    /// Find the start position of Chess960 games that have none, as audit --infer-start does, and write
    /// those of which exactly one fits
    #[arg(long)]
    infer_start: bool,
    /// With --infer-start: White and Black may start from different arrangements (double Chess960)
    #[arg(long, requires = "infer_start")]
    double: bool,
    /// File for games that cannot be written anew, and for text that belongs to no game: as they are,
    /// with what was found about them in comments
    #[arg(long, value_name = "FILE")]
    damaged_to: Option<PathBuf>,
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

/// What games of one file have in common.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SplitChoice {
    /// Tag Event
    Event,
    /// The year it was played in
    Year,
    /// The start position: sp000 to sp959, both sides' numbers where they differ
    Start,
    /// The archive it comes from
    Source,
}

impl From<SplitChoice> for SplitBy {
    fn from(choice: SplitChoice) -> Self {
        match choice {
            SplitChoice::Event => Self::Event,
            SplitChoice::Year => Self::Year,
            SplitChoice::Start => Self::Start,
            SplitChoice::Source => Self::Source,
        }
    }
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

    /// Refuses to write two things to one file.
    fn check_outputs(&self) -> anyhow::Result<()> {
        let dropped = match self.no_duplicates {
            true => Some(self.dropped_path()?),
            false => None,
        };
        let split = self.split_by.is_some();
        let out = Some(&self.out).filter(|_| !split);
        let mut paths: Vec<PathBuf> = [out, self.rescue.damaged_to.as_ref(), dropped.as_ref()]
            .into_iter()
            .flatten()
            .map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()))
            .collect();
        paths.sort();
        match paths.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => bail!("{}: two things cannot go to one file", pair[0].display()),
            None => Ok(()),
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        self.check_outputs()?;
        let (datasets, archives): (Vec<String>, Vec<String>) = self
            .inputs
            .iter()
            .cloned()
            .partition(|input| is_dataset(Path::new(input)));
        let rescue = &self.rescue;
        if rescue.infer_start && !datasets.is_empty() {
            bail!(
                "--infer-start reads archives; a dataset that audit --infer-start wrote knows the starts"
            );
        }
        let mut audit = AuditOptions {
            keep_illegal: rescue.keep_illegal,
            ..AuditOptions::default()
        };
        let searches = Examination {
            starts: rescue.infer_start.then_some(StartFinder {
                double: rescue.double,
            }),
            repairs: false,
        };
        audit.examiner = searches.examiner(
            &archives,
            self.run.limits(),
            self.run.threads(),
            &audit,
            &Pass::new(self.run.quiet),
        )?;
        let plan = Plan {
            audit,
            limits: self.run.limits(),
            apply_proposals: rescue.apply_proposals,
            options: Options {
                form: self.form.form(),
                castling: match self.castling {
                    CastlingChoice::Xfen => CastlingField::XFen,
                    CastlingChoice::Shredder => CastlingField::Shredder,
                },
                one_line: self.form.one_line,
            },
            selection: self.selection.selection(),
            damaged_apart: rescue.damaged_to.is_some(),
            split_by: self.split_by.map(SplitBy::from),
            merge: None,
        };
        let file = |path: &Path, split| Files::new(path, self.force, split, output::data);
        let (console, signals) = self.run.console()?;
        let mut run = Run {
            plan,
            threads: self.run.threads(),
            observer: &console,
            outputs: Outputs {
                games: file(&self.out, self.split_by.is_some())?,
                damaged: match &rescue.damaged_to {
                    Some(path) => Some(file(path, false)?),
                    None => None,
                },
            },
        };
        let mut read = || {
            let mut summary = Summary::default();
            if self.no_duplicates {
                if !datasets.is_empty() {
                    bail!("--no-duplicates reads archives, not their dataset: name the archives");
                }
                let table = file(&self.dropped_path()?, false)?;
                run.merge(&archives, table, output::csv_texts())?;
            }
            if !archives.is_empty() {
                summary.add(&run.archives(&archives)?);
            }
            for dataset in &datasets {
                summary.add(&run.dataset(&self.door.open(Path::new(dataset))?, dataset)?);
            }
            Ok(summary)
        };
        let summary = match read() {
            Err(error) if error.is::<Stopped>() => {
                output::tell("stopped; no file was written");
                return Ok(signals.exit_code());
            }
            summary => summary?,
        };
        run.outputs.finish()?;
        if !self.run.quiet {
            writeln!(output::stderr(), "{}", summary.told(began.elapsed()))?;
        }
        Ok(self.run.exit_code(summary.has_errors))
    }
}
