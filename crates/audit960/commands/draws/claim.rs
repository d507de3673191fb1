//! `audit960 draws --claim`: rules on a claim as an arbiter does at the board.

use std::io::Write;

use anyhow::{Context as _, bail};
use audit960_ledger::{Case, Claim, GameName, GameRules, Line, Tables, rule_on};
use audit960_types::harmless_json;

use crate::commands::format::Format;
use crate::commands::one_game::{Opening, find_games};

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
        inputs: &[String],
        opening: Opening,
        tables: &Tables,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (Some(name), Some(ply)) = (&self.claim, self.ply) else {
            bail!("--claim takes a game and --ply");
        };
        let ledger = find_games(inputs, name, opening)?;
        let game = name.find(&ledger)?;
        if game.moves.is_none() {
            bail!(
                "{}: the dataset does not hold its moves; name the archive instead",
                game.name()
            );
        }
        let line = Line::of(game)?;
        let claim = Claim {
            ply,
            intended: self.intended.clone(),
        };
        let rules = GameRules::of(game, tables);
        let ruling = rule_on(&line, &claim, &rules).with_context(|| game.name())?;
        let case = Case {
            game,
            line: &line,
            ply,
            ruling: &ruling,
            rules: &rules,
        };
        match format {
            Format::Table => case.write_text(out)?,
            Format::Json => {
                let json = format!("{:#}", case.json());
                writeln!(out, "{}", harmless_json(&json))?;
            }
            Format::Csv => bail!("a ruling is printed as text or as json"),
        }
        Ok(())
    }
}
