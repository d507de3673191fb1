//! Where a record goes wrong, and the small changes after which all of it replays.
//!
//! The word that cannot be played is where the fault shows, not always where it is: a knight written to
//! the wrong square may be legal for many moves. So every word up to that one is changed in turn, and a
//! change counts only if the *rest of the record then replays to its end*.
//!
//! | change | edit distance |
//! |---|---|
//! | letters of one word (also a missing disambiguation or capture mark) | 1 or 2: letters put in, left out, replaced, or exchanged with their neighbour |
//! | two half-moves exchanged, neighbours or the same side's | 2 |
//! | a half-move left out that stands once too often | 2 |
//! | a half-move put in that was lost | 3 |
//! | each other word that then names its move otherwise than SAN does, by a capture mark for one | 1 more |
//!
//! All changes are listed by distance. Of those of one distance the ones come first after which fewer
//! words are written otherwise than SAN asks for: in the right game a careful writer's check marks and
//! disambiguation are right. That counts only if all is written so before the fault. One change is
//! *proposed* if nothing comes before it or beside it. Nothing is applied here.

mod distance;
mod edit;
mod search;
mod tell;

pub use edit::{Edit, Repair, Repairs, apply};
pub use search::repairs;
pub(crate) use tell::{remarks, what};
