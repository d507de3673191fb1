//! The probability of a residual at least as far from 0, from the exact distribution of a sum of results.
//!
//! In half points a position's score is a sum `X` of independent whole numbers 0, 1, 2. With `mu`
//! its expectation, `x` its observed value and `r = |x - mu|`, the p-value is
//! `1 - P(|X - mu| < r)`. Convolving thousands of games would take millions of steps a position, so
//! the convolution is done where it is a product, by inverting the characteristic function `phi` of
//! `X - mu` on a lattice of `M` frequencies `t = 2 pi j/M`:
//!
//! `P(k) = 1/M sum_j phi(t_j) exp(-i t_j (k - mu))`,
//!
//! where the sum over the `k` nearer than `r` is a geometric one. This is exact, not asymptotic:
//!
//! - *Aliasing*. The lattice cannot tell `k` from `k + M`. With `M` above `2n` nothing is lost; a
//!   smaller `M` suffices once it exceeds twice a distance `d` beyond which the probability is at most
//!   2.6e-14, by Bernstein's inequality `P(|X-mu| >= d) <= 2 exp(-d^2/(2(V + 2d/3)))`.
//! - *Frequencies left out*. As `|l + d e^it + w e^2it|^2 = 1 - 2d(1-d)(1-cos t) - 2lw(1-cos 2t)`,
//!   `|phi|` has a bound that takes one line; what is below e^-46 is not computed.
//!
//! Together with rounding the error is below 1e-12 up to 100,000 games of a class, so p-values that come out smaller
//! are given as 1e-12. Of more games it grows with their number, since the logarithm of a factor is multiplied by it:
//! 1.1e-11 for a million games of which one in a million is expected to be drawn.
//!
//! Sources: R. B. Davies, *Numerical inversion of a characteristic function*, Biometrika 60 (1973);
//! Y. Hong, *On computing the distribution function for the Poisson binomial distribution*,
//! Computational Statistics & Data Analysis 59 (2013); S. N. Bernstein, 1924.

mod characteristic;

use std::f64::consts::PI;

use crate::evidence::{Class, Evidence};
use characteristic::{ModulusBound, Waves};

/// The smallest p-value that is returned, even if the true one is smaller.
pub const SMALLEST_P_VALUE: f64 = 1e-12;

/// Residuals that differ by less than this (half points) count as equally far from 0.
const TIE: f64 = 1e-7;

/// Bernstein's exponent: 2 exp(-32) is below 2.6e-14.
const TAIL_EXPONENT: f64 = 32.0;

/// The two-sided p-value of a position's residual, divided by the square root of its design effect;
/// `None` without games.
pub(crate) fn p_value(evidence: &Evidence) -> Option<f64> {
    let residual = evidence.residual() / evidence.design_effect.sqrt();
    let sum = Sum {
        classes: &evidence.classes,
        games: evidence.games as f64,
        expected: evidence.expected,
        variance: evidence.variance,
    };
    (evidence.games > 0).then(|| sum.p_value(residual.abs()))
}

/// The two-sided p-value of a residual of the sum of independent games, in half points.
pub(crate) fn sum_p_value(classes: &[Class], residual: f64) -> f64 {
    let total = |of: fn(&Class) -> f64| classes.iter().map(of).sum::<f64>();
    let sum = Sum {
        classes,
        games: total(|class| class.games),
        expected: total(|class| class.games * class.outcome.half_points()),
        variance: total(|class| class.games * class.outcome.variance()),
    };
    sum.p_value(residual)
}

/// The score of independent games, in half points.
struct Sum<'a> {
    classes: &'a [Class],
    games: f64,
    expected: f64,
    variance: f64,
}

impl Sum<'_> {
    /// The distance from the expectation, in half points, beyond which the probability is negligible.
    fn reach(&self) -> f64 {
        let linear = TAIL_EXPONENT * 2.0 / 3.0;
        linear + (linear * linear + 2.0 * TAIL_EXPONENT * self.variance).sqrt()
    }

    /// The number of frequencies that distinguish all sums that can occur.
    fn lattice_size(&self) -> usize {
        let all = 2.0 * self.games + 2.0;
        let enough = 2.0 * self.reach().ceil() + 2.0;
        (all.min(enough) as usize).next_multiple_of(2)
    }

    /// The probability of a score at least this far from the expectation.
    fn p_value(&self, residual: f64) -> f64 {
        let distance = residual - TIE;
        if distance <= 0.0 {
            return 1.0;
        }
        if distance > self.reach() {
            return SMALLEST_P_VALUE;
        }
        // The whole numbers nearer to the expectation than the one observed.
        let first = (self.expected - distance).ceil().max(0.0);
        let last = (self.expected + distance).floor().min(2.0 * self.games);
        let nearer = InnerRange {
            count: last - first + 1.0,
            centre: (first + last) / 2.0 - self.expected,
        };
        if nearer.count <= 0.0 {
            return 1.0;
        }
        (1.0 - self.probability(&nearer)).clamp(SMALLEST_P_VALUE, 1.0)
    }

    fn probability(&self, nearer: &InnerRange) -> f64 {
        let bound = ModulusBound::of(self.classes);
        let size = self.lattice_size();
        let half = size / 2;
        let frequency = |index: usize| 2.0 * PI * index as f64 / size as f64;
        let mut sum = nearer.count;
        // |phi| falls from frequency 0 and may rise again towards pi (results that are nearly all
        // decisive make X nearly always even), so the two ends are what counts.
        let mut upper = half;
        while upper > 0 && bound.matters(frequency(upper)) {
            let weight = if upper == half { 1.0 } else { 2.0 };
            sum += weight * self.term(nearer, frequency(upper));
            upper -= 1;
        }
        let mut lower = 1;
        while lower <= upper && bound.matters(frequency(lower)) {
            sum += 2.0 * self.term(nearer, frequency(lower));
            lower += 1;
        }
        sum / size as f64
    }

    /// Real part of `phi(t)` times the geometric sum of `exp(-i t (k - mu))`.
    fn term(&self, nearer: &InnerRange, frequency: f64) -> f64 {
        let waves = Waves::of(frequency);
        let (mut modulus, mut argument) = (0.0, 0.0);
        for class in self.classes {
            let phi = waves.log_phi(&class.outcome);
            modulus += class.games * phi.modulus;
            argument += class.games * phi.argument;
        }
        modulus.exp() * (argument - frequency * nearer.centre).cos() * nearer.kernel(frequency)
    }
}

/// The range of sums nearer to the expectation than the one observed.
struct InnerRange {
    /// Number of sums.
    count: f64,
    /// The middle of the range, as a distance from the expectation.
    centre: f64,
}

impl InnerRange {
    /// Sum of `exp(-i t k)` over the range, with its middle at 0 (Dirichlet's kernel).
    fn kernel(&self, frequency: f64) -> f64 {
        (self.count * frequency / 2.0).sin() / (frequency / 2.0).sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::ResultProbabilities;

    /// A class, and games in it.
    type Games = (usize, u64);

    /// Three kinds of game: White better, Black better, hardly any draws.
    const OUTCOMES: [ResultProbabilities; 3] = [
        ResultProbabilities {
            loss: 0.2,
            draw: 0.3,
            win: 0.5,
        },
        ResultProbabilities {
            loss: 0.45,
            draw: 0.5,
            win: 0.05,
        },
        ResultProbabilities {
            loss: 0.48,
            draw: 0.02,
            win: 0.5,
        },
    ];

    fn evidence(outcomes: &[ResultProbabilities], classes: &[Games], scored: u64) -> Evidence {
        let mut evidence = Evidence {
            scored,
            design_effect: 1.0,
            ..Evidence::default()
        };
        for &(class, games) in classes {
            let outcome = outcomes[class];
            evidence.classes.push(Class::with(games as f64, outcome));
            evidence.games += games;
            evidence.expected += games as f64 * outcome.half_points();
            evidence.variance += games as f64 * outcome.variance();
        }
        evidence
    }

    fn known(classes: &[Games], scored: u64) -> f64 {
        p_value(&evidence(&OUTCOMES, classes, scored)).unwrap()
    }

    /// The same by convolving game by game and adding up.
    fn convolved(outcomes: &[ResultProbabilities], classes: &[Games], scored: u64) -> f64 {
        let mut sums = vec![1.0];
        for &(class, games) in classes {
            let outcome = outcomes[class];
            for _ in 0..games {
                let mut next = vec![0.0; sums.len() + 2];
                for (sum, probability) in sums.iter().enumerate() {
                    next[sum] += probability * outcome.loss;
                    next[sum + 1] += probability * outcome.draw;
                    next[sum + 2] += probability * outcome.win;
                }
                sums = next;
            }
        }
        let evidence = evidence(outcomes, classes, scored);
        let distance = evidence.residual().abs() - 1e-9;
        sums.iter()
            .enumerate()
            .filter(|(sum, _)| (*sum as f64 - evidence.expected).abs() >= distance)
            .map(|(_, probability)| probability)
            .sum()
    }

    #[test]
    fn p_values_are_those_of_numpy() {
        // p = 1; p = numpy.convolve(p, [loss, draw, win]) for each game;
        // p[abs(arange(len(p)) - mu) >= abs(x - mu) - 1e-9].sum()
        let cases: [(&[Games], u64, f64); 8] = [
            (&[(0, 1)], 0, 0.2),
            (&[(0, 1)], 1, 1.0),
            (&[(0, 7), (1, 5)], 20, 0.001_419_973_535_937_500_5),
            (&[(0, 40), (1, 25)], 60, 0.257_180_361_129_232_9),
            (&[(2, 100)], 131, 0.003_795_300_919_138_962_6),
            (&[(2, 30), (0, 3)], 20, 0.011_333_711_159_889_643),
            (
                &[(0, 3000), (1, 2000), (2, 500)],
                5720,
                0.045_575_002_328_113_12,
            ),
            (
                &[(0, 3000), (1, 2000), (2, 500)],
                5530,
                0.146_635_224_427_538_9,
            ),
        ];
        for (classes, scored, expected) in cases {
            let found = known(classes, scored);
            assert!(
                (found - expected).abs() < 1e-12,
                "{classes:?} {scored}: {found}"
            );
            let evidence = evidence(&OUTCOMES, classes, scored);
            let of_sum = sum_p_value(&evidence.classes, evidence.residual().abs());
            // The same sums in the same order, so the same to the bit.
            assert_eq!(of_sum.to_bits(), found.to_bits(), "{classes:?}");
        }
    }

    #[test]
    fn every_score_of_small_samples_agrees_with_convolution() {
        let extreme = [
            ResultProbabilities {
                loss: 0.0,
                draw: 1.0,
                win: 0.0,
            },
            ResultProbabilities {
                loss: 0.5,
                draw: 0.0,
                win: 0.5,
            },
            ResultProbabilities {
                loss: 1e-5,
                draw: 0.0,
                win: 1.0 - 1e-5,
            },
            ResultProbabilities {
                loss: 0.3,
                draw: 0.4,
                win: 0.3,
            },
        ];
        let cases: [&[Games]; 7] = [
            &[(0, 3)],
            &[(1, 1)],
            &[(1, 24)],
            &[(2, 9)],
            &[(0, 2), (1, 3), (2, 4), (3, 5)],
            &[(3, 150)],
            &[(1, 200), (3, 1)],
        ];
        for classes in cases {
            let games: u64 = classes.iter().map(|class| class.1).sum();
            for scored in 0..=2 * games {
                let found = p_value(&evidence(&extreme, classes, scored)).unwrap();
                let expected = convolved(&extreme, classes, scored);
                let limit = expected.max(SMALLEST_P_VALUE);
                assert!(
                    (found - limit).abs() < 1.1e-12,
                    "{classes:?} {scored}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn far_tails_are_given_as_the_smallest_value() {
        assert_eq!(
            known(&[(0, 3000), (1, 2000), (2, 500)], 6300),
            SMALLEST_P_VALUE
        );
        assert_eq!(known(&[(0, 3000)], 0), SMALLEST_P_VALUE);
    }

    #[test]
    fn no_games_no_p_value() {
        assert_eq!(p_value(&Evidence::default()), None);
    }

    #[test]
    fn a_design_effect_of_four_halves_the_residual() {
        // 100 games of the first kind, 130 half points expected, 150 scored: as 140 of independent ones.
        let mut clustered = evidence(&OUTCOMES, &[(0, 100)], 150);
        clustered.design_effect = 4.0;
        assert_eq!(p_value(&clustered), Some(known(&[(0, 100)], 140)));
    }

    #[test]
    fn work_does_not_grow_with_the_games() {
        for games in [1_000, 100_000, 10_000_000] {
            let mut sample = evidence(&OUTCOMES, &[(0, games), (1, games)], 0);
            sample.scored = (sample.expected + sample.variance.sqrt()) as u64;
            // One standard deviation, less up to one half point: 2 norm.sf(1) = 0.3173.
            let found = p_value(&sample).unwrap();
            assert!((found - 0.317).abs() < 0.03, "{found}");
            let sum = Sum {
                classes: &sample.classes,
                games: sample.games as f64,
                expected: sample.expected,
                variance: sample.variance,
            };
            let bound = ModulusBound::of(sum.classes);
            let size = sum.lattice_size();
            let counted = (1..=size / 2)
                .take_while(|&index| bound.matters(2.0 * PI * index as f64 / size as f64))
                .count();
            assert!(
                (10..60).contains(&counted),
                "{games}: {counted} frequencies"
            );
        }
    }

    /// Few games and rare wins: the variance is so small that the linear part of the bound is what counts. If one game
    /// in a thousand is won, else lost, 7 wins of 100 have the probability 1.5e-11.
    #[test]
    fn rare_results_have_small_p_values() {
        let rare = [ResultProbabilities {
            loss: 0.999,
            draw: 0.0,
            win: 0.001,
        }];
        for wins in 3..=7 {
            let found = p_value(&evidence(&rare, &[(0, 100)], 2 * wins)).unwrap();
            let expected = convolved(&rare, &[(0, 100)], 2 * wins);
            assert!(
                expected > 1e-11 && (found - expected).abs() < 1e-12,
                "{wins}: {found} instead of {expected}"
            );
        }
    }
}
