//! Expected and observed scores by rating difference: whether the laws of the strata hold.

use std::collections::BTreeMap;

use audit960_types::Results;

use crate::outcome::ResultProbabilities;
use crate::score::{normal_quantile, wilson};
use crate::strata::StratumFit;

/// Width of a row, in points of rating difference; a multiple of the width of the bins.
const WIDTH: i32 = 100;

/// Games of a range of rating differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationRow {
    /// Middle of the range of rating differences, White's minus Black's; a multiple of 100.
    pub difference: i32,
    /// Games with a result with both ratings.
    pub games: u64,
    /// White's mean score that the strata expect, 0 to 1.
    pub expected: f64,
    /// White's mean score, 0 to 1.
    pub observed: f64,
    /// Lower end of the 95 % range of the observed score, if the expected one is right. Where all games behind the
    /// expected score ended alike, their variance of 0 proves nothing: the range is then Wilson's interval for as many
    /// games (E. B. Wilson, JASA 22, 1927), which leaves room for results that so few games do not show.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    results: Results,
    half_points: f64,
    variance: f64,
}

/// The table over all strata with ratings, from the largest disadvantage to the largest advantage.
pub(crate) fn calibration(fits: &[StratumFit]) -> Vec<CalibrationRow> {
    let mut rows: BTreeMap<i32, Sums> = BTreeMap::new();
    for fit in fits.iter().filter(|fit| fit.rated) {
        for (bin, results) in &fit.bins {
            let expected = fit.law.expected(f64::from(bin.centre()));
            let outcome = ResultProbabilities::davidson(expected, fit.kappa);
            let games = results.games() as f64;
            // To the nearest hundred, halves away from 0.
            let hundreds = (bin.centre().abs() + WIDTH / 2) / WIDTH * bin.centre().signum();
            let sums = rows.entry(hundreds * WIDTH).or_default();
            sums.results += *results;
            sums.half_points += games * outcome.half_points();
            sums.variance += games * outcome.variance() * fit.design_effect.mean;
        }
    }
    let z = normal_quantile(0.975);
    let row = |(difference, sums): (i32, Sums)| {
        let points = 2.0 * sums.results.games() as f64;
        let expected = sums.half_points / points;
        let margin = z * sums.variance.sqrt() / points;
        let (low, high) = match sums.variance > 0.0 {
            true => ((expected - margin).max(0.0), (expected + margin).min(1.0)),
            false => wilson(expected, points / 2.0),
        };
        CalibrationRow {
            difference,
            games: sums.results.games(),
            expected,
            observed: sums.results.half_points() as f64 / points,
            low,
            high,
        }
    };
    rows.into_iter().map(row).collect()
}
