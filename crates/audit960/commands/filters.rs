//! Conditions on games, shared by all commands that select games.

use audit960_filter::{CommonFilters, Filter, FoundGames};
use audit960_law::Days;
use audit960_types::Venue;

/// The options that say which games count.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FilterArgs {
    /// Only games that meet an SQL condition on the columns of table games
    #[arg(long = "where", value_name = "SQL")]
    filter: Option<Filter>,
    /// Only games that cannot have been played before this date: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DATE", value_parser = Days::parse)]
    since: Option<Days>,
    /// Only games that cannot have been played after this date
    #[arg(long, value_name = "DATE", value_parser = Days::parse)]
    until: Option<Days>,
    /// Only games in which both players have at least this rating
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,
    /// Only games in which both players have at most this rating
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,
    /// Only games of this speed (bullet, blitz, rapid, classical, correspondence), or with this
    /// TimeControl tag
    #[arg(long, value_name = "SPEED", value_delimiter = ',')]
    time_control: Vec<String>,
    /// Only games of an event whose name contains this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    event: Vec<String>,
    /// Only games played at this venue (column venue: lichess, chess.com, over_the_board, ...)
    #[arg(long, value_name = "VENUE", value_delimiter = ',')]
    venue: Vec<Venue>,
    /// Only games of a source whose name contains this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    source: Vec<String>,
    /// Only games with at least N replayed half-moves
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// No games in which an engine is known to have played
    #[arg(long)]
    no_engines: bool,
    /// Only games that audit960 find found and wrote into this file with --format csv, from the same inputs
    #[arg(long, value_name = "FILE.csv")]
    found: Option<FoundGames>,
}

impl FilterArgs {
    /// All conditions as one; `None` where all games count.
    pub(crate) fn filter(&self) -> Option<Filter> {
        self.with(self.filter.as_ref())
    }

    /// The same with `other`, if given, in place of `--where`.
    pub(crate) fn with(&self, other: Option<&Filter>) -> Option<Filter> {
        self.usual().and(other.or(self.filter.as_ref()))
    }

    /// The conditions as the user gave them.
    pub(crate) fn describe(&self) -> String {
        self.usual().describe(self.filter.as_ref())
    }

    fn usual(&self) -> CommonFilters {
        CommonFilters {
            since: self.since.map(Days::first),
            until: self.until.map(Days::last),
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            time_controls: self.time_control.clone(),
            events: self.event.clone(),
            venues: self.venue.clone(),
            sources: self.source.clone(),
            min_plies: self.min_plies,
            no_engines: self.no_engines,
            found: self.found.clone(),
        }
    }
}
