//! How far the positions differ overall.
//!
//! With a position's mean residual `y` and its variance `s^2`, `Q = sum y^2/s^2` over `k` positions
//! follows the chi-square distribution with `k - 1` degrees of freedom if no position differs. The
//! spread `tau` of the true differences is the one for which `sum y^2/(s^2 + tau^2) = k - 1` (Paule and Mandel), so
//! that it lies in its interval, which is the range of `tau` for which `sum y^2/(s^2 + tau^2)` is neither too large nor too small. Where the positions happen to
//! scatter less than chance makes them on average, that range is too short, or empty: its upper end is then the
//! one that an average archive with these variances gives if no position differs, so that no archive excludes what
//! its games could not have shown.
//!
//! Sources: R. C. Paule and J. Mandel, *Consensus values and weighting factors*, Journal of Research of the National
//! Bureau of Standards 87 (1982); W. Viechtbauer, *Confidence intervals for the amount of heterogeneity in
//! meta-analysis*, Statistics in Medicine 26 (2007); G. Cowan, K. Cranmer, E. Gross and O. Vitells,
//! *Power-constrained limits*, arXiv:1105.3166 (2011).

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::fit::root_of_increasing;
use crate::shrink::Residual;

/// Numbers between 0 and 1 have no greater standard deviation (T. Popoviciu, *Sur les équations algébriques ayant toutes leurs
/// racines réelles*, Mathematica 9, 1935).
const WIDEST: f64 = 0.5;

/// Whether positions differ at all, and how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// Number of positions tested whose residual has a variance.
    pub positions: usize,
    /// Cochran's statistic.
    pub q: f64,
    /// Probability of one at least as large, if no position differs.
    pub p_value: f64,
    /// Standard deviation of the true differences of White's score (0 to 1).
    pub tau: f64,
    /// Lower end of its 95 % interval.
    pub tau_low: f64,
    /// Upper end.
    pub tau_high: f64,
}

impl Heterogeneity {
    /// Estimates the heterogeneity of these residuals; `None` for fewer than two with a variance.
    #[must_use]
    pub fn of(residuals: &[Residual]) -> Option<Self> {
        let known = residuals.iter().filter(|residual| residual.variance > 0.0);
        let positions = known.count();
        let degrees = positions.checked_sub(1).filter(|&degrees| degrees > 0)? as f64;
        let chi_square = ChiSquared::new(degrees).ok()?;
        let q = generalised(residuals, 0.0);
        let tau_of = |wanted: f64, residuals: &[Residual]| {
            let missing = |tau: f64| wanted - generalised(residuals, tau);
            match missing(0.0) >= 0.0 {
                true => 0.0,
                false => root_of_increasing(0.0, WIDEST, missing),
            }
        };
        // The tau at which chance exceeds the sum with this probability.
        let tau = |probability: f64, residuals: &[Residual]| {
            tau_of(chi_square.inverse_cdf(1.0 - probability), residuals)
        };
        let ordinary = ordinary(residuals, chi_square.inverse_cdf(0.5) / positions as f64);
        Some(Self {
            positions,
            q,
            p_value: chi_square.sf(q),
            tau: tau_of(degrees, residuals),
            tau_low: tau(0.025, residuals),
            tau_high: tau(0.975, residuals).max(tau(0.975, &ordinary)),
        })
    }
}

/// Residuals with the same variances whose squares are this multiple of them.
fn ordinary(residuals: &[Residual], multiple: f64) -> Vec<Residual> {
    residuals
        .iter()
        .map(|&Residual { variance, .. }| Residual {
            mean: (multiple * variance).sqrt(),
            variance,
        })
        .collect()
}

/// Cochran's statistic of residuals whose true differences have this standard deviation.
fn generalised(residuals: &[Residual], tau: f64) -> f64 {
    let known = residuals.iter().filter(|residual| residual.variance > 0.0);
    known
        .map(|residual| residual.mean * residual.mean / (residual.variance + tau * tau))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::normal_quantile;
    use audit960_board::start::SplitMix64;

    fn residuals() -> Vec<Residual> {
        [
            (0.1, 0.001),
            (-0.05, 0.002),
            (0.02, 0.0015),
            (-0.12, 0.003),
            (0.08, 0.0005),
        ]
        .map(|(mean, variance)| Residual { mean, variance })
        .to_vec()
    }

    #[test]
    fn spread_and_interval_are_scipys() {
        // Q = sum(y*y/s2); scipy.stats.chi2.sf(Q, 4); tau by Paule and Mandel; interval by
        // scipy.optimize.brentq of sum(y*y/(s2+t*t)) - chi2.isf(.025 and .975, 4); tau is the root for 4
        let found = Heterogeneity::of(&residuals()).unwrap();
        assert_eq!(found.positions, 5);
        for (found, expected) in [
            (found.q, 29.116666666666667),
            (found.p_value, 7.402173145365132e-06),
            (found.tau, 0.08195793576970987),
            (found.tau_low, 0.039055565782879546),
            (found.tau_high, 0.26027752164665463),
        ] {
            assert!((found - expected).abs() < 1e-8, "{found} {expected}");
        }
    }

    #[test]
    fn what_chance_explains_has_no_spread() {
        let noise = [0.01, -0.01, 0.02].map(|mean| Residual {
            mean,
            variance: 0.01,
        });
        let found = Heterogeneity::of(&noise).unwrap();
        assert_eq!((found.tau, found.tau_low), (0.0, 0.0));
        assert!(found.tau_high > 0.05, "{found:?}");
        assert_eq!(Heterogeneity::of(&noise[..1]), None);
    }

    /// Two positions exclude nothing that is possible, and no more is possible than half of the scores 0 and half 1.
    #[test]
    fn no_spread_is_wider_than_that_of_zeros_and_ones() {
        let few = [0.05, -0.05].map(|mean| Residual {
            mean,
            variance: 0.006,
        });
        let found = Heterogeneity::of(&few).unwrap();
        assert!((found.tau_high - 0.5).abs() < 1e-9, "{found:?}");
    }

    /// Of archives of 30 positions whose true scores differ by `tau`, the share whose interval holds `tau`.
    fn coverage(tau: f64) -> f64 {
        let mut random = SplitMix64::new(1 + (1e6 * tau) as u64);
        let archives = 2_000;
        let held = (0..archives).filter(|_| {
            let residuals: Vec<Residual> = (0..30)
                .map(|position| {
                    let variance = 0.2 / f64::from(20 + 10 * position);
                    Residual {
                        mean: normal_quantile(random.unit().max(f64::EPSILON))
                            * (variance + tau * tau).sqrt(),
                        variance,
                    }
                })
                .collect();
            let found = Heterogeneity::of(&residuals).unwrap();
            assert!(found.tau_high > found.tau_low, "{found:?}");
            assert!((found.tau_low..=found.tau_high).contains(&found.tau));
            (found.tau_low..=found.tau_high).contains(&tau)
        });
        held.count() as f64 / f64::from(archives)
    }

    #[test]
    fn intervals_have_a_width_and_hold_the_truth() {
        for tau in [0.0, 0.005, 0.02, 0.05, 0.1] {
            let held = coverage(tau);
            assert!(held >= 0.94, "{tau}: {held}");
        }
    }
}
