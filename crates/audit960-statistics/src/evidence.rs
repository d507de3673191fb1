//! A position's results and what its strata expect, in half points.

use audit960_types::{StartTally, StratumTally};

use crate::draws::{DrawCount, DrawRates};
use crate::fit::root_of_increasing;
use crate::outcome::{ResultProbabilities, draw_probability};
use crate::strata::{Strata, StratumFit};

/// Games with the same expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Class {
    /// Number of games.
    pub(crate) games: f64,
    /// White's expected score in one of them, 0 to 1.
    expected: f64,
    /// Davidson's parameter: the stratum's, after [`Evidence::complete`] the position's.
    kappa: f64,
    /// Probabilities of the results.
    pub(crate) outcome: ResultProbabilities,
}

impl Class {
    /// Games that are drawn with a probability, a draw as 2 half points and any other game as 0.
    pub(crate) const fn of_lots(games: f64, share: f64) -> Self {
        Self {
            games,
            expected: share,
            kappa: 0.0,
            outcome: ResultProbabilities {
                loss: 1.0 - share,
                draw: 0.0,
                win: share,
            },
        }
    }
}

#[cfg(test)]
impl Class {
    /// Games with known probabilities.
    pub(crate) const fn with(games: f64, outcome: ResultProbabilities) -> Self {
        let expected = outcome.win + outcome.draw / 2.0;
        Self {
            games,
            expected,
            kappa: 0.0,
            outcome,
        }
    }
}

/// A position's games of one stratum.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Index of the stratum's fit.
    pub(crate) fit: usize,
    /// The games.
    pub(crate) tally: StratumTally,
    /// White's expected score.
    pub(crate) expected: f64,
    /// Variance of White's score, if the games are independent.
    pub(crate) variance: f64,
    /// Variance of the number of draws, if the games are independent.
    pub(crate) draw_variance: f64,
    classes: std::ops::Range<usize>,
}

/// All that is known of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// Its games by expected score.
    pub(crate) classes: Vec<Class>,
    /// Its games by stratum.
    pub(crate) parts: Vec<Part>,
    /// Games with a result.
    pub(crate) games: u64,
    /// Those with both ratings.
    pub(crate) rated_games: u64,
    /// White's score.
    pub(crate) scored: u64,
    /// Drawn games.
    pub(crate) draws: u64,
    /// White's expected score.
    pub(crate) expected: f64,
    /// Variance of White's score, if the games are independent.
    pub(crate) variance: f64,
    /// Variance of White's score relative to that of independent games; known when all positions are.
    pub(crate) design_effect: f64,
}

impl Evidence {
    /// A position's games, with the draws of its strata.
    pub(crate) fn of(strata: &Strata, position: &StartTally) -> Self {
        let mut evidence = Self::default();
        for (fit, tally) in strata.parts(position) {
            evidence.add(fit, &strata.fits[fit], tally);
        }
        evidence
    }

    fn add(&mut self, index: usize, fit: &StratumFit, tally: StratumTally) {
        let first = self.classes.len();
        for (bin, results) in &tally.bins {
            let expected = fit.law.expected(f64::from(bin.centre()));
            self.classes.push(Class {
                games: results.games() as f64,
                expected,
                kappa: fit.kappa,
                outcome: ResultProbabilities::davidson(expected, fit.kappa),
            });
        }
        let results = tally.results();
        self.games += results.games();
        self.rated_games += if fit.rated { results.games() } else { 0 };
        self.scored += results.half_points();
        self.draws += u64::from(results.draws);
        self.parts.push(Part {
            fit: index,
            tally,
            expected: 0.0,
            variance: 0.0,
            draw_variance: 0.0,
            classes: first..self.classes.len(),
        });
    }

    /// Its draws beside what its strata expect.
    pub(crate) fn draw_count(&self) -> Option<DrawCount> {
        let games = self.games as f64;
        let expected: f64 = self
            .classes
            .iter()
            .map(|class| class.games * class.outcome.draw)
            .sum();
        (self.games > 0).then(|| DrawCount {
            games,
            draws: self.draws as f64,
            expected: expected / games,
        })
    }

    /// Gives the position its own draw rate: the parameters of its strata are multiplied by the one factor
    /// that yields it, and expected scores stay unchanged. Then sums up expectations and variances.
    pub(crate) fn complete(&mut self, rates: &DrawRates) {
        if rates.correlation > 0.0
            && let Some(count) = self.draw_count()
        {
            let wanted = count.games * rates.shrunken(&count);
            let classes = &self.classes;
            let missing = |ln_factor: f64| {
                let factor = ln_factor.exp();
                let draws = classes.iter().map(|class| {
                    class.games * draw_probability(class.expected, class.kappa * factor)
                });
                wanted - draws.sum::<f64>()
            };
            let factor = root_of_increasing(-WIDEST, WIDEST, missing).exp();
            for class in &mut self.classes {
                class.kappa *= factor;
                class.outcome = ResultProbabilities::davidson(class.expected, class.kappa);
            }
        }
        for part in &mut self.parts {
            let classes = &self.classes[part.classes.clone()];
            let sum = |of: fn(&ResultProbabilities) -> f64| -> f64 {
                classes
                    .iter()
                    .map(|class| class.games * of(&class.outcome))
                    .sum()
            };
            part.expected = sum(ResultProbabilities::half_points);
            part.variance = sum(ResultProbabilities::variance);
            part.draw_variance = sum(|class| class.draw * (1.0 - class.draw));
            self.expected += part.expected;
            self.variance += part.variance;
        }
    }

    /// Score minus expected score, summed over the games.
    pub(crate) fn residual(&self) -> f64 {
        self.scored as f64 - self.expected
    }
}

/// Bound of the factor's logarithm: factors beyond e^20 and e^-20 do not occur.
const WIDEST: f64 = 20.0;
