//! What was fitted to the games, as the page shows it.

use crate::data::{CalibrationReport, ModelReport, StratumReport};
use crate::language::Language;
use audit960_statistics::{CalibrationRow, StartAnalysis, StratumFit};

/// The kinds of games, the calibration, and how far the positions differ.
pub(super) fn model(analysis: &StartAnalysis, language: Language) -> ModelReport {
    let strata = analysis.strata.iter();
    ModelReport {
        strata: strata.map(|fit| stratum(fit, language)).collect(),
        calibration: analysis.calibration.iter().map(calibration).collect(),
        spread: spread(analysis, language),
    }
}

fn stratum(fit: &StratumFit, language: Language) -> StratumReport {
    let games = fit.results.games();
    StratumReport {
        name: fit.name(&|form, values| language.say(form, values)),
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

fn spread(analysis: &StartAnalysis, language: Language) -> String {
    let Some(spread) = &analysis.heterogeneity else {
        let few = "Fewer than two positions have 20 decided games, which is too few to say how far positions differ.";
        return language.text(few).to_owned();
    };
    let say = |form: &str, values: &[&str]| language.say(form, values);
    let points = [spread.tau, spread.tau_low, spread.tau_high];
    let [tau, low, high] = points.map(|tau| format!("{:.1}", 100.0 * tau));
    let apart = language.say(
        "The {0} positions tested taken together: their scores differ by {1} percentage points (standard deviation; 95 % \
         interval {2} to {3}).",
        &[&spread.positions.to_string(), &tau, &low, &high],
    );
    format!("{apart} {}.", analysis.together(&say).unwrap_or_default())
}
