//! Results by what games have in common.

use std::io::Write;

use anyhow::Context as _;
use audit960_analytics::{Dataset, Grouping};
use audit960_report::grouped;
use audit960_statistics::{king_file_frame, mirror_pair_frame};

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
    /// A start position and its left-right mirror
    MirrorPair,
    /// The file of the king at the start
    KingFile,
}

impl By {
    /// What tells the games of groups apart; `None` where their start positions do.
    const fn of_games(self) -> Option<Grouping> {
        match self {
            Self::Source => Some(Grouping::Source),
            Self::Event => Some(Grouping::Event),
            Self::Year => Some(Grouping::Year),
            Self::Venue => Some(Grouping::Venue),
            Self::TimeControl => Some(Grouping::TimeClass),
            Self::MirrorPair | Self::KingFile => None,
        }
    }

    /// The grouping of draws.
    pub(super) fn of_draws(self) -> anyhow::Result<Grouping> {
        self.of_games()
            .context("--popularity is counted by source, event, year, venue or time-control")
    }
}

/// Prints the results of each group.
pub(super) fn run(by: By, args: &super::Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(grouping) = by.of_games() else {
        let tally = args.tally(&args.inputs, args.filters.filter())?;
        let frame = match by {
            By::KingFile => king_file_frame(&tally),
            _ => mirror_pair_frame(&tally, args.min_games),
        };
        return args.format.write(&frame, out);
    };
    let asked = args.dataset("--by")?;
    let groups = asked.dataset.groups(grouping)?;
    let frame = groups.frame(grouping, args.min_games);
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
                "{most} groups have rows of their own; all others are the last row"
            )?;
        }
    }
    Ok(())
}
