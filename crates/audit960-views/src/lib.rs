//! What is shown: the data of the page, the tables of start positions, and these themselves.
//!
//! What is said of games is asked of a [`Dataset`](audit960_analytics::Dataset), or computed from what was
//! counted, and given to [`audit960_report`], which draws it.

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
