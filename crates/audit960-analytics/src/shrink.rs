//! Shrinking the positions' residuals towards nought: few games prove little.
//!
//! Normal-normal empirical Bayes: the mean residual `y` of a position (score less expected score, a
//! game) is its true effect with a sampling error of variance `s^2`, and the true effects are normal
//! around nought with variance `tau^2`. Nought, because White's advantage is fitted so that the
//! residuals add up to nought. The best guess of the effect is then `y tau^2/(tau^2 + s^2)`.
//!
//! `tau^2` is estimated by the method of moments of DerSimonian and Laird: with weights
//! `w = 1/s^2` and `Q = sum w y^2` over `k` positions,
//! `tau^2 = max(0, (Q - (k-1)) / (sum w - sum w^2/sum w))`.
//!
//! Sources: R. DerSimonian and N. Laird, *Meta-analysis in clinical trials*, Controlled Clinical
//! Trials 7 (1986); B. Efron and C. Morris, *Data analysis using Stein's estimator and its
//! generalizations*, JASA 70 (1975).

/// A position's mean residual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// White's score less the expected score, per game.
    pub mean: f64,
    /// Variance of that mean, by the win/draw/loss model; nought where the model is certain of the
    /// results (then the residual is nought as well, and is left out of the estimate).
    pub variance: f64,
}

/// The variance `tau^2` of true effects between positions; nought where the residuals differ no
/// more than chance makes them.
#[must_use]
pub fn between_variance(residuals: &[Residual]) -> f64 {
    let (mut positions, mut q, mut weights, mut squares) = (0.0, 0.0, 0.0, 0.0);
    for residual in residuals.iter().filter(|residual| residual.variance > 0.0) {
        let weight = residual.variance.recip();
        positions += 1.0;
        q += weight * residual.mean * residual.mean;
        weights += weight;
        squares += weight * weight;
    }
    let scale = weights - squares / weights;
    if scale > 0.0 {
        ((q - (positions - 1.0)) / scale).max(0.0)
    } else {
        0.0
    }
}

/// The best guess of a position's effect, given the variance between positions.
#[must_use]
pub fn shrunken(residual: &Residual, between: f64) -> f64 {
    if between > 0.0 {
        residual.mean * between / (between + residual.variance)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_variance_is_dersimonian_and_lairds() {
        // numpy: w = 1/s2; Q = (w*y*y).sum(); (Q-4)/(w.sum() - (w*w).sum()/w.sum())
        let between = between_variance(&residuals());
        assert!((between - 0.007_824_807_692_307_693).abs() < 1e-15);
        // y*t2/(t2+s2)
        let expected = [
            0.088_668_308_309_180_85,
            -0.039_821_683_728_395_55,
            0.016_782_775_474_849_965,
            -0.086_743_058_146_351_87,
            0.075_195_084_201_529_25,
        ];
        for (residual, expected) in residuals().iter().zip(expected) {
            assert!((shrunken(residual, between) - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn what_chance_explains_is_shrunk_to_nought() {
        let noise = [0.01, -0.01, 0.02].map(|mean| Residual {
            mean,
            variance: 0.01,
        });
        assert_eq!(between_variance(&noise), 0.0);
        assert_eq!(shrunken(&noise[0], 0.0), 0.0);
        assert_eq!(between_variance(&[]), 0.0);
        assert_eq!(between_variance(&residuals()[..1]), 0.0);
    }

    #[test]
    fn certain_results_are_left_out() {
        let certain = Residual {
            mean: 0.0,
            variance: 0.0,
        };
        let mut with = residuals();
        with.push(certain);
        assert_eq!(between_variance(&with), between_variance(&residuals()));
        assert_eq!(shrunken(&certain, 0.0), 0.0);
        assert_eq!(shrunken(&certain, 0.1), 0.0);
    }
}
