//! What results an archive lets one expect if its start positions made no difference.

use audit960_types::{RatedTally, ScoreTally, StartTally, Tally};

use crate::outcome::{Outcome, fit_kappa};
use crate::rating::{expected_score, white_advantage};
use crate::score::half_points;

/// The games that the significance tests rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestBasis {
    /// The decided games with both ratings: results are expected by rating difference.
    RatedGames,
    /// All decided games, because none has both ratings: results are expected at the archive's
    /// frequencies of wins, draws and losses.
    DecidedGames,
}

/// The win/draw/loss model of an archive.
#[derive(Clone, Debug)]
pub(crate) struct ResultModel {
    /// What it was fitted to, and what it tests.
    pub(crate) basis: TestBasis,
    /// Probabilities by class of games: by rating difference, or of the one class there is.
    pub(crate) outcomes: Vec<Outcome>,
    /// White's advantage in rating points; `None` without ratings.
    pub(crate) advantage: Option<f64>,
    /// Rating differences of the classes, ascending; empty without ratings.
    differences: Vec<i32>,
    /// Variance of White's score in one game (points), averaged over the games.
    pub(crate) game_variance: f64,
}

/// The results of one position beside what the model lets one expect, in half points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evidence {
    /// Classes met, and games in each.
    pub(crate) classes: Vec<(usize, f64)>,
    /// Decided games the test can use.
    pub(crate) games: u64,
    /// White's score.
    pub(crate) scored: u64,
    /// White's expected score.
    pub(crate) expected: f64,
    /// Variance of White's score.
    pub(crate) variance: f64,
}

impl ResultModel {
    /// Fits the model to an archive; `None` if no game is decided.
    ///
    /// With ratings: expected scores with White's advantage fitted (residuals add up to nought),
    /// draws by Davidson's model with its parameter fitted (as many draws as there are). Without:
    /// the archive's own frequencies.
    pub(crate) fn fit(tally: &Tally) -> Option<Self> {
        let rated = merged(tally.positions.values());
        match white_advantage(&rated) {
            Some(advantage) => Some(Self::rated(&rated, advantage)),
            None => Self::unrated(tally),
        }
    }

    fn rated(results: &RatedTally, advantage: f64) -> Self {
        let games: Vec<(f64, f64)> = results
            .iter()
            .map(|(&difference, tally)| {
                (
                    tally.decided() as f64,
                    expected_score(difference, advantage),
                )
            })
            .collect();
        let draws = results.values().map(|tally| tally.draws).sum();
        let kappa = fit_kappa(&games, draws);
        let outcomes: Vec<Outcome> = games
            .iter()
            .map(|&(_, expected)| Outcome::davidson(expected, kappa))
            .collect();
        let count: f64 = games.iter().map(|&(count, _)| count).sum();
        let variance: f64 = games
            .iter()
            .zip(&outcomes)
            .map(|(&(count, _), game)| count * game.variance())
            .sum();
        Self {
            basis: TestBasis::RatedGames,
            outcomes,
            advantage: Some(advantage),
            differences: results.keys().copied().collect(),
            game_variance: variance / count / 4.0,
        }
    }

    fn unrated(tally: &Tally) -> Option<Self> {
        let mut total = ScoreTally::default();
        for position in tally.positions.values() {
            total += position.score;
        }
        (total.decided() > 0).then(|| {
            let outcome = Outcome::frequencies(&total);
            Self {
                basis: TestBasis::DecidedGames,
                outcomes: vec![outcome],
                advantage: None,
                differences: Vec::new(),
                game_variance: outcome.variance() / 4.0,
            }
        })
    }

    /// What a position's games tell.
    pub(crate) fn evidence(&self, position: &StartTally) -> Evidence {
        let mut evidence = Evidence::default();
        match self.basis {
            TestBasis::DecidedGames => self.add(&mut evidence, 0, &position.score),
            TestBasis::RatedGames => {
                evidence.classes.reserve_exact(position.rated.len());
                for (difference, tally) in &position.rated {
                    if let Ok(class) = self.differences.binary_search(difference) {
                        self.add(&mut evidence, class, tally);
                    }
                }
            }
        }
        evidence
    }

    fn add(&self, evidence: &mut Evidence, class: usize, tally: &ScoreTally) {
        let (games, outcome) = (tally.decided(), self.outcomes[class]);
        if games > 0 {
            evidence.classes.push((class, games as f64));
            evidence.games += games;
            evidence.scored += half_points(tally);
            evidence.expected += games as f64 * outcome.half_points();
            evidence.variance += games as f64 * outcome.variance();
        }
    }
}

impl Evidence {
    /// Score less expected score, summed over the games, in half points.
    pub(crate) fn residual(&self) -> f64 {
        self.scored as f64 - self.expected
    }
}

/// The rated games of all positions.
fn merged<'a>(positions: impl Iterator<Item = &'a StartTally>) -> RatedTally {
    let mut all = RatedTally::new();
    for position in positions {
        for (&difference, tally) in &position.rated {
            *all.entry(difference).or_default() += *tally;
        }
    }
    all
}
