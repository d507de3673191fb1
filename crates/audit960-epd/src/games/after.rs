//! Positions after a number of half-moves, each once, with the number of games that reach it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use audit960_types::{Fact, FactSink};

use super::replay::{after, four_fields};
use crate::duplicates::{PositionKey, key};

/// Collects the positions after a number of half-moves. Games need their moves ([`moves`](audit960_types::GameFacts::moves)).
#[derive(Clone, Debug)]
pub struct AfterPlies {
    plies: u32,
    positions: BTreeMap<PositionKey, Reached>,
    games: u64,
}

/// A position and how often it was reached.
#[derive(Clone, Debug)]
struct Reached {
    fields: String,
    games: u64,
}

impl AfterPlies {
    /// Collects the positions after `plies` half-moves.
    #[must_use]
    pub fn new(plies: u32) -> Self {
        Self {
            plies,
            positions: BTreeMap::new(),
            games: 0,
        }
    }

    /// Adds the positions of another collector for the same number of half-moves.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        for (key, reached) in other.positions {
            self.add(key, reached);
        }
    }

    /// Number of games with at least that many half-moves.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Number of different positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Writes the positions as EPD, those with most games first; the operand of `Games` is how many reach
    /// it. Clock and move number are left out: they need not be the same in all games.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines: Vec<&Reached> = self.positions.values().collect();
        lines.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.fields.cmp(&b.fields)));
        lines
            .iter()
            .try_for_each(|line| writeln!(out, "{} Games {};", line.fields, line.games))
    }

    fn add(&mut self, key: PositionKey, reached: Reached) {
        self.positions
            .entry(key)
            .and_modify(|known| known.games += reached.games)
            .or_insert(reached);
    }
}

impl FactSink for AfterPlies {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            let enough = facts.plies >= self.plies;
            let Some(moves) = facts.moves.filter(|_| enough) else {
                return;
            };
            if let Some((position, _)) = after(facts.fen, moves, self.plies) {
                self.games += 1;
                self.add(
                    key(&position),
                    Reached {
                        fields: four_fields(&position),
                        games: 1,
                    },
                );
            }
        }
    }
}
