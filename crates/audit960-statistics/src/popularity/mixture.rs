//! A mixture of two ways of drawing: the share of one of them, and whether it is more than zero.

use std::collections::BTreeMap;

use crate::fit::root_of_increasing;

use super::goodness::chi_square_tails;

/// Twice the loss of log-likelihood at the ends of a 95 % interval.
const INTERVAL: f64 = 3.841_458_820_694_124;

/// A mixture of two ways of drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// Maximum-likelihood share of the second way, 0 to 1.
    pub share: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// p-value of the first way alone against all mixtures.
    pub p_value: f64,
}

/// Draw counts, each with the probability ratio of its positions: second way over first.
struct Draws(Vec<(f64, f64)>);

impl Mixture {
    /// Fits the share of the second way. Positions that the first excludes must not be drawn.
    pub(super) fn fit(counts: &[u64; 960], first: &[u16; 960], second: &[u16; 960]) -> Self {
        let draws = Draws::of(counts, first, second);
        // The likelihood is concave in the share.
        let share = root_of_increasing(0.0, 1.0, |share| -draws.slope(share));
        let best = draws.gain(share).max(0.0).max(draws.gain(1.0));
        let loss = |share: f64| 2.0 * (best - draws.gain(share)) - INTERVAL;
        let low = match loss(0.0) > 0.0 {
            true => root_of_increasing(0.0, share, |share| -loss(share)),
            false => 0.0,
        };
        let high = match loss(1.0) > 0.0 {
            true => root_of_increasing(share, 1.0, loss),
            false => 1.0,
        };
        let [tail, _] = chi_square_tails(2.0 * best, 1);
        Self {
            share,
            low,
            high,
            p_value: if draws.slope(0.0) > 0.0 {
                tail / 2.0
            } else {
                1.0
            },
        }
    }
}

impl Draws {
    fn of(counts: &[u64; 960], first: &[u16; 960], second: &[u16; 960]) -> Self {
        let sum =
            |weights: &[u16; 960]| -> f64 { weights.iter().map(|&weight| f64::from(weight)).sum() };
        let scale = sum(first) / sum(second);
        // Few different pairs of weights occur.
        let mut by_weights: BTreeMap<(u16, u16), u64> = BTreeMap::new();
        for (count, weights) in counts
            .iter()
            .zip(first.iter().copied().zip(second.iter().copied()))
        {
            *by_weights.entry(weights).or_default() += count;
        }
        let possible = by_weights.into_iter().filter(|((first, _), _)| *first > 0);
        Self(
            possible
                .map(|((first, second), count)| {
                    (count as f64, scale * f64::from(second) / f64::from(first))
                })
                .collect(),
        )
    }

    /// Log-likelihood minus that of the first way alone.
    fn gain(&self, share: f64) -> f64 {
        let term = |&(count, ratio): &(f64, f64)| match count > 0.0 {
            true => count * (1.0 - share + share * ratio).ln(),
            false => 0.0,
        };
        self.0.iter().map(term).sum()
    }

    /// Its derivative.
    fn slope(&self, share: f64) -> f64 {
        let term = |&(count, ratio): &(f64, f64)| match count > 0.0 {
            true => count * (ratio - 1.0) / (1.0 - share + share * ratio),
            false => 0.0,
        };
        self.0.iter().map(term).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position that nobody drew says nothing, also where a way of drawing excludes it.
    #[test]
    fn only_what_was_drawn_counts() {
        let draws = Draws(vec![(0.0, 0.0), (3.0, 2.0)]);
        assert!((draws.gain(1.0) - 3.0 * 2.0_f64.ln()).abs() < 1e-12);
        assert!((draws.slope(1.0) - 1.5).abs() < 1e-12);
        assert!((draws.gain(0.5) - 3.0 * 1.5_f64.ln()).abs() < 1e-12);
    }
}
