//! `audit960 popular`: which positions of games are popular.

use std::process::ExitCode;

use anyhow::bail;
use audit960_dataset::Door;
use audit960_inputs::{PlyRange, PopularBy, PopularQuery};

use audit960_report::TableForm;

use crate::commands::common::{FormatArgs, QueryArgs};
use crate::commands::filters::tell_unmet;
use crate::commands::position::{StartArgs, tell_left_out};
use crate::console::Console;

/// Show which positions games reached most often, and how they scored
///
/// Positions after a number of half-moves, with the games that reached them: results, White's score with its
/// 95 % interval, mean rating, first and last date (the first day that a date can mean), number of players' names as
/// they are written. Positions are the same if pieces,
/// side to move, castling rights and legal en-passant captures are (Laws 9.2.3), whatever moves led to them;
/// they are written as X-FEN with the counters 0 1. Games without a result count as games only, damaged games
/// as far as they could be replayed, games without moves at half-move 0 only, and apart: in column moveless.
///
/// Half-moves count from the start of the record. For the start positions themselves, see audit960
/// positions.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/popular.txt").trim_end())]
pub(crate) struct Args {
    /// Datasets written by audit960 audit with --positions or --with-moves, or archives, read as audit reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Positions after N half-moves; any counts each position once a game, after whatever number
    #[arg(long, value_name = "N|any", value_parser = ply, conflicts_with = "plies")]
    ply: Option<Ply>,
    /// Positions after these numbers of half-moves [default: 1-12; with --known, 0-40]
    #[arg(long, value_name = "FIRST-LAST")]
    plies: Option<PlyRange>,
    #[command(flatten)]
    start: StartArgs,
    /// Count apart by start, rating (bands of 200), a column of games (event, year, venue ...) or two (year,venue)
    #[arg(long, value_name = "COLUMN[,COLUMN]", value_parser = PopularBy::parse)]
    by: Option<PopularBy>,
    /// Count a position and its left-right mirror as one where nobody may castle any more; the one that comes first in
    /// the alphabet is printed, whichever was played
    #[arg(long)]
    mirror: bool,
    /// Print only the first N positions after each number of half-moves, and of each group; 0 is all [default: 10
    /// in tables, else all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Show for each start position how quickly its games leave what the others played: the number of half-moves
    /// after which half of them are alone, the number of different positions after each number of half-moves, added up, and the entropy of the first move
    #[arg(long, conflicts_with_all = ["ply", "by", "mirror", "top"])]
    known: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    ask: QueryArgs,
}

/// A number of half-moves, or any.
#[derive(Clone, Copy, Debug)]
enum Ply {
    Any,
    After(u32),
}

fn ply(text: &str) -> Result<Ply, &'static str> {
    match text {
        "any" => Ok(Ply::Any),
        number => number
            .parse()
            .map(Ply::After)
            .map_err(|_| "a number of half-moves, or any"),
    }
}

/// Rows of a table where no number is asked for.
const TOP: usize = 10;

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let usual = match self.known {
            true => PlyRange { first: 0, last: 40 },
            false => PlyRange { first: 1, last: 12 },
        };
        let mut plies = self.plies.unwrap_or(usual);
        if self.known {
            // The games of a start are counted at its beginning, and left from there on.
            if plies.first > 1 {
                bail!(
                    "--known follows games from their start: name the last half-move alone, --plies 0-{}",
                    plies.last
                );
            }
            plies.first = 0;
        }
        let scan = self.start.scan()?;
        let query = |form: TableForm| PopularQuery {
            plies: match self.ply {
                None => Some(plies),
                Some(Ply::Any) => None,
                Some(Ply::After(ply)) => Some(PlyRange {
                    first: ply,
                    last: ply,
                }),
            },
            scan: scan.clone(),
            by: if self.known {
                Some(PopularBy::Start)
            } else {
                self.by
            },
            mirror: self.mirror,
            top: match self.top {
                Some(top) => Some(top).filter(|top| *top > 0),
                None => form.is_table().then_some(TOP),
            },
            known: self.known,
            usual: self.plies.is_none(),
            form,
        };
        let inputs = self.ask.inputs(&self.inputs)?;
        let left_out = self
            .format
            .write(Door::reading(&self.inputs), |form, out| {
                inputs.popular(&query(form), &Console::bar(false), out)
            })?;
        tell_left_out(left_out);
        tell_unmet(inputs.filter.as_ref());
        Ok(ExitCode::SUCCESS)
    }
}
