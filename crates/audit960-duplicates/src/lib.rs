//! Which games are copies of earlier ones, in bounded memory and time linear in the archive.
//!
//! A game of at least [`LEAST_PLIES`] half-moves is a copy of an earlier such game if, in this order,
//! start and moves are the same; or the start is the same and the moves of one are the beginning of
//! the other's; or players and date are the same ([`players_key`] says what counts as the same) and
//! the moves are others. Of each later game only the first kind that holds is told, with the earliest
//! game of which it holds.
//!
//! How: while the archive is read, every game goes to a file chosen by its first ten half-moves (two
//! bytes a half-move and 48 for the rest), and a key of players and date to a file chosen by that
//! key. What can be a copy of what lies in the same file. Then each file is gone through twice: once
//! to note where games end, by a hash of start and moves; once to look up the hash after each
//! half-move of each game. A hit at the last half-move is a game with the same moves, an earlier one
//! a game whose moves are a beginning. What is found goes to files by the place of the later game,
//! and each of these is sorted.
//!
//! - **Time** is linear in the half-moves, as long as no more than [`CompareLimits::entries`] games fall to
//!   one file; a file with more is gone through once more for each further so many. Files share games
//!   evenly but for those with the same first ten half-moves, which go together.
//! - **Memory** is bounded by about [`CompareLimits::entries`] notes of 90 bytes for each thread, and at the
//!   end by the findings of one file: those about one part in [`CompareLimits::files`] of the archive.
//! - **Disk**: about 200 bytes a game, as long as the run lasts.
//! - Moves are compared by hashes of 64 bits and their number. In an archive of a hundred million
//!   games the odds of a single wrong pair are below one in a thousand.
//!
//! What is found depends on the games and their order alone, not on threads, files or limits.

mod collect;
mod error;
mod line;
mod pairs;
mod players;
mod record;
mod search;
mod spill;

pub use collect::{Collector, Game, Spill, SpillState};
pub use error::DuplicateError;
pub use pairs::{Copies, Copy};
pub use players::{names_key, players_key};
pub use record::Place;
pub use search::Search;

/// Games with fewer half-moves are never compared.
pub const LEAST_PLIES: u32 = 10;

/// What bounds memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareLimits {
    /// Files of each kind. At least 1.
    pub files: usize,
    /// Games that a thread keeps in mind at a time. At least 1.
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
