//! Summaries and findings for people: terminal text, JSON, and the catalogue as a document.
//!
//! Everything here writes to a `dyn Write` it is given and knows nothing of files or terminals.

mod catalogue;
mod findings;
mod frame;
mod numbers;
mod summary;

pub use catalogue::write_catalogue;
pub use findings::{write_finding, write_finding_json};
pub use frame::{write_csv, write_json, write_table};
pub use numbers::{grouped, percent};
pub use summary::{StartLine, Style, Summary, write_summary};
