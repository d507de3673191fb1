//! `audit960 fifty`: the first part of the ledger of draws, under its old name.

use std::process::ExitCode;

use crate::commands::draws::{LedgerArgs, Rule};

/// List the draws by fifty moves that could be claimed, and what became of them
///
/// The same as audit960 draws --rule fifty. One line for every run without capture or pawn move in
/// which a player could claim a draw (Laws 9.3). A claim belongs to the player whose turn it is: at a
/// half-move clock of 99 with a move that completes the fifty (9.3.1), from 100 on without one (9.3.2).
/// Half a point is lost by a player who had a claim and lost the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is an ordinal (12), a source with an ordinal (games.pgn#12), or a source with the byte at which
the game begins (games.pgn@48210). Ordinals count from 0; a source may be named by the end of its
path, and left out where there is only one.

Examples:
  audit960 fifty audit
  audit960 fifty audit --missed --law fide --sort clock
  audit960 fifty games.pgn --format pgn > claims.pgn
  audit960 fifty audit --sheet games.pgn#12 --out sheet.html
  audit960 fifty audit --records")]
pub(crate) struct Args {
    #[command(flatten)]
    ledger: LedgerArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        self.ledger.run(Rule::Fifty)
    }
}
