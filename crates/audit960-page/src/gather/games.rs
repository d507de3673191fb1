//! Results, median length and median rating of the games, by kind of start.

use crate::data::KindOfGames;
use audit960_dataset::{Dataset, Grouping};
use audit960_types::StartKind;

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
        })
    });
    Ok(kinds.collect())
}
