//! `audit960 show`: one game as it stands in its archive.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::ScoresheetMove;
use audit960_export::{ShowOptions, View, show_of_archive, show_of_dataset};
use audit960_source::is_read_once;

use crate::commands::common::GameArgs;
use crate::output;

/// Show one game as it stands in its archive, with its findings
///
/// Prints the text of the game, each finding below the text it is about. With --ply or --move,
/// prints the tags and the board after that half-move instead: --ply 61 and --move 31 are after White's 31st move,
/// --ply 0 is the start. With --anonymise, prints the
/// text alone with other words of the same shape for names and events: a game to report a bug with.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/show.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    of: GameArgs,
    /// Show the board after N half-moves
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// Show the board after a move: 31 or 31w is White's, 31b Black's
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "ply")]
    after: Option<ScoresheetMove>,
    /// Print the game with other words for names and events, and the same findings
    #[arg(long, visible_alias = "anonymize", conflicts_with_all = ["ply", "after"])]
    anonymise: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if is_read_once(&self.of.from.input) {
            bail!(
                "{}: show reads an archive twice, and this can be read only once",
                self.of.from.input
            );
        }
        let inputs = self.of.from.inputs();
        let limits = inputs.limits;
        let ledger = inputs.games(self.of.game())?;
        let found = self.of.game().find(&ledger)?;
        let ply = match &self.after {
            Some(after) => Some(after.named_ply(found.numbers())?),
            None => self.ply,
        };
        let view = match ply {
            Some(ply) => View::Board(ply),
            None if self.anonymise => View::Anonymous {
                terminal: std::io::stdout().is_terminal(),
            },
            None => View::Text,
        };
        let mut out = output::stdout();
        let showing = ShowOptions {
            source: &found.source,
            name: found.name(),
            view,
            colour: output::colour(),
        };
        let notes = match inputs.datasets().next() {
            Some(folder) => {
                let dataset = inputs.open(folder)?;
                show_of_dataset(&dataset, found.identity, showing, &mut out)?
            }
            None => show_of_archive(&inputs.names, limits, found.identity, showing, &mut out)?,
        };
        out.flush()?;
        notes.iter().for_each(|note| output::note(note));
        Ok(ExitCode::SUCCESS)
    }
}
