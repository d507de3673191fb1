//! How often the positions were played, beside what chance gives for as many draws.

use audit960_answers::{GroupPopularity, LotteryRule, PositionCount};
use audit960_dataset::{Dataset, GroupKey, Grouping};
use audit960_source::system::map_on_workers;
use audit960_statistics::{ChanceBand, chance_band};

use crate::data::{PopularityGroup, PopularityReport, Ranking};
use crate::language::Language;

/// Groups shown by event and by year.
const GROUPS: [(Grouping, usize); 2] = [(Grouping::EVENT, 6), (Grouping::YEAR, 8)];

/// The whole archive, then its events and years with the most games.
pub(super) fn popularity(
    dataset: &Dataset,
    language: Language,
) -> anyhow::Result<PopularityReport> {
    let groupings: Vec<Grouping> = GROUPS.iter().map(|(grouping, _)| *grouping).collect();
    let all = [vec![Grouping::ARCHIVE], groupings].concat();
    let found = audit960_answers::popularities(dataset, &all, LotteryRule::Usual)?.value;
    let mut found = found.into_iter();
    let archive = found.next().unwrap_or_default();
    let Some(all) = archive.first() else {
        return Ok(PopularityReport::default());
    };
    let mut shown = vec![("archive", all.clone())];
    let mut left_out = Vec::new();
    for ((grouping, most), mut groups) in GROUPS.into_iter().zip(found) {
        let by = grouping.keys().next().map_or("archive", GroupKey::name);
        groups.retain(|group| group.label.is_some());
        // A single group is the whole archive again.
        if groups.len() < 2 {
            continue;
        }
        if groups.len() > most {
            left_out.push((by, groups.len() - most));
        }
        shown.extend(groups.into_iter().take(most).map(|found| (by, found)));
    }
    // Their bands of chance take thousands of simulated archives each.
    let groups = map_on_workers(dataset.threads().get(), &shown, |(by, found)| {
        group(by, found)
    })?;
    Ok(PopularityReport {
        groups,
        left_out,
        verdict: all
            .test()
            .verdict(&|form, values| language.say(form, values)),
    })
}

fn group(by: &'static str, group: &GroupPopularity) -> PopularityGroup {
    let band = chance_band(group.games());
    // On servers each game has a draw of its own.
    let draws_band = (group.draws() != group.games()).then(|| chance_band(group.draws()));
    let draws_band = draws_band.as_ref().unwrap_or(&band);
    PopularityGroup {
        by,
        label: group.label.clone().unwrap_or_default(),
        draws: ranking(&group.positions, |position| position.draws, draws_band),
        games: ranking(&group.positions, |position| position.games, &band),
    }
}

/// The positions by a count, beside what chance gives for as many.
fn ranking(
    positions: &[PositionCount],
    count: impl Fn(&PositionCount) -> u64,
    band: &ChanceBand,
) -> Ranking {
    let mut counted: Vec<(u64, u16)> = positions
        .iter()
        .map(|position| (count(position), position.start.number()))
        .collect();
    counted.sort_unstable_by_key(|&(count, number)| (std::cmp::Reverse(count), number));
    let mut counts: Vec<u64> = counted.iter().map(|&(count, _)| count).collect();
    counts.resize(960, 0);
    Ranking {
        counts,
        most: counted.first().map_or(0, |&(_, number)| number),
        band: band.ranks.clone(),
        missing_band: band.missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_board::start::Start;

    #[test]
    fn rankings_go_down_and_name_the_first() {
        let position = |number, games, draws| PositionCount {
            start: Start::new(number).unwrap(),
            games,
            draws,
            rank: 1,
        };
        // Most games and most draws are not of the same position.
        let positions = [position(7, 9, 1), position(518, 4, 3), position(2, 4, 3)];
        let games = ranking(&positions, |position| position.games, &chance_band(17));
        assert_eq!((games.most, &games.counts[..4]), (7, &[9, 4, 4, 0][..]));
        assert_eq!(
            (games.counts.len(), games.band.len(), games.total()),
            (960, 960, 17)
        );
        let draws = ranking(&positions, |position| position.draws, &chance_band(7));
        assert_eq!((draws.most, &draws.counts[..4]), (2, &[3, 3, 1, 0][..]));
    }
}
