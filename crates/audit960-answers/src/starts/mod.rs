//! The 960 start positions: named, listed, picked by lot and shown, and how often they were played and with which results.

mod draw;
mod list;
mod missing;
mod names;
pub(crate) mod positions;
pub mod results;
mod show;

pub use draw::Drawing;
pub use list::write_starts;
pub use missing::{MissingStarts, StartChunk, StartGatherer};
pub use names::{NumberedBy, named};
pub use show::write_start;
