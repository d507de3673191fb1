//! Which games are copies of earlier ones, in bounded memory and time linear in the archive.
//!
//! A game of at least [`MIN_PLIES`] half-moves is a copy of an earlier such game if, in this order,
//! start and moves are the same; or the start is the same and the moves of one are the beginning of
//! the other's; or players and date are the same ([`players_key`] says what counts as the same) and
//! the moves differ. For each later game only the first kind that holds is reported, with the earliest
//! game of which it holds.
//!
//! While the archive is read, every game is written to a file chosen by its first ten half-moves (two
//! bytes per half-move and 48 for the rest), and a key of players and date to a file chosen by that
//! key, so that copies are always in the same file. Then each file is read twice: first to store the
//! ends of games, by a hash of start and moves; then to look up the hash after each half-move of each
//! game. A hit at the last half-move is a game with the same moves, an earlier hit a game whose moves
//! are a beginning. The pairs are sorted by the later game, in files where they
//! are many.
//!
//! - **Time** is linear in the half-moves, as long as each file has at most [`CompareLimits::entries`]
//!   games; a file with more takes several rounds of this. Games are spread evenly over the files,
//!   except that those with the same first ten half-moves stay together.
//! - **Memory** is bounded by about [`CompareLimits::entries`] entries of 90 bytes per thread, and 64 MB for pairs.
//! - **Disk**: about 200 bytes per game, until the run ends.
//! - Moves are compared by 64-bit hashes and by the number of half-moves. In an archive of a hundred
//!   million games the odds of a single wrong pair are below one in a thousand.
//!
//! The result depends only on the games and their order, not on threads, files or limits.

mod collect;
mod line_hash;
mod players;
mod record;
mod search;
mod spill;

pub use collect::{CollectedGame, GameCollector, Spill, SpillState};
pub use players::{names_key, players_key};
pub use record::{GameHandle, Pair};
pub use search::Search;
pub use spill::{Buffers, SpillFiles};

/// Games with fewer half-moves are never compared.
pub const MIN_PLIES: u32 = 10;

/// Limits that bound memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareLimits {
    /// Number of files of each kind, at least 1.
    pub files: usize,
    /// Games that a thread keeps in memory at a time, at least 1.
    pub entries: u64,
}

impl Default for CompareLimits {
    fn default() -> Self {
        Self {
            files: 64,
            entries: 1 << 20,
        }
    }
}

#[cfg(test)]
mod tests;
