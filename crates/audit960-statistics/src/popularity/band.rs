//! The range of popularity that chance alone gives to equally likely positions.

use audit960_board::start::SplitMix64;

use crate::score::normal_quantile;

const POSITIONS: usize = 960;

/// Number of archives simulated for a band.
const ARCHIVES: usize = 1_000;

/// Tail on either side of a band.
const TAIL: f64 = 0.025;

/// Above this many draws an archive is simulated position by position, not draw by draw: each position
/// then has 20 or more, enough to generate a binomial number by its first three moments.
const ONE_BY_ONE: u64 = 20_000;

const SEED: u64 = 960;

/// The range of 95 % of archives in which each of the 960 positions is equally likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceBand {
    /// Minimum and maximum draws of the position of each rank; the one drawn most often is first.
    pub ranks: Vec<(u64, u64)>,
    /// Minimum and maximum number of positions that are never drawn.
    pub missing: (u64, u64),
}

/// The band for an archive of this many draws, each rank by itself: the 2.5 % and 97.5 % points of 1,000
/// random archives (fixed seed).
#[must_use]
pub fn chance_band(draws: u64) -> ChanceBand {
    let mut random = SplitMix64::new(SEED);
    let mut by_rank = vec![Vec::new(); POSITIONS];
    let mut missing = Vec::with_capacity(ARCHIVES);
    for _ in 0..ARCHIVES {
        let mut counts = archive(draws, &mut random);
        counts.sort_unstable_by(|a, b| b.cmp(a));
        missing.push(counts.iter().filter(|&&count| count == 0).count() as u64);
        for (rank, count) in by_rank.iter_mut().zip(counts) {
            rank.push(count);
        }
    }
    ChanceBand {
        ranks: by_rank.into_iter().map(interval).collect(),
        missing: interval(missing),
    }
}

/// How often each position occurs in this many random draws.
fn archive(draws: u64, random: &mut SplitMix64) -> Vec<u64> {
    let mut counts = vec![0; POSITIONS];
    if draws <= ONE_BY_ONE {
        for _ in 0..draws {
            counts[random.below(POSITIONS as u32) as usize] += 1;
        }
        return counts;
    }
    // A position's share of what the ones before it have left is a binomial number.
    let mut left = draws;
    for (before, count) in counts.iter_mut().enumerate() {
        *count = binomial(left, 1.0 / (POSITIONS - before) as f64, random);
        left -= *count;
    }
    counts
}

/// A binomial random number of large mean: a normal one of the same mean and variance, corrected for
/// skewness (Cornish and Fisher, Revue de l'Institut international de statistique 5, 1938).
fn binomial(trials: u64, probability: f64, random: &mut SplitMix64) -> u64 {
    if probability >= 1.0 {
        return trials;
    }
    let mean = trials as f64 * probability;
    let deviation = (mean * (1.0 - probability)).sqrt();
    let skewness = (1.0 - 2.0 * probability) / deviation;
    // Zero itself has no quantile.
    let z = normal_quantile(random.unit().max(f64::EPSILON));
    let number = mean + deviation * (z + skewness * (z * z - 1.0) / 6.0);
    (number.round().max(0.0) as u64).min(trials)
}

/// The 2.5 % and 97.5 % points.
fn interval(mut values: Vec<u64>) -> (u64, u64) {
    values.sort_unstable();
    let cut = (TAIL * values.len() as f64) as usize;
    (values[cut], values[values.len() - 1 - cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: (u64, u64), expected: (u64, u64), tolerance: u64) {
        let off = found
            .0
            .abs_diff(expected.0)
            .max(found.1.abs_diff(expected.1));
        assert!(off <= tolerance, "{found:?} instead of {expected:?}");
    }

    #[test]
    fn few_draws_are_certain() {
        let none = chance_band(0);
        assert_eq!((none.ranks[0], none.missing), ((0, 0), (960, 960)));
        // Two draws meet once in 960 archives, far less than 2.5 %.
        let two = chance_band(2);
        assert_eq!(
            (two.ranks[0], two.ranks[1], two.ranks[2]),
            ((1, 1), (1, 1), (0, 0))
        );
        assert_eq!(two.missing, (958, 958));
    }

    #[test]
    fn bands_are_numpys() {
        // numpy: c = sort(default_rng(1).multinomial(n, [1/960]*960, size=20000)), descending;
        // quantile(c[:, r], [.025, .975], method="inverted_cdf") for n = 960 and n = 96000.
        let small = chance_band(960);
        for (rank, expected) in [
            (0, (4, 7)),
            (9, (4, 4)),
            (99, (2, 2)),
            (479, (1, 1)),
            (959, (0, 0)),
        ] {
            near(small.ranks[rank], expected, 0);
        }
        near(small.missing, (334, 372), 3);
        let large = chance_band(96_000);
        for (rank, expected) in [
            (0, (128, 143)),
            (9, (122, 127)),
            (99, (112, 114)),
            (479, (99, 100)),
            (949, (76, 80)),
            (959, (62, 74)),
        ] {
            near(large.ranks[rank], expected, 2);
        }
        assert_eq!(large.missing, (0, 0));
    }

    /// Of a binomial number `(1 - 2p)/sqrt(np(1 - p))`: 0.26 for 15 expected ones.
    #[test]
    fn binomial_numbers_are_skew() {
        let mut random = SplitMix64::new(3);
        let (trials, probability, count) = (14_400, 1.0 / 960.0, 20_000);
        let numbers: Vec<f64> = (0..count)
            .map(|_| binomial(trials, probability, &mut random) as f64)
            .collect();
        let moment = |centre: f64, power: i32| {
            numbers
                .iter()
                .map(|number| (number - centre).powi(power))
                .sum::<f64>()
                / f64::from(count)
        };
        let mean = moment(0.0, 1);
        let skewness = moment(mean, 3) / moment(mean, 2).powf(1.5);
        assert!((mean - 15.0).abs() < 0.1, "{mean}");
        // The standard error of the skewness of 20,000 numbers is 0.017.
        assert!((skewness - 0.258).abs() < 0.06, "{skewness}");
    }

    #[test]
    fn draws_are_neither_lost_nor_made() {
        let mut random = SplitMix64::new(7);
        for draws in [0, 1, 19_999, 20_001, 5_000_000] {
            assert_eq!(archive(draws, &mut random).iter().sum::<u64>(), draws);
        }
    }
}
