//! The interface for searches in games that do not replay as written.
//!
//! Replay reads what a record says; whether another start position or a small change would make it
//! legal is a search, enabled by an option. The searches are in a crate of their own; the program
//! passes them in as an [`Examiner`].

use audit960_board::Position;
use audit960_types::{Diagnostic, Identity, StartSearch, Venue};

use crate::record::Record;

/// The round of an event that a game belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// Tag `Event`.
    pub event: Option<&'a [u8]>,
    /// Tag `Round`.
    pub round: Option<&'a [u8]>,
    /// The venue.
    pub venue: Venue,
}

/// A record without a start position.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its main line.
    pub record: &'a Record<'a>,
    /// The round it was played in, by its tags.
    pub round: Round<'a>,
    /// Whether a tag names Chess960; otherwise the record soon fails from the orthodox arrangement.
    pub named: bool,
}

/// Searches in damaged and rejected games. The answers must depend only on the case, not on anything
/// that changes during a run, so that rows are the same for any number of threads.
pub trait Examiner: std::fmt::Debug + Send + Sync {
    /// The start positions from which a record is legal; `None` if they are not searched for.
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch>;

    /// Findings that propose changes by which a record becomes legal from this position.
    fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Diagnostic>;
}
