//! The games that reached a position.

use xxhash_rust::xxh3::xxh3_64;

use crate::game::PlayedGame;
use crate::tally::GameTally;

/// The games that reached a position, and their players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionCount {
    /// The smallest number of half-moves.
    pub(super) ply: u32,
    pub(super) tally: GameTally,
    /// Hashes of the names of the players. Among a million players two have the same hash with a probability of
    /// one in thirty million.
    players: Vec<u64>,
    /// Number of players after which their hashes are sorted again.
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

    fn sort_players(&mut self) {
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

    /// The count as bytes.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.sort_players();
        let mut bytes = Vec::with_capacity(128);
        bytes.extend(self.ply.to_le_bytes());
        self.tally.write(&mut bytes);
        for player in self.players {
            bytes.extend(player.to_le_bytes());
        }
        bytes
    }

    /// The count of such bytes; of others, an empty one.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let mut count = Self::at(u32::MAX);
        let Some((ply, rest)) = bytes.split_first_chunk() else {
            return count;
        };
        count.ply = u32::from_le_bytes(*ply);
        let Some((tally, rest)) = GameTally::read(rest) else {
            return count;
        };
        count.tally = tally;
        let (players, _) = rest.as_chunks();
        count
            .players
            .extend(players.iter().map(|player| u64::from_le_bytes(*player)));
        count.sort_at = count.players.len().max(1) * 2 + UNSORTED;
        count
    }
}
