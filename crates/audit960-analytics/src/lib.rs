//! Questions about a dataset, answered from its files.
//!
//! A [`Dataset`] reads what an audit wrote, row group after row group on all threads, and answers with
//! tallies and tables of ours; what they prove is said by `audit960-statistics`. What is gathered adds
//! up, so memory depends on the answer and not on the archive.

mod dataset;

pub use dataset::{
    Change, ChangedGame, Dataset, DatasetError, Differences, DrawRule, GameName, GroupPopularity,
    GroupResults, Grouping, Groups, LabelReader, LinePair, Match, OpeningLine, Pairs, Pieces,
    PositionCount, Row, RowError, StartPair, StartPairs, TableScan, Turnover, rows,
};
