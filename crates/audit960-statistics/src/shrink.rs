//! The best estimate of a position's true difference, and its uncertainty: few games prove little.
//!
//! The mean residual `y` of a position is its true difference with a sampling error of variance
//! `s^2`. The true differences of all positions are taken to follow a mixture of normal
//! distributions around 0 with the standard deviations of [`SPREADS`]; one of them is 0. Its weights
//! are fitted to all positions (expectation maximisation, with one pseudo-observation for each
//! component, so that an archive without information does not count as proof that nothing differs). A
//! single normal distribution would shrink the one position that differs by as much as the many
//! that do not. Given the weights, a position's difference is a mixture of normal distributions with
//! means `y t^2/(t^2+s^2)` and variances `t^2 s^2/(t^2+s^2)`: its mean is the estimate, its 2.5 % and
//! 97.5 % points are the interval.
//!
//! Sources: M. Stephens, *False discovery rates: a new deal*, Biostatistics 18 (2017); B. Efron and
//! C. Morris, *Data analysis using Stein's estimator and its generalizations*, JASA 70 (1975).

use statrs::function::erf::erfc;

/// Standard deviations of the components: from no difference to one that no archive has shown.
const SPREADS: [f64; 6] = [0.0, 0.01, 0.02, 0.04, 0.08, 0.16];

/// Steps of the fit; by then the weights of real archives change by less than 1e-3 a step.
const STEPS: usize = 300;

/// A position's mean residual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// White's score minus the expected score, per game.
    pub mean: f64,
    /// Variance of that mean, design effect included; 0 if the model is certain of the results
    /// (then the residual is 0 as well and carries no information).
    pub variance: f64,
}

/// How the true differences of the positions are distributed.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior {
    /// Weights of the components, which add up to 1.
    weights: [f64; SPREADS.len()],
}

/// A position's true difference, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best estimate.
    pub mean: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A component of a position's mixture.
#[derive(Clone, Copy)]
struct Component {
    weight: f64,
    mean: f64,
    deviation: f64,
}

impl Prior {
    /// Fits the weights.
    #[must_use]
    pub fn fit(residuals: &[Residual]) -> Self {
        let densities: Vec<[f64; SPREADS.len()]> = residuals
            .iter()
            .filter(|residual| residual.variance > 0.0)
            .map(densities)
            .collect();
        let count = SPREADS.len() as f64;
        let mut weights = [1.0 / count; SPREADS.len()];
        for _ in 0..STEPS {
            let mut sums = [1.0; SPREADS.len()];
            for density in &densities {
                let parts: [f64; SPREADS.len()] = std::array::from_fn(|k| weights[k] * density[k]);
                let whole: f64 = parts.iter().sum();
                if whole > 0.0 {
                    sums.iter_mut()
                        .zip(parts)
                        .for_each(|(sum, part)| *sum += part / whole);
                }
            }
            let total: f64 = sums.iter().sum();
            weights = sums.map(|sum| sum / total);
        }
        Self { weights }
    }

    /// The estimate of a position's difference; without information it is as broad as the prior.
    #[must_use]
    pub fn estimate(&self, residual: &Residual) -> Estimate {
        let components = self.components(residual);
        let mean = components.iter().map(|it| it.weight * it.mean).sum();
        Estimate {
            mean,
            low: quantile(&components, 0.025),
            high: quantile(&components, 0.975),
        }
    }

    fn components(&self, residual: &Residual) -> [Component; SPREADS.len()] {
        let variance = residual.variance;
        let known = variance > 0.0;
        let density = if known {
            densities(residual)
        } else {
            [1.0; SPREADS.len()]
        };
        let whole: f64 = self.weights.iter().zip(density).map(|(w, d)| w * d).sum();
        std::array::from_fn(|k| {
            let square = SPREADS[k] * SPREADS[k];
            let (share, left) = match known {
                true => (
                    square / (square + variance),
                    square * variance / (square + variance),
                ),
                false => (0.0, square),
            };
            Component {
                weight: self.weights[k] * density[k] / whole,
                mean: share * residual.mean,
                deviation: left.sqrt(),
            }
        })
    }
}

/// The densities of a residual under each component, relative to the greatest.
fn densities(residual: &Residual) -> [f64; SPREADS.len()] {
    let logarithms = SPREADS.map(|spread| {
        let variance = spread * spread + residual.variance;
        -0.5 * (residual.mean * residual.mean / variance + variance.ln())
    });
    let greatest = logarithms.into_iter().fold(f64::NEG_INFINITY, f64::max);
    logarithms.map(|logarithm| (logarithm - greatest).exp())
}

/// A quantile of a mixture, by bisection.
fn quantile(components: &[Component], probability: f64) -> f64 {
    let below = |x: f64| -> f64 {
        let part = |it: &Component| match it.deviation > 0.0 {
            true => 0.5 * erfc((it.mean - x) / (it.deviation * std::f64::consts::SQRT_2)),
            false => f64::from(u8::from(x >= it.mean)),
        };
        components.iter().map(|it| it.weight * part(it)).sum()
    };
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..32 {
        let middle = (low + high) / 2.0;
        if below(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    // The upper bound is 0 itself where the point mass at 0 holds the quantile.
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn residual(mean: f64, deviation: f64) -> Residual {
        Residual {
            mean,
            variance: deviation * deviation,
        }
    }

    /// 959 positions with nothing but sampling error (normal quantiles), and one that differs.
    fn archive(deviation: f64, odd: f64) -> Vec<Residual> {
        let quantiles = (0..959).map(|number| {
            let probability = (f64::from(number) + 0.5) / 959.0;
            residual(
                deviation * crate::score::normal_quantile(probability),
                deviation,
            )
        });
        quantiles.chain([residual(odd, deviation)]).collect()
    }

    #[test]
    fn one_position_that_differs_keeps_its_difference() {
        let residuals = archive(0.0115, -0.06);
        let prior = Prior::fit(&residuals);
        let odd = prior.estimate(&residuals[959]);
        assert!((-0.06..-0.045).contains(&odd.mean), "{odd:?}");
        assert!(
            odd.low < odd.mean && odd.mean < odd.high && odd.high < -0.02,
            "{odd:?}"
        );
        // Twice the sampling error, among 959, is not unusual.
        let usual = prior.estimate(&residual(0.023, 0.0115));
        assert!(usual.mean.abs() < 0.005, "{usual:?}");
    }

    #[test]
    fn archives_without_information_leave_everything_open() {
        // Four games a position.
        let residuals = archive(0.2, 0.3);
        let prior = Prior::fit(&residuals);
        let odd = prior.estimate(&residuals[959]);
        assert!(
            odd.mean < 0.1 && odd.low < -0.005 && odd.high > 0.04,
            "{odd:?}"
        );
        let unknown = Prior::fit(&[]).estimate(&residual(0.0, 0.0));
        assert!(unknown.low < -0.1 && unknown.high > 0.1, "{unknown:?}");
    }

    /// numpy and scipy: the same EM over 300 steps from equal weights; mean from the mixture's
    /// components, quantiles by scipy.optimize.brentq of sum(w*norm.cdf).
    #[test]
    fn estimates_are_scipys() {
        let residuals = [
            (0.1, 0.03),
            (-0.05, 0.04),
            (0.02, 0.04),
            (-0.12, 0.05),
            (0.08, 0.02),
        ]
        .map(|(mean, deviation)| residual(mean, deviation));
        let prior = Prior::fit(&residuals);
        let found = prior.estimate(&residuals[0]);
        for (found, expected) in [
            (found.mean, 0.08417324548723336),
            (found.low, 0.016880589729928553),
            (found.high, 0.14543094997033235),
        ] {
            assert!((found - expected).abs() < 1e-8, "{found} {expected}");
        }
    }
}
