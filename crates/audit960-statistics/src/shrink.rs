//! The best estimate of a position's true difference, and its uncertainty: few games prove little.
//!
//! The mean residual `y` of a position is its true difference with a sampling error of variance
//! `s^2`. The true differences of all positions are taken to follow a mixture of normal
//! distributions around 0 with the standard deviations of [`SCORE_SPREADS`], for draw rates of [`DRAW_SPREADS`]; one of them is 0. Its weights
//! are fitted to all positions (expectation maximisation, with one pseudo-observation for each
//! component, so that an archive without information does not count as proof that nothing differs). A
//! single normal distribution would shrink the one position that differs by as much as the many
//! that do not. Given the weights, a position's difference is a mixture of normal distributions with
//! means `y t^2/(t^2+s^2)` and variances `t^2 s^2/(t^2+s^2)`: its mean is the estimate, its 2.5 % and
//! 97.5 % points are an interval. That takes the weights for known, and is too short where most positions differ a
//! little. So the interval that is given also spans the one of a single normal distribution whose variance is
//! estimated from all positions, unless the position is further off than that distribution explains; of 100 such
//! intervals 94 or more hold the truth (the tests simulate it).
//!
//! Sources: M. Stephens, *False discovery rates: a new deal*, Biostatistics 18 (2017); B. Efron and
//! C. Morris, *Data analysis using Stein's estimator and its generalizations*, JASA 70 (1975).

use statrs::function::erf::erfc;

use crate::heterogeneity::Heterogeneity;

/// Standard deviations of the components of a prior.
pub(crate) type Spreads = [f64; 6];

/// Those of differences of White's score: from no difference to one that no archive has shown.
pub(crate) const SCORE_SPREADS: Spreads = [0.0, 0.01, 0.02, 0.04, 0.08, 0.16];

/// Those of differences of draw rates, which differ by more.
pub(crate) const DRAW_SPREADS: Spreads = [0.0, 0.02, 0.04, 0.08, 0.16, 0.32];

/// Number of components.
const COMPONENTS: usize = SCORE_SPREADS.len();

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
    spreads: Spreads,
    /// Weights of the components, which add up to 1.
    weights: [f64; COMPONENTS],
    /// Variance of the differences if they follow a single normal distribution.
    variance: f64,
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
    /// Fits the weights of components with these standard deviations.
    #[must_use]
    pub fn fit(spreads: Spreads, residuals: &[Residual]) -> Self {
        let densities: Vec<[f64; COMPONENTS]> = residuals
            .iter()
            .filter(|residual| residual.variance > 0.0)
            .map(|residual| densities(spreads, residual))
            .collect();
        let count = COMPONENTS as f64;
        let mut weights = [1.0 / count; COMPONENTS];
        for _ in 0..STEPS {
            let mut sums = [1.0; COMPONENTS];
            for density in &densities {
                let parts: [f64; COMPONENTS] = std::array::from_fn(|k| weights[k] * density[k]);
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
        Self {
            spreads,
            weights,
            variance: spread_variance(residuals),
        }
    }

    /// The estimate of a position's difference; without information it is as broad as the prior.
    #[must_use]
    pub fn estimate(&self, residual: &Residual) -> Estimate {
        let components = self.components(residual);
        let mean = components
            .iter()
            .map(|component| component.weight * component.mean)
            .sum();
        let (low, high) = (quantile(&components, 0.025), quantile(&components, 0.975));
        let explained = EXPLAINED * (self.variance + residual.variance).sqrt();
        if residual.mean.abs() > explained {
            return Estimate { mean, low, high };
        }
        let single = posterior(self.variance, residual, 1.0);
        let reach = NORMAL_975 * single.deviation;
        Estimate {
            mean,
            low: low.min(single.mean - reach),
            high: high.max(single.mean + reach),
        }
    }

    fn components(&self, residual: &Residual) -> [Component; COMPONENTS] {
        let density = if residual.variance > 0.0 {
            densities(self.spreads, residual)
        } else {
            [1.0; COMPONENTS]
        };
        let whole: f64 = self.weights.iter().zip(density).map(|(w, d)| w * d).sum();
        std::array::from_fn(|k| {
            let weight = self.weights[k] * density[k] / whole;
            posterior(self.spreads[k] * self.spreads[k], residual, weight)
        })
    }
}

/// The 97.5 % point of the standard normal distribution.
const NORMAL_975: f64 = 1.959_963_984_540_054;

/// A normal distribution does not explain what is more standard deviations off.
const EXPLAINED: f64 = 3.0;

/// What is known of a position's difference, if the differences of all have this variance.
fn posterior(square: f64, residual: &Residual, weight: f64) -> Component {
    let variance = residual.variance;
    let whole = square + variance;
    let (share, left) = match variance > 0.0 && whole > 0.0 {
        true => (square / whole, square * variance / whole),
        false => (0.0, square),
    };
    Component {
        weight,
        mean: share * residual.mean,
        deviation: left.sqrt(),
    }
}

/// The variance of the true differences.
fn spread_variance(residuals: &[Residual]) -> f64 {
    Heterogeneity::of(residuals).map_or(0.0, |found| found.tau * found.tau)
}

/// The densities of a residual under each component, relative to the greatest.
fn densities(spreads: Spreads, residual: &Residual) -> [f64; COMPONENTS] {
    let logarithms = spreads.map(|spread| {
        let variance = spread * spread + residual.variance;
        -0.5 * (residual.mean * residual.mean / variance + variance.ln())
    });
    let greatest = logarithms.into_iter().fold(f64::NEG_INFINITY, f64::max);
    logarithms.map(|logarithm| (logarithm - greatest).exp())
}

/// A quantile of a mixture, by bisection.
fn quantile(components: &[Component], probability: f64) -> f64 {
    let below = |x: f64| -> f64 {
        let part = |component: &Component| match component.deviation > 0.0 {
            true => {
                0.5 * erfc((component.mean - x) / (component.deviation * std::f64::consts::SQRT_2))
            }
            false => f64::from(u8::from(x >= component.mean)),
        };
        components
            .iter()
            .map(|component| component.weight * part(component))
            .sum()
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
        let prior = Prior::fit(SCORE_SPREADS, &residuals);
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
        let prior = Prior::fit(SCORE_SPREADS, &residuals);
        let odd = prior.estimate(&residuals[959]);
        assert!(
            odd.mean < 0.1 && odd.low < -0.005 && odd.high > 0.04,
            "{odd:?}"
        );
        let unknown = Prior::fit(SCORE_SPREADS, &[]).estimate(&residual(0.0, 0.0));
        assert!(unknown.low < -0.1 && unknown.high > 0.1, "{unknown:?}");
    }

    /// numpy and scipy: the same EM over 300 steps from equal weights; mean from the mixture's
    /// components, quantiles by scipy.optimize.brentq of sum(w*norm.cdf). The single normal distribution, with tau by
    /// Paule and Mandel, ends at 0.1439.
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
        let prior = Prior::fit(SCORE_SPREADS, &residuals);
        let found = prior.estimate(&residuals[0]);
        for (found, expected) in [
            (found.mean, 0.08417324548723336),
            (found.low, 0.016880589729928553),
            (found.high, 0.1454309499703323),
        ] {
            assert!((found - expected).abs() < 1e-8, "{found} {expected}");
        }
    }
}
