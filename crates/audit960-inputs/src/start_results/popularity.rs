//! How often positions were played and drawn.

use audit960_dataset::{Column, Table, TableBuilder};
use std::io::Write;

use audit960_answers::{GroupPopularity, LotteryRule, PositionCount};
use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, Grouping};
use audit960_report::{TableForm, counted, grouped};
use audit960_statistics::{Popularity, PopularityTest, filled};

use super::Shown;
use super::openings::{ints, texts};

/// The tests of the drawing procedures, one a row.
fn tests(popularity: &Popularity) -> Table {
    let rows = &popularity.tests;
    let best = popularity.tests.iter().map(|test| test.log_likelihood);
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    let floats = |name: &str, value: fn(&PopularityTest) -> f64| {
        let values = rows
            .iter()
            .map(|test| Some(value(test)).filter(|number| number.is_finite()));
        Column::new(name, values.collect::<Vec<_>>())
    };
    let behind = rows
        .iter()
        .map(|test| Some(test.log_likelihood - best).filter(|number| number.is_finite()));
    Table::new(vec![
        texts(
            "way_of_drawing",
            rows.iter().map(|test| test.hypothesis.to_string()),
        ),
        texts(
            "fits",
            rows.iter()
                .map(|test| if test.fits() { "yes" } else { "no" }.to_owned()),
        ),
        floats("p_value", |test| test.p_value),
        Column::new("log_likelihood", behind.collect::<Vec<_>>()),
        floats("p_fit", |test| test.goodness.p_value),
        floats("p_518", |test| test.orthodox_p),
        floats("p_rival", |test| test.rival_p),
    ])
}

/// Prints ranks by games, with the draws beside them, of the archive or of each group; of one position alone, even
/// if it was never played, if one is given.
///
/// # Errors
/// Where table `games` cannot be read, or it cannot be written.
pub fn write_popularity(
    dataset: &Dataset,
    grouping: Grouping,
    rule: LotteryRule,
    start: Option<Start>,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GamesLeftOut> {
    let answer = audit960_answers::popularity(dataset, grouping, rule)?;
    let (mut groups, left_out) = (answer.value, answer.left_out);
    if let Some(start) = start {
        if grouping == Grouping::Archive && groups.is_empty() {
            groups.push(GroupPopularity::default());
        }
        groups.retain(|group| grouping == Grouping::Archive || group.games() >= shown.min_games);
        let table = share_of(start, grouping, &groups);
        shown.form.write(&table, out)?;
        return Ok(left_out);
    }
    if grouping != Grouping::Archive {
        groups.retain(|group| group.games() >= shown.min_games);
        let table = match shown.form.is_table() {
            true => summary(grouping, &groups),
            // Positions never played only if asked for: an archive has many events.
            false => positions(grouping, &groups, shown.min_games.min(1)),
        };
        shown.form.write(&table, out)?;
        if shown.form.is_table() {
            writeln!(
                out,
                "\nOne row for each group; --format csv and json have one for each position of a group"
            )?;
        }
        return Ok(left_out);
    }
    let table = positions(grouping, &groups, shown.min_games);
    shown.form.write(&table, out)?;
    if shown.form.is_table() {
        for group in &groups {
            write_verdict(group, shown.form, out)?;
        }
    }
    Ok(left_out)
}

/// What a group is called.
fn label(group: &GroupPopularity) -> Option<String> {
    match group.is_rest {
        true => Some("(all others)".to_owned()),
        false => group.label.clone(),
    }
}

/// One row a group.
fn summary(grouping: Grouping, groups: &[GroupPopularity]) -> Table {
    let favourite = |group: &GroupPopularity| {
        group
            .positions
            .first()
            .map_or_else(String::new, |first| first.start.to_string())
    };
    let favourite_games = |group: &GroupPopularity| group.positions.first().map_or(0, |p| p.games);
    Table::new(vec![
        grouping.label_column(groups.iter().map(label).collect()),
        ints("games", groups.iter().map(GroupPopularity::games)),
        ints("times_drawn", groups.iter().map(GroupPopularity::draws)),
        ints(
            "positions",
            groups.iter().map(|group| group.positions.len() as u64),
        ),
        ints(
            "missing",
            groups.iter().map(|group| group.missing().len() as u64),
        ),
        texts("most_played", groups.iter().map(favourite)),
        ints("most_played_games", groups.iter().map(favourite_games)),
    ])
}

/// The place of one position in each group, beside the games from all of them.
fn share_of(start: Start, grouping: Grouping, groups: &[GroupPopularity]) -> Table {
    let rows: Vec<(&GroupPopularity, PositionCount)> = groups
        .iter()
        .filter_map(|group| {
            let mut all = group.positions.iter().copied().chain(never_played(group));
            Some((group, all.find(|position| position.start == start)?))
        })
        .collect();
    let label = |(group, _): &(&GroupPopularity, _)| label(group);
    let mut table = TableBuilder::of(&rows);
    if grouping != Grouping::Archive {
        table = table.with(grouping.label_column(rows.iter().map(label).collect()));
    }
    table
        .count("start", |(_, position)| position.start.number().into())
        .text("arrangement", |(_, position)| {
            Some(position.start.to_string())
        })
        .count("games", |(_, position)| position.games)
        .count("of_games", |(group, _)| group.games())
        .share("share", |(group, position)| {
            let all = group.games();
            (all > 0).then(|| position.games as f64 / all as f64)
        })
        .count("rank", |(_, position)| position.rank.into())
        .count("times_drawn", |(_, position)| position.draws)
        .count("of_draws", |(group, _)| group.draws())
        .table()
}

/// One row a position of a group, with the figures of the group beside its own; with a minimum of zero those never
/// played as well.
fn positions(grouping: Grouping, groups: &[GroupPopularity], min_games: u64) -> Table {
    let rows: Vec<(&GroupPopularity, PositionCount)> = groups
        .iter()
        .flat_map(|group| {
            let played = group.positions.iter().copied();
            played
                .chain(never_played(group))
                .map(move |position| (group, position))
        })
        .filter(|(_, position)| position.games >= min_games)
        .collect();
    let mut columns = Vec::new();
    let is_grouped = grouping != Grouping::Archive;
    if is_grouped {
        let labels = rows.iter().map(|(group, _)| label(group));
        columns.push(grouping.label_column(labels.collect()));
    }
    columns.extend([
        ints(
            "rank",
            rows.iter().map(|(_, position)| position.rank.into()),
        ),
        ints(
            "start",
            rows.iter()
                .map(|(_, position)| position.start.number().into()),
        ),
        texts(
            "arrangement",
            rows.iter().map(|(_, position)| position.start.to_string()),
        ),
        ints("games", rows.iter().map(|(_, position)| position.games)),
        ints(
            "times_drawn",
            rows.iter().map(|(_, position)| position.draws),
        ),
    ]);
    if is_grouped {
        columns.extend([
            ints("of_games", rows.iter().map(|(group, _)| group.games())),
            ints("of_draws", rows.iter().map(|(group, _)| group.draws())),
            ints(
                "missing",
                rows.iter().map(|(group, _)| group.missing().len() as u64),
            ),
        ]);
    }
    Table::new(columns)
}

/// The positions never played, which share the last rank.
fn never_played(group: &GroupPopularity) -> impl Iterator<Item = PositionCount> {
    let rank = group.positions.len() as u32 + 1;
    let missing = group.missing().into_iter();
    missing.map(move |start| PositionCount {
        start,
        games: 0,
        draws: 0,
        rank,
    })
}

fn write_verdict(
    group: &GroupPopularity,
    form: TableForm,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let missing = group.missing();
    let never = match missing.len() {
        0 => "all 960 positions were played".to_owned(),
        count => {
            let numbers: Vec<String> = missing
                .iter()
                .take(10)
                .map(|start| start.number().to_string())
                .collect();
            let more = if count > numbers.len() { " ..." } else { "" };
            let positions = counted(count as u64, "position was", "positions were");
            format!("{positions} never played: {}{more}", numbers.join(" "))
        }
    };
    writeln!(
        out,
        "\n{}; {never}",
        counted(group.games(), "game", "games")
    )?;
    let popularity = group.test();
    writeln!(
        out,
        "Drawn {} times (--draws says which games share a draw)\n",
        grouped(group.draws())
    )?;
    form.write(&tests(&popularity), out)?;
    if let Some(mixture) = &popularity.mixture {
        writeln!(
            out,
            "\nOf a mixture of both, the one-die procedure has {:.0} % ({:.0} to {:.0} %), the uniform \
             draw the rest",
            100.0 * mixture.share,
            100.0 * mixture.low,
            100.0 * mixture.high
        )?;
    }
    writeln!(out, "Verdict: {}", popularity.verdict(&filled))?;
    Ok(())
}
