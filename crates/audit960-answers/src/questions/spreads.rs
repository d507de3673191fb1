//! How long games are, and how strong their players, by kind of start.

use std::collections::BTreeMap;

use audit960_dataset::{CountedGames, Dataset, DatasetError, LabelColumn};
use audit960_types::{Moveless, StartKind};

/// Lengths and ratings of the games with one kind of start; copies and games without moves left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// Games by number of half-moves replayed.
    pub lengths: BTreeMap<i64, u64>,
    /// Games by the sum of both players' ratings, where both are known.
    pub rating_sums: BTreeMap<i64, u64>,
}

impl Spread {
    /// The median number of half-moves; halfway between the two in the middle where they differ. `None` without
    /// games.
    #[must_use]
    pub fn median_plies(&self) -> Option<f64> {
        median(&self.lengths)
    }

    /// The median of the games' mean ratings; `None` where no game has both.
    #[must_use]
    pub fn median_rating(&self) -> Option<f64> {
        median(&self.rating_sums).map(|sum| sum / 2.0)
    }

    fn add(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.lengths, &other.lengths),
            (&mut self.rating_sums, &other.rating_sums),
        ] {
            for (value, games) in theirs {
                *mine.entry(*value).or_default() += games;
            }
        }
    }
}

/// Lengths and ratings by kind of start, of the games that [`groups`](super::groups::groups) counts by kind of start.
///
/// # Errors
/// [`DatasetError`] if the games or the copies cannot be read.
pub fn spreads(dataset: &Dataset) -> Result<BTreeMap<StartKind, Spread>, DatasetError> {
    let columns = ["start_kind", "plies", "white_elo", "black_elo"];
    let games = CountedGames::of_known_start().counting(Moveless::Apart);
    let make = BTreeMap::<StartKind, Spread>::new;
    let counted = dataset.fold_counted(&columns, games, make, |spreads, _, rows| {
        let kinds = LabelColumn::<StartKind>::of(rows, "start_kind")?;
        let plies = rows.ints("plies")?;
        let (white, black) = (rows.ints("white_elo")?, rows.ints("black_elo")?);
        for row in 0..rows.len() {
            let Some(kind) = kinds.get(row) else {
                continue;
            };
            let spread = spreads.entry(kind).or_default();
            if let Some(plies) = plies.get(row) {
                *spread.lengths.entry(plies).or_default() += 1;
            }
            if let Some((white, black)) = white.get(row).zip(black.get(row)) {
                *spread.rating_sums.entry(white + black).or_default() += 1;
            }
        }
        Ok(())
    })?;
    let mut all = make();
    for (kind, spread) in counted.value.iter().flatten() {
        all.entry(*kind).or_default().add(spread);
    }
    Ok(all)
}

/// The median of values by how often they occur.
fn median(counts: &BTreeMap<i64, u64>) -> Option<f64> {
    let total: u64 = counts.values().sum();
    let nth = |place: u64| {
        let mut seen = 0;
        counts.iter().find_map(|(value, games)| {
            seen += games;
            (seen > place).then_some(*value as f64)
        })
    };
    let last = total.checked_sub(1)?;
    Some(f64::midpoint(nth(last / 2)?, nth(total / 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[(i64, u64)]) -> BTreeMap<i64, u64> {
        values.iter().copied().collect()
    }

    #[test]
    fn medians_of_counts() {
        assert_eq!(median(&counts(&[])), None);
        assert_eq!(median(&counts(&[(7, 1)])), Some(7.0));
        assert_eq!(median(&counts(&[(20, 1), (30, 1)])), Some(25.0));
        assert_eq!(median(&counts(&[(20, 2), (30, 1)])), Some(20.0));
        assert_eq!(median(&counts(&[(20, 2), (30, 2), (90, 1)])), Some(30.0));
        let spread = Spread {
            lengths: counts(&[(60, 3)]),
            rating_sums: counts(&[(4801, 1)]),
        };
        assert_eq!(spread.median_plies(), Some(60.0));
        assert_eq!(spread.median_rating(), Some(2400.5));
    }
}
