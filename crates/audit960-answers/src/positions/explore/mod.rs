//! What was played from a position: the moves with their results, and the tree that follows.

mod counted;
mod moves;
mod tree;

use std::io::Write;

use audit960_audit::Observer;
use audit960_board::Position;
use audit960_report::{Format, TableForm, counted};
use audit960_source::is_read_once;
use audit960_tree::{Explored, Explorer, PackedPosition};

use crate::{GameScan, Inputs, LeftOut};

pub(super) use counted::read as counted_in;

/// A question about a position.
#[derive(Clone, Debug)]
pub struct ExploreQuery {
    /// The position.
    pub position: Position,
    /// Which games count; its last half-move is the last after which the position counts.
    pub scan: GameScan,
    /// Moves in fewer games are left out.
    pub min_games: Option<u64>,
    /// Half-moves of the tree.
    pub depth: u32,
    /// How the answer is written.
    pub form: TableForm,
}

impl Inputs {
    /// Writes what was played from a position; returns what was left out.
    ///
    /// # Errors
    /// If an input cannot be read, or a dataset has no moves; those of the writer.
    pub fn explore(
        &self,
        query: &ExploreQuery,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        let asked = query.scan.last_ply;
        let query = &ExploreQuery {
            scan: self.within_kept(&query.scan)?,
            ..query.clone()
        };
        let mut left_out = self.write_explored(query, observer, out)?;
        // Tables and JSON say it themselves.
        let says_it = matches!(
            query.form.format,
            Format::Table | Format::Json | Format::Arrow
        );
        if !says_it && asked.is_none() {
            left_out.kept = query.scan.last_ply;
        }
        Ok(left_out)
    }

    fn write_explored(
        &self,
        query: &ExploreQuery,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        let form = query.form;
        if form.format == Format::Pgn {
            return self.write_tree(query, observer, out);
        }
        let positions = std::slice::from_ref(&query.position);
        let (explored, left_out) = self.explored(positions, &query.scan, observer)?;
        let explored = explored.into_iter().next().unwrap_or_default();
        let fen = PackedPosition::of(&query.position).xfen();
        let table = |brief| moves::table(&query.position, &explored, query.min_games, brief);
        if !form.is_table() {
            let members = moves::members(query, &fen, &explored)?;
            form.write_about(&table(false), &members, "moves", out)?;
            return Ok(left_out);
        }
        writeln!(out, "{fen}")?;
        match explored.tally.score.games() {
            0 if explored.tally.moveless > 0 => {
                let games = counted(
                    explored.tally.moveless,
                    "game has no moves",
                    "games have no moves",
                );
                writeln!(out, "no game was played from this position; {games}")?;
            }
            0 => {
                let within = moves::within(&query.scan);
                writeln!(out, "no game reached this position{within}")?;
                // Asked again only where nothing was found: rights are what people forget.
                let again = !self.names.iter().any(|name| is_read_once(name));
                if let Some(other) = moves::with_other_castling(&fen).filter(|_| again) {
                    let positions = std::slice::from_ref(&other);
                    let (found, _) = self.explored(positions, &query.scan, observer)?;
                    let games: u64 = found.iter().map(|found| found.tally.score.games()).sum();
                    if games > 0 {
                        writeln!(
                            out,
                            "castling rights are part of a position: {} it with others, --fen \"{}\"",
                            counted(games, "game reached", "games reached"),
                            PackedPosition::of(&other).xfen()
                        )?;
                    }
                }
            }
            games => {
                form.write_fitting(&table, out)?;
                let within = moves::within(&query.scan);
                writeln!(out, "\n{}", moves::sentence(games, &explored, &within))?;
            }
        }
        Ok(left_out)
    }

    /// The games of a question about any half-move: where datasets have no more than the first half-moves of their
    /// games, it is asked of these.
    fn within_kept(&self, scan: &GameScan) -> anyhow::Result<GameScan> {
        let last_ply = match scan.last_ply {
            None => self.kept_plies()?,
            last => last,
        };
        Ok(GameScan {
            last_ply,
            ..scan.clone()
        })
    }

    /// What was played from each of some positions.
    fn explored(
        &self,
        positions: &[Position],
        scan: &GameScan,
        observer: &dyn Observer,
    ) -> anyhow::Result<(Vec<Explored>, LeftOut)> {
        if let Some(counted) = self.counted_before(positions, scan)? {
            return Ok(counted);
        }
        let explorer = Explorer::new(positions, scan.last_ply.unwrap_or(u32::MAX));
        let played = self.play(scan, observer, &|| explorer.clone())?;
        let left_out = played.left_out;
        let merged = played.merged(Explorer::merge).unwrap_or(explorer);
        Ok((merged.into_explored(), left_out))
    }
}
