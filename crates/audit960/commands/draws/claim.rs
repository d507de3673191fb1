//! `audit960 draws --claim`: rules on a claim as an arbiter does at the board.

use std::io::Write;

use anyhow::bail;
use audit960_inputs::Inputs;
use audit960_ledger::{AskedValues, Claim, GameName, LawTables};
use audit960_report::Format;
use audit960_types::sanitized_json;

/// The options of a ruling.
#[derive(Debug, clap::Args)]
pub(super) struct ClaimArgs {
    /// Rule on a claim in one game: correct or not, by which article, and why. The Laws are those in
    /// force where and when it was played; without a date, those of today
    #[arg(long, value_name = "GAME", requires = "ply",
        conflicts_with_all = ["missed", "law", "sort", "sheet", "records"])]
    claim: Option<GameName>,
    /// The half-move before which the claim is made, from 1: 61 is White's 31st move
    #[arg(long, value_name = "N", requires = "claim")]
    ply: Option<u32>,
    /// The move the player has written on the scoresheet, in SAN
    #[arg(long = "move", value_name = "SAN", requires = "claim")]
    intended: Option<String>,
}

impl ClaimArgs {
    /// Whether there is a claim to rule on.
    pub(super) const fn is_asked(&self) -> bool {
        self.claim.is_some()
    }

    /// Rules on the claim.
    pub(super) fn run(
        &self,
        inputs: &Inputs,
        tables: &LawTables,
        values: &AskedValues,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (Some(name), Some(ply)) = (&self.claim, self.ply) else {
            bail!("--claim needs a game and --ply");
        };
        let claim = Claim {
            ply,
            intended: self.intended.clone(),
        };
        inputs.rule_on(name, &claim, tables, values, |case| match format {
            Format::Table => Ok(case.write_text(out)?),
            Format::Json => {
                let json = format!("{:#}", case.json());
                Ok(writeln!(out, "{}", sanitized_json(&json))?)
            }
            _ => {
                bail!("a ruling is printed as text or as json")
            }
        })
    }
}
