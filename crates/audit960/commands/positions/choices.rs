//! What can be asked of start positions, as arguments.

use anyhow::Context as _;
use audit960_analytics::{DrawRule, Grouping};
use audit960_views::positions::{PairsBy, Sort, StartGroups};

/// Order of the positions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum SortBy {
    /// Scharnagl number
    Start,
    /// Most games first
    Games,
    /// Best score for White first
    Score,
    /// Best adjusted score first
    Adjusted,
    /// Smallest p-value first
    P,
    /// Smallest q-value first
    Q,
    /// Largest share of draws first
    Draws,
    /// Longest games first
    Plies,
    /// Most incidents first
    Incidents,
}

impl From<SortBy> for Sort {
    fn from(sort: SortBy) -> Self {
        match sort {
            SortBy::Start => Self::Start,
            SortBy::Games => Self::Games,
            SortBy::Score => Self::Score,
            SortBy::Adjusted => Self::Adjusted,
            SortBy::P => Self::P,
            SortBy::Q => Self::Q,
            SortBy::Draws => Self::Draws,
            SortBy::Plies => Self::Plies,
            SortBy::Incidents => Self::Incidents,
        }
    }
}

/// Which games have one draw in common.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Draws {
    /// As is usual at the venue: each game at servers; each pair with colours reversed in matches of
    /// engines; elsewhere each day and position, parallel sections joined
    Usual,
    /// Each event, date and position
    EventDate,
    /// Each event, round and position
    Round,
    /// Each game
    Game,
}

impl Draws {
    /// The rule by its name.
    pub(crate) const fn rule(self) -> DrawRule {
        match self {
            Self::Usual => DrawRule::Usual,
            Self::EventDate => DrawRule::EventDate,
            Self::Round => DrawRule::Round,
            Self::Game => DrawRule::Game,
        }
    }
}

/// What games are taken together by.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum By {
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
    /// What tells the games of groups apart, or the groups of start positions that do.
    pub(crate) const fn groups(self) -> Result<Grouping, StartGroups> {
        match self {
            Self::Source => Ok(Grouping::Source),
            Self::Event => Ok(Grouping::Event),
            Self::Year => Ok(Grouping::Year),
            Self::Venue => Ok(Grouping::Venue),
            Self::TimeControl => Ok(Grouping::TimeClass),
            Self::MirrorPair => Err(StartGroups::MirrorPair),
            Self::KingFile => Err(StartGroups::KingFile),
        }
    }

    /// The grouping of draws.
    pub(crate) fn of_draws(self) -> anyhow::Result<Grouping> {
        let groups = self.groups().ok();
        groups.context("--popularity is counted by source, event, year, venue or time-control")
    }
}

/// What pairs of games are taken together by.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Reversed {
    /// The two players: points are the first one's
    Match,
    /// The start position: points are White's in both games
    Start,
}

impl From<Reversed> for PairsBy {
    fn from(by: Reversed) -> Self {
        match by {
            Reversed::Match => Self::Match,
            Reversed::Start => Self::Start,
        }
    }
}
