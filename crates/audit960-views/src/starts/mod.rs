//! The 960 start positions themselves: named, listed, drawn and shown.

mod draw;
mod list;
mod lost;
mod names;
mod show;

pub use draw::{drawn_frame, write_dice};
pub use list::{ListForm, write_double_list, write_list};
pub use lost::{LostStarts, StartChunk, StartGatherer};
pub use names::named;
pub use show::write_start;
