//! What is shown of a dataset: the data of the page, and the tables of start positions.
//!
//! Everything here is asked of a [`Dataset`](audit960_analytics::Dataset), or computed from what was
//! counted, and given to [`audit960_report`], which draws it.

mod page;
pub mod positions;

pub use page::{Page, page};
