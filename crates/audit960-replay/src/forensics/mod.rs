//! Forensics of damaged records: missing start positions, and small changes after which the rest of a
//! record replays.
//!
//! An audit says that a record cannot be replayed, and where. Two searches ask what it may have been:
//!
//! - [`start`]: from which of the 960 start positions is the whole record legal?
//! - [`repair`]: which change of a few letters, a half-move or two half-moves lets the rest replay?
//!
//! Both do a bounded amount of work per game, and neither applies anything. [`Searches`] plugs them into
//! an audit ([`crate::AuditOptions::examiner`]).
//!
//! Wrong castling rights in a FEN need no search: the replay itself handles them.

mod examiner;
mod notation;
pub mod repair;
pub mod start;

pub use examiner::{AppliedProposal, Searches, repairs_of};
pub use repair::{Edit, Repair, Repairs};
pub use start::{RoundStarts, StartFinder};
