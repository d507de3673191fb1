//! The parts of the page that need no script: numbers, charts, findings, provenance.

mod castling;
mod findings;
mod games;
mod headline;
mod model;
mod openings;
mod popularity;
mod provenance;
mod trend;
mod truth;

pub(super) use castling::castling;
pub(super) use findings::findings;
pub(super) use games::games;
pub(super) use headline::{headline, scope};
pub(super) use model::model;
pub(super) use openings::{openings, openings_link};
pub(super) use popularity::popularity;
pub(super) use provenance::provenance;
pub(super) use trend::trend;
pub(super) use truth::{truth, truth_link};

use super::data::ReportData;
use audit960_report::escaped;

/// A part of the dataset, with a link where one leads there.
pub(super) fn dataset_part(data: &ReportData, path: &str) -> String {
    match &data.dataset_link {
        Some(base) => format!(
            "<a href=\"{}\"><code>{path}</code></a>",
            escaped(&format!("{base}{path}"))
        ),
        None => format!("<code>{path}</code>"),
    }
}

/// A sentence that stands where there is nothing to show.
pub(super) fn none(sentence: &str) -> String {
    format!("<p class=\"none\">{sentence}</p>")
}

/// A table up to its first head.
fn table_start(label: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
        escaped(label)
    )
}

/// The head of a column of text or of numbers.
fn head(name: &str, is_number: bool) -> String {
    let class = if is_number { " class=\"num\"" } else { "" };
    format!("<th scope=\"col\"{class}>{}</th>", escaped(name))
}
