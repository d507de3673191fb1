//! Plain data that crosses the stages of audit960.
//!
//! No parsing, no input or output: every other crate may depend on this one, and this one on none.
//! Numbers carry their unit in name or doc: *plies* are half-moves counted from 1, offsets are bytes
//! counted from 0, lines and columns count from 1 (columns in bytes).

mod catalogue;
mod code;
mod facts;
mod finding;
mod frame;
mod labels;
mod rows;
mod san;
mod setup;
mod tally;

pub use code::{Code, Effect, Severity};
pub use facts::{
    Castled, FactSink, GameFacts, Gap, GapKind, Identity, IncidentFacts, LastPosition, LawFacts,
    PositionFacts,
};
pub use finding::Finding;
pub use frame::{Cell, Column, Frame, Values};
pub use labels::{
    CastlingStyle, ClaimArticle, DisagreementKind, DuplicateKind, Ending, GameResult, Outcome,
    ResetBy, RunEnd, Side, StartKind, Venue, Verdict, Wing,
};
pub use rows::{CastlingRow, Disagreement, DuplicateRow, GamePlace, StartPositionRow};
pub use san::{Pattern, SanWord};
pub use setup::{CastlingLetter, Role, Setup};
pub use tally::{
    CastlingTally, CrosscheckTally, DuplicateTally, PositionTally, RatedTally, ScoreTally,
    StartTally, Tally, VerdictCounts,
};
