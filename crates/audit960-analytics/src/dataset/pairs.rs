//! Double Chess960: pairs of start positions.

use std::collections::BTreeMap;

use audit960_board::start::Start;
use audit960_types::{GameResult, ScoreTally, StartKind};

use super::columns::{LabelColumn, Starts};
use super::{Dataset, DatasetError, TableScan};

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
    /// The pairs that were played in games with `start_kind = double_chess960`, by White's number and
    /// then by Black's. An archive has few of the 921,600 pairs, so those without games are left out.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn pairs(&self) -> Result<Vec<StartPair>, DatasetError> {
        type Pairs = BTreeMap<(Start, Start), (ScoreTally, u64)>;
        let columns = ["white_start", "black_start", "result", "plies"];
        let reading =
            TableScan::of("games", &columns).of_results(StartKind::DoubleChess960, self.moveless);
        let parts = self.fold(&reading, Pairs::new, |pairs, _, rows| {
            let white = Starts::of(self, rows, "white_start")?;
            let black = Starts::of(self, rows, "black_start")?;
            let results = LabelColumn::<GameResult>::of(rows, "result")?;
            let plies = rows.ints("plies")?;
            for row in 0..rows.len() {
                let pair = (white.get(row)?, black.get(row)?);
                let (score, played) = pairs.entry(pair).or_default();
                score.add(results.get(row).unwrap_or(GameResult::Unfinished));
                *played += plies.count(row);
            }
            Ok(())
        })?;
        let mut pairs = Pairs::new();
        for (pair, (score, played)) in parts.into_iter().flatten() {
            let (all, plies) = pairs.entry(pair).or_default();
            *all += score;
            *plies += played;
        }
        let pairs = pairs.into_iter();
        Ok(pairs
            .map(|((white, black), (score_tally, plies))| StartPair {
                white,
                black,
                score_tally,
                plies,
            })
            .collect())
    }
}
