//! How probable a residual at least as far from nought is: the exact distribution of a sum of
//! results.
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
//!   smaller `M` suffices once it exceeds twice a distance `d` beyond which no more than 2.6e-14 of
//!   the probability lies, by Bernstein's inequality `P(|X-mu| >= d) <= 2 exp(-d^2/(2(V + 2d/3)))`.
//! - *Frequencies left out*. As `|l + d e^it + w e^2it|^2 = 1 - 2d(1-d)(1-cos t) - 2lw(1-cos 2t)`,
//!   `|phi|` has a bound that takes one line; what is below e^-46 is not computed.
//!
//! Together with rounding the error is below 1e-12, so p-values that come out smaller are given as
//! 1e-12.
//!
//! Sources: R. B. Davies, *Numerical inversion of a characteristic function*, Biometrika 60 (1973);
//! Y. Hong, *On computing the distribution function for the Poisson binomial distribution*,
//! Computational Statistics & Data Analysis 59 (2013); S. N. Bernstein, 1924.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use crate::model::Evidence;
use crate::outcome::Outcome;

/// The smallest p-value that is given, also where the true one is smaller.
pub const SMALLEST_P_VALUE: f64 = 1e-12;

/// Two residuals nearer to each other than this (half points) are equally far from nought.
const TIE: f64 = 1e-7;

/// Bernstein's exponent: 2 exp(-32) is below 2.6e-14.
const TAIL_EXPONENT: f64 = 32.0;

/// Frequencies with ln |phi| below this are left out.
const LEAST_LOG_MODULUS: f64 = -46.0;

/// The two-sided p-value of each position's residual; `None` where it has no games.
pub(crate) fn p_values(outcomes: &[Outcome], positions: &[Evidence]) -> Vec<Option<f64>> {
    let mut by_size: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, evidence) in positions.iter().enumerate().filter(|(_, e)| e.games > 0) {
        by_size
            .entry(lattice_size(evidence))
            .or_default()
            .push(index);
    }
    let mut p_values = vec![None; positions.len()];
    for (size, indices) in by_size {
        let mut lattice = Lattice::new(outcomes, size);
        for index in indices {
            p_values[index] = Some(lattice.p_value(&positions[index]));
        }
    }
    p_values
}

/// The distance from the expectation beyond which next to nothing lies.
fn reach(evidence: &Evidence) -> f64 {
    let linear = TAIL_EXPONENT * 2.0 / 3.0;
    linear + (linear * linear + 2.0 * TAIL_EXPONENT * evidence.variance).sqrt()
}

/// A power of two, so that few different lattices serve all positions.
fn lattice_size(evidence: &Evidence) -> usize {
    let all = 2.0 * evidence.games as f64 + 2.0;
    let enough = 2.0 * reach(evidence).ceil() + 2.0;
    (all.min(enough) as usize).next_power_of_two()
}

/// Logarithm of a centred characteristic function: of its modulus, and its argument.
#[derive(Clone, Copy)]
struct LogPhi {
    modulus: f64,
    argument: f64,
}

/// The frequencies `2 pi j/size` for `j` up to `size/2`, and what is known there of each class of
/// games.
struct Lattice<'a> {
    outcomes: &'a [Outcome],
    size: usize,
    rows: Vec<Option<Box<[LogPhi]>>>,
}

impl<'a> Lattice<'a> {
    fn new(outcomes: &'a [Outcome], size: usize) -> Self {
        Self {
            outcomes,
            size,
            rows: vec![None; size / 2 + 1],
        }
    }

    fn p_value(&mut self, evidence: &Evidence) -> f64 {
        let distance = evidence.residual().abs() - TIE;
        if distance <= 0.0 {
            return 1.0;
        }
        if distance > reach(evidence) {
            return SMALLEST_P_VALUE;
        }
        // The whole numbers nearer to the expectation than the one observed.
        let first = (evidence.expected - distance).ceil().max(0.0);
        let last = (evidence.expected + distance)
            .floor()
            .min(2.0 * evidence.games as f64);
        let nearer = Nearer {
            count: last - first + 1.0,
            centre: (first + last) / 2.0 - evidence.expected,
        };
        if nearer.count <= 0.0 {
            return 1.0;
        }
        (1.0 - self.probability(evidence, &nearer)).clamp(SMALLEST_P_VALUE, 1.0)
    }

    fn probability(&mut self, evidence: &Evidence, nearer: &Nearer) -> f64 {
        let bound = ModulusBound::of(self.outcomes, evidence);
        let half = self.size / 2;
        let mut sum = nearer.count;
        // |phi| falls from frequency nought and may rise again towards pi (results that are nearly
        // all decisive make X nearly always even), so the two ends are what counts.
        let mut upper = half;
        while upper > 0 && bound.matters(self.frequency(upper)) {
            let weight = if upper == half { 1.0 } else { 2.0 };
            sum += weight * self.term(evidence, nearer, upper);
            upper -= 1;
        }
        let mut lower = 1;
        while lower <= upper && bound.matters(self.frequency(lower)) {
            sum += 2.0 * self.term(evidence, nearer, lower);
            lower += 1;
        }
        sum / self.size as f64
    }

    fn frequency(&self, index: usize) -> f64 {
        2.0 * PI * index as f64 / self.size as f64
    }

    /// Real part of `phi(t)` times the geometric sum of `exp(-i t (k - mu))`.
    fn term(&mut self, evidence: &Evidence, nearer: &Nearer, index: usize) -> f64 {
        let frequency = self.frequency(index);
        let row = self.rows[index].get_or_insert_with(|| {
            self.outcomes
                .iter()
                .map(|outcome| log_phi(outcome, frequency))
                .collect()
        });
        let (mut modulus, mut argument) = (0.0, 0.0);
        for &(class, games) in &evidence.classes {
            modulus += games * row[class].modulus;
            argument += games * row[class].argument;
        }
        modulus.exp() * (argument - frequency * nearer.centre).cos() * nearer.kernel(frequency)
    }
}

/// The run of sums nearer to the expectation than the one observed.
struct Nearer {
    /// How many there are.
    count: f64,
    /// The middle of the run, as a distance from the expectation.
    centre: f64,
}

impl Nearer {
    /// Sum of `exp(-i t k)` over the run, with its middle at nought (Dirichlet's kernel).
    fn kernel(&self, frequency: f64) -> f64 {
        (self.count * frequency / 2.0).sin() / (frequency / 2.0).sin()
    }
}

/// A bound of ln |phi|: `-(a (1-cos t) + b (1-cos 2t))`.
struct ModulusBound {
    a: f64,
    b: f64,
}

impl ModulusBound {
    fn of(outcomes: &[Outcome], evidence: &Evidence) -> Self {
        let mut bound = Self { a: 0.0, b: 0.0 };
        for &(class, games) in &evidence.classes {
            let outcome = outcomes[class];
            bound.a += games * outcome.draw * (1.0 - outcome.draw);
            bound.b += games * outcome.loss * outcome.win;
        }
        bound
    }

    fn matters(&self, frequency: f64) -> bool {
        let once = 1.0 - frequency.cos();
        let twice = 1.0 - (2.0 * frequency).cos();
        -(self.a * once + self.b * twice) >= LEAST_LOG_MODULUS
    }
}

/// ln of `E exp(i t (x - mu))` for the result `x` of one game in half points.
fn log_phi(outcome: &Outcome, frequency: f64) -> LogPhi {
    let once = 1.0 - frequency.cos();
    let twice = 1.0 - (2.0 * frequency).cos();
    let loss =
        2.0 * outcome.draw * (1.0 - outcome.draw) * once + 2.0 * outcome.loss * outcome.win * twice;
    let mean = outcome.half_points();
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (points, probability) in [(0.0, outcome.loss), (1.0, outcome.draw), (2.0, outcome.win)] {
        let (sine, cosine) = (frequency * (points - mean)).sin_cos();
        real += probability * cosine;
        imaginary += probability * sine;
    }
    // 1 - loss is the squared modulus; rounding may take it just below nought.
    LogPhi {
        modulus: (-loss.min(1.0)).ln_1p() / 2.0,
        argument: imaginary.atan2(real),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class, and games in it.
    type Games = (usize, u64);

    /// Three kinds of game: White better, Black better, hardly any draws.
    const OUTCOMES: [Outcome; 3] = [
        Outcome {
            loss: 0.2,
            draw: 0.3,
            win: 0.5,
        },
        Outcome {
            loss: 0.45,
            draw: 0.5,
            win: 0.05,
        },
        Outcome {
            loss: 0.48,
            draw: 0.02,
            win: 0.5,
        },
    ];

    fn evidence(outcomes: &[Outcome], classes: &[Games], scored: u64) -> Evidence {
        let mut evidence = Evidence {
            scored,
            ..Evidence::default()
        };
        for &(class, games) in classes {
            evidence.classes.push((class, games as f64));
            evidence.games += games;
            evidence.expected += games as f64 * outcomes[class].half_points();
            evidence.variance += games as f64 * outcomes[class].variance();
        }
        evidence
    }

    fn p_value(classes: &[Games], scored: u64) -> f64 {
        p_values(&OUTCOMES, &[evidence(&OUTCOMES, classes, scored)])[0].unwrap()
    }

    /// The same by convolving game by game and adding up.
    fn convolved(outcomes: &[Outcome], classes: &[Games], scored: u64) -> f64 {
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
        let known: [(&[Games], u64, f64); 8] = [
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
        for (classes, scored, expected) in known {
            let found = p_value(classes, scored);
            assert!(
                (found - expected).abs() < 1e-12,
                "{classes:?} {scored}: {found}"
            );
        }
    }

    #[test]
    fn every_score_of_small_samples_agrees_with_convolution() {
        let extreme = [
            Outcome {
                loss: 0.0,
                draw: 1.0,
                win: 0.0,
            },
            Outcome {
                loss: 0.5,
                draw: 0.0,
                win: 0.5,
            },
            Outcome {
                loss: 1e-5,
                draw: 0.0,
                win: 1.0 - 1e-5,
            },
            Outcome {
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
                let found = p_values(&extreme, &[evidence(&extreme, classes, scored)])[0].unwrap();
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
            p_value(&[(0, 3000), (1, 2000), (2, 500)], 6300),
            SMALLEST_P_VALUE
        );
        assert_eq!(p_value(&[(0, 3000)], 0), SMALLEST_P_VALUE);
    }

    #[test]
    fn no_games_no_p_value() {
        assert_eq!(p_values(&OUTCOMES, &[Evidence::default()]), [None]);
    }

    #[test]
    fn work_does_not_grow_with_the_games() {
        for games in [1_000, 100_000, 10_000_000] {
            let sample = evidence(&OUTCOMES, &[(0, games), (1, games)], 19 * games / 10);
            let mut lattice = Lattice::new(&OUTCOMES, lattice_size(&sample));
            let scored = (sample.expected + sample.variance.sqrt()) as u64;
            let p_value = lattice.p_value(&Evidence { scored, ..sample });
            // One standard deviation, less up to one half point: 2 norm.sf(1) = 0.3173.
            assert!((p_value - 0.317).abs() < 0.03, "{p_value}");
            let computed = lattice.rows.iter().flatten().count();
            assert!(
                (20..80).contains(&computed),
                "{games}: {computed} frequencies"
            );
        }
    }
}
