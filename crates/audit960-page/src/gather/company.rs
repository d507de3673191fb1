//! How soon the games from each start position leave what others have played, as table `known` counts it.

use audit960_dataset::{Dataset, TableScan};
use audit960_types::KnownRow;

/// Number of start positions of Chess960.
const STARTS: usize = 960;

/// By Scharnagl number the half-moves after which half of the games are alone; `None` without table `known`, or for a part
/// of a dataset, of which nothing is counted.
pub(super) fn alone_ply(dataset: &Dataset) -> anyhow::Result<Option<Vec<Option<f64>>>> {
    if !dataset.has("known") || dataset.is_part() {
        return Ok(None);
    }
    let columns = ["white_start", "black_start", "ply", "games", "alone"];
    let scan = TableScan::of("known", &columns);
    let parts = dataset.fold(
        &scan,
        || vec![None; STARTS],
        |first, _, rows| {
            let [white, black, plies, games, alone] = columns.map(|name| rows.ints(name));
            let (white, black, plies) = (white?, black?, plies?);
            let (games, alone) = (games?, alone?);
            for row in 0..rows.len() {
                let number = white
                    .get(row)
                    .filter(|white| black.get(row) == Some(*white));
                let number = number.and_then(|number| usize::try_from(number).ok());
                let is_left = KnownRow::is_left(games.count(row), alone.count(row));
                if let Some(first) = number
                    .and_then(|number| first.get_mut(number))
                    .filter(|_| is_left)
                {
                    *first = earlier(*first, Some(plies.count(row)));
                }
            }
            Ok(())
        },
    )?;
    let mut all = vec![None; STARTS];
    for (first, other) in parts.into_iter().flat_map(|part| (0..).zip(part)) {
        all[first] = earlier(all[first], other);
    }
    let plies = all.into_iter().map(|ply| ply.map(|ply: u64| ply as f64));
    Ok(Some(plies.collect()))
}

/// The smaller of two numbers of which either may be unknown.
fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}
