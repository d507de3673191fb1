//! What is shown: the data of the page, the tables of start positions, and the start positions themselves.
//!
//! What is said about games is read from a [`Dataset`](audit960_analytics::Dataset), or computed from
//! tallies, and passed to [`audit960_report`], which renders it.

mod diagram;
mod differences;
mod law;
mod lines;
mod page;
pub mod positions;
pub mod starts;
#[cfg(test)]
mod written;

pub use diagram::write_diagram;
pub use differences::write_differences;
pub use law::{LawQuestion, law_frame, venue_frame, write_law_answer};
pub use lines::{line_json, write_check_summary, write_perft_summary};
pub use page::{Page, page};
