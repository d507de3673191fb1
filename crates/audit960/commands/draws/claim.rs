//! `audit960 draws claim`: rules on a claim as an arbiter does at the board.

use std::io::Write as _;
use std::process::ExitCode;

use audit960_answers::{ClaimAt, ScoresheetMove};
use audit960_report::Format;
use audit960_types::sanitized_json;

use super::JudgeArgs;
use crate::commands::common::{GameArgs, LanguageArgs};
use crate::commands::format::TextFormatArgs;
use crate::commands::tablebase::tell_damaged;
use crate::output;

/// Rule on a claim in one game: correct or not, by which article, and why
///
/// The Laws are those in force where and when the game was played; without a date, those of today.
#[derive(Debug, clap::Args)]
pub(super) struct ClaimArgs {
    #[command(flatten)]
    of: GameArgs,
    /// The move on the scoresheet, such as "91b Kh3" or "31 Rd1"; 91b alone for a claim about the position on the board.
    /// Kh3 alone goes with --ply
    #[arg(long = "move", value_name = "MOVE", required_unless_present = "ply")]
    written: Option<ScoresheetMove>,
    /// The half-move before which the claim is made, from 1: 61 is White's 31st move
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    #[command(flatten)]
    format: TextFormatArgs,
    #[command(flatten)]
    language: LanguageArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

impl ClaimArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self.of.inputs();
        let tables = inputs.tables(&self.judge.tables.files())?;
        let (tablebase, values) = self.judge.values()?;
        let mut out = output::stdout();
        let claim = ClaimAt {
            ply: self.ply,
            written: self.written,
        };
        inputs.rule_on(&self.of.game, &claim, &tables, &values, |case| {
            match self.format.format() {
                Format::Json => {
                    let json = format!("{:#}", case.json());
                    writeln!(out, "{}", sanitized_json(&json))?;
                }
                _ => case.write_text(self.language.lang, &mut out)?,
            }
            Ok(())
        })?;
        out.flush()?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        Ok(ExitCode::SUCCESS)
    }
}
