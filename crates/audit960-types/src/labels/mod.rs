//! The enumerations of the dataset, each with the lower-case string it is written as.

mod claims;
mod comparisons;
mod game;
mod origin;

pub use claims::{
    ClaimArticle, Outcome, RepetitionArticle, ResetBy, RunEnd, TableValue, UnknownReason,
};
pub use comparisons::{DisagreementKind, DuplicateKind, Visit};
pub use game::{
    CastlingSource, CastlingStyle, EndReason, Ending, GameResult, Side, StartEvidence, StartKind,
    Verdict, Wing,
};
pub use origin::{DateSource, Population, Termination, TimeClass, Venue, Writer};
