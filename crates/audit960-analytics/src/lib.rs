//! Questions about a dataset, answered from its files.
//!
//! A [`Dataset`] reads what an audit wrote, by polars, and answers with tallies and tables of ours;
//! what they prove is said by `audit960-statistics`.

mod dataset;

pub use dataset::{
    Dataset, DatasetError, DrawRule, GroupPopularity, Grouping, LinePair, OpeningLine,
    PositionCount, Row, RowError, StartPair, rows, set_threads,
};
