//! Questions about games, and their answers: data frames of datasets, SQL.
//!
//! A question reads a dataset row group by row group on all threads, and answers with tallies and tables;
//! `audit960-statistics` tests what they prove. What is collected adds up, so memory depends on the answer and not on
//! the archive. Which games count is decided in one place, below ([`audit960_dataset::CountedGames`]).

mod questions;
pub mod sql;

pub use questions::diff::{
    ChangedGame, Differences, FieldChange, FindingChange, FindingChanges, IssueGame, differences,
};
pub use questions::groups::{AccuracySums, GroupResults, Groups, MAX_GROUPS, groups};
pub use questions::matches::{Match, Pairs, StartPairs, reversed_pairs};
pub use questions::openings::{OPENING_PLIES, OpeningLine, openings};
pub use questions::pairs::{StartPair, pairs};
pub use questions::popularity::{
    GroupPopularity, LotteryRule, PositionCount, popularities, popularity,
};
pub use questions::spreads::{Spread, spreads};
