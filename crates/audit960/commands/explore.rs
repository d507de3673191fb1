//! `audit960 explore`: what was played from a position, and which positions were reached.

mod popular;

use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::{ExploreQuery, GameScan, line_from};
use audit960_board::Position;
use audit960_dataset::Door;
use audit960_report::Format;
use audit960_tree::position_of_fen;

use self::popular::PopularArgs;
use crate::commands::common::QueryArgs;
use crate::commands::filters::tell_unmet;
use crate::commands::format::{FormatArgs, formats_and};
use crate::commands::position::{StartArgs, tell_left_out};
use crate::console::Console;

/// Show what was played from a position, or which positions were reached most
///
/// The position is a start position (--start), a FEN (--fen), or what a line of play leads to from there
/// (--moves), by default from the orthodox start position. Games that reach it by another order of
/// moves count, too: positions are the same if pieces, side to move, castling rights and legal en-passant
/// captures are (Laws 9.2.3). A game counts once for each move that it played from the position.
///
/// Without a position, or with --plies, --by, --mirror, --limit or --known, lists the positions that games
/// reached most often, with the games that reached them, whatever moves led to them. They are written as X-FEN with
/// the counters 0 1. Half-moves count from the start of the record.
///
/// Scores are White's, from 0 to 1 per game, with a 95 % interval (Wilson's, as if no game were drawn); games
/// without a result count as games only. Damaged games count as far as they could be replayed; games without moves are
/// counted apart. With --start only games from that start position count.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/explore.txt").trim_end())]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Pgn]))))]
pub(crate) struct Args {
    /// Datasets written by audit960 audit with --positions or --with-moves, or archives, read as audit reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// The position in FEN, X-FEN or Shredder-FEN; its clock and move number are ignored
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Half-moves from there, in SAN or UCI_Chess960
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Count the position only where it came up within the first N half-moves of a game [default: anywhere; within
    /// those that audit --positions kept, where a dataset has no more]
    #[arg(long, value_name = "N")]
    within: Option<u32>,
    #[command(flatten)]
    format: FormatArgs,
    /// Leave out moves in fewer games [default: 1; of the tree, one in a hundred of the games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    min_games: Option<u64>,
    /// Length of the tree in half-moves, for --format pgn [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: Option<u32>,
    #[command(flatten)]
    popular: PopularArgs,
    #[command(flatten)]
    ask: QueryArgs,
}

/// Length of the tree in half-moves where none is asked for.
const DEPTH: u32 = 4;

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self.ask.inputs(&self.inputs)?;
        let position = self.position()?;
        if self.depth.is_some() && self.format.format()? != Format::Pgn {
            bail!(
                "--depth is the length of the tree of --format pgn; --plies 1-3, without a position, lists those after as many half-moves"
            );
        }
        let scan = GameScan {
            last_ply: self.within,
            ..self.start.scan()?
        };
        let left_out = self
            .format
            .write(Door::reading(&self.inputs), |form, out| {
                let console = Console::bar(false);
                let Some(position) = &position else {
                    return inputs.popular(&self.popular.query(&self.start, form)?, &console, out);
                };
                let query = ExploreQuery {
                    position: position.clone(),
                    scan: scan.clone(),
                    min_games: self.min_games,
                    depth: self.depth.unwrap_or(DEPTH),
                    form,
                };
                inputs.explore(&query, &console, out)
            })?;
        tell_left_out(left_out);
        tell_unmet(inputs.filter.as_ref());
        Ok(ExitCode::SUCCESS)
    }

    /// The position that is asked for; none where those that were reached most are.
    fn position(&self) -> anyhow::Result<Option<Position>> {
        let start = self.start.start()?;
        let is_named = self.fen.is_some() || self.moves.is_some();
        let needs_position = is_named
            || self.within.is_some()
            || self.min_games.is_some()
            || self.format.format()? == Format::Pgn;
        if self.popular.is_asked() && needs_position {
            bail!(
                "--plies, --by, --mirror, --limit and --known list positions; --fen, --moves, --within, --min-games \
                 and --format pgn ask about the moves from one"
            );
        }
        if self.popular.is_asked() || !(needs_position || start.is_some()) {
            return Ok(None);
        }
        let mut position = match (&self.fen, start) {
            (Some(fen), _) => position_of_fen(fen).map_err(anyhow::Error::msg)?,
            (None, Some([white, black])) => Position::chess960(white, black),
            (None, None) => Position::standard(),
        };
        for played in line_from(&position, self.moves.as_deref().unwrap_or_default())? {
            position.play(played);
        }
        Ok(Some(position))
    }
}
