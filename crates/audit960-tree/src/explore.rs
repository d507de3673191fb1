//! What was played from some positions.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use audit960_board::{Move, Position};

use crate::game::{NotAMove, PlayedGame, PlayedGameSink};
use crate::packed::PackedPosition;
use crate::reach::Reachability;
use crate::tally::{ExampleGame, GameTally};

/// The games in which a move was played from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// The games, each once.
    pub tally: GameTally,
    /// One of them.
    pub example: Option<ExampleGame>,
}

/// The games that reached a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// The games, each once.
    pub tally: GameTally,
    /// The moves played from it. A game that comes back to the position and plays another move counts for
    /// both.
    pub moves: BTreeMap<Move, MoveCounts>,
}

impl Explored {
    /// Adds other games.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(&other.tally);
        for (played, counts) in other.moves {
            let mine = self.moves.entry(played).or_default();
            mine.tally.merge(&counts.tally);
            ExampleGame::take(&mut mine.example, counts.example);
        }
    }

    /// The moves, the most frequent first; moves of equally many games in the order of their
    /// UCI_Chess960.
    #[must_use]
    pub fn by_games(&self) -> Vec<(Move, &MoveCounts)> {
        let moves = self.moves.iter().map(|(played, counts)| (*played, counts));
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_cached_key(|(played, counts)| {
            (
                std::cmp::Reverse(counts.tally.score.games()),
                played.to_string(),
            )
        });
        moves
    }
}

/// The positions that are looked for.
#[derive(Debug)]
struct Targets {
    /// Index of each position.
    indices: HashMap<PackedPosition, usize>,
    /// A bit for the upper bits of each position's key: most positions of games are refused here.
    keys: Vec<u64>,
    reach: Option<Reachability>,
}

impl Targets {
    fn new(positions: &[Position]) -> Self {
        let mut keys = vec![0; 1 << 10];
        for position in positions {
            let (word, bit) = place(position);
            keys[word] |= bit;
        }
        let packed = positions.iter().map(PackedPosition::of);
        Self {
            indices: packed.zip(0..).collect(),
            keys,
            reach: Reachability::of(positions),
        }
    }

    fn find(&self, position: &Position) -> Option<usize> {
        let (word, bit) = place(position);
        if self.keys[word] & bit == 0 {
            return None;
        }
        self.indices.get(&PackedPosition::of(position)).copied()
    }
}

/// Word and bit of a position's key.
fn place(position: &Position) -> (usize, u64) {
    let upper = position.key() >> 48;
    ((upper >> 6) as usize, 1 << (upper & 63))
}

/// Finds what was played from some positions. Each thread has its own; they are merged with the same result
/// in any order.
#[derive(Clone, Debug)]
pub struct Explorer {
    targets: Arc<Targets>,
    /// Half-moves after which a position no longer counts.
    last_ply: u32,
    explored: Vec<Explored>,
    /// The positions and moves of the current game that were counted.
    seen: Vec<(usize, Option<Move>)>,
}

impl Explorer {
    /// Looks for these positions, which are all different, within so many half-moves of a game.
    #[must_use]
    pub fn new(positions: &[Position], last_ply: u32) -> Self {
        Self {
            targets: Arc::new(Targets::new(positions)),
            last_ply,
            explored: vec![Explored::default(); positions.len()],
            seen: Vec::new(),
        }
    }

    /// Adds the games of another explorer of the same positions.
    pub fn merge(&mut self, other: Self) {
        for (mine, other) in self.explored.iter_mut().zip(other.explored) {
            mine.merge(other);
        }
    }

    /// What was found, in the order of the positions.
    #[must_use]
    pub fn into_explored(self) -> Vec<Explored> {
        self.explored
    }
}

impl PlayedGameSink for Explorer {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        let Self {
            targets,
            last_ply,
            explored,
            seen,
        } = self;
        let Some(reach) = targets.reach else {
            return Ok(());
        };
        seen.clear();
        game.walk(|ply, position, played| {
            if ply > *last_ply || !reach.is_open_in(position, ply > 0 && position.clock() > 0) {
                return ControlFlow::Break(());
            }
            let Some(index) = targets.find(position) else {
                return ControlFlow::Continue(());
            };
            let explored = &mut explored[index];
            if !seen.contains(&(index, None)) {
                seen.push((index, None));
                explored.tally.add(game);
            }
            if let Some(played) = played
                && !seen.contains(&(index, Some(played)))
            {
                seen.push((index, Some(played)));
                let counts = explored.moves.entry(played).or_default();
                counts.tally.add(game);
                ExampleGame::take_game(&mut counts.example, game);
            }
            ControlFlow::Continue(())
        })
    }
}

#[cfg(test)]
mod tests;
