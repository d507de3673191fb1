//! The games that reached a position.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::PlayedGame;
use crate::tally::GameTally;

/// The games that reached a position, and their players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PositionCount {
    /// The smallest number of half-moves.
    pub(super) ply: u32,
    pub(super) tally: GameTally,
    /// Hashes of the names of the players. Among a million players two have the same hash with a probability of
    /// one in thirty million.
    players: Vec<u64>,
    /// Number of players after which their hashes are sorted again.
    #[serde(skip)]
    sort_at: usize,
}

/// Number of players that are kept without sorting.
const UNSORTED: usize = 32;

impl PositionCount {
    /// No games so far.
    pub(super) fn at(ply: u32) -> Self {
        Self {
            ply,
            tally: GameTally::default(),
            players: Vec::new(),
            sort_at: UNSORTED,
        }
    }

    /// Counts a game that reached the position after so many half-moves.
    pub(super) fn add(&mut self, ply: u32, game: &PlayedGame<'_>) {
        self.tally.add(game);
        self.ply = self.ply.min(ply);
        if game.moveless {
            return;
        }
        let names = [game.white, game.black].into_iter().flatten();
        let known = names.filter(|name| !matches!(name.trim(), "" | "?" | "-"));
        self.players
            .extend(known.map(|name| xxh3_64(name.as_bytes())));
        if self.players.len() >= self.sort_at {
            self.sort_players();
        }
    }

    /// Keeps each player once.
    pub(super) fn sort_players(&mut self) {
        self.players.sort_unstable();
        self.players.dedup();
        self.sort_at = 2 * self.players.len() + UNSORTED;
    }

    /// Adds the games of another count.
    pub(super) fn merge(&mut self, other: &Self) {
        self.ply = self.ply.min(other.ply);
        self.tally.merge(&other.tally);
        self.players.extend(&other.players);
        if self.players.len() >= self.sort_at {
            self.sort_players();
        }
    }

    /// Number of players with different names.
    pub(super) fn players(&mut self) -> u64 {
        self.sort_players();
        self.players.len() as u64
    }
}
