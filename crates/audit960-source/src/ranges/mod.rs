//! Ranges of the stored bytes of an input, each read by a task of its own.
//!
//! A *boundary* between two ranges stands for the first span start that the text behind it decides by
//! itself, whatever stands before (a complete line of that text which is no tag line precedes it), or for
//! the text behind a hole. The text behind a boundary is, in plain text, all from there on; in a zstd file
//! whose frames are announced (pzstd), all from the first frame announced there; anything else has no
//! text behind any boundary but the one at 0. A range owns the spans from its first boundary's start to
//! its last one's. What a boundary stands for depends on the input and the boundary alone, so ranges that
//! tile an input own each span once, wherever they end.

mod layout;
mod objects;
mod reader;
mod stored;

pub use layout::{ByteRange, NoRange, splits};
pub(crate) use objects::{NO_ARCHIVES, find_objects, is_object, open_object};
pub use objects::{ObjectStores, open_stored, set_object_stores, stored_inputs};
pub use reader::{RangeReader, RangeReport};
pub use stored::{Stored, StoredPath};
