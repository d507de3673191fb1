//! Where a record goes wrong, and the small changes after which all of it replays.
//!
//! The word that cannot be played is where the error shows, not always where it is: a knight written to
//! the wrong square may be legal for many moves. So every word up to that one is changed in turn, and a
//! change counts only if the *rest of the record then replays to its end*.
//!
//! | change | edit distance |
//! |---|---|
//! | letters of one word (also a missing disambiguation or capture mark) | 1 or 2: letters inserted, deleted, replaced, or swapped with their neighbour |
//! | two half-moves swapped, neighbours or of the same side | 2 |
//! | a superfluous half-move removed | 2 |
//! | a missing half-move inserted | 3 |
//! | each other word that then differs from the SAN of its move, by a capture mark for example | 1 more |
//!
//! Changes are listed by distance. Within a distance those come first after which fewer words differ from
//! SAN: in the true game the check marks and disambiguation of a careful writer are right. That counts only
//! if hardly any word differs before the failing one. A change is *proposed* if it is the first and no other
//! ranks equal. Nothing is applied here.

mod distance;
mod edit;
mod findings;
mod search;

pub use edit::{Edit, Repair, Repairs, apply};
pub(crate) use findings::{diagnostics, what};
pub use search::repairs;
