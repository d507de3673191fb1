//! Pairs of games with colours reversed, as engine testers play them.
//!
//! Two games of the same players from one position, each player once with White, are one trial with
//! five results: 0, 1/2, 1, 3/2 or 2 points for the first player. What the position gives White cancels
//! out in their sum, so the two results depend on each other, and the variance of a match is that of
//! its pairs, not of its games (the pentanomial model). With `n` pairs of mean `s` and variance `v`,
//! scores taken per game (0 to 1), the standard error of the score is `sqrt(v/n)`.
//!
//! Elo is `-400 log10(1/s - 1)`; normalized Elo is `800/ln 10 (s - 1/2)/sqrt(2 v)`, which determines how many
//! games a decision takes, whatever the share of draws. The likelihood of superiority is the
//! probability that the true score is more than one half, by the normal distribution.
//!
//! Sources: M. Van den Bergh, *The generalized maximum likelihood ratio for the expected score and
//! the expectation maximization* and *Normalized Elo* (notes for fishtest), 2019 to 2021.

use audit960_types::GameResult;

use crate::score::{normal_cdf, normal_quantile};

/// Pairs by the points of one side, 0 to 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u64; 5],
}

/// What the pairs of a match say about the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStatistics {
    /// Mean score of a game, 0 to 1.
    pub score: f64,
    /// Its standard error; 0 where all pairs ended alike.
    pub error: f64,
    /// Rating difference; infinite if every game was won or every game was lost.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end.
    pub elo_high: f64,
    /// Normalized Elo; `None` where all pairs ended alike.
    pub normalized_elo: Option<f64>,
    /// Likelihood of superiority; `None` where all pairs ended alike.
    pub superiority: Option<f64>,
    /// Variance of a pair relative to that of two independent games with the same results; `None`
    /// where the games have no variance.
    pub ratio: Option<f64>,
}

impl Pentanomial {
    /// Counts a pair by the half points of a side in its two games, 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.counts[half_points.min(4) as usize] += 1;
    }

    /// Adds the pairs of another part of a match.
    pub fn merge(&mut self, other: &Self) {
        for (mine, count) in self.counts.iter_mut().zip(other.counts) {
            *mine += count;
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Share of pairs that one side won; `None` without pairs.
    #[must_use]
    pub fn decided_share(&self) -> Option<f64> {
        let [lost, half_lost, _, half_won, won] = self.counts;
        let pairs = self.pairs();
        (pairs > 0).then(|| (lost + half_lost + half_won + won) as f64 / pairs as f64)
    }

    /// Their statistics, given the variance of a single game's score (0 to 1); `None` without pairs.
    #[must_use]
    pub fn statistics(&self, game_variance: f64) -> Option<PairStatistics> {
        let pairs = self.pairs();
        if pairs == 0 {
            return None;
        }
        let n = pairs as f64;
        let scores = || {
            (0..5_u32)
                .map(|half_points| f64::from(half_points) / 4.0)
                .zip(self.counts)
        };
        let score = scores()
            .map(|(score, count)| score * count as f64)
            .sum::<f64>()
            / n;
        let squares = scores().map(|(points, count)| (points - score).powi(2) * count as f64);
        let variance = squares.sum::<f64>() / n;
        let error = (variance / n).sqrt();
        let half = normal_quantile(0.975) * error;
        let varies = variance > 0.0;
        Some(PairStatistics {
            score,
            error,
            elo: elo(score),
            elo_low: elo(score - half),
            elo_high: elo(score + half),
            normalized_elo: varies
                .then(|| 800.0 / std::f64::consts::LN_10 * (score - 0.5) / (2.0 * variance).sqrt()),
            superiority: varies.then(|| normal_cdf((score - 0.5) / error)),
            // The mean of two independent games has half of the variance of one.
            ratio: (game_variance > 0.0).then(|| variance / (game_variance / 2.0)),
        })
    }
}

/// White's half points in a game; `None` without a result.
#[must_use]
pub const fn white_half_points(result: GameResult) -> Option<u32> {
    match result {
        GameResult::White => Some(2),
        GameResult::Draw => Some(1),
        GameResult::Black => Some(0),
        GameResult::Unfinished => None,
    }
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-9,
            "{found} instead of {expected}"
        );
    }

    /// By the list of the pairs' scores in Python, x = [0]*2 + [.25]*10 + [.5]*60 + [.75]*20 + [1]*8:
    /// statistics.mean, statistics.pvariance, math.log10, and statistics.NormalDist().
    #[test]
    fn numbers_are_those_of_the_list_of_scores() {
        let match_ = Pentanomial {
            counts: [2, 10, 60, 20, 8],
        };
        let found = match_.statistics(0.1).unwrap();
        close(found.score, SCORE);
        close(found.error, ERROR);
        close(found.elo, ELO);
        close(found.elo_low, ELO_LOW);
        close(found.elo_high, ELO_HIGH);
        close(found.normalized_elo.unwrap(), NORMALIZED);
        close(found.superiority.unwrap(), SUPERIORITY);
        close(found.ratio.unwrap(), VARIANCE / 0.05);
        close(match_.decided_share().unwrap(), 0.4);
    }

    const SCORE: f64 = 0.555;
    const ERROR: f64 = 0.020180436070610566;
    const VARIANCE: f64 = 0.040725;
    const ELO: f64 = 38.3731888566979;
    const ELO_LOW: f64 = 10.737141970765698;
    const ELO_HIGH: f64 = 66.50254143605746;
    const NORMALIZED: f64 = 66.95629952143774;
    const SUPERIORITY: f64 = 0.9967889340561793;

    #[test]
    fn matches_without_variance_say_no_more_than_they_can() {
        assert_eq!(Pentanomial::default().statistics(0.0), None);
        let draws = Pentanomial {
            counts: [0, 0, 7, 0, 0],
        };
        let found = draws.statistics(0.0).unwrap();
        assert_eq!((found.score, found.error, found.elo), (0.5, 0.0, 0.0));
        assert_eq!(
            (found.normalized_elo, found.superiority, found.ratio),
            (None, None, None)
        );
        let won = Pentanomial {
            counts: [0, 0, 0, 0, 3],
        };
        assert_eq!(won.statistics(0.0).unwrap().elo, f64::INFINITY);
    }

    #[test]
    fn pairs_add_up() {
        let mut one = Pentanomial::default();
        (0..5).for_each(|half_points| one.add(half_points));
        one.merge(&one.clone());
        assert_eq!((one.counts, one.pairs()), ([2; 5], 10));
    }
}
