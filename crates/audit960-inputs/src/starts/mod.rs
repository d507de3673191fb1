//! The 960 start positions themselves: named, listed, drawn and shown.

mod draw;
mod list;
mod missing;
mod names;
mod show;

pub use draw::Drawing;
pub use list::write_starts;
pub use missing::{MissingStarts, StartChunk, StartGatherer};
pub use names::{NumberedBy, named};
pub use show::write_start;
