//! The law on draws by the fifty-move rule and by repetition, and its history.
//!
//! The fifty-move limit has had exceptions for some endings, and automatic draws came in 2014; servers
//! and match programs have rules of their own. The tables `data/fifty_move_law.csv` and
//! `data/venue_rules.csv` hold all this as data, and say what is uncertain about each row; users can
//! replace them with their own. Nothing here reads archives or writes output.
//!
//! ```text
//! tags ──────────► GameDates ──────┐
//! positions ─────► ClaimRuns ─► ClaimRun ─► judge ─► Incident
//! venue, result ───────────────────┘    Jurisdiction, GameEnds
//! ```
//!
//! ```
//! use audit960_law::{GameDates, LawTable, SideConditions};
//!
//! // Rook and bishop against rook: 100 moves until the end of 1988, 75 until the end of 1991, then 50.
//! let material = "KRBvKR".parse()?;
//! for (date, limit) in [("1988.02.17", 100), ("1990.05.01", 75), ("2023.05.01", 50)] {
//!     let dates = GameDates::parse(date)?;
//!     let claim = LawTable::builtin().claim(&dates, &material, SideConditions::default());
//!     assert_eq!(claim.limit_moves, limit, "{date}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod articles;
mod csv;
mod date;
mod days;
mod end;
mod judge;
mod jurisdiction;
mod material;
mod repetition;
mod row;
mod run;
mod table;
mod values;
mod venue;

/// The plain data shared by the crates of audit960: sides, venues, results, claims.
pub use audit960_types as types;

pub use articles::{
    ExtraTime, Pace, article_of_the_day, clause, end_article_of_the_day, extra_time_of_the_day,
    flag_article_of_the_day,
};
pub use csv::LawTableError;
pub use date::{Day, PgnDate};
pub use days::{DateError, Days, GameDates};
pub use end::{BoardEnd, DeadSince, GameEnds};
pub use judge::{PLAIN_LIMIT, Standard, judge, rule_by_tables};
pub use jurisdiction::Jurisdiction;
pub use material::{Condition, SideCondition, SideConditions};
pub use repetition::{RepetitionLaw, judge_repetition};
pub use row::{DateBasis, LawRow, Rule};
pub use run::{ClaimRun, ClaimRuns, FIFTY_CLOCK, FIRST_CLAIM_CLOCK, SEVENTY_FIVE_CLOCK, Turn};
pub use table::{AMBIGUOUS_DATE, AppliedRow, Fivefold, LawTable, Threefold, UNDATED};
pub use values::{PositionValues, ValuedGame};
pub use venue::{DrawRule, VenueKind, VenueRow, VenueTable};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
