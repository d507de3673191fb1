//! What was fitted to the games, and how well it fits.

use std::fmt::Write as _;

use crate::data::{CalibrationReport, ReportData, StratumReport};
use audit960_report::escaped;
use audit960_report::grouped;

/// The kinds of games, the calibration, and the spread of the positions.
pub(crate) fn model(data: &ReportData) -> String {
    let model = &data.model;
    if model.strata.is_empty() {
        return "<p class=\"none\">No decided Chess960 game in this archive.</p>".to_owned();
    }
    let mut html = String::from(
        "<p class=\"faint\">Every position is compared with what its games are expected to give: by who \
         played, how fast, and with which ratings. Small kinds of games are merged. Advantage is what the \
         first move is worth in rating points, slope what a rating point is worth in strength; variance \
         compares the scatter of scores with that of independent games: above 1, games depend on each other.</p>",
    );
    html.push_str(&table(
        "Kinds of games",
        &[
            "Games of",
            "Games",
            "Score",
            "Draws",
            "Advantage",
            "Slope",
            "Variance",
        ],
        model.strata.iter().map(stratum),
    ));
    if !model.calibration.is_empty() {
        html.push_str("<h3>Expected and observed scores by rating difference</h3>");
        html.push_str(&table(
            "Calibration",
            &[
                "White's rating less Black's",
                "Games",
                "Expected",
                "Observed",
                "95 of 100",
            ],
            model.calibration.iter().map(calibration),
        ));
    }
    let _ = write!(html, "<p>{}</p>", escaped(&model.spread));
    html
}

fn stratum(row: &StratumReport) -> Vec<String> {
    let advantage = match row.advantage.is_finite() {
        true => format!("{:+.0}", row.advantage),
        false => String::new(),
    };
    vec![
        escaped(&row.name),
        grouped(row.games),
        share(row.score),
        share(row.draws),
        advantage,
        row.slope
            .map_or_else(String::new, |slope| format!("{slope:.2}")),
        format!("{:.2}", row.design_effect),
    ]
}

fn calibration(row: &CalibrationReport) -> Vec<String> {
    let outside = row.observed < row.low || row.observed > row.high;
    let observed = match outside {
        true => format!("<strong>{}</strong>", share(row.observed)),
        false => share(row.observed),
    };
    vec![
        format!("{:+}", row.difference),
        grouped(row.games),
        share(row.expected),
        observed,
        format!("{}\u{2013}{}", share(row.low), share(row.high)),
    ]
}

/// A share as a percentage with one decimal.
fn share(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// A table whose first column heads its rows; all others are numbers.
fn table(label: &str, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
        escaped(label)
    );
    for (index, head) in heads.iter().enumerate() {
        let class = if index > 0 { " class=\"num\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", escaped(head));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let _ = match index {
                0 => write!(html, "<th scope=\"row\">{cell}</th>"),
                _ => write!(html, "<td class=\"num\">{cell}</td>"),
            };
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}
