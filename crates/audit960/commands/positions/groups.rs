//! Results by what games have in common.

use std::io::Write;

use audit960_analytics::{Dataset, Grouping};
use audit960_report::grouped;

use crate::commands::format::Format;

/// What games are taken together by.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum By {
    /// Input
    Source,
    /// Tag Event
    Event,
    /// Year of the date
    Year,
    /// Where the game was played
    Venue,
    /// Speed: bullet, blitz, rapid, classical, correspondence
    TimeControl,
}

impl By {
    pub(super) const fn grouping(self) -> Grouping {
        match self {
            Self::Source => Grouping::Source,
            Self::Event => Grouping::Event,
            Self::Year => Grouping::Year,
            Self::Venue => Grouping::Venue,
            Self::TimeControl => Grouping::TimeClass,
        }
    }
}

/// Prints the results of each group.
pub(super) fn run(
    dataset: &Dataset,
    by: By,
    args: &super::Args,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let groups = dataset.groups(by.grouping())?;
    let frame = groups.frame(by.grouping(), args.min_games);
    args.format.write(&frame, out)?;
    if args.format == Format::Table {
        let games = groups.groups.iter().chain(&groups.rest);
        let games: u64 = games.map(|group| group.score_tally.games()).sum();
        writeln!(
            out,
            "\n{} games in {} groups; score_low and score_high are for games that do not depend on each other",
            grouped(games),
            grouped(groups.groups.len() as u64)
        )?;
        if groups.rest.is_some() {
            let most = grouped(Dataset::MOST_GROUPS as u64);
            writeln!(
                out,
                "{most} groups are told apart; all others are the last row"
            )?;
        }
    }
    Ok(())
}
