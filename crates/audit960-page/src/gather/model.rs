//! What was fitted to the games, as the page shows it.

use crate::data::ModelReport;
use crate::language::Language;
use audit960_statistics::StartAnalysis;

/// The kinds of games, the calibration, and how far the positions differ.
pub(super) fn model(analysis: &StartAnalysis, language: Language) -> ModelReport {
    ModelReport {
        strata: analysis.strata.clone(),
        calibration: analysis.calibration.clone(),
        spread: spread(analysis, language),
    }
}

fn spread(analysis: &StartAnalysis, language: Language) -> String {
    let Some(spread) = &analysis.heterogeneity else {
        let few = "Fewer than two positions have 20 games with a result, which is too few to say how far positions differ.";
        return language.text(few).to_owned();
    };
    let points = [spread.tau, spread.tau_low, spread.tau_high];
    let points = points.map(|tau| format!("{:.1}", 100.0 * tau));
    let [tau, low, high] = points.each_ref().map(|tau| language.number(tau));
    language.fill(
        "The {0} positions tested taken together: their scores differ by {1} percentage points (standard deviation; 95 % \
         interval {2} to {3}).",
        &[&spread.positions.to_string(), &tau, &low, &high],
    )
}
