//! The Chess960 games by year and by event, and the players.

use audit960_answers::GroupResults;
use audit960_dataset::{Dataset, Grouping, TableScan};

use crate::data::{PlayerLine, ResultLine};

/// Events and players, at most.
const MOST: usize = 20;

/// The years, in order.
pub(super) fn years(dataset: &Dataset) -> anyhow::Result<Vec<ResultLine>> {
    let mut years = lines(dataset, Grouping::YEAR)?;
    years.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(years)
}

/// The events with the most games. One event is the whole archive again.
pub(super) fn events(dataset: &Dataset) -> anyhow::Result<Vec<ResultLine>> {
    let mut events = lines(dataset, Grouping::EVENT)?;
    if events.len() < 2 {
        events.clear();
    }
    events.truncate(MOST);
    Ok(events)
}

/// The groups that have a name and a game with a result.
fn lines(dataset: &Dataset, grouping: Grouping) -> anyhow::Result<Vec<ResultLine>> {
    let groups = audit960_answers::groups(dataset, grouping, None)?
        .value
        .groups;
    Ok(groups.iter().filter_map(line).collect())
}

fn line(group: &GroupResults) -> Option<ResultLine> {
    let [score, low, high] = group.score();
    Some(ResultLine {
        name: group.label.clone()?,
        games: group.score_tally.decided(),
        score: score?,
        interval: low.zip(high),
        draws: group.draw_share()?,
    })
}

/// The players with the most games; none without table `players`, or for a part of a dataset, of which nobody is counted.
pub(super) fn players(dataset: &Dataset) -> anyhow::Result<Vec<PlayerLine>> {
    if !dataset.has("players") || dataset.is_part() {
        return Ok(Vec::new());
    }
    let columns = [
        "name",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "highest_elo",
    ];
    let most = |players: &mut Vec<PlayerLine>| {
        players.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        players.truncate(MOST);
    };
    let scan = TableScan::of("players", &columns);
    let parts = dataset.fold(&scan, Vec::new, |players, _, rows| {
        let [games, wins, draws, losses] =
            ["games", "wins", "draws", "losses"].map(|name| rows.ints(name));
        let (games, results) = (games?, [wins?, draws?, losses?]);
        let (names, scores) = (rows.texts("name")?, rows.floats("score")?);
        let ratings = rows.ints("highest_elo")?;
        players.extend((0..rows.len()).map(|row| PlayerLine {
            name: names.get(row).unwrap_or_default().to_owned(),
            games: games.get(row).unwrap_or_default(),
            results: results.map(|counts| counts.get(row).unwrap_or_default()),
            score: scores.get(row),
            highest_elo: ratings.get(row),
        }));
        most(players);
        Ok(())
    })?;
    let mut players = parts.into_iter().flatten().collect();
    most(&mut players);
    Ok(players)
}
