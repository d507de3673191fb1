//! The design effect: how much more a sum of results scatters than independent games do.
//!
//! Games of one event, or of two players on one evening, depend on each other. A position's clusters
//! (`audit960_types::cluster`) are hashed into 16 groups. With a position's residual `r` over `n`
//! games of variance `v` and the residual `r_g` of a group with the share `w_g` of the games, the
//! expectation of `sum_g (r_g - w_g r)^2` is `v (1 - sum w_g^2)` if games are independent. The ratio
//! `y` of the two is a position's own design effect, but rests on a handful of clusters: dividing by
//! it makes small samples look certain. So what counts is a law of the stratum. If games of one group
//! have the correlation `b`, the variance of a position's score is `v (1 + b x)`, where
//! `x = n sum w_g^2 - 1` is the number of games that an average game shares its group with; where
//! clusters are many and small, it is a multiple `a` of `v` instead. Both together, `a + b x`, is the
//! law. The expectation of `y` is then `a + b z` with
//! `z = n (sum w_g^2 + (sum w_g^2)^2 - 2 sum w_g^3)/(1 - sum w_g^2) - 1`, which is `x` for groups of
//! one size. `a` and `b` are fitted to all positions of a stratum by least squares with the weights
//! `groups - 1`, with `a >= 1` (pairs of games with colours reversed scatter less than independent
//! ones) and `b >= 0`. What is the same in all groups of a position, such as a true difference, does
//! not enter.
//!
//! Where a group's games have other rating differences than the position's on average, its expected
//! score is corrected to first order, by the mean gradient of the expected score.
//!
//! Sources: L. Kish, *Survey Sampling*, 1965; J. N. K. Rao and A. J. Scott, *On chi-squared tests for
//! multiway contingency tables with cell proportions estimated from survey data*, Annals of
//! Statistics 12 (1984).

use audit960_types::GroupTally;

use crate::design_effect::DesignEffect;
use crate::evidence::{Evidence, Part};
use crate::strata::StratumFit;

/// How the groups of a position scatter.
#[derive(Clone, Copy, Debug, Default)]
struct Scatter {
    /// Observed scatter as a multiple of that of independent games; 0 with one group.
    ratio: f64,
    /// Games that an average game shares its group with.
    shared: f64,
    /// The same as it counts in the ratio.
    shared_in_ratio: f64,
    /// Groups beyond the first.
    weight: f64,
}

impl Scatter {
    /// The scatter of the groups of a position in a stratum.
    fn of(part: &Part, fit: &StratumFit) -> Self {
        let (mut games, mut differences, mut gradient) = (0.0, 0.0, 0.0);
        for (bin, results) in &part.tally.bins {
            let (count, centre) = (results.games() as f64, f64::from(bin.centre()));
            games += count;
            differences += count * centre;
            gradient += count * 2.0 * fit.law.gradient(centre);
        }
        let (mean, slope) = (differences / games, gradient / games);
        let residual = part.tally.results().half_points() as f64 - part.expected;
        Self::by_groups(part, games, part.variance, |group, count| {
            let share = count / games;
            let tilt = group.difference_sum as f64 - count * mean;
            let expected = share * part.expected + slope * tilt;
            f64::from(group.half_points) - expected - share * residual
        })
    }

    /// The same for the number of draws.
    fn of_lots(part: &Part) -> Self {
        let results = part.tally.results();
        let games = results.games() as f64;
        let draws = f64::from(results.draws);
        Self::by_groups(part, games, part.draw_variance, |group, count| {
            f64::from(group.draws) - count / games * draws
        })
    }

    /// The scatter of groups, given how far each is from its share.
    fn by_groups(
        part: &Part,
        games: f64,
        variance: f64,
        off: impl Fn(&GroupTally, f64) -> f64,
    ) -> Self {
        let (mut observed, mut squares, mut cubes, mut groups) = (0.0, 0.0, 0.0, 0.0);
        for group in part.tally.groups.iter().filter(|group| group.games > 0) {
            let count = f64::from(group.games);
            let share = count / games;
            observed += off(group, count).powi(2);
            squares += share * share;
            cubes += share.powi(3);
            groups += 1.0;
        }
        let expected = variance * (1.0 - squares);
        let known = groups > 1.0 && expected > 0.0;
        Self {
            ratio: if known { observed / expected } else { 0.0 },
            shared: games * squares - 1.0,
            shared_in_ratio: match known {
                true => games * (squares + squares * squares - 2.0 * cubes) / (1.0 - squares) - 1.0,
                false => 0.0,
            },
            weight: if known { groups - 1.0 } else { 0.0 },
        }
    }
}

/// Sums of a weighted regression of the ratio on the games shared.
#[derive(Clone, Copy, Default)]
struct Sums {
    weight: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Sums {
    fn add(&mut self, scatter: &Scatter) {
        let Scatter {
            ratio: y,
            shared_in_ratio: x,
            weight,
            ..
        } = *scatter;
        self.weight += weight;
        self.x += weight * x;
        self.y += weight * y;
        self.xx += weight * x * x;
        self.xy += weight * x * y;
    }

    fn fit(&self) -> DesignEffect {
        if self.weight <= 0.0 {
            return DesignEffect::NONE;
        }
        let (x, y) = (self.x / self.weight, self.y / self.weight);
        let spread = self.xx - x * self.x;
        let slope = match spread > 1e-9 * self.xx {
            true => ((self.xy - x * self.y) / spread).max(0.0),
            false => 0.0,
        };
        let base = y - slope * x;
        let (base, slope) = if base >= 1.0 {
            (base, slope)
        } else if self.xx > 0.0 {
            // Through 1 where nothing is shared.
            (1.0, ((self.xy - self.x) / self.xx).max(0.0))
        } else {
            (1.0, 0.0)
        };
        DesignEffect {
            base,
            slope,
            mean: base + slope * x,
        }
    }
}

/// Fills in the design effects of the strata, and from them those of the positions, weighted with
/// the variance that each stratum contributes.
pub(crate) fn fit_design_effects(fits: &mut [StratumFit], positions: &mut [Evidence]) {
    let scatter = |part: &Part| Scatter::of(part, &fits[part.fit]);
    let (effects, of_positions) = fitted(fits.len(), positions, scatter, |part| part.variance);
    for (fit, effect) in fits.iter_mut().zip(effects) {
        fit.design_effect = effect;
    }
    for (position, effect) in positions.iter_mut().zip(of_positions) {
        position.design_effect = effect;
    }
}

/// The design effects of the positions' draws.
pub(crate) fn draw_design_effects(strata: usize, positions: &[Evidence]) -> Vec<f64> {
    fitted(strata, positions, Scatter::of_lots, |part| {
        part.draw_variance
    })
    .1
}

/// The design effects of strata and of positions.
fn fitted(
    strata: usize,
    positions: &[Evidence],
    scatter: impl Fn(&Part) -> Scatter,
    variance: impl Fn(&Part) -> f64,
) -> (Vec<DesignEffect>, Vec<f64>) {
    let mut sums = vec![Sums::default(); strata];
    let mut scatters: Vec<Vec<Scatter>> = Vec::with_capacity(positions.len());
    for position in positions {
        let of_parts: Vec<Scatter> = position.parts.iter().map(&scatter).collect();
        for (part, scatter) in position.parts.iter().zip(&of_parts) {
            sums[part.fit].add(scatter);
        }
        scatters.push(of_parts);
    }
    let effects: Vec<DesignEffect> = sums.iter().map(Sums::fit).collect();
    let of_positions = positions.iter().zip(scatters).map(|(position, scatters)| {
        let parts = || position.parts.iter();
        let all: f64 = parts().map(&variance).sum();
        let inflated = parts().zip(scatters);
        let inflated =
            inflated.map(|(part, effect)| effects[part.fit].at(effect.shared) * variance(part));
        if all > 0.0 {
            inflated.sum::<f64>() / all
        } else {
            1.0
        }
    });
    let of_positions = of_positions.collect();
    (effects, of_positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(points: &[(f64, f64, f64)]) -> (f64, f64) {
        let mut sums = Sums::default();
        for (shared_in_ratio, ratio, weight) in points {
            sums.add(&Scatter {
                ratio: *ratio,
                shared: 0.0,
                shared_in_ratio: *shared_in_ratio,
                weight: *weight,
            });
        }
        let found = sums.fit();
        (found.base, found.slope)
    }

    /// By hand. Points on a line give that line, whatever their weights, and so do any two points. A line that begins below 1
    /// is drawn through 1 at nothing shared, with the slope sum(w x (y - 1)) / sum(w x x); one that falls is level at the mean.
    #[test]
    fn the_line_is_that_of_weighted_least_squares() {
        let near = |(base, slope): (f64, f64), expected: (f64, f64)| {
            assert!((base - expected.0).abs() < 1e-12, "{base}");
            assert!((slope - expected.1).abs() < 1e-12, "{slope}");
        };
        near(
            fit(&[(0.0, 2.5, 1.0), (2.0, 3.0, 7.0), (6.0, 4.0, 2.0)]),
            (2.5, 0.25),
        );
        // Means 1 and 4; products of the deviations sum to 2, squares of those of x to 2.
        near(
            fit(&[(0.0, 2.0, 1.0), (1.0, 5.0, 2.0), (2.0, 4.0, 1.0)]),
            (3.0, 1.0),
        );
        near(fit(&[(1.0, 1.4, 5.0), (3.0, 2.0, 1.0)]), (1.1, 0.3));
        // Through (0, 1): (2 * 1 * 0.2 + 4 * 2 * 1.0) / (2 * 1 + 4 * 4).
        near(fit(&[(1.0, 1.2, 2.0), (2.0, 2.0, 4.0)]), (1.0, 8.4 / 18.0));
        near(fit(&[(1.0, 4.0, 1.0), (2.0, 3.0, 1.0)]), (3.5, 0.0));
        near(fit(&[(3.0, 1.5, 2.0)]), (1.5, 0.0));
        near(fit(&[]), (1.0, 0.0));
    }
}
