//! How often the positions were played, beside what chance makes of as many draws.

use audit960_analytics::{
    Dataset, GroupPopularity, Grouping, Popularity, PopularityTest, PositionCount, chance_band,
};
use audit960_report::html::{PopularityGroup, PopularityReport, Ranking};
use audit960_types::Venue;

use crate::commands::rows::Row;

/// Groups shown by event and by year.
const GROUPS: [(Grouping, usize); 2] = [(Grouping::Event, 6), (Grouping::Year, 8)];

/// Servers, where every game has a draw of its own.
const SERVERS: [Venue; 4] = [Venue::Lichess, Venue::ChessCom, Venue::Fics, Venue::Icc];

/// The whole archive, then its events and years with most games.
pub(super) fn popularity(dataset: &Dataset) -> anyhow::Result<PopularityReport> {
    let archive = dataset.popularity(Grouping::Archive)?;
    let Some(all) = archive.first() else {
        return Ok(PopularityReport::default());
    };
    let mut report = PopularityReport {
        groups: vec![group("archive", all)],
        left_out: Vec::new(),
        games_verdict: words(&all.test_games()),
        draws_verdict: words(&all.test_draws()),
        games_are_draws: games_are_draws(dataset)?,
    };
    for (grouping, most) in GROUPS {
        let Some(by) = grouping.column() else {
            continue;
        };
        let mut groups = dataset.popularity(grouping)?;
        groups.retain(|group| group.label.is_some());
        // One group is the archive once more.
        if groups.len() < 2 {
            continue;
        }
        report
            .groups
            .extend(groups.iter().take(most).map(|found| group(by, found)));
        if groups.len() > most {
            report.left_out.push((by, groups.len() - most));
        }
    }
    Ok(report)
}

/// Whether most games were played where each is drawn for itself.
fn games_are_draws(dataset: &Dataset) -> anyhow::Result<bool> {
    let servers: Vec<String> = SERVERS.iter().map(|venue| format!("'{venue}'")).collect();
    let answer = dataset.query(&format!(
        "SELECT COUNT(*) AS games, SUM(CASE WHEN venue IN ({}) THEN 1 ELSE 0 END) AS served FROM games \
         WHERE start = 'chess960'",
        servers.join(", ")
    ))?;
    let row = Row {
        frame: &answer,
        row: 0,
    };
    let (games, served): (u64, Option<u64>) = (row.number("games")?, row.maybe_number("served")?);
    Ok(2 * served.unwrap_or(0) > games)
}

fn group(by: &'static str, group: &GroupPopularity) -> PopularityGroup {
    PopularityGroup {
        by,
        label: group.label.clone().unwrap_or_default(),
        games: ranking(&group.positions, |position| position.games),
        draws: ranking(&group.positions, |position| position.draws),
    }
}

fn ranking(positions: &[PositionCount], count: impl Fn(&PositionCount) -> u64) -> Ranking {
    let mut counted: Vec<(u64, u16)> = positions
        .iter()
        .map(|position| (count(position), position.start.number()))
        .collect();
    counted.sort_unstable_by_key(|&(count, number)| (std::cmp::Reverse(count), number));
    let mut counts: Vec<u64> = counted.iter().map(|&(count, _)| count).collect();
    counts.resize(960, 0);
    let band = chance_band(counts.iter().sum());
    Ranking {
        counts,
        most: counted.first().map_or(0, |&(_, number)| number),
        band: band.ranks,
        missing_band: band.missing,
    }
}

/// Which ways of drawing fit, and which do not.
fn words(popularity: &Popularity) -> String {
    let named = |test: &PopularityTest| match test.p_value {
        p if p < 0.001 => format!("{} (p < 0.001)", test.hypothesis),
        p => format!("{} (p = {p:.3})", test.hypothesis),
    };
    let (fits, fails): (Vec<&PopularityTest>, Vec<&PopularityTest>) =
        popularity.tests.iter().partition(|test| test.fits());
    let list =
        |tests: Vec<&PopularityTest>| tests.into_iter().map(named).collect::<Vec<_>>().join(", ");
    match (fits.is_empty(), fails.is_empty()) {
        (true, true) => "nothing to test".to_owned(),
        (false, true) => format!("fits {}", list(fits)),
        (true, false) => format!("does not fit {}", list(fails)),
        (false, false) => format!("fits {}; does not fit {}", list(fits), list(fails)),
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
        let games = ranking(&positions, |position| position.games);
        assert_eq!((games.most, &games.counts[..4]), (7, &[9, 4, 4, 0][..]));
        assert_eq!(
            (games.counts.len(), games.band.len(), games.total()),
            (960, 960, 17)
        );
        let draws = ranking(&positions, |position| position.draws);
        assert_eq!((draws.most, &draws.counts[..4]), (2, &[3, 3, 1, 0][..]));
    }

    #[test]
    fn ways_of_drawing_are_sorted_by_whether_they_fit() {
        // All 4000 games from one position that is not the orthodox one: chance does no such thing.
        let mut counts = [0; 960];
        counts[3] = 4_000;
        let text = words(&audit960_analytics::popularity_of(&counts));
        assert!(
            text.starts_with("does not fit each of the 960 alike (p < 0.001), "),
            "{text}"
        );
        assert_eq!(
            words(&audit960_analytics::popularity_of(&[0; 960])),
            "nothing to test"
        );
        let even = words(&audit960_analytics::popularity_of(&[10; 960]));
        assert!(
            even.starts_with("fits each of the 960 alike (p = 1.000)"),
            "{even}"
        );
        assert!(
            even.contains("; does not fit the one-die procedure"),
            "{even}"
        );
    }
}
