//! `audit960 explore` without a position: the positions that games reached most often.

use anyhow::{bail, ensure};
use audit960_answers::{PlyRange, PopularBy, PopularQuery};
use audit960_report::TableForm;

use crate::commands::position::StartArgs;

/// Rows of a table where no number is asked for.
const LIMIT: usize = 10;

/// What is listed where no position is named.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Positions most reached")]
pub(super) struct PopularArgs {
    /// Positions after these numbers of half-moves: 8, 1-12, or any, which counts each position once a game [default:
    /// 1-12; with --known, 0-40]
    #[arg(long, value_name = "N|FIRST-LAST|any", value_parser = plies)]
    plies: Option<Plies>,
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
    limit: Option<usize>,
    /// Show for each start position how quickly its games leave what the others played. The number of half-moves
    /// after which half of them are alone, the number of different positions after each number of half-moves, added up,
    /// and the entropy of the first move
    #[arg(long, conflicts_with_all = ["by", "mirror", "limit"])]
    known: bool,
}

/// Numbers of half-moves, or any.
#[derive(Clone, Copy, Debug)]
enum Plies {
    Any,
    Range(PlyRange),
}

fn plies(text: &str) -> Result<Plies, String> {
    match text {
        "any" => Ok(Plies::Any),
        range => range.parse().map(Plies::Range),
    }
}

impl PopularArgs {
    /// Whether one of these options is given.
    pub(super) const fn is_asked(&self) -> bool {
        self.plies.is_some()
            || self.by.is_some()
            || self.mirror
            || self.limit.is_some()
            || self.known
    }

    /// The question.
    pub(super) fn query(&self, start: &StartArgs, form: TableForm) -> anyhow::Result<PopularQuery> {
        let plies = match self.plies {
            None if self.known => Some(PlyRange { first: 0, last: 40 }),
            None => Some(PlyRange { first: 1, last: 12 }),
            Some(Plies::Any) => None,
            Some(Plies::Range(range)) => Some(range),
        };
        if self.known {
            let Some(plies) = plies else {
                bail!("--known counts positions after each number of half-moves: not --plies any");
            };
            // The games of a start are counted at its beginning, and left from there on.
            ensure!(
                plies.first == 0,
                "--known follows games from their start: --plies 0-{}",
                plies.last
            );
        }
        Ok(PopularQuery {
            plies,
            scan: start.scan()?,
            by: match self.known {
                true => Some(PopularBy::Start),
                false => self.by,
            },
            mirror: self.mirror,
            top: match self.limit {
                Some(limit) => Some(limit).filter(|limit| *limit > 0),
                None => form.is_table().then_some(LIMIT),
            },
            known: self.known,
            usual: self.plies.is_none(),
            form,
        })
    }
}
