//! The parts of the page that need no script: numbers, charts, findings, provenance.

mod castling;
mod damaged;
mod findings;
mod games;
mod headline;
mod model;
mod openings;
mod provenance;
mod results;
mod truth;

pub(super) use castling::castling;
pub(super) use damaged::{damaged, damaged_link};
pub(super) use findings::findings;
pub(super) use games::{games, king_files};
pub(super) use headline::{headline, scope};
pub(super) use model::model;
pub(super) use openings::{openings, openings_link};
pub(super) use provenance::provenance;
pub(super) use results::{people, trend};
pub(super) use truth::{truth, truth_link};

use std::fmt::Write as _;

use super::language::Language;
use audit960_report::escaped;

/// A sentence that stands where there is nothing to show.
pub(super) fn none(sentence: &str) -> String {
    format!("<p class=\"none\">{sentence}</p>")
}

/// What a list leaves out; empty where it has all.
pub(super) fn shown(all: u64, rows: usize, language: Language) -> String {
    match all > rows as u64 {
        true => language.fill(
            " {0} of {1} are listed here.",
            &[&language.grouped(rows as u64), &language.grouped(all)],
        ),
        false => String::new(),
    }
}

/// What is of use to few, and opens.
fn details(summary: &str, html: &str) -> String {
    format!(
        "<details><summary>{}</summary>{html}</details>",
        escaped(summary)
    )
}

/// A table whose first column heads its rows; all others are numbers. The cells are markup.
fn table(label: &str, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
        escaped(label)
    );
    for (index, name) in heads.iter().enumerate() {
        let class = if index > 0 { " class=\"num\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", escaped(name));
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

/// A share as a percentage with one decimal.
fn share(value: f64, language: Language) -> String {
    language
        .number(&format!("{:.1}\u{a0}%", 100.0 * value))
        .into_owned()
}

/// A share that may be unknown.
fn known_share(value: Option<f64>, language: Language) -> String {
    value.map_or_else(|| "\u{2013}".to_owned(), |value| share(value, language))
}

/// Two shares as a range of percentages; a dash where they are not known.
fn range(interval: Option<(f64, f64)>, language: Language) -> String {
    interval.map_or_else(
        || "\u{2013}".to_owned(),
        |(low, high)| {
            let text = format!("{:.1}\u{2013}{:.1}\u{a0}%", 100.0 * low, 100.0 * high);
            language.number(&text).into_owned()
        },
    )
}
