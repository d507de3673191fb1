//! Games counted: results, ratings, days.

use audit960_types::{GameResult, Identity, ScoreTally, game_id};
use serde::{Deserialize, Serialize};

use crate::game::PlayedGame;

/// Ratings summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EloSum {
    /// Sum of the ratings that are known.
    pub sum: i64,
    /// Number of them.
    pub known: u64,
}

impl EloSum {
    fn add(&mut self, elo: Option<i32>) {
        if let Some(elo) = elo {
            self.sum += i64::from(elo);
            self.known += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.known += other.known;
    }

    /// Mean rating; `None` if none is known.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.known > 0).then(|| self.sum as f64 / self.known as f64)
    }
}

/// Games counted. Merging tallies gives the same result in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTally {
    /// Games by result.
    pub score: ScoreTally,
    /// Games without moves, which are counted nowhere else.
    pub moveless: u64,
    /// Ratings of White and of Black.
    pub elos: [EloSum; 2],
    /// Earliest and latest of the days from which on the games can have been played, in days since 1 January
    /// 1970; `None` if no date is known.
    pub days: Option<(i32, i32)>,
}

impl GameTally {
    /// Counts a game.
    pub fn add(&mut self, game: &PlayedGame<'_>) {
        let result = (!game.moveless).then_some(game.result);
        self.add_result(result, game.elos, game.day);
    }

    /// Counts a game with this result, `None` if it has no moves.
    pub(crate) fn add_result(
        &mut self,
        result: Option<GameResult>,
        elos: [Option<i32>; 2],
        day: Option<i32>,
    ) {
        let Some(result) = result else {
            self.moveless += 1;
            return;
        };
        self.score.add(result);
        for (sum, elo) in self.elos.iter_mut().zip(elos) {
            sum.add(elo);
        }
        self.add_days(day.map(|day| (day, day)));
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.score += other.score;
        self.moveless += other.moveless;
        for (sum, more) in self.elos.iter_mut().zip(other.elos) {
            sum.merge(more);
        }
        self.add_days(other.days);
    }

    /// Mean rating of all players; `None` if none is known.
    #[must_use]
    pub fn mean_elo(&self) -> Option<f64> {
        let mut both = self.elos[0];
        both.merge(self.elos[1]);
        both.mean()
    }

    fn add_days(&mut self, days: Option<(i32, i32)>) {
        self.days = match (self.days, days) {
            (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
            (known, None) => known,
            (None, days) => days,
        };
    }
}

/// A game that shows a move: the one with the highest ratings, of several the one with the smallest id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Sum of both ratings; 0 if one is unknown.
    pub rating: i64,
    /// Its id in all tables.
    pub id: i64,
    /// Input that the game was read from.
    pub source: String,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Tag `White`.
    pub white: Option<String>,
    /// Tag `Black`.
    pub black: Option<String>,
}

impl ExampleGame {
    fn rating_of(game: &PlayedGame<'_>) -> i64 {
        let [white, black] = game.elos;
        white
            .zip(black)
            .map_or(0, |(white, black)| i64::from(white) + i64::from(black))
    }

    /// Whether a game with this rating and id comes before it.
    fn is_behind(&self, rating: i64, id: impl FnOnce() -> i64) -> bool {
        self.rating < rating || self.rating == rating && id() < self.id
    }

    /// Keeps the better one of an example and a game.
    pub(crate) fn take_game(best: &mut Option<Self>, game: &PlayedGame<'_>) {
        let rating = Self::rating_of(game);
        let id = || game_id(game.source, game.identity);
        if best
            .as_ref()
            .is_none_or(|known| known.is_behind(rating, id))
        {
            *best = Some(Self {
                rating,
                id: id(),
                source: game.source.to_owned(),
                identity: game.identity,
                white: game.white.map(str::to_owned),
                black: game.black.map(str::to_owned),
            });
        }
    }

    /// Keeps the better one of two examples.
    pub fn take(best: &mut Option<Self>, other: Option<Self>) {
        let Some(other) = other else { return };
        if best
            .as_ref()
            .is_none_or(|known| known.is_behind(other.rating, || other.id))
        {
            *best = Some(other);
        }
    }
}
