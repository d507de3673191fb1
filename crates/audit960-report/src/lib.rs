//! Summaries, findings and tables for people: terminal text, JSON, HTML, and the catalogue as a
//! document.
//!
//! Everything here writes to a `dyn Write` it is given and knows nothing of files or terminals.

mod aligned;
mod board_svg;
mod catalogue;
mod csv_json;
mod display_width;
mod findings;
mod format;
mod join;
mod labels;
mod language;
mod numbers;
mod parts;
mod sarif;
mod streams;
mod style;
mod summary;

pub use aligned::write_table;
pub use board_svg::{board_svg, escaped, piece_symbols};
pub use catalogue::{write_catalogue, write_codes, write_explanation};
pub use csv_json::CsvTexts;
pub use display_width::display_width;
pub use findings::{write_finding, write_finding_json};
pub use format::{Format, TableForm};
pub use join::{External, JoinError, NumberColumns};
pub use language::Language;
pub use numbers::{counted, grouped, megabytes, percent, signed};
pub use parts::{ABOUT, TableParts};
pub use sarif::Sarif;
pub use streams::{ForTerminal, Unread};
pub use style::Style;
pub use summary::{StartLine, Summary, of_them_uncertain, write_summary};

/// Colours, type, controls and tables that pages share, as CSS.
pub const BASE_STYLE: &str = include_str!("base.css");
