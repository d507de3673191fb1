//! `audit960 draws sheet`: a page about the claims of one game, for an arbiter.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::{LawTableFiles, LedgerQuery};
use audit960_dataset::Door;
use audit960_law::Standard;
use audit960_ledger::LedgerRule;
use audit960_report::{ArbiterSheet, write_sheet};

use super::{JudgeArgs, tell_unread};
use crate::commands::choice::choice;
use crate::commands::common::{GameArgs, LanguageArgs};
use crate::commands::format::page_file;
use crate::commands::tablebase::tell_damaged;
use crate::console::Console;

/// Write a page about the claims of one game, for an arbiter
#[derive(Debug, clap::Args)]
pub(super) struct SheetArgs {
    #[command(flatten)]
    of: GameArgs,
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
        let door = door_for(&self.of, &tables, path)?;
        let inputs = self.of.inputs();
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
        let sheet = inputs.sheet(self.of.game(), &ledger, question.tables, language)?;
        write(&door, path, &sheet)?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The door for a sheet, which is written beside these inputs and into a new file.
pub(super) fn door_for(of: &GameArgs, tables: &LawTableFiles, path: &Path) -> anyhow::Result<Door> {
    let mut door = Door::reading([Path::new(&of.input)].into_iter().chain(tables.paths()));
    door.admit(path)?;
    if path.symlink_metadata().is_ok_and(|meta| meta.len() > 0) {
        bail!("{} exists and is not empty", path.display());
    }
    Ok(door)
}

/// Writes a sheet.
pub(super) fn write(door: &Door, path: &Path, sheet: &ArbiterSheet) -> anyhow::Result<()> {
    door.replace(path, |file| {
        let mut out = BufWriter::new(file);
        write_sheet(sheet, &mut out)?;
        out.flush()
    })?;
    Ok(())
}
