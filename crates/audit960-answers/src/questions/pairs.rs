//! Double Chess960: pairs of start positions.

use std::collections::BTreeMap;

use audit960_board::start::Start;
use audit960_dataset::{
    CountedAnswer, CountedGames, Dataset, DatasetError, LabelColumn, StartColumn,
};
use audit960_types::{GameResult, ScoreTally, StartKind};

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

/// The pairs that were played in games with `start_kind = double_chess960`, by White's number and
/// then by Black's. An archive has few of the 921,600 pairs, so those without games are left out.
///
/// # Errors
/// [`DatasetError`] if the games cannot be read.
pub fn pairs(dataset: &Dataset) -> Result<CountedAnswer<Vec<StartPair>>, DatasetError> {
    type Pairs = BTreeMap<(Start, Start), (ScoreTally, u64)>;
    let columns = ["white_start", "black_start", "result", "plies"];
    let games = CountedGames::of_kind(StartKind::DoubleChess960).counting(dataset.moveless());
    let counted = dataset.fold_counted(&columns, games, Pairs::new, |pairs, _, rows| {
        let white = StartColumn::of(dataset, rows, "white_start")?;
        let black = StartColumn::of(dataset, rows, "black_start")?;
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
    Ok(counted.map(|parts| {
        let mut pairs = Pairs::new();
        for (pair, (score, played)) in parts.into_iter().flatten() {
            let (all, plies) = pairs.entry(pair).or_default();
            *all += score;
            *plies += played;
        }
        let pair = |((white, black), (score_tally, plies))| StartPair {
            white,
            black,
            score_tally,
            plies,
        };
        pairs.into_iter().map(pair).collect()
    }))
}
