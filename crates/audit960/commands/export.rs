//! `audit960 export`: games written as normalised PGN, and in other forms.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use audit960_answers::Inputs;
use audit960_audit::Stopped;
use audit960_export::{CastlingField, Export, ExportOptions, ExportPlan, Form, SplitBy, Targets};
use audit960_replay::AuditOptions;
use audit960_replay::forensics::StartFinder;

use crate::commands::choice::choice;
use crate::commands::common::{RunArgs, VerifyArgs};
use crate::commands::filters::tell_unmet;
use crate::commands::format::games_file;
use crate::commands::selection::SelectionArgs;
use crate::output;

/// Write games as clean PGN: normalised, selected, split into files
///
/// Every game that can be replayed to its end is written in normal form: the Seven Tag Roster first,
/// other tags in their order, then SetUp, FEN and Variant; moves in SAN with the check marks and the
/// disambiguation that the position requires; comments, annotations and variations where they stood,
/// variations replayed too; UTF-8, lines of fewer than 80 characters. The result is that of the tables;
/// if the record also states another, a comment says which. A game that is damaged, rejected or of
/// another variant is written unchanged, in its place, unless --damaged-to is given. Text that belongs
/// to no game is left out. A file already in this form comes out the same, byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/export.txt").trim_end())]
pub(crate) struct Args {
    /// Archives, read as audit reads them (files, folders, or - for standard input), or datasets written
    /// by audit: only the selected games are read from their archives
    #[arg(required = true, value_name = "INPUT|DIR")]
    inputs: Vec<String>,
    /// File to write, compressed if it ends in .zst or .gz; - is standard output
    #[arg(short, long, value_name = "FILE", value_parser = games_file)]
    out: PathBuf,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    form: FormArgs,
    /// How castling rights are written in FENs
    #[arg(long, value_parser = choice::<CastlingField>(), default_value = "xfen")]
    castling: CastlingField,

    /// Write the number of a Chess960 start in a tag Chess960Number
    #[arg(long)]
    number_tag: bool,
    /// One file for each event, year, start position or source. --out games.pgn gives games-2020.pgn and so on, --out
    /// years/ gives years/2020.pgn
    #[arg(long, value_parser = choice::<SplitBy>(), value_name = "WHAT")]
    split_by: Option<SplitBy>,
    /// Keep one of the copies of a game of at least ten half-moves. Copies have the same players, the same moves or a prefix
    /// of them, and dates that can be the same. The one kept is the first by verdict, half-moves, comments and variations, tags and position in the
    /// input, and it receives the tags that only others have; the table of --dropped holds the comments and
    /// variations that are left out with a copy
    #[arg(long)]
    no_duplicates: bool,
    /// CSV table of the copies that were left out [default: FILE.dropped.csv]
    #[arg(long, value_name = "FILE", requires = "no_duplicates")]
    dropped: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    door: VerifyArgs,
    #[command(flatten, next_help_heading = "Damaged games")]
    rescue: RescueArgs,
    #[command(flatten, next_help_heading = "Which games")]
    selection: SelectionArgs,
}

/// How games that have no normal form as they stand are written.
#[derive(Debug, clap::Args)]
struct RescueArgs {
    /// Apply the change that audit --propose proposes for a damaged game. A comment stands where it was
    /// changed
    #[arg(long, conflicts_with = "raw")]
    apply_proposals: bool,
    /// Replay past illegal moves, as audit --keep-illegal does. The rest of the game is written, the
    /// illegal move as it stands. With --raw, too, conditions and --damaged-to then go by the whole
    /// game
    #[arg(long)]
    keep_illegal: bool,
    /// Find the start position of Chess960 games that have none, as audit --infer-start does. Those for
    /// which exactly one fits are written
    #[arg(long)]
    infer_start: bool,
    /// With --infer-start: White and Black may start from different arrangements (double Chess960)
    #[arg(long, requires = "infer_start")]
    double: bool,
    /// File for games that have no normal form, and for text of no game. They stay unchanged, with their
    /// findings in comments
    #[arg(long, value_name = "FILE")]
    damaged_to: Option<PathBuf>,
}

/// What is written of each game.
#[derive(Debug, clap::Args)]
struct FormArgs {
    /// Tags and moves only: no comments, annotations or variations
    #[arg(long, group = "form")]
    minimal: bool,
    /// Tags and moves, the moves as UCI_Chess960. Castling is the king moving to its own rook
    #[arg(long, group = "form")]
    uci: bool,
    /// The games unchanged, byte for byte. Of UTF-16 and of records that are not PGN, the text as UTF-8
    #[arg(long, group = "form", conflicts_with = "castling")]
    raw: bool,
    /// The last position of each game as a line of EPD
    #[arg(long, group = "form")]
    epd: bool,
    /// The whole movetext on one line. A comment that holds } ends with its line
    #[arg(long, conflicts_with_all = ["raw", "epd"])]
    one_line: bool,
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
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let rescue = &self.rescue;
        let export = Export {
            inputs: Inputs {
                no_verify: self.door.no_verify,
                ..self.run.read.inputs(&self.inputs)
            },
            plan: ExportPlan {
                audit: AuditOptions {
                    keep_illegal: rescue.keep_illegal,
                    ..AuditOptions::default()
                },
                limits: self.run.read.limits.limits(),
                apply_proposals: rescue.apply_proposals,
                options: ExportOptions {
                    form: self.form.form(),
                    castling: self.castling,
                    number_tag: self.number_tag,
                    one_line: self.form.one_line,
                },
                selection: self.selection.selection()?,
                separate_damaged: rescue.damaged_to.is_some(),
                split_by: self.split_by,
                merge: None,
            },
            starts: rescue.infer_start.then_some(StartFinder {
                double: rescue.double,
            }),
            no_duplicates: self.no_duplicates,
            targets: Targets {
                read: self.selection.path().map(PathBuf::from),
                games: self.out,
                damaged: rescue.damaged_to.clone(),
                dropped: self.dropped,
                force: self.force,
                stdout: output::data,
                texts: output::csv_texts(),
            },
        };
        if !export.no_duplicates {
            export.inputs.refuse_shared_games()?;
        }
        let filter = export.plan.selection.filter.clone();
        let (console, signals) = self.run.console_with_signals()?;
        let summary = match export.run(&console) {
            Err(error) if error.is::<Stopped>() => {
                output::message("stopped; no file was written");
                return Ok(signals.exit_code());
            }
            summary => summary?,
        };
        tell_unmet(filter.as_ref());
        if !self.run.read.quiet {
            writeln!(output::stderr(), "{}", summary.to_sentence(began.elapsed()))?;
        }
        Ok(self.run.read.exit_code(summary.has_errors))
    }
}
