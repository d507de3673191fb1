//! How the start positions of an archive may have been drawn.
//!
//! The number of games of each position (whatever their results) is compared with what a way of
//! drawing lets one expect, by Pearson's statistic `sum (observed - expected)^2/expected`. Where
//! every expected number is 5 or more, the statistic follows the chi-square distribution closely
//! enough (Cochran's rule); elsewhere its distribution is found by drawing as many archives of the
//! same size. Games are taken to be drawn apart: an archive that plays each position it draws twice,
//! with colours reversed, is twice as far from expectation.
//!
//! Sources: K. Pearson, Philosophical Magazine 50 (1900); W. G. Cochran, *Some methods for
//! strengthening the common chi-square tests*, Biometrics 10 (1954); J. Besag and P. Clifford,
//! *Sequential Monte Carlo p-values*, Biometrika 78 (1991).

mod band;

#[cfg(test)]
mod tests;

use std::fmt;

use audit960_board::start::{DrawMethod, SplitMix64};
use audit960_types::Tally;
use statrs::function::gamma::gamma_ur;

pub use band::{ChanceBand, chance_band};

/// A hypothesis with a p-value below this does not fit.
const REJECTED_BELOW: f64 = 0.05;

/// The least expected number of games with which the chi-square distribution is used.
const LEAST_EXPECTED: f64 = 5.0;

/// Archives drawn where it is not.
const SIMULATIONS: u32 = 99_999;

/// So many archives at least as far from expectation settle a p-value to 1.5 % of itself.
const ENOUGH_EXTREMES: u32 = 5_000;

/// Where so many archives are all nearer to expectation, the hypothesis is lost: p = 1e-4.
const ENOUGH_WITHOUT_EXTREMES: u32 = 9_999;

const SEED: u64 = 960;

/// A way in which positions may have been drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawHypothesis {
    /// Each of the 960 alike.
    Uniform,
    /// By a club's procedure with one die ([`DrawMethod::OneDie`]).
    OneDie,
    /// Each of the 959 alike that are not the orthodox one.
    OrthodoxExcluded,
}

/// How a p-value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestMethod {
    /// From the chi-square distribution.
    ChiSquare {
        /// Degrees of freedom.
        degrees: u32,
    },
    /// From random archives (fixed seed): 99,999, or fewer once 5,000 were at least as far from
    /// expectation, or if none of the first 9,999 was.
    MonteCarlo {
        /// Archives drawn.
        draws: u32,
    },
    /// The archive holds a position that the hypothesis excludes: p = 0.
    Impossible,
}

/// One hypothesis put to the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PopularityTest {
    /// What was tested.
    pub hypothesis: DrawHypothesis,
    /// Pearson's statistic; infinite if the archive is impossible under the hypothesis.
    pub statistic: f64,
    /// Probability of a statistic at least as large.
    pub p_value: f64,
    /// How that was found.
    pub method: TestMethod,
}

/// The popularity of the start positions, tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Popularity {
    /// Chess960 games, decided or not.
    pub games: u64,
    /// The tests, in the order of [`DrawHypothesis::ALL`]; empty without games.
    pub tests: Vec<PopularityTest>,
}

impl DrawHypothesis {
    /// Every hypothesis.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::OneDie, Self::OrthodoxExcluded];

    /// Probabilities in proportion, by Scharnagl number.
    fn weights(self) -> [u16; 960] {
        match self {
            Self::Uniform => DrawMethod::Uniform.weights(false),
            Self::OneDie => DrawMethod::OneDie.weights(false),
            Self::OrthodoxExcluded => DrawMethod::Uniform.weights(true),
        }
    }
}

/// Tests how the positions of an archive were drawn, with every game counted as a draw.
#[must_use]
pub fn popularity(tally: &Tally) -> Popularity {
    let mut counts = [0; 960];
    for (&number, position) in &tally.positions {
        if let Some(count) = counts.get_mut(usize::from(number)) {
            *count = position.score.games();
        }
    }
    popularity_of(&counts)
}

/// Tests how positions were drawn, given how often each was, by Scharnagl number.
#[must_use]
pub fn popularity_of(counts: &[u64; 960]) -> Popularity {
    let games = counts.iter().sum();
    let tests = if games == 0 {
        Vec::new()
    } else {
        DrawHypothesis::ALL
            .map(|hypothesis| test(hypothesis, counts, games))
            .to_vec()
    };
    Popularity { games, tests }
}

fn test(hypothesis: DrawHypothesis, counts: &[u64], games: u64) -> PopularityTest {
    let weights = hypothesis.weights();
    let urn = Urn::new(&weights, games);
    let statistic = urn.statistic(counts);
    let (p_value, method) = if statistic.is_infinite() {
        (0.0, TestMethod::Impossible)
    } else if urn.least_expected() >= LEAST_EXPECTED {
        let degrees = weights.iter().filter(|&&weight| weight > 0).count() as u32 - 1;
        (
            chi_square_tail(statistic, degrees),
            TestMethod::ChiSquare { degrees },
        )
    } else {
        urn.monte_carlo(statistic)
    };
    PopularityTest {
        hypothesis,
        statistic,
        p_value,
        method,
    }
}

/// Probability that a chi-square variable is at least as large.
fn chi_square_tail(statistic: f64, degrees: u32) -> f64 {
    // The incomplete gamma function is not defined there for nought.
    if statistic > 0.0 {
        gamma_ur(f64::from(degrees) / 2.0, statistic / 2.0)
    } else {
        1.0
    }
}

/// What positions are drawn from, and how often.
struct Urn {
    /// Expected games by Scharnagl number.
    expected: Vec<f64>,
    /// Scharnagl numbers, each as often as its weight.
    tickets: Vec<u16>,
    games: u64,
}

impl Urn {
    fn new(weights: &[u16; 960], games: u64) -> Self {
        let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let expected = weights
            .iter()
            .map(|&weight| games as f64 * f64::from(weight) / total)
            .collect();
        let tickets = (0..960)
            .flat_map(|number| {
                std::iter::repeat_n(number, usize::from(weights[usize::from(number)]))
            })
            .collect();
        Self {
            expected,
            tickets,
            games,
        }
    }

    fn least_expected(&self) -> f64 {
        self.expected
            .iter()
            .copied()
            .filter(|&e| e > 0.0)
            .fold(f64::INFINITY, f64::min)
    }

    fn statistic(&self, counts: &[u64]) -> f64 {
        counts
            .iter()
            .zip(&self.expected)
            .filter(|&(&count, &expected)| count > 0 || expected > 0.0)
            .map(|(&count, &expected)| (count as f64 - expected).powi(2) / expected)
            .sum()
    }

    /// The share of random archives, the real one included, whose statistic is at least as large.
    fn monte_carlo(&self, statistic: f64) -> (f64, TestMethod) {
        let mut random = SplitMix64::new(SEED);
        // Archives that are equally far from expectation must count, whatever the rounding.
        let threshold = statistic * (1.0 - 1e-9);
        let mut extremes = 0;
        for draws in 1..=SIMULATIONS {
            extremes += u32::from(self.simulate(&mut random) >= threshold);
            let method = TestMethod::MonteCarlo { draws };
            if extremes == ENOUGH_EXTREMES {
                return (f64::from(extremes) / f64::from(draws), method);
            }
            if draws == SIMULATIONS || (extremes == 0 && draws == ENOUGH_WITHOUT_EXTREMES) {
                return (f64::from(extremes + 1) / f64::from(draws + 1), method);
            }
        }
        unreachable!("the last draw returns")
    }

    /// The statistic of a random archive, as `sum (c-e)^2/e = sum c^2/e - n`: most positions of a
    /// small archive have no game and cost nothing.
    fn simulate(&self, random: &mut SplitMix64) -> f64 {
        let mut counts = [0_u32; 960];
        for _ in 0..self.games {
            let ticket = random.below(self.tickets.len() as u32);
            counts[usize::from(self.tickets[ticket as usize])] += 1;
        }
        let squares: f64 = counts
            .iter()
            .zip(&self.expected)
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, &expected)| f64::from(count) * f64::from(count) / expected)
            .sum();
        squares - self.games as f64
    }
}

impl PopularityTest {
    /// Whether the archive may have been drawn so: p is 0.05 or more.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.p_value >= REJECTED_BELOW
    }
}

impl fmt::Display for DrawHypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uniform => "each of the 960 alike",
            Self::OneDie => "the one-die procedure",
            Self::OrthodoxExcluded => "each alike but never the orthodox position",
        })
    }
}

impl Popularity {
    /// Which ways of drawing fit, in words.
    #[must_use]
    pub fn verdict(&self) -> String {
        if self.tests.is_empty() {
            return "no Chess960 game, so nothing tells how positions were drawn".to_owned();
        }
        let fitting: Vec<String> = self
            .tests
            .iter()
            .filter(|test| test.fits())
            .map(|test| format!("{} fits (p = {:.3})", test.hypothesis, test.p_value))
            .collect();
        if fitting.is_empty() {
            return "no way of drawing fits".to_owned();
        }
        fitting.join("; ")
    }
}

impl fmt::Display for Popularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tests.is_empty() {
            write!(f, "{} games: ", self.games)?;
        }
        f.write_str(&self.verdict())
    }
}
