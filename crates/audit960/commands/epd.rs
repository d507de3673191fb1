//! `audit960 epd`: files of positions.

mod check;
mod convert;
mod from_games;
mod perft;

use std::process::ExitCode;

use audit960_pipeline::{Lines, lines_in_order};
use clap::Subcommand;

use crate::commands::common::RunArgs;

/// Check, convert and count positions, or gather them from games
///
/// Files hold a position a line, as EPD or FEN, with operations behind it or without; plain or as
/// zstd, gzip, bzip2 or zip. Castling is read in both dialects of Chess960, mixed in any way.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 epd check openings.epd suite.epd.gz
  audit960 epd convert --to fen --castling shredder openings.epd > shredder.fen
  audit960 epd perft --depth 4 chess960.perft
  audit960 epd from-games --after 8 games.pgn.zst > book.epd
  audit960 epd from-games --at-claim games.pgn > claims.epd")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Check(check::Args),
    Convert(convert::Args),
    Perft(perft::Args),
    FromGames(from_games::Args),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            What::Check(args) => args.run(),
            What::Convert(args) => args.run(),
            What::Perft(args) => args.run(),
            What::FromGames(args) => args.run(),
        }
    }
}

/// What the commands on files of positions have in common.
#[derive(Debug, clap::Args)]
struct Common {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<String>,
    #[command(flatten)]
    run: RunArgs,
}

impl Common {
    /// Does `work` on the lines of all inputs, and hands what comes of them to `take`, in their order.
    fn lines_in_order<T: Send>(
        &self,
        work: impl Fn(&Lines) -> T + Sync,
        take: impl FnMut(&Lines, T) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        lines_in_order(
            &self.inputs,
            self.run.threads(),
            self.run.limits(),
            work,
            take,
        )
    }
}
