//! Tests whether counts scatter as random draws do.

use audit960_board::start::SplitMix64;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Minimum expected draws of every position with which the chi-square distribution is used.
const MIN_EXPECTED: f64 = 5.0;

/// Number of archives simulated otherwise.
const SIMULATIONS: u32 = 99_999;

/// With this many archives in the smaller tail, a p-value is known to within 3 % of itself.
const ENOUGH_EXTREMES: u32 = 1_000;

/// If the first archives, this many, are all on one side, the hypothesis is rejected with p = 2e-4.
const ENOUGH_WITHOUT_EXTREMES: u32 = 9_999;

const SEED: u64 = 960;

/// How a p-value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestMethod {
    /// From the chi-square distribution.
    ChiSquare {
        /// Degrees of freedom.
        degrees: u32,
    },
    /// From random archives (fixed seed): 99,999, or fewer once 1,000 were in the smaller tail, or if
    /// none of the first 9,999 were.
    MonteCarlo {
        /// Number of archives simulated.
        draws: u32,
    },
    /// The archive holds a position that the hypothesis excludes: p = 0.
    Impossible,
}

/// Pearson's test, two-sided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goodness {
    /// Pearson's statistic; infinite if the archive is impossible under the hypothesis.
    pub statistic: f64,
    /// Twice the probability of a statistic at least as large, or at least as small.
    pub p_value: f64,
    /// Whether the statistic is on the small side: the counts are more even than random draws are.
    pub too_even: bool,
    /// How the p-value was found.
    pub method: TestMethod,
}

/// The distribution that positions are drawn from, and the number of draws.
pub(super) struct DrawDistribution {
    /// Expected draws by Scharnagl number.
    expected: Vec<f64>,
    /// Scharnagl numbers, each repeated by its weight.
    tickets: Vec<u16>,
    draws: u64,
}

impl DrawDistribution {
    pub(super) fn new(weights: &[u16; 960], draws: u64) -> Self {
        let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let expected = weights
            .iter()
            .map(|&weight| draws as f64 * f64::from(weight) / total)
            .collect();
        let tickets = (0..960)
            .flat_map(|number| {
                std::iter::repeat_n(number, usize::from(weights[usize::from(number)]))
            })
            .collect();
        Self {
            expected,
            tickets,
            draws,
        }
    }

    pub(super) fn goodness(&self, counts: &[u64]) -> Goodness {
        let statistic = self.statistic(counts);
        let possible = self.expected.iter().copied().filter(|&e| e > 0.0);
        let least = possible.clone().fold(f64::INFINITY, f64::min);
        if statistic.is_infinite() {
            Goodness::of(statistic, [0.0, 1.0], TestMethod::Impossible)
        } else if least >= MIN_EXPECTED {
            let degrees = possible.count() as u32 - 1;
            Goodness::of(
                statistic,
                chi_square_tails(statistic, degrees),
                TestMethod::ChiSquare { degrees },
            )
        } else {
            self.monte_carlo(statistic)
        }
    }

    fn statistic(&self, counts: &[u64]) -> f64 {
        counts
            .iter()
            .zip(&self.expected)
            .filter(|&(&count, &expected)| count > 0 || expected > 0.0)
            .map(|(&count, &expected)| (count as f64 - expected).powi(2) / expected)
            .sum()
    }

    /// The shares of random archives, the real one included, whose statistic is at least as large and
    /// at least as small.
    fn monte_carlo(&self, statistic: f64) -> Goodness {
        let mut random = SplitMix64::new(SEED);
        // Archives that are equally far from expectation must count, whatever the rounding.
        let (least, most) = (statistic * (1.0 - 1e-9), statistic * (1.0 + 1e-9));
        let mut tails = [0_u32; 2];
        let mut draws = 0;
        while draws < SIMULATIONS {
            let drawn = self.simulate(&mut random);
            draws += 1;
            tails[0] += u32::from(drawn >= least);
            tails[1] += u32::from(drawn <= most);
            let smaller = tails[0].min(tails[1]);
            if smaller == ENOUGH_EXTREMES || (smaller == 0 && draws == ENOUGH_WITHOUT_EXTREMES) {
                break;
            }
        }
        let share = |count: u32| f64::from(count + 1) / f64::from(draws + 1);
        Goodness::of(
            statistic,
            tails.map(share),
            TestMethod::MonteCarlo { draws },
        )
    }

    /// The statistic of a random archive, as `sum (c-e)^2/e = sum c^2/e - n`: most positions of a
    /// small archive have no game and cost nothing.
    fn simulate(&self, random: &mut SplitMix64) -> f64 {
        let mut counts = [0_u32; 960];
        for _ in 0..self.draws {
            let ticket = random.below(self.tickets.len() as u32);
            counts[usize::from(self.tickets[ticket as usize])] += 1;
        }
        let squares: f64 = counts
            .iter()
            .zip(&self.expected)
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, &expected)| f64::from(count) * f64::from(count) / expected)
            .sum();
        squares - self.draws as f64
    }
}

impl Goodness {
    /// Whether the p-value is the smallest that so many simulated archives can give: that of none in the tail but the
    /// real one. The true one may be any smaller number.
    pub(super) fn is_bound(&self) -> bool {
        match self.method {
            TestMethod::MonteCarlo { draws } => {
                self.p_value * f64::from(draws + 1) < 2.0 + f64::EPSILON * 8.0
            }
            TestMethod::ChiSquare { .. } | TestMethod::Impossible => false,
        }
    }

    /// `tails`: the probabilities of a statistic at least as large, and at least as small.
    fn of(statistic: f64, tails: [f64; 2], method: TestMethod) -> Self {
        let [large, small] = tails;
        Self {
            statistic,
            p_value: (2.0 * large.min(small)).min(1.0),
            too_even: small < large,
            method,
        }
    }
}

/// Probabilities that a chi-square variable is at least as large, and at least as small.
pub(super) fn chi_square_tails(statistic: f64, degrees: u32) -> [f64; 2] {
    match ChiSquared::new(f64::from(degrees)) {
        Ok(distribution) => [distribution.sf(statistic), distribution.cdf(statistic)],
        Err(_) => [1.0, 1.0],
    }
}
