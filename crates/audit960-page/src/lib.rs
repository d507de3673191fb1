//! A dataset as one HTML page that needs nothing else.
//!
//! [`page()`] gathers what the page shows from the tables of a dataset; [`write_html`] writes it: numbers, charts,
//! tables and boards.
//!
//! The file loads nothing: its content-security policy allows no network, and of scripts and styles only the
//! two that stand in the file, by their checksums. Text from archives reaches it as escaped text or as data that
//! the script writes as text, never as markup. Without script the numbers, charts, findings and inputs are still
//! there.
//!
//! Template, style sheet and script become part of every report and are therefore MIT-0; they may be used by
//! anybody for anything.

mod charts;
mod claims;
mod data;
mod fields;
mod gather;
mod json;
mod language;
mod openings;
mod page;
mod sections;
mod truth;

#[cfg(test)]
mod sample;

pub use data::ReportData;
pub use gather::{Page, page};
pub use language::Language;
pub use page::write_html;
