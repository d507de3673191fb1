//! Statistics over the dataset.
//!
//! The start positions are judged from mergeable integer tallies alone: whatever order an archive
//! was read in, the numbers come out the same to the last bit. Scores are White's, 0 to 1 a game.
//!
//! A [`Dataset`] reads what an audit wrote, by polars, and answers with tallies and tables of ours.
//! [`analyse`] gives the table of the 960 positions together with the verdict over all of them;
//! [`castling_rows`] the table of kings and castling rooks; [`popularity()`] tests how the positions
//! may have been drawn; [`mirror_pair_rows`] and [`king_file_rows`] only describe.

mod dataset;
mod groups;
mod model;
mod outcome;
mod popularity;
mod rating;
mod rows;
mod score;
mod shrink;
mod significance;
mod tail;

#[cfg(test)]
mod simulation;

pub use dataset::{
    Dataset, DatasetError, GroupPopularity, Grouping, LinePair, OpeningLine, PositionCount,
    StartPair, set_threads,
};
pub use groups::{GroupRow, KingFileRow, MirrorPairRow, king_file_rows, mirror_pair_rows};
pub use model::TestBasis;
pub use popularity::{
    ChanceBand, DrawHypothesis, Popularity, PopularityTest, TestMethod, chance_band, popularity,
    popularity_of,
};
pub use rating::{expected_score, white_advantage};
pub use rows::{StartAnalysis, analyse, castling_rows, start_position_rows};
pub use score::{ScoreMoments, score, wilson_interval};
pub use shrink::{Residual, between_variance, shrunken};
pub use significance::{
    SIGNIFICANCE_LEVEL, SignificantPosition, Verdict, benjamini_hochberg,
    smallest_detectable_effect,
};
pub use tail::SMALLEST_P_VALUE;
