//! The years of an archive.

use crate::data::YearPoint;
use audit960_dataset::{Dataset, Grouping};

/// The years that have Chess960 games with a result, in order.
pub(super) fn years(dataset: &Dataset) -> anyhow::Result<Vec<YearPoint>> {
    let groups = audit960_answers::groups(dataset, Grouping::YEAR, None)?
        .value
        .groups;
    let mut years: Vec<YearPoint> = groups
        .iter()
        .filter_map(|group| {
            let [score, low, high] = group.score();
            Some(YearPoint {
                year: group.label.as_ref()?.parse().ok()?,
                games: group.score_tally.decided(),
                score: score?,
                interval: low.zip(high),
                draws: group.draw_share()?,
            })
        })
        .collect();
    years.sort_by_key(|year| year.year);
    Ok(years)
}
