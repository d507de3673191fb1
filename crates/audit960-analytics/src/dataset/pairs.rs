//! Double Chess960: pairs of start positions.

use audit960_board::start::Start;
use audit960_types::{ScoreTally, StartKind};
use polars::prelude::{DataType, col};

use super::columns::{Groups, score_sums};
use super::{Dataset, DatasetError};

/// The games of one of the 960 x 960 pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPair {
    /// White's start position.
    pub white: Start,
    /// Black's.
    pub black: Start,
    /// Games by result.
    pub score_tally: ScoreTally,
    /// Half-moves replayed, summed over the games.
    pub plies: u64,
}

impl Dataset {
    /// The pairs that were played in games with `start = double_chess960`, by White's number and
    /// then by Black's. Of 921,600 pairs an archive holds few, so those without games are left out.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn pairs(&self) -> Result<Vec<StartPair>, DatasetError> {
        let plies = col("plies").cast(DataType::Int64).sum();
        let frame = self.collect(
            self.games_from(StartKind::DoubleChess960)?
                .group_by([col("white_start"), col("black_start")])
                .agg(score_sums().chain([plies]).collect::<Vec<_>>()),
        )?;
        let groups = Groups::new(self, &frame);
        let starts = groups
            .starts("white_start")?
            .into_iter()
            .zip(groups.starts("black_start")?);
        let games = groups.scores()?.into_iter().zip(groups.counts("plies")?);
        let mut pairs: Vec<StartPair> = starts
            .zip(games)
            .map(|((white, black), (score_tally, plies))| StartPair {
                white,
                black,
                score_tally,
                plies,
            })
            .collect();
        pairs.sort_unstable_by_key(|pair| (pair.white, pair.black));
        Ok(pairs)
    }
}
