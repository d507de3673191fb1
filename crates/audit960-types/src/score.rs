//! Games counted by result.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::labels::GameResult;

/// What becomes of the results of games without moves: tag sections alone, and games that were won or drawn
/// without being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moveless {
    /// They are left out, and their number is said.
    #[default]
    Apart,
    /// They count like those of games that were played.
    Counted,
}

/// Games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreTally {
    /// Games that White won.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games without a result.
    pub unfinished: u64,
}

impl ScoreTally {
    /// Counts one game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::White => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black_wins += 1,
            GameResult::Unfinished => self.unfinished += 1,
        }
    }

    /// Games with a result.
    #[must_use]
    pub const fn decided(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.decided() + self.unfinished
    }
}

impl AddAssign for ScoreTally {
    fn add_assign(&mut self, other: Self) {
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.unfinished += other.unfinished;
    }
}
