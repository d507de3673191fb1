//! Plain data that crosses the stages of audit960.
//!
//! No parsing, no input or output: every other crate may depend on this one, and this one depends on none.
//! Numbers carry their unit in name or doc: *plies* are half-moves counted from 1, offsets are bytes
//! counted from 0, lines and columns count from 1 (columns in bytes).

mod calendar;
mod catalogue;
mod chances;
mod choice;
mod code;
mod diagnostic;
mod facts;
mod finding;
mod game_end;
mod game_id;
mod half_moves;
mod half_point;
mod harmless;
mod identity;
mod label;
mod labels;
mod letters;
mod line_ends;
mod material;
mod message;
mod nearest;
mod pieces;
mod repetition;
mod rows;
mod san;
mod score;
mod setup;
mod shell;
mod sorted;
mod squares;
mod start_search;
mod stay;
mod strata;
pub mod tables;
mod tally;

pub use calendar::date_text;
pub use chances::Chances;
pub use choice::Choice;
pub use code::{Code, Effect, Severity};
pub use diagnostic::Diagnostic;
pub use facts::{
    Castled, Chance, Fact, FactSink, GameFacts, GameToken, Gap, GapKind, Incident, IncidentFacts,
    LastPosition, PositionFacts, PositionValue, RepetitionFacts, RunValues, SideQuality, TextSink,
    ValueChange,
};
pub use finding::Finding;
pub use game_end::GameEnd;
pub use game_id::{GameIds, game_id};
pub use half_moves::half_moves;
pub use half_point::HalfPoint;
pub use harmless::{harmless, is_unsafe_char, sanitized_cell, sanitized_json, sanitized_lines};
pub use identity::{Identity, game_name};
pub use label::{Label, UnknownLabel, texts};
pub use labels::{
    CastlingSource, CastlingStyle, ClaimArticle, DateSource, DisagreementKind, DuplicateKind,
    EndReason, Ending, GameResult, Outcome, Population, RepetitionArticle, ResetBy, RunEnd, Side,
    StartEvidence, StartKind, TableValue, Termination, TimeClass, UnknownReason, Venue, Verdict,
    Visit, Wing, Writer,
};
pub use letters::fold_letter;
pub use line_ends::{
    count_line_ends, count_line_ends_in, is_line_start, line_length, line_start, without_line_end,
};
pub use material::{Material, MaterialError};
pub use message::{Message, MessageValue};
pub use nearest::{did_you_mean, nearest_name};
pub use pieces::{ByRole, BySide, CastlingRight, Pieces, Role};
pub use repetition::{JudgedRepetition, Repetition};
pub use rows::{
    CastlingRow, Disagreement, DisagreementFacts, DuplicateRow, EndingCounts, EndingRow,
    GameLocation, KnownRow, PlayerRow, SplitRow, StartPositionRow, TreeRow,
};
pub use san::{Pattern, SanWord};
pub use score::{Moveless, ScoreTally};
pub use setup::{CastlingLetter, Setup};
pub use shell::shell_word;
pub use sorted::{SortedEntries, SortedMap};
pub use squares::{Bitboard, Square, SquareError, Squares};
pub use start_search::{StartSearch, StartSet};
pub use stay::MaterialStay;
pub use strata::{
    ComparedGame, GOLDEN, GROUPS, GroupTally, RatingBin, Results, Stratum, StratumTally, cluster,
    cluster_key, cluster_of_keys, mix,
};
pub use tables::Cell;
pub use tally::{
    CastlingTally, CrosscheckTally, DuplicateTally, PositionTally, StartTally, Tally, VerdictCounts,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
