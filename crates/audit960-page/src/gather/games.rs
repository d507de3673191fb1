//! Results, lengths and ratings of the games, by kind of start.

use std::collections::BTreeMap;

use crate::data::{Band, KindOfGames};
use audit960_answers::Spread;
use audit960_dataset::{Dataset, Grouping};
use audit960_types::StartKind;

/// Width of a band of lengths, in moves of both players.
const MOVES: i64 = 10;
/// Where the last band of lengths begins: longer games are in it.
const LAST: i64 = 200;
/// Width of a band of mean ratings.
const RATING: i64 = 100;

/// The kinds of games with a known start, most games first.
pub(super) fn kinds(dataset: &Dataset) -> anyhow::Result<Vec<KindOfGames>> {
    let spreads = audit960_answers::spreads(dataset)?;
    let groups = audit960_answers::groups(dataset, Grouping::START_KIND, None)?
        .value
        .groups;
    let kinds = groups.into_iter().filter_map(|group| {
        let kind: StartKind = group.label.as_ref()?.parse().ok()?;
        let [score, low, high] = group.score();
        let spread = spreads.get(&kind).cloned().unwrap_or_default();
        Some(KindOfGames {
            kind,
            score_tally: group.score_tally,
            score,
            interval: low.zip(high),
            median_moves: spread.median_plies().map(|plies| plies / 2.0),
            median_rating: spread.median_rating(),
            lengths: lengths(&spread),
            ratings: ratings(&spread),
        })
    });
    Ok(kinds.collect())
}

/// Games by length in moves: a game of 81 half-moves has 41, the last one without an answer.
fn lengths(spread: &Spread) -> Vec<Band> {
    let moves = spread.lengths.iter();
    let moves = moves.map(|(plies, games)| (((plies + 1) / 2).min(LAST), *games));
    let mut bands = bands(moves, MOVES);
    if let Some(last) = bands.last_mut() {
        last.is_open = last.from == LAST;
    }
    bands
}

/// Games by the mean rating of their players.
fn ratings(spread: &Spread) -> Vec<Band> {
    let sums = spread.rating_sums.iter();
    bands(sums.map(|(sum, games)| (sum.div_euclid(2), *games)), RATING)
}

/// The bands from the first to the last that has games; those between have none.
fn bands(values: impl Iterator<Item = (i64, u64)>, width: i64) -> Vec<Band> {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for (value, games) in values {
        *counts.entry(value.div_euclid(width)).or_default() += games;
    }
    let ends = counts.keys().next().zip(counts.keys().next_back());
    let places = ends.map_or_else(Vec::new, |(first, last)| (*first..=*last).collect());
    let band = |place: i64| Band {
        from: place * width,
        width,
        is_open: false,
        games: counts.get(&place).copied().unwrap_or_default(),
    };
    places.into_iter().map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bands: &[Band]) -> Vec<(i64, i64, u64)> {
        let bands = bands.iter();
        bands
            .map(|band| (band.from, band.width, band.games))
            .collect()
    }

    #[test]
    fn bands_begin_with_the_first_game_and_end_with_the_last() {
        let spread = Spread {
            // 10 moves with 19 and 20 half-moves, 9 with 18; 31 with 61; 201 and 600 are in the last band.
            lengths: [(18, 1), (19, 2), (20, 4), (61, 8), (402, 16), (1200, 32)].into(),
            rating_sums: [(4999, 1), (5000, 2), (5198, 4)].into(),
        };
        assert!(lengths(&spread).last().is_some_and(|band| band.is_open));
        let lengths = shown(&lengths(&spread));
        assert_eq!(
            lengths[..4],
            [(0, 10, 1), (10, 10, 6), (20, 10, 0), (30, 10, 8)]
        );
        assert_eq!(lengths.last(), Some(&(200, 10, 48)));
        assert_eq!(lengths.len(), 21);
        assert_eq!(shown(&ratings(&spread)), [(2400, 100, 1), (2500, 100, 6)]);
        assert_eq!(shown(&self::lengths(&Spread::default())), []);
    }
}
