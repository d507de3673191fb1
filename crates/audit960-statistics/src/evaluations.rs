//! What an engine thinks of the 960 start positions, beside how they scored.

use std::sync::LazyLock;

use audit960_types::StartPositionRow;

use crate::score::normal_quantile;

/// A line about the engine, then a row for each start position.
const EVALUATIONS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/evaluations.csv"));

/// Fewer positions say nothing about a correlation.
const MIN_POSITIONS: usize = 10;

/// The evaluation of a start position by Scharnagl number, in centipawns from White's side; `None` beyond 959.
#[must_use]
pub fn evaluation(start: u16) -> Option<i32> {
    static VALUES: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let rows = EVALUATIONS.lines().skip(2);
        let value = |row: &str| row.rsplit(',').next()?.parse().ok();
        rows.filter_map(value).collect()
    });
    VALUES.get(usize::from(start)).copied()
}

/// The engine, and how long it searched.
#[must_use]
pub fn evaluated_by() -> &'static str {
    let first = EVALUATIONS.lines().next().unwrap_or_default();
    first.trim_start_matches(['#', ' '])
}

/// Pearson's correlation of evaluations and adjusted scores, with its 95 % interval by Fisher's z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationCorrelation {
    /// The correlation, -1 to 1.
    pub r: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Positions that count: those of which a game has a result.
    pub positions: usize,
}

impl EvaluationCorrelation {
    /// The correlation over the positions of which a game has a result; `None` for fewer than ten, or if all have one
    /// score. Adjusted scores of positions with few games stay near the mean, so that chance weighs little; the interval is
    /// approximate, since it takes all positions for equally well known.
    #[must_use]
    pub fn of(rows: &[StartPositionRow]) -> Option<Self> {
        let played = rows.iter().filter(|row| row.score_tally.decided() > 0);
        let pairs =
            played.filter_map(|row| Some((f64::from(evaluation(row.start)?), row.adjusted_score?)));
        Self::of_pairs(&pairs.collect::<Vec<_>>())
    }

    fn of_pairs(pairs: &[(f64, f64)]) -> Option<Self> {
        if pairs.len() < MIN_POSITIONS {
            return None;
        }
        let count = pairs.len() as f64;
        let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
        let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
            pairs.iter().map(|pair| term(pair.0 - x, pair.1 - y)).sum()
        };
        let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
        if spread <= 0.0 {
            return None;
        }
        let r = (sum(&|x, y| x * y) / spread).clamp(-1.0, 1.0);
        let half = normal_quantile(0.975) / (count - 3.0).sqrt();
        Some(Self {
            r,
            low: (r.atanh() - half).tanh(),
            high: (r.atanh() + half).tanh(),
            positions: pairs.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::start::Start;

    use super::*;

    #[test]
    fn each_position_has_its_evaluation() {
        let rows: Vec<&str> = EVALUATIONS.lines().skip(2).collect();
        assert_eq!(rows.len(), 960);
        for (number, row) in (0..960).zip(rows) {
            let arrangement = Start::new(number).unwrap().to_string();
            assert!(
                row.starts_with(&format!("{number},{arrangement},")),
                "{row}"
            );
            // White to move is better, and by less than a pawn and a half.
            let value = evaluation(number).unwrap();
            assert!((-50..150).contains(&value), "{row}");
        }
        assert_eq!(evaluation(960), None);
        assert!(
            evaluated_by().starts_with("Stockfish "),
            "{}",
            evaluated_by()
        );
    }

    /// Against `scipy.stats.pearsonr(range(12), [...]).confidence_interval(0.95)` of SciPy 1.17.
    #[test]
    fn the_correlation_is_that_of_scipy() {
        let scores = [
            0.51, 0.48, 0.55, 0.5, 0.53, 0.49, 0.56, 0.58, 0.52, 0.57, 0.54, 0.6,
        ];
        let pairs: Vec<(f64, f64)> = scores
            .iter()
            .enumerate()
            .map(|(at, score)| (at as f64, *score))
            .collect();
        let found = EvaluationCorrelation::of_pairs(&pairs).unwrap();
        let expected = [
            0.668_507_047_703_755_5,
            0.153_494_844_599_451_8,
            0.897_916_475_828_056_3,
        ];
        for (found, expected) in [found.r, found.low, found.high].into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
        assert_eq!(found.positions, 12);
        assert_eq!(EvaluationCorrelation::of_pairs(&pairs[..9]), None);
        let flat: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.0, 0.5)).collect();
        assert_eq!(EvaluationCorrelation::of_pairs(&flat), None);
    }
}
