//! Forensics of damaged records: start positions that were lost, and small changes after which the
//! rest of a record replays.
//!
//! An audit says that a record cannot be replayed, and where. Two searches ask what it may have been:
//!
//! - [`start`]: from which of the 960 start positions is the whole record legal?
//! - [`repair`]: which letters, half-moves or pairs of half-moves, changed, let the rest replay?
//!
//! Both are bounded: an absurd game costs itself and nothing else. Nothing is applied by them.
//! [`Searches`] plugs them into an audit ([`audit960_replay::AuditOptions::examiner`]).
//!
//! Castling rights that a FEN gets wrong are no search and belong to the replay itself.

mod examiner;
mod notation;
pub mod repair;
pub mod start;

pub use examiner::{Applied, Searches, apply_proposal, repairs_of};
pub use repair::{Edit, Repair, Repairs};
pub use start::{RoundMates, StartFinder};
