//! Which positions were reached twice, about.

use std::sync::atomic::{AtomicU64, Ordering};

use audit960_board::Position;

use crate::game::{NotAMove, PlayedGame, PlayedGameSink};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The fewest and the most bits for positions.
const BITS: [u64; 2] = [1 << 16, 1 << 31];

/// Bits for each position of a game: with four of them one position in five at most is taken for another.
const BITS_A_POSITION: u64 = 4;

/// Remembers which positions were reached, and which of them again, by bits for their keys: of those that were reached
/// twice it says so, of others seldom. Threads share it; what it says does not depend on their order.
#[derive(Debug)]
pub struct SeenPositions {
    once: Vec<AtomicU64>,
    again: Vec<AtomicU64>,
    mask: u64,
    last_ply: u32,
}

impl SeenPositions {
    /// For so many games, within so many half-moves.
    #[must_use]
    pub fn for_games(games: u64, last_ply: u32) -> Self {
        let positions = games.saturating_mul(u64::from(last_ply) + 1);
        let bits = positions.saturating_mul(BITS_A_POSITION);
        let bits = bits.clamp(BITS[0], BITS[1]).next_power_of_two();
        let words = || (0..bits / 64).map(|_| AtomicU64::new(0)).collect();
        Self {
            once: words(),
            again: words(),
            mask: bits - 1,
            last_ply,
        }
    }

    fn place(&self, position: &Position) -> (usize, u64) {
        let bit = position.key() & self.mask;
        ((bit >> 6) as usize, 1 << (bit & 63))
    }

    fn see(&self, position: &Position) {
        let (word, bit) = self.place(position);
        if self.once[word].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            self.again[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether a position was reached twice; `false` is certain.
    pub(super) fn is_repeated(&self, position: &Position) -> bool {
        let (word, bit) = self.place(position);
        self.again[word].load(Ordering::Relaxed) & bit != 0
    }

    /// The half-moves within which positions count.
    pub(super) const fn last_ply(&self) -> u32 {
        self.last_ply
    }
}

/// Sees the positions of games.
#[derive(Clone, Debug)]
pub struct SeePositions(pub Arc<SeenPositions>);

impl PlayedGameSink for SeePositions {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        game.walk(|ply, position, _| {
            if ply > self.0.last_ply {
                return ControlFlow::Break(());
            }
            self.0.see(position);
            ControlFlow::Continue(())
        })
    }
}
