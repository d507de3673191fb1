//! `audit960 epd from-games`: positions of games.

use std::io::Write as _;
use std::process::ExitCode;

use audit960_report::counted;

use crate::commands::common::ReadArgs;
use crate::console::Console;
use crate::output;

/// Gather positions from games, as EPD
///
/// With --after: the positions after N half-moves, each once, the one with most games first; the
/// private opcode Games says how many. With --at-claim: the position in which a draw could first be
/// claimed in each run without capture or pawn move, by the law on the game's date, with draw_claim,
/// the clock (hmvc), the move number (fmvn), and a move that goes with the claim (sm).
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("which").required(true))]
pub(super) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// Positions after N half-moves
    #[arg(long, value_name = "N", group = "which")]
    after: Option<u32>,
    /// Positions of the first claim
    #[arg(long, group = "which")]
    at_claim: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self.read.inputs(&self.inputs);
        let console = Console::bar(self.read.quiet);
        let (mut out, mut summary) = (output::stdout(), Vec::new());
        let errors = if let Some(plies) = self.after {
            let gathered = inputs.positions_after(plies, &console)?;
            let all = &gathered.positions;
            all.write(&mut out)?;
            let positions = counted(all.positions() as u64, "position", "positions");
            let games = counted(all.games(), "game", "games");
            summary.push(format!("{positions} of {games}"));
            gathered.errors
        } else {
            let gathered = inputs.positions_at_claim(&console)?;
            gathered.write(&mut out)?;
            gathered.errors
        };
        out.flush()?;
        if errors > 0 {
            let errors = counted(errors, "finding", "findings");
            summary.push(format!("{errors} of severity error (see audit960 audit)"));
        }
        for line in summary.iter().filter(|_| !self.read.quiet) {
            writeln!(output::stderr(), "{line}")?;
        }
        Ok(self.read.exit_code(errors > 0))
    }
}
