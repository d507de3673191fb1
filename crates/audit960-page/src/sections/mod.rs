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

/// `1 game`, `2 games`.
fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", audit960_report::grouped(count))
}
