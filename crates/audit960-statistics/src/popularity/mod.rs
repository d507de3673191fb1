//! How the start positions of an archive may have been drawn.
//!
//! Given how often each position was drawn, four questions are asked of each way of drawing:
//!
//! - *Likelihood*: how probable are these draws, compared with the other ways?
//! - *Goodness of fit*, two-sided: is Pearson's `sum (observed - expected)^2/expected` as large as it
//!   should be? Too large means that positions do not differ as the way of drawing says, too small that
//!   they were distributed evenly and not drawn.
//! - *The orthodox position*: does 518 occur as often as it should (exact binomial tails)?
//! - *The rival*: does a mixture with the rival way of drawing explain the draws better? With the
//!   share `w` of the rival fitted, twice the gain in log-likelihood is zero or follows the
//!   chi-square distribution with one degree of freedom, each in half of the cases, because `w = 0`
//!   is on the boundary. The rival of the one-die procedure is the uniform draw, that of the others the
//!   one-die procedure.
//!
//! A true way of drawing is rejected with a probability of at most 5 %: 1 % for the fit, 1 % for the
//! orthodox position, 3 % for the rival. So its p-value is the smallest of the three, divided by 0.2, 0.2
//! and 0.6 (C. E. Bonferroni, 1936). Bodlaender's dice and the mirror pair draw uniformly: they cannot be
//! distinguished from a random number.
//!
//! Where every expected number is 5 or more, Pearson's statistic follows the chi-square distribution
//! closely enough (Cochran's rule); elsewhere its distribution is found by drawing archives.
//!
//! Sources: K. Pearson, Philosophical Magazine 50 (1900); W. G. Cochran, *Some methods for
//! strengthening the common chi-square tests*, Biometrics 10 (1954); J. Besag and P. Clifford,
//! *Sequential Monte Carlo p-values*, Biometrika 78 (1991); H. Chernoff, *On the distribution of the
//! likelihood ratio*, Annals of Mathematical Statistics 25 (1954).

mod goodness;
mod mixture;
mod words;

pub use words::p_in_words;

#[cfg(test)]
mod tests;

use audit960_board::start::{DrawMethod, ORTHODOX};
use statrs::distribution::{Binomial, DiscreteCDF};

pub use goodness::{Goodness, TestMethod};
pub use mixture::Mixture;

use goodness::DrawDistribution;

/// A way of drawing with a p-value below this does not fit.
const REJECTED_BELOW: f64 = 0.05;

/// The shares of the error allotted to goodness of fit, the orthodox position and the rival.
const SHARES: [f64; 3] = [0.2, 0.2, 0.6];

/// A way in which positions may have been drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawHypothesis {
    /// Each of the 960 equally likely.
    Uniform,
    /// By a club's procedure with one die ([`DrawMethod::OneDie`]).
    OneDie,
    /// Each of the 959 that are not the orthodox one equally likely.
    OrthodoxExcluded,
}

/// The test of one way of drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PopularityTest {
    /// What was tested.
    pub hypothesis: DrawHypothesis,
    /// Logarithm of the probability of these draws in their order; minus infinity if impossible.
    pub log_likelihood: f64,
    /// Whether the counts scatter as they should.
    pub goodness: Goodness,
    /// Two-sided p-value of the number of draws of the orthodox position.
    pub orthodox_p: f64,
    /// p-value against mixtures with the rival.
    pub rival_p: f64,
    /// p-value of all three together.
    pub p_value: f64,
}

/// How the start positions may have been drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Popularity {
    /// Number of draws.
    pub draws: u64,
    /// The tests, in the order of [`DrawHypothesis::ALL`]; empty without draws.
    pub tests: Vec<PopularityTest>,
    /// The share of draws by the one-die procedure, the others being uniform; `None` without draws.
    pub mixture: Option<Mixture>,
}

impl DrawHypothesis {
    /// Every hypothesis.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::OneDie, Self::OrthodoxExcluded];

    /// Relative probabilities, by Scharnagl number.
    fn weights(self) -> [u16; 960] {
        match self {
            Self::Uniform => DrawMethod::Uniform.weights(false),
            Self::OneDie => DrawMethod::OneDie.weights(false),
            Self::OrthodoxExcluded => DrawMethod::Uniform.weights(true),
        }
    }

    /// The relative probabilities of its rival.
    fn rival_weights(self) -> [u16; 960] {
        match self {
            Self::Uniform => DrawMethod::OneDie.weights(false),
            Self::OneDie => DrawMethod::Uniform.weights(false),
            Self::OrthodoxExcluded => DrawMethod::OneDie.weights(true),
        }
    }
}

/// Tests how positions were picked, given how often each was, by Scharnagl number.
#[must_use]
pub fn popularity_of(counts: &[u64; 960]) -> Popularity {
    let draws = counts.iter().sum();
    if draws == 0 {
        return Popularity {
            draws,
            tests: Vec::new(),
            mixture: None,
        };
    }
    let rivals = DrawHypothesis::Uniform;
    Popularity {
        draws,
        tests: DrawHypothesis::ALL
            .map(|hypothesis| test(hypothesis, counts, draws))
            .to_vec(),
        mixture: Some(Mixture::fit(
            counts,
            &rivals.weights(),
            &rivals.rival_weights(),
        )),
    }
}

fn test(hypothesis: DrawHypothesis, counts: &[u64; 960], draws: u64) -> PopularityTest {
    let weights = hypothesis.weights();
    let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let logarithms = counts
        .iter()
        .zip(&weights)
        .filter(|(count, _)| **count > 0)
        .map(|(&count, &weight)| count as f64 * (f64::from(weight) / total).ln());
    let orthodox = usize::from(ORTHODOX.number());
    let goodness = DrawDistribution::new(&weights, draws).goodness(counts);
    let orthodox_p = binomial_p(
        counts[orthodox],
        draws,
        f64::from(weights[orthodox]) / total,
    );
    let rival_p = match goodness.method {
        TestMethod::Impossible => 0.0,
        _ => Mixture::fit(counts, &weights, &hypothesis.rival_weights()).p_value,
    };
    let p_values = [goodness.p_value, orthodox_p, rival_p];
    let shared = p_values.iter().zip(SHARES).map(|(p, share)| p / share);
    PopularityTest {
        hypothesis,
        log_likelihood: logarithms.sum(),
        goodness,
        orthodox_p,
        rival_p,
        p_value: shared.fold(1.0, f64::min),
    }
}

/// Twice the smaller tail of a binomial number.
fn binomial_p(count: u64, trials: u64, probability: f64) -> f64 {
    if probability <= 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    let Ok(binomial) = Binomial::new(probability, trials) else {
        return 1.0;
    };
    let at_most = binomial.cdf(count);
    let at_least = match count.checked_sub(1) {
        Some(below) => binomial.sf(below),
        None => 1.0,
    };
    (2.0 * at_most.min(at_least)).min(1.0)
}

impl PopularityTest {
    /// Whether the archive may have been drawn this way: p is 0.05 or more.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.p_value >= REJECTED_BELOW
    }
}
