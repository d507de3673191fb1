//! Questions about a dataset, answered from its files.
//!
//! A [`Dataset`] reads what an audit wrote, row group by row group on all threads, and answers with
//! tallies and frames; `audit960-statistics` tests what they prove. The collected values add up, so memory
//! depends on the answer and not on the archive.

mod dataset;

pub use dataset::{
    AccuracySums, ChangedGame, CountedAnswer, CountedGames, Dataset, DatasetError, DatasetRow,
    Differences, FieldChange, FindingChange, FindingChanges, GamesLeftOut, GroupLabels,
    GroupPopularity, GroupResults, Grouping, Groups, IssueGame, LabelColumn, LeftOutCounter,
    LinePair, LotteryRule, Match, OpeningLine, Pairs, PositionCount, RowError, RowGroups, Spread,
    StartPair, StartPairs, TableScan, rows,
};
