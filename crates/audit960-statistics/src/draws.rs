//! A position's own draw rate.
//!
//! The null hypothesis is about the mean score and leaves the draws open: a position that is drawn
//! more often than its strata expect has a smaller variance, one that is drawn less often a larger
//! one. A position's draw rate is its own count shrunk to the expectation `q` of its strata, with a
//! beta prior of precision `M`: `(draws + M q)/(n + M)`. `M` is the same for all positions and comes
//! from how far their counts scatter: with `rho = 1/(M+1)`, the variance of a count is
//! `n q (1-q) (1 + (n-1) rho)`, and the sum of squares over all positions gives `rho`.
//!
//! Source: J. G. Skellam, *A probability distribution derived from the binomial distribution by
//! regarding the probability of success as variable between the sets of trials*, JRSS B 10 (1948).

/// A position's draws beside what its strata expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DrawCount {
    /// Games with a result.
    pub(crate) games: f64,
    /// Drawn games.
    pub(crate) draws: f64,
    /// Share that its strata expect.
    pub(crate) expected: f64,
}

/// How far draw rates differ between positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRates {
    /// Correlation of draws within a position, beyond what its strata expect: 0 to 1.
    pub correlation: f64,
}

impl DrawRates {
    /// Estimates the correlation by the method of moments.
    pub(crate) fn of(counts: &[DrawCount]) -> Self {
        let (mut squares, mut chance, mut pairs) = (0.0, 0.0, 0.0);
        for count in counts {
            let variance = count.expected * (1.0 - count.expected);
            squares += (count.draws - count.games * count.expected).powi(2);
            chance += count.games * variance;
            pairs += count.games * (count.games - 1.0) * variance;
        }
        let correlation = match pairs > 0.0 {
            true => ((squares - chance) / pairs).clamp(0.0, 1.0),
            false => 0.0,
        };
        Self { correlation }
    }

    /// The draw rate of a position, shrunk to the expected share.
    pub(crate) fn shrunken(&self, count: &DrawCount) -> f64 {
        // M = (1 - rho)/rho, written so that rho may be 0.
        let (own, prior) = (self.correlation, 1.0 - self.correlation);
        let weight = own * count.games + prior;
        match weight > 0.0 {
            true => (own * count.draws + prior * count.expected) / weight,
            false => count.expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(games: f64, draws: f64, expected: f64) -> DrawCount {
        DrawCount {
            games,
            draws,
            expected,
        }
    }

    #[test]
    fn rates_that_differ_are_kept() {
        // Half of the positions draw three quarters, half draw a twentieth.
        let counts: Vec<DrawCount> = (0..100)
            .map(|number| count(100.0, if number % 2 == 0 { 75.0 } else { 5.0 }, 0.4))
            .collect();
        let rates = DrawRates::of(&counts);
        // 35^2 = 100 * .24 * (1 + 99 rho)
        let rho = (1_225.0 / 24.0 - 1.0) / 99.0;
        assert!((rates.correlation - rho).abs() < 1e-12);
        let precision = 1.0 / rho - 1.0;
        let shrunken = (75.0 + precision * 0.4) / (100.0 + precision);
        assert!((rates.shrunken(&counts[0]) - shrunken).abs() < 1e-12);
    }

    #[test]
    fn what_chance_explains_is_shrunk_away() {
        let counts = [count(10.0, 4.0, 0.4), count(10.0, 5.0, 0.4)];
        let rates = DrawRates::of(&counts);
        assert_eq!(rates.correlation, 0.0);
        assert_eq!(rates.shrunken(&counts[1]), 0.4);
        assert_eq!(DrawRates::of(&[]).correlation, 0.0);
        let certain = DrawRates { correlation: 1.0 };
        assert_eq!(certain.shrunken(&count(0.0, 0.0, 0.3)), 0.3);
    }
}
