//! Results by what games have in common.

use std::io::Write;

use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, GroupKey, Grouping, Table, TableBuilder};
use audit960_report::{counted, grouped};
use audit960_statistics::{GroupRow, king_file_rows, mirror_pair_rows};
use audit960_types::tables::{ColumnType, GAMES};
use audit960_types::{Tally, did_you_mean};

use super::Shown;

/// What results are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// What games have in common.
    Games(Grouping),
    /// What start positions have in common.
    Starts(StartGroups),
}

impl GroupBy {
    /// Reads `rating`, `mirror-pair`, `king-file` or a column of table `games`; or two, with a comma between them.
    ///
    /// # Errors
    /// A sentence with the name that is not known.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim().replace('_', "-").as_str() {
            "mirror-pair" => Ok(Self::Starts(StartGroups::MirrorPair)),
            "king-file" => Ok(Self::Starts(StartGroups::KingFile)),
            _ => grouping(text, &["rating", "mirror-pair", "king-file"]).map(Self::Games),
        }
    }
}

/// Reads one or two keys of games; `names` are those that an error offers beside the columns.
///
/// # Errors
/// A sentence with the name that is not known.
pub fn grouping(text: &str, names: &[&str]) -> Result<Grouping, String> {
    match text.split_once(',') {
        None => Ok(Grouping::by(key(text, names)?)),
        Some((first, second)) => Ok(Grouping::by_both(key(first, names)?, key(second, names)?)),
    }
}

fn key(text: &str, names: &[&str]) -> Result<GroupKey, String> {
    let name = text.trim().to_ascii_lowercase();
    match name.as_str() {
        "rating" | "elo" => return Ok(GroupKey::Rating),
        "start" => return Ok(GroupKey::Column("white_start")),
        _ => {}
    }
    let name = name.replace('-', "_");
    let is_list = |kind| matches!(kind, ColumnType::Int32List | ColumnType::Float64List);
    let mut columns = GAMES.columns.iter().filter(|column| !is_list(column.kind));
    match columns.clone().find(|column| column.name == name) {
        Some(column) => Ok(GroupKey::Column(column.name)),
        None => {
            let known = columns.by_ref().map(|column| column.name);
            let meant = did_you_mean(&name, names.iter().copied().chain(known));
            Err(format!(
                "{name} is neither {} nor a column of table games{meant}; two columns are separated by a comma",
                names.join(", ")
            ))
        }
    }
}

/// Groups of start positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartGroups {
    /// A start position and its left-right mirror.
    MirrorPair,
    /// The file of the king at the start.
    KingFile,
}

/// Prints the results of groups of start positions.
///
/// # Errors
/// Where it cannot be written.
pub fn write_start_groups(
    by: StartGroups,
    tally: &Tally,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let table = match by {
        StartGroups::KingFile => king_file_table(tally),
        StartGroups::MirrorPair => mirror_pair_table(tally, shown.min_games),
    };
    Ok(shown.write(&table, out)?)
}

/// The mirror pairs with at least `least` games, as a table.
fn mirror_pair_table(tally: &Tally, least: u64) -> Table {
    let mut rows = mirror_pair_rows(tally);
    rows.retain(|row| row.group.score_tally.games() >= least);
    let columns = TableBuilder::of(&rows)
        .count("start", |row| row.start.number().into())
        .count("mirror", |row| row.mirror.number().into());
    with_groups(columns, |row| &row.group).table()
}

/// The files of the king as a table.
fn king_file_table(tally: &Tally) -> Table {
    let rows = king_file_rows(tally);
    let columns = TableBuilder::of(&rows)
        .text("king_file", |row| Some(row.king_file.to_string()))
        .count("positions", |row| row.positions.into());
    with_groups(columns, |row| &row.group).table()
}

/// Adds the columns that all groups have.
fn with_groups<'r, R>(
    columns: TableBuilder<'r, R>,
    group: fn(&R) -> &GroupRow,
) -> TableBuilder<'r, R> {
    columns
        .count("games", |row| group(row).score_tally.games())
        .share("score", |row| group(row).score)
        .share("score_low", |row| group(row).score_low)
        .share("score_high", |row| group(row).score_high)
        .count("white_wins", |row| group(row).score_tally.white_wins)
        .count("draws", |row| group(row).score_tally.draws)
        .count("black_wins", |row| group(row).score_tally.black_wins)
        .count("unfinished", |row| group(row).score_tally.unfinished)
        .mean("mean_plies", |row| group(row).mean_plies)
        .count("incidents", |row| group(row).incidents)
}

/// Prints the results of each group of games, from one start position alone if one is given.
///
/// # Errors
/// Where table `games` cannot be read, or it cannot be written.
pub fn write_groups(
    grouping: Grouping,
    start: Option<Start>,
    dataset: &Dataset,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GamesLeftOut> {
    let answer = crate::groups(dataset, grouping, start)?;
    let groups = answer.value;
    let table = groups.table(grouping, shown.min_games);
    let most = groups.groups.iter().chain(&groups.rest);
    let most = most.map(|group| group.score_tally.games()).max();
    if shown.form.is_table() && most.is_some_and(|most| most < shown.min_games) {
        let least = grouped(shown.min_games);
        write!(out, "no group has {least} games")?;
    } else {
        shown.write(&table, out)?;
    }
    if shown.form.is_table() {
        let games = groups.groups.iter().chain(&groups.rest);
        let games: u64 = games.map(|group| group.score_tally.games()).sum();
        if games == 0 && !grouping.has_all_starts() {
            writeln!(
                out,
                "\nno Chess960 game is among them; --by start-kind counts games from other positions, too"
            )?;
            return Ok(answer.left_out);
        }
        writeln!(
            out,
            "\n{} in {}; score_low and score_high are for games that do not depend on each other",
            counted(games, "game", "games"),
            counted(groups.groups.len() as u64, "group", "groups"),
        )?;
        if groups.rest.is_some() {
            let most = grouped(crate::MAX_GROUPS as u64);
            writeln!(
                out,
                "{most} groups have rows of their own; all others are the last row"
            )?;
        }
    }
    Ok(answer.left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_grouped_by_any_column_or_two() {
        let of = |text: &str| GroupBy::parse(text);
        assert_eq!(of("year"), Ok(GroupBy::Games(Grouping::YEAR)));
        assert_eq!(of("Start-Kind"), Ok(GroupBy::Games(Grouping::START_KIND)));
        let tag = Grouping::by(GroupKey::Column("time_control"));
        assert_eq!(of("time-control"), Ok(GroupBy::Games(tag)));
        assert_eq!(of("elo"), of("rating"));
        assert_eq!(of("start"), of("white_start"));
        let both = Grouping::by_both(GroupKey::Rating, GroupKey::Column("writer"));
        assert_eq!(of("rating, writer"), Ok(GroupBy::Games(both)));
        assert_eq!(of("king_file"), Ok(GroupBy::Starts(StartGroups::KingFile)));
        let error = of("yaer").unwrap_err();
        assert!(
            error.contains("yaer is neither") && error.contains("did you mean year?"),
            "{error}"
        );
        // No list, and start positions are grouped alone.
        assert!(of("clocks").is_err() && of("year,mirror-pair").is_err() && of("a,b,c").is_err());
    }
}
