//! What was fitted to the games, as the page shows it.

use crate::data::{CalibrationReport, ModelReport, StratumReport};
use audit960_statistics::{CalibrationRow, StartAnalysis, StratumFit};

/// The kinds of games, the calibration, and how far the positions differ.
pub(super) fn model(analysis: &StartAnalysis) -> ModelReport {
    ModelReport {
        strata: analysis.strata.iter().map(stratum).collect(),
        calibration: analysis.calibration.iter().map(calibration).collect(),
        spread: spread(analysis),
    }
}

fn stratum(fit: &StratumFit) -> StratumReport {
    let games = fit.results.games();
    StratumReport {
        name: fit.name(),
        games,
        score: fit.results.half_points() as f64 / (2 * games) as f64,
        draws: f64::from(fit.results.draws) / games as f64,
        advantage: fit.law.advantage,
        slope: fit.rated.then_some(fit.law.slope),
        design_effect: fit.design_effect.mean,
    }
}

const fn calibration(row: &CalibrationRow) -> CalibrationReport {
    CalibrationReport {
        difference: row.difference,
        games: row.games,
        expected: row.expected,
        observed: row.observed,
        low: row.low,
        high: row.high,
    }
}

fn spread(analysis: &StartAnalysis) -> String {
    let Some(spread) = &analysis.heterogeneity else {
        return "Fewer than two positions have 20 decided games, which is too few to say how far positions \
                differ."
            .to_owned();
    };
    format!(
        "The {} positions tested taken together: their scores differ by {:.1} percentage points \
         (standard deviation; 95 % interval {:.1} to {:.1}). {}.",
        spread.positions,
        100.0 * spread.tau,
        100.0 * spread.tau_low,
        100.0 * spread.tau_high,
        analysis.together().unwrap_or_default()
    )
}
