//! `audit960 fifty`: the first part of the ledger of draws, under its old name.

use std::process::ExitCode;

use audit960_ledger::LedgerRule;
use audit960_report::Format;

use crate::commands::common::formats_and;
use crate::commands::draws::LedgerArgs;

/// List the draws by the fifty-move rule that could be claimed, and what became of them
///
/// The same as audit960 draws --rule fifty. One line for every run without capture or pawn move in
/// which a player could claim a draw (Laws 9.3). Only the side to move can claim: at a half-move clock
/// of 99 with a move that completes the fifty (9.3.1), from 100 on without one (9.3.2). A player who
/// had a claim and lost the game lost half a point.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/fifty.txt").trim_end())]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Pgn]))))]
pub(crate) struct Args {
    #[command(flatten)]
    ledger: LedgerArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        self.ledger.run(LedgerRule::Fifty)
    }
}
