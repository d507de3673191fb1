//! Which positions were reached twice, about.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::openings::{Counts, SortedGames};
use super::record::CountedGame;
use crate::game::{NotAMove, PlayedGame, PlayedGameSink};

/// The fewest and the most places for positions.
const PLACES: [u64; 2] = [1 << 16, 1 << 31];

/// Places for each position of a game: with eight of them one position in ten at most is taken for another, with four
/// one in five.
const PLACES_A_POSITION: [u64; 2] = [4, 8];

/// The most places, as far as four for each position do not ask for more: a quarter of a gigabyte.
const MANY_PLACES: u64 = 1 << 30;

/// Positions of a word: two bits each, the lower one if it was reached, the upper one if it was reached again.
const POSITIONS_A_WORD: u64 = 32;

/// Remembers which positions were reached, and which of them again, by two bits for their keys: of those that were
/// reached twice it says so, of few others. Threads share it; what it says does not depend on their order.
#[derive(Debug)]
pub struct SeenPositions {
    words: Vec<AtomicU64>,
    mask: u64,
    last_ply: u32,
}

impl SeenPositions {
    /// For so many games, within so many half-moves.
    #[must_use]
    pub fn for_games(games: u64, last_ply: u32) -> Self {
        let positions = games.saturating_mul(u64::from(last_ply) + 1);
        let [few, many] = PLACES_A_POSITION.map(|each| positions.saturating_mul(each));
        let places = many.min(MANY_PLACES).max(few);
        let places = places.clamp(PLACES[0], PLACES[1]).next_power_of_two();
        let words = places / POSITIONS_A_WORD;
        Self {
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
            mask: places - 1,
            last_ply,
        }
    }

    /// The word of a key, and its lower bit.
    #[inline]
    fn place(&self, key: u64) -> (&AtomicU64, u64) {
        let place = key & self.mask;
        let word = (place / POSITIONS_A_WORD) as usize;
        (&self.words[word], 1 << (2 * (place % POSITIONS_A_WORD)))
    }

    #[inline]
    fn load(&self, key: u64) -> u64 {
        let (word, once) = self.place(key);
        word.load(Ordering::Relaxed) & (once | once << 1)
    }

    /// Sees a position that one game reached, or `several`.
    #[inline]
    fn see(&self, key: u64, several: bool) {
        let (word, once) = self.place(key);
        let again = once << 1;
        let before = word.load(Ordering::Relaxed);
        if before & again != 0 {
            return;
        }
        let known = before & once != 0;
        if known || several || word.fetch_or(once, Ordering::Relaxed) & once != 0 {
            word.fetch_or(once | again, Ordering::Relaxed);
        }
    }

    /// Whether a position was reached twice; `false` is certain.
    #[inline]
    pub(super) fn is_repeated(&self, key: u64) -> bool {
        self.load(key).count_ones() == 2
    }

    /// The half-moves within which positions count.
    pub(super) const fn last_ply(&self) -> u32 {
        self.last_ply
    }
}

/// The number of games of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Times(u32);

impl<G> Counts<G> for Times {
    fn add(&mut self, _: &G) {
        self.0 += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.0 += other.0;
    }
}

/// Sees the positions of games.
#[derive(Debug)]
pub struct SeePositions {
    seen: Arc<SeenPositions>,
    games: SortedGames<CountedGame>,
    /// Whether games were forgotten, because they take too much memory.
    forgot: bool,
    failure: Option<NotAMove>,
}

/// The games whose positions were seen, as far as they are remembered.
#[derive(Debug)]
pub struct SeenGames {
    pub(super) games: SortedGames<CountedGame>,
    forgot: bool,
}

impl SeenGames {
    /// Whether all of them are remembered.
    #[must_use]
    pub const fn are_all(&self) -> bool {
        !self.forgot
    }
}

impl SeePositions {
    /// Sees them for this memory of what was seen, and takes about so many bytes for games.
    #[must_use]
    pub fn new(seen: Arc<SeenPositions>, memory: usize) -> Self {
        Self {
            games: SortedGames::new(seen.last_ply, memory),
            seen,
            forgot: false,
            failure: None,
        }
    }

    /// Divides the games that are left among so many.
    #[must_use]
    pub fn divide(self, shares: usize) -> Vec<Self> {
        let (seen, forgot, failure) = (self.seen, self.forgot, self.failure);
        let of_share = |games| Self {
            seen: Arc::clone(&seen),
            games,
            forgot,
            failure,
        };
        self.games
            .divide(shares)
            .into_iter()
            .map(of_share)
            .collect()
    }

    /// Sees what is left.
    ///
    /// # Errors
    /// [`NotAMove`], as [`PlayedGame::walk`], of any game.
    pub fn finish(mut self) -> Result<SeenGames, NotAMove> {
        self.follow();
        let (games, forgot) = (self.games, self.forgot);
        self.failure.map_or(Ok(SeenGames { games, forgot }), Err)
    }

    fn follow(&mut self) {
        let seen = &self.seen;
        let followed = self.games.follow(|path, nodes, Times(times)| {
            let keys = path.keys(nodes);
            // Memory is far away: all words are asked for before one of them is changed, which has to wait for it.
            let bits = keys.iter().map(|key| seen.load(*key));
            black_box(bits.fold(0, u64::wrapping_add));
            for key in keys {
                seen.see(*key, *times > 1);
            }
        });
        self.failure = self.failure.or(followed.err());
    }
}

impl PlayedGameSink for SeePositions {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        if self.games.is_full() {
            self.follow();
            self.games.clear();
            self.forgot = true;
        }
        self.games.add(game, CountedGame::of(game));
        Ok(())
    }
}
