//! `audit960 draws sheet`: sheets about the claims of games, for an arbiter.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::{LawTableFiles, LedgerQuery};
use audit960_dataset::Door;
use audit960_law::Standard;
use audit960_ledger::{GameName, LedgerRule, Sheet, write_sheets};
use audit960_report::Language;

use super::{JudgeArgs, tell_unread};
use crate::commands::choice::choice;
use crate::commands::common::{GameInput, LanguageArgs};
use crate::commands::format::page_file;
use crate::commands::tablebase::tell_damaged;
use crate::console::Console;

/// Write sheets about the claims of games, for an arbiter to print and sign
#[derive(Debug, clap::Args)]
pub(super) struct SheetArgs {
    #[command(flatten)]
    from: GameInput,
    /// The games in the order of their sheets: their numbers from 1 (3 7), or names such as games.pgn#12 and games.pgn@48210
    /// [default: every game with a claim]
    #[arg(index = 2, value_name = "GAME")]
    games: Vec<GameName>,
    /// File to write; must be empty or not exist
    #[arg(short, long, value_name = "FILE.html", value_parser = page_file)]
    out: PathBuf,
    /// Which claims count for the half point
    #[arg(long, value_parser = choice::<Standard>(), default_value = "venue")]
    law: Standard,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

impl SheetArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (tables, path) = (self.judge.tables.files(), self.out.as_path());
        let door = door_for(&self.from, &tables, path)?;
        let inputs = self.from.inputs();
        let (tablebase, values) = self.judge.values()?;
        let question = LedgerQuery {
            values: values.as_ref(),
            values_anew: self.judge.tablebase.is_given(),
            rule: LedgerRule::All,
            standard: self.law,
            tables: &tables,
            moves: true,
        };
        let (ledger, unread) = inputs.ledger(&question, &Console::bar(false))?;
        let language = self.language.lang;
        tell_unread(unread, language);
        let sheets = inputs.sheets(&self.games, &ledger, question.tables, language)?;
        write(&door, path, &sheets, language)?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The door for sheets, which are written beside these inputs and into a new file.
pub(super) fn door_for(
    from: &GameInput,
    tables: &LawTableFiles,
    path: &Path,
) -> anyhow::Result<Door> {
    let mut door = Door::reading([Path::new(&from.input)].into_iter().chain(tables.paths()));
    door.admit(path)?;
    if path.symlink_metadata().is_ok_and(|meta| meta.len() > 0) {
        bail!("{} exists and is not empty", path.display());
    }
    Ok(door)
}

/// Writes sheets.
pub(super) fn write(
    door: &Door,
    path: &Path,
    sheets: &[Sheet],
    language: Language,
) -> anyhow::Result<()> {
    door.replace(path, |file| {
        let mut out = BufWriter::new(file);
        write_sheets(sheets, language, &mut out)?;
        out.flush()
    })?;
    Ok(())
}
