//! Conditions on games, shared by all commands that select games.

use std::path::Path;

use audit960_audit::condition::{CommonFilters, Filter, FoundGames};
use audit960_law::Days;
use audit960_types::{TimeClass, Venue, did_you_mean};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};

use crate::output;

/// The options that say which games count. Conditions that no game can meet are refused.
#[derive(Debug, Default)]
pub(crate) struct FilterArgs(FilterOptions);

impl clap::Args for FilterArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        FilterOptions::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        FilterOptions::augment_args_for_update(command)
    }
}

impl FromArgMatches for FilterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = FilterOptions::from_arg_matches(matches)?;
        options.check()?;
        Ok(Self(options))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)?;
        self.0.check()
    }
}

/// The options as they are written.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FilterOptions {
    /// Only games that meet an SQL condition on the columns of table games
    #[arg(long = "where", value_name = "SQL", allow_hyphen_values = true)]
    filter: Option<Filter>,
    /// Only games that cannot have been played before this date: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DATE", value_parser = Days::parse)]
    since: Option<Days>,
    /// Only games that cannot have been played after this date
    #[arg(long, value_name = "DATE", value_parser = Days::parse)]
    until: Option<Days>,
    /// Only games in which both players have at least this rating
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    min_elo: Option<u32>,
    /// Only games in which both players have at most this rating
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    max_elo: Option<u32>,
    /// Only games of this speed (bullet, blitz, rapid, classical, correspondence), or with this
    /// TimeControl tag
    #[arg(long, value_name = "SPEED", value_delimiter = ',', value_parser = speed)]
    time_control: Vec<String>,
    /// Only games of an event whose name contains this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    event: Vec<String>,
    /// Only games played at this venue (column venue: lichess, chess.com, over_the_board, ...)
    #[arg(long, value_name = "VENUE", value_delimiter = ',')]
    venue: Vec<Venue>,
    /// Only games in which one of the players' names contains this text, in any letter case
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games of a source whose name contains this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    source: Vec<String>,
    /// Only games with at least N replayed half-moves
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_plies: Option<u32>,
    /// No games in which an engine is known to have played
    #[arg(long)]
    no_engines: bool,
    /// Only games that audit960 find found and wrote into this file with --format csv, from the same inputs
    #[arg(long, value_name = "FILE.csv")]
    found: Option<FoundGames>,
}

impl FilterArgs {
    /// The file that is read for them, which no output may replace.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.0.found.as_ref().map(|found| Path::new(found.path()))
    }

    /// All conditions as one; `None` where all games count.
    pub(crate) fn filter(&self) -> Option<Filter> {
        self.with(self.0.filter.as_ref())
    }

    /// The same with `other`, if given, in place of `--where`.
    pub(crate) fn with(&self, other: Option<&Filter>) -> Option<Filter> {
        self.0.usual().and(other.or(self.0.filter.as_ref()))
    }

    /// The conditions as the user gave them.
    pub(crate) fn describe(&self) -> String {
        self.0.usual().describe(self.0.filter.as_ref())
    }
}

/// Says on standard error which conditions no game met, if the answer is empty for that reason.
pub(crate) fn tell_unmet(filter: Option<&Filter>) {
    if let Some(why) = filter.and_then(Filter::why_none) {
        output::note(&why);
    }
}

/// A speed, or a time control as the tag has it (PGN 9.6.1), which has a digit or is `?` or `-`.
fn speed(text: &str) -> Result<String, String> {
    let known = TimeClass::ALL.iter().map(|class| class.as_str());
    let is_tag =
        matches!(text, "?" | "-") || text.contains(|character: char| character.is_ascii_digit());
    if is_tag || known.clone().any(|class| class == text) {
        return Ok(text.to_owned());
    }
    let meant = did_you_mean(text, known.clone());
    let known: Vec<&str> = known.collect();
    Err(format!(
        "no speed has this name{meant}; speeds are {}; a TimeControl tag is written as it stands, such as 300+3",
        known.join(", ")
    ))
}

impl FilterOptions {
    /// Refuses bounds that no game can meet.
    fn check(&self) -> Result<(), clap::Error> {
        let mut wrong = None;
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since.first() > until.last()
        {
            wrong = Some(format!(
                "--since {} is after --until {}: no game can meet both",
                since.first(),
                until.last()
            ));
        }
        if let (Some(least), Some(most)) = (self.min_elo, self.max_elo)
            && least > most
        {
            wrong = Some(format!(
                "--min-elo {least} is more than --max-elo {most}: no game can meet both"
            ));
        }
        wrong.map_or(Ok(()), |text| {
            Err(clap::Error::raw(ErrorKind::ValueValidation, text + "\n"))
        })
    }

    fn usual(&self) -> CommonFilters {
        CommonFilters {
            since: self.since.map(Days::first),
            until: self.until.map(Days::last),
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            time_controls: self.time_control.clone(),
            events: self.event.clone(),
            players: self.player.clone(),
            venues: self.venue.clone(),
            sources: self.source.clone(),
            min_plies: self.min_plies,
            no_engines: self.no_engines,
            found: self.found.clone(),
        }
    }
}
