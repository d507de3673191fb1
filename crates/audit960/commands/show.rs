//! `audit960 show`: one game as it stands in its archive.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use audit960_dataset::is_dataset;
use audit960_ledger::GameName;
use audit960_rewrite::{Showing, show_of_archive, show_of_dataset};

use crate::commands::door::DoorArgs;
use crate::commands::limits::LimitArgs;
use crate::commands::one_game::{Opening, find_games};
use crate::output;

/// Show one game as it stands in its archive, with what was found about it
///
/// The text of the game, each finding below the place it is about. With --ply the tags and the board
/// after so many half-moves instead: 0 is the start, 61 White's 31st move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is an ordinal (12), a source with an ordinal (games.pgn#12), or a source with the byte at which
the game begins (games.pgn@48210), as the tables and the findings name it. Ordinals count from 0; a
source may be named by the end of its path, and left out where there is only one.

Examples:
  audit960 show games.pgn 12
  audit960 show audit games.pgn#12 --ply 61
  audit960 show audit games.pgn@48210")]
pub(crate) struct Args {
    /// A dataset that audit960 audit has written, or an archive
    #[arg(value_name = "DIR|FILE")]
    input: String,
    /// The game
    #[arg(value_name = "GAME")]
    game: GameName,
    /// The board after so many half-moves
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if self.input == "-" {
            bail!("show reads an archive twice, and standard input cannot be");
        }
        let inputs = std::slice::from_ref(&self.input);
        let limits = self.limits.limits();
        let opening = Opening {
            door: self.door,
            limits,
        };
        let ledger = find_games(inputs, &self.game, opening)?;
        let found = self.game.find(&ledger)?;
        let mut out = output::stdout();
        let showing = Showing {
            source: &found.source,
            name: match found.game {
                Some(game) => format!("{}#{game}", found.source),
                None => found.source.clone(),
            },
            ply: self.ply,
            colour: output::colour(),
        };
        if is_dataset(Path::new(&self.input)) {
            let dataset = self.door.open(Path::new(&self.input))?;
            show_of_dataset(&dataset, found.identity, limits, showing, &mut out)?;
        } else {
            show_of_archive(inputs, limits, found.identity, showing, &mut out)?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
