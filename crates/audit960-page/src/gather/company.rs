//! How many games still had company, as table `known` counts them.

use std::collections::BTreeMap;

use audit960_dataset::{Dataset, TableScan};
use audit960_types::KnownRow;

use crate::data::{CompanyCurve, CompanyReport};

/// Number of start positions of Chess960.
const STARTS: usize = 960;

/// Scharnagl number of the orthodox arrangement.
const ORTHODOX: i64 = 518;

/// Start positions that have a curve of their own: the orthodox one, the other 959, and all that are not opposite each other.
const GROUPS: [&str; 3] = ["the orthodox start", "the other 959", "other starts"];

/// Games that are so long, and those of them that are alone, of each number of half-moves.
type Counts = BTreeMap<u64, [u64; 2]>;

/// The company of the games of a dataset; `None` without table `known`, or for a part of a dataset, of which nothing is
/// counted.
pub(super) fn company(dataset: &Dataset) -> anyhow::Result<Option<CompanyReport>> {
    if !dataset.has("known") || dataset.is_part() {
        return Ok(None);
    }
    let columns = ["white_start", "black_start", "ply", "games", "alone"];
    let new = || (vec![None; STARTS], <[Counts; 3]>::default());
    let parts = dataset.fold(
        &TableScan::of("known", &columns),
        new,
        |(alone_ply, groups), _, rows| {
            let [white, black, plies, games, alone] = columns.map(|name| rows.ints(name));
            let (white, black, plies) = (white?, black?, plies?);
            let (games, alone) = (games?, alone?);
            for row in 0..rows.len() {
                let (ply, all, alone) = (plies.count(row), games.count(row), alone.count(row));
                let number = white
                    .get(row)
                    .filter(|white| black.get(row) == Some(*white));
                let group = match number {
                    Some(ORTHODOX) => 0,
                    Some(_) => 1,
                    None => 2,
                };
                let into = groups[group].entry(ply).or_default();
                into[0] += all;
                into[1] += alone;
                let half: Option<&mut Option<u64>> = number
                    .and_then(|number| usize::try_from(number).ok())
                    .and_then(|number| alone_ply.get_mut(number));
                if let Some(first) = half.filter(|_| KnownRow::is_left(all, alone)) {
                    *first = Some(first.map_or(ply, |known| known.min(ply)));
                }
            }
            Ok(())
        },
    )?;
    let (mut alone_ply, mut groups) = new();
    for (some, counts) in parts {
        for (first, other) in alone_ply.iter_mut().zip(some) {
            *first = match (*first, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        for (into, counts) in groups.iter_mut().zip(counts) {
            for (ply, [games, alone]) in counts {
                let all = into.entry(ply).or_default();
                all[0] += games;
                all[1] += alone;
            }
        }
    }
    let curves = GROUPS.into_iter().zip(groups);
    let curves = curves.filter(|(_, counts)| !counts.is_empty());
    Ok(Some(CompanyReport {
        alone_ply: alone_ply
            .into_iter()
            .map(|ply| ply.map(|ply| ply as f64))
            .collect(),
        curves: curves
            .map(|(name, counts)| CompanyCurve {
                name,
                shares: counts
                    .values()
                    .map(|[games, alone]| *alone as f64 / *games as f64)
                    .collect(),
            })
            .collect(),
    }))
}
