//! `audit960 draws claim`: rules on a claim as an arbiter does at the board.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_answers::{ClaimAt, ScoresheetMove};
use audit960_law::{GameDates, Pace};
use audit960_ledger::Setting;
use audit960_pgn::LANGUAGES;
use audit960_report::{Format, Language};
use audit960_types::{Side, Venue, sanitized_json};

use super::JudgeArgs;
use super::sheet::{door_for, write};
use crate::commands::choice::choice;
use crate::commands::common::{GameArgs, LanguageArgs};
use crate::commands::format::{TextFormatArgs, page_file};
use crate::commands::tablebase::tell_damaged;
use crate::output;

/// Rule on a claim in one game or position: correct or not, by which article, and why
///
/// The Laws are those in force where and when the game was played, by its record or --date and --venue; without a date,
/// those of today. Of a position, given as FEN, only its record can tell how often it has occurred: that is said to be open.
#[derive(Debug, clap::Args)]
#[command(mut_arg("input", |arg| arg.value_name("DIR|FILE|FEN").help(
    "A dataset written by audit960 audit, an archive, or the position on the board as FEN")))]
pub(super) struct ClaimArgs {
    #[command(flatten)]
    of: GameArgs,
    /// The move on the scoresheet, such as "91b Kh3" or "31 Rd1"; 91b alone for a claim about the position on the board.
    /// Kh3 alone goes with --ply or a FEN. Its piece has the letter of English or of --lang
    #[arg(long = "move", value_name = "MOVE")]
    written: Option<ScoresheetMove>,
    /// The half-move before which the claim is made, from 1: 61 is White's 31st move
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// Who claims, white or black: at the opponent's turn a claim fails [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    by: Option<Side>,
    /// Day, month or year of the game, as in law [default: by its record, else today]
    #[arg(long, value_name = "DATE", value_parser = GameDates::parse)]
    date: Option<GameDates>,
    /// Where it was played, as in column venue: over_the_board, icc [default: by its record]
    #[arg(long, value_name = "VENUE", help_heading = None::<&str>)]
    venue: Option<Venue>,
    /// How fast it was by the Laws, which decides the extra time [default: by its record]
    #[arg(long, value_name = "PACE", value_parser = choice::<Pace>())]
    pace: Option<Pace>,
    /// Write the ruling as a page to print and sign, too; the file must be empty or not exist
    #[arg(long, value_name = "FILE.html", value_parser = page_file)]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    format: TextFormatArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

impl ClaimArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self.of.from.inputs();
        let files = self.judge.tables.files();
        let sheet = match &self.sheet {
            Some(path) => Some((door_for(&self.of.from, &files, path)?, path)),
            None => None,
        };
        let tables = inputs.tables(&files)?;
        let (tablebase, values) = self.judge.values()?;
        let language = self.language.lang;
        let mut out = output::stdout();
        let claim = ClaimAt {
            ply: self.ply,
            written: self.written,
            by: self.by,
            letters: letters(language),
            setting: Setting {
                dates: self.date,
                venue: self.venue,
                pace: self.pace,
            },
        };
        inputs.rule_on(self.of.game.as_ref(), &claim, &tables, &values, |case| {
            match self.format.format() {
                Format::Json => {
                    let json = format!("{:#}", case.json());
                    writeln!(out, "{}", sanitized_json(&json))?;
                }
                _ => case.write_text(language, &mut out)?,
            }
            match &sheet {
                Some((door, path)) => write(door, path, &[case.sheet(language)], language),
                None => Ok(()),
            }
        })?;
        out.flush()?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The side that a word names.
fn side(text: &str) -> Result<Side, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Side::White),
        "black" | "b" => Ok(Side::Black),
        _ => Err("a side is white or black"),
    }
}

/// The piece letters of a language.
fn letters(language: Language) -> &'static audit960_pgn::Language {
    let name = match language {
        Language::English => return &audit960_pgn::Language::ENGLISH,
        Language::French => "French",
        Language::German => "German",
    };
    let mut all = LANGUAGES.iter();
    all.find(|found| found.name == name)
        .unwrap_or(&audit960_pgn::Language::ENGLISH)
}
