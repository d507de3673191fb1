//! What another crate may find out about a game that does not replay as it stands.
//!
//! The replay knows what a record says; whether another start position or a small change would make
//! it legal is a search, asked for by an option. The searches live in a crate of their own; the program
//! plugs them in here, as an [`Examiner`].

use audit960_board::Position;
use audit960_types::{Remark, StartSearch, Venue};

use crate::record::Record;

/// The round of an event.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// Tag `Event`.
    pub event: Option<&'a [u8]>,
    /// Tag `Round`.
    pub round: Option<&'a [u8]>,
    /// Where it was played.
    pub venue: Venue,
}

/// A record without a start position.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Its main line.
    pub record: &'a Record<'a>,
    /// What its tags say of the round it was played in.
    pub round: Round<'a>,
    /// Whether a tag names Chess960; otherwise the record fails at once from the orthodox array.
    pub named: bool,
}

/// Searches that are made for damaged and rejected games. What it answers may depend on the case and
/// on nothing that changes during a run: rows are the same for any number of threads.
pub trait Examiner: std::fmt::Debug + Send + Sync {
    /// The start positions from which a record is legal; `None` if they are not looked for.
    fn search_start(&self, case: &Case<'_>) -> Option<StartSearch>;

    /// What would make a record legal that is not, from this position.
    fn repairs(&self, record: &Record<'_>, start: &Position) -> Vec<Remark>;
}
