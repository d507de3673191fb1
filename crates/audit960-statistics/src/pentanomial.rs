//! Pairs of games with colours reversed, as engine testers play them.
//!
//! Two games of the same players from one position, each player once with White, are one trial with
//! five results: 0, 1/2, 1, 3/2 or 2 points for the first player. What the position gives White cancels
//! out in their sum, so the two results depend on each other, and the variance of a match is that of
//! its pairs, not of its games (the pentanomial model). With `n` pairs of mean `s` and sample variance `v` (over
//! `n - 1`), scores taken per game (0 to 1), the standard error of the score is `sqrt(v/n)`.
//!
//! Elo is `-400 log10(1/s - 1)`; normalized Elo is `800/ln 10 (s - 1/2)/sqrt(2 v)`, which determines how many
//! games a decision takes, whatever the share of draws. Interval and likelihood of superiority, the probability
//! that the true score is more than one half, are by Student's t with `n - 1` degrees of freedom: the variance
//! is estimated from the same pairs, and matches of few pairs are many. Pairs that all ended alike have no
//! variance from which either could be said.
//!
//! Sources: M. Van den Bergh, *The generalized maximum likelihood ratio for the expected score and
//! the expectation maximization* and *Normalized Elo* (notes for fishtest), 2019 to 2021.

use audit960_types::GameResult;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

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
    /// Its standard error; `None` where all pairs ended alike, or there is only one.
    pub error: Option<f64>,
    /// Rating difference; infinite if every game was won or every game was lost.
    pub elo: f64,
    /// The ends of its 95 % interval, infinite where the score can be 0 or 1; `None` as for the error.
    pub elo_interval: Option<(f64, f64)>,
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
        let squares: f64 = squares.sum();
        // A sum of squares is 0 where all pairs ended alike: their mean is the score of each.
        let sample = (squares > 0.0)
            .then(|| StudentsT::new(0.0, 1.0, n - 1.0).ok())
            .flatten()
            .map(|student| (squares / (n - 1.0), student));
        let error_of = |variance: f64| (variance / n).sqrt();
        let interval = |(variance, student): &(f64, StudentsT)| {
            let half = student.inverse_cdf(0.975) * error_of(*variance);
            (elo(score - half), elo(score + half))
        };
        let sample = sample.as_ref();
        Some(PairStatistics {
            score,
            error: sample.map(|(variance, _)| error_of(*variance)),
            elo: elo(score),
            elo_interval: sample.map(interval),
            normalized_elo: sample.map(|(variance, _)| {
                800.0 / std::f64::consts::LN_10 * (score - 0.5) / (2.0 * variance).sqrt()
            }),
            superiority: sample
                .map(|(variance, student)| student.cdf((score - 0.5) / error_of(*variance))),
            // The mean of two independent games has half of the variance of one; both over their number.
            ratio: (game_variance > 0.0).then(|| squares / n / (game_variance / 2.0)),
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
    /// statistics.mean, variance and pvariance, math.log10, and scipy.stats.t.
    #[test]
    fn numbers_are_those_of_the_list_of_scores() {
        let match_ = Pentanomial {
            counts: [2, 10, 60, 20, 8],
        };
        let found = match_.statistics(0.1).unwrap();
        close(found.score, SCORE);
        close(found.error.unwrap(), ERROR);
        close(found.elo, ELO);
        let (low, high) = found.elo_interval.unwrap();
        close(low, ELO_LOW);
        close(high, ELO_HIGH);
        close(found.normalized_elo.unwrap(), NORMALIZED);
        close(found.superiority.unwrap(), SUPERIORITY);
        close(found.ratio.unwrap(), VARIANCE / 0.05);
        close(match_.decided_share().unwrap(), 0.4);
    }

    const SCORE: f64 = 0.555;
    const ERROR: f64 = 0.020282101379384642;
    const VARIANCE: f64 = 0.040725;
    const ELO: f64 = 38.3731888566979;
    const ELO_LOW: f64 = 10.256435196497034;
    const ELO_HIGH: f64 = 67.00075688373366;
    const NORMALIZED: f64 = 66.62067685897854;
    const SUPERIORITY: f64 = 0.9960539052274255;

    /// Five pairs and three say little; by the same means in Python.
    #[test]
    fn few_pairs_have_a_wide_interval() {
        let few = Pentanomial {
            counts: [0, 1, 2, 1, 1],
        };
        let found = few.statistics(0.1).unwrap();
        let (low, high) = found.elo_interval.unwrap();
        close(low, -194.50771956361768);
        close(high, 526.4341565514644);
        close(found.superiority.unwrap(), 0.7616896663635795);
        let three = Pentanomial {
            counts: [0, 2, 1, 0, 0],
        };
        let found = three.statistics(0.1).unwrap();
        let (low, high) = found.elo_interval.unwrap();
        assert_eq!(low, f64::NEG_INFINITY);
        close(high, 140.5306520337175);
        close(found.superiority.unwrap(), 0.09175170953613696);
    }

    #[test]
    fn matches_without_variance_say_no_more_than_they_can() {
        assert_eq!(Pentanomial::default().statistics(0.0), None);
        for counts in [
            [0, 0, 7, 0, 0],
            [0, 3, 0, 0, 0],
            [0, 0, 0, 1, 0],
            [0, 0, 0, 0, 3],
        ] {
            let found = Pentanomial { counts }.statistics(0.0).unwrap();
            assert_eq!(
                (found.error, found.elo_interval),
                (None, None),
                "{counts:?}"
            );
            assert_eq!(
                (found.normalized_elo, found.superiority, found.ratio),
                (None, None, None)
            );
        }
        let of = |counts| Pentanomial { counts }.statistics(0.0).unwrap();
        assert_eq!(
            (of([0, 0, 7, 0, 0]).score, of([0, 0, 7, 0, 0]).elo),
            (0.5, 0.0)
        );
        assert_eq!(of([0, 0, 0, 0, 3]).elo, f64::INFINITY);
    }

    #[test]
    fn pairs_add_up() {
        let mut one = Pentanomial::default();
        (0..5).for_each(|half_points| one.add(half_points));
        one.merge(&one.clone());
        assert_eq!((one.counts, one.pairs()), ([2; 5], 10));
    }
}
