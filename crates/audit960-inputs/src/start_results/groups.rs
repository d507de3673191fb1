//! Results by what games have in common.

use std::io::Write;

use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, GroupKey, Grouping};
use audit960_report::{counted, grouped};
use audit960_statistics::{king_file_table, mirror_pair_table};
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
            _ => grouping(text).map(Self::Games),
        }
    }
}

/// Reads one or two keys of games.
///
/// # Errors
/// A sentence with the name that is not known.
pub fn grouping(text: &str) -> Result<Grouping, String> {
    match text.split_once(',') {
        None => Ok(Grouping::by(key(text)?)),
        Some((first, second)) => Ok(Grouping::by_both(key(first)?, key(second)?)),
    }
}

fn key(text: &str) -> Result<GroupKey, String> {
    let name = text.trim().to_ascii_lowercase();
    match name.as_str() {
        "rating" => return Ok(GroupKey::Rating),
        // Column time_control has the tag as it is written.
        "time-control" => return Ok(GroupKey::Column("time_class")),
        _ => {}
    }
    let name = name.replace('-', "_");
    let is_list = |kind| matches!(kind, ColumnType::Int32List | ColumnType::Float64List);
    let mut columns = GAMES.columns.iter().filter(|column| !is_list(column.kind));
    match columns.clone().find(|column| column.name == name) {
        Some(column) => Ok(GroupKey::Column(column.name)),
        None => {
            let names = ["rating", "mirror_pair", "king_file"].into_iter();
            let meant = did_you_mean(
                &name,
                names.chain(columns.by_ref().map(|column| column.name)),
            );
            Err(format!(
                "{name} is neither rating, mirror-pair, king-file nor a column of table games{meant}; two are \
                 separated by a comma"
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
    Ok(shown.form.write(&table, out)?)
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
    let answer = audit960_answers::groups(dataset, grouping, start)?;
    let groups = answer.value;
    let table = groups.table(grouping, shown.min_games);
    let most = groups.groups.iter().chain(&groups.rest);
    let most = most.map(|group| group.score_tally.games()).max();
    if shown.form.is_table() && most.is_some_and(|most| most < shown.min_games) {
        let least = grouped(shown.min_games);
        write!(out, "no group has {least} games")?;
    } else {
        shown.form.write(&table, out)?;
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
            let most = grouped(audit960_answers::MAX_GROUPS as u64);
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
        assert_eq!(of("time-control"), Ok(GroupBy::Games(Grouping::TIME_CLASS)));
        let tag = Grouping::by(GroupKey::Column("time_control"));
        assert_eq!(of("time_control"), Ok(GroupBy::Games(tag)));
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
