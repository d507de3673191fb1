//! Ranges of the stored bytes of an input, each read by a task of its own.
//!
//! A *boundary* between two ranges stands for the first span start after it that is decided by the later
//! text alone (a complete line of that text that is not a tag line precedes it), or for the text after a
//! hole. In plain text, the text after a boundary is everything from there on; in a zstd file whose frames
//! are announced (pzstd), everything from the first frame announced there on; in a table, the rows of the row groups
//! and messages that begin there or later; in anything else, only the boundary at 0 has text after it. A range owns the spans from the start that its first boundary stands
//! for to that of its last. What a boundary stands for depends on the input and the boundary alone, so
//! ranges that tile an input own each span once, wherever they end.

mod layout;
mod objects;
mod reader;
mod stored;

pub(crate) use layout::Layout;
pub use layout::{ByteRange, NoRange, splits};
pub(crate) use objects::{NO_ARCHIVES, find_objects, is_object, open_object};
pub use objects::{Polled, is_address, open_stored, polled, stored_inputs};
pub use reader::{RangeReader, RangeReport};
pub use stored::{FileNames, Stored, StoredPath};
