//! `audit960 start`: the 960 start positions themselves.

mod draw;
mod list;
mod show;

use std::process::ExitCode;

use clap::Subcommand;

/// Show, list or draw start positions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 start show 518
  audit960 start show BBQNNRKR
  audit960 start list --format epd > starts.epd
  audit960 start show 518:0
  audit960 start list --double --format csv > double.csv
  audit960 start draw --method bodlaender -n 3 --seed 7
  audit960 start draw --double --distinct -n 500 --seed 7 --format fen > book.fen")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Show(show::Args),
    List(list::Args),
    Draw(draw::Args),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            What::Show(args) => args.run(),
            What::List(args) => args.run(),
            What::Draw(args) => args.run(),
        }
    }
}
