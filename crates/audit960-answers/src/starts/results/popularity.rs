//! How often positions were played and drawn.

use std::io::Write;

use crate::{GroupPopularity, LotteryRule, PositionCount};
use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, Grouping, Table, TableBuilder};
use audit960_report::{Language, TableForm, counted, grouped};
use audit960_statistics::{Popularity, TestMethod};

use super::Shown;

/// The tests of the drawing procedures, one a row.
fn tests(popularity: &Popularity) -> Table {
    let best = popularity.tests.iter().map(|test| test.log_likelihood);
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    TableBuilder::of(&popularity.tests)
        .text("way_of_drawing", |test| {
            Some(Language::English.say(&test.hypothesis.name()))
        })
        .text("fits", |test| {
            Some(if test.fits() { "yes" } else { "no" }.to_owned())
        })
        .float("p_value", |test| Some(test.p_value))
        .float("log_likelihood", |test| Some(test.log_likelihood - best))
        .float("chi_square", |test| Some(test.goodness.statistic))
        .int("degrees", |test| match test.goodness.method {
            TestMethod::ChiSquare { degrees } => Some(degrees.into()),
            _ => None,
        })
        .float("p_fit", |test| Some(test.goodness.p_value))
        .float("orthodox_p", |test| Some(test.orthodox_p))
        .float("p_rival", |test| Some(test.rival_p))
        .table()
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
    let answer = crate::popularity(dataset, grouping, rule)?;
    let (mut groups, left_out) = (answer.value, answer.left_out);
    if let Some(start) = start {
        if grouping == Grouping::ARCHIVE && groups.is_empty() {
            groups.push(GroupPopularity::default());
        }
        groups.retain(|group| grouping == Grouping::ARCHIVE || group.games() >= shown.min_games);
        let table = share_of(start, grouping, &groups);
        shown.write(&table, out)?;
        return Ok(left_out);
    }
    if grouping != Grouping::ARCHIVE {
        groups.retain(|group| group.games() >= shown.min_games);
        let table = match shown.form.is_table() {
            true => summary(grouping, &groups),
            // Positions never played only if asked for: an archive has many events.
            false => positions(grouping, &groups, shown.min_games.min(1)),
        };
        shown.write(&table, out)?;
        if shown.form.is_table() {
            writeln!(
                out,
                "\nOne row for each group; --format csv and json have one for each position of a group"
            )?;
        }
        return Ok(left_out);
    }
    let table = positions(grouping, &groups, shown.min_games);
    shown.write(&table, out)?;
    if shown.form.is_table() {
        for group in &groups {
            write_verdict(group, shown.form, out)?;
        }
    }
    Ok(left_out)
}

/// What a group is called, and whether it stands for all that are combined.
fn label(group: &GroupPopularity) -> (Option<&str>, bool) {
    (group.label.as_deref(), group.is_rest)
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
    TableBuilder::of(groups)
        .with(grouping.label_columns(groups.iter().map(label)))
        .count("games", GroupPopularity::games)
        .count("times_picked", GroupPopularity::draws)
        .count("positions", |group| group.positions.len() as u64)
        .count("missing", |group| group.missing().len() as u64)
        .text("most_played", |group| Some(favourite(group)))
        .count("most_played_games", favourite_games)
        .table()
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
    TableBuilder::of(&rows)
        .with(grouping.label_columns(rows.iter().map(|(group, _)| label(group))))
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
        .count("times_picked", |(_, position)| position.draws)
        .count("of_lots", |(group, _)| group.draws())
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
    let table = TableBuilder::of(&rows)
        .with(grouping.label_columns(rows.iter().map(|(group, _)| label(group))))
        .count("rank", |(_, position)| position.rank.into())
        .count("start", |(_, position)| position.start.number().into())
        .text("arrangement", |(_, position)| {
            Some(position.start.to_string())
        })
        .count("games", |(_, position)| position.games)
        .count("times_picked", |(_, position)| position.draws);
    if grouping == Grouping::ARCHIVE {
        return table.table();
    }
    table
        .count("of_games", |(group, _)| group.games())
        .count("of_lots", |(group, _)| group.draws())
        .count("missing", |(group, _)| group.missing().len() as u64)
        .table()
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
            format!(
                "{positions} never played: {}{more} (starts --min-games 0 --sort start lists them)",
                numbers.join(" ")
            )
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
        "Picked {} times (--lots says which games share a lot)\n",
        grouped(group.draws())
    )?;
    form.write(&tests(&popularity), out)?;
    if let Some(mixture) = &popularity.mixture {
        writeln!(
            out,
            "\nOf a mixture of both, the one-die procedure has {:.0} % ({:.0} to {:.0} %), the uniform \
             lot the rest",
            100.0 * mixture.share,
            100.0 * mixture.low,
            100.0 * mixture.high
        )?;
    }
    let verdict = Language::English.say(&popularity.verdict());
    writeln!(out, "Verdict: {verdict}")?;
    Ok(())
}
