//! What was fitted to the games, and how well it fits.

use std::fmt::Write as _;

use super::{details, range, share, table};
use crate::data::ReportData;
use crate::language::Language;
use audit960_report::{escaped, signed};
use audit960_statistics::{CalibrationRow, StratumFit};

/// How results are judged: the kinds of games, the calibration, the spread of the positions, and how these may have been
/// picked. Folded; empty without games with a result.
pub(crate) fn model(data: &ReportData) -> String {
    let (model, language) = (&data.model, data.language);
    if model.strata.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<p class=\"faint\">{}</p>",
        language.text(
            "Every position is compared with what its games are expected to give: by who played, how fast, and with which \
             ratings. Small kinds of games are merged. Advantage is what the first move is worth in rating points, slope \
             what a rating point is worth in strength; variance compares the scatter of scores with that of independent \
             games: above 1, games depend on each other."
        )
    );
    html.push_str(&table(
        language.text("Kinds of games"),
        &[
            language.text("Games of"),
            language.text("Games"),
            language.text("Score"),
            language.text("Draws"),
            language.text("Advantage"),
            language.text("Slope"),
            language.text("Variance"),
        ],
        model.strata.iter().map(|row| stratum(row, language)),
    ));
    if !model.calibration.is_empty() {
        let _ = write!(
            html,
            "<h3>{}</h3>",
            language.text("Expected and observed scores by rating difference")
        );
        html.push_str(&table(
            language.text("Calibration"),
            &[
                language.text("White's rating less Black's"),
                language.text("Games"),
                language.text("Expected"),
                language.text("Observed"),
                language.text("95 of 100"),
            ],
            model
                .calibration
                .iter()
                .map(|row| calibration(row, language)),
        ));
    }
    let lots = language.fill(
        "How positions may have been picked: {0}.",
        &[&escaped(&data.lots)],
    );
    let _ = write!(html, "<p>{}</p><p>{lots}</p>", escaped(&model.spread));
    if let Some(found) = &data.evaluation {
        let [r, low, high] = [found.r, found.low, found.high].map(|r| decimals(r, language));
        let positions = language.grouped(found.positions as u64);
        let said = language.fill(
            "Evaluation and adjusted score of {0} positions: correlation {1} (95\u{a0}% interval {2} to {3}).",
            &[&positions, &r, &low, &high],
        );
        let _ = write!(html, "<p>{said}</p>");
    }
    details(language.text("How results are judged"), &html)
}

fn stratum(fit: &StratumFit, language: Language) -> Vec<String> {
    let (law, games) = (&fit.law, fit.results.games());
    let advantage = match law.advantage.is_finite() {
        true => signed(law.advantage, 0),
        false => String::new(),
    };
    let score = fit.results.half_points() as f64 / (2 * games) as f64;
    let draws = f64::from(fit.results.draws) / games as f64;
    vec![
        escaped(&language.say(&fit.name())),
        language.grouped(games),
        share(score, language),
        share(draws, language),
        advantage,
        match fit.rated {
            true => decimals(law.slope, language),
            false => String::new(),
        },
        decimals(fit.design_effect.mean, language),
    ]
}

fn calibration(row: &CalibrationRow, language: Language) -> Vec<String> {
    let share = |value| share(value, language);
    let outside = row.observed < row.low || row.observed > row.high;
    let observed = match outside {
        true => format!("<strong>{}</strong>", share(row.observed)),
        false => share(row.observed),
    };
    vec![
        format!("{:+}", row.difference),
        language.grouped(row.games),
        share(row.expected),
        observed,
        range(Some((row.low, row.high)), language),
    ]
}

/// A number with two decimals.
fn decimals(value: f64, language: Language) -> String {
    language.number(&format!("{value:.2}")).into_owned()
}
