//! The program `audit960`: arguments, progress, exit codes, and the one place where the stages are
//! put together.

mod commands;
mod output;
mod pipeline;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;

/// Audits chess archives: every byte accounted for, every claimable draw found, every Chess960
/// start position counted.
#[derive(Debug, Parser)]
#[command(
    name = "audit960",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(after_help = "\
Exit codes:
  0  nothing in the data is lost or contradictory
  1  there are findings of severity error (--exit-zero turns it into 0)
  2  the run itself failed: bad arguments, unreadable input, full disk

A first session:
  audit960 audit games.pgn --out audit      read, replay, write tables, print a summary
  audit960 draws audit --missed             draws that could have been claimed and were not
  audit960 positions audit                  how the 960 start positions scored
  audit960 explain M002                     what a finding code means")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::failure(&error);
            ExitCode::from(2)
        }
    }
}
