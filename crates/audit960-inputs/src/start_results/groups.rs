//! Results by what games have in common.

use std::io::Write;

use audit960_board::start::Start;
use audit960_dataset::{Dataset, GamesLeftOut, Grouping};
use audit960_report::{counted, grouped};
use audit960_statistics::{king_file_table, mirror_pair_table};
use audit960_types::Tally;

use super::Shown;

audit960_types::choices! {
    /// What games are grouped by.
    pub enum GroupBy {
        /// Input
        Source = "source",
        /// Tag Event
        Event = "event",
        /// Year of the date
        Year = "year",
        /// Where the game was played
        Venue = "venue",
        /// Speed: bullet, blitz, rapid, classical, correspondence
        TimeControl = "time-control",
        /// Mean rating of the players, in bands of 200
        Rating = "rating",
        /// Kind of start, games of standard chess, double Chess960 and others included
        StartKind = "start-kind",
        /// A start position and its left-right mirror
        MirrorPair = "mirror-pair",
        /// The file of the king at the start
        KingFile = "king-file",
    }
}

impl GroupBy {
    /// The grouping of games.
    ///
    /// # Errors
    /// The groups of start positions, where those are meant.
    pub const fn groups(self) -> Result<Grouping, StartGroups> {
        match self {
            Self::Source => Ok(Grouping::Source),
            Self::Event => Ok(Grouping::Event),
            Self::Year => Ok(Grouping::Year),
            Self::Venue => Ok(Grouping::Venue),
            Self::TimeControl => Ok(Grouping::TimeClass),
            Self::Rating => Ok(Grouping::Rating),
            Self::StartKind => Ok(Grouping::StartKind),
            Self::MirrorPair => Err(StartGroups::MirrorPair),
            Self::KingFile => Err(StartGroups::KingFile),
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
        if games == 0 && grouping != Grouping::StartKind {
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
