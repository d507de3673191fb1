//! Conditions on games, shared by all commands that select games.

use std::path::Path;
use std::str::FromStr;

use anyhow::bail;
use audit960_audit::condition::{CommonFilters, Filter, FoundGames};
use audit960_law::{Day, Days};
use audit960_types::{TimeClass, Venue, did_you_mean, shell_word};

use crate::commands::choice::spelled;
use crate::output;

/// The options that say which games count. Conditions that no game can meet are refused.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FilterArgs {
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
    #[arg(long, value_name = "VENUE", value_delimiter = ',', value_parser = venue)]
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
    /// Only games that were played for rating, as far as their event says (rated, but not unrated or casual)
    #[arg(long)]
    rated: bool,
    /// Only games that audit960 find found and wrote into this file with --format csv, from the same inputs
    #[arg(long, value_name = "FILE.csv")]
    found: Option<FoundGames>,
}

impl FilterArgs {
    /// The file that is read for them, which no output may replace.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.found.as_ref().map(|found| Path::new(found.path()))
    }

    /// All conditions as one; `None` where all games count.
    pub(crate) fn filter(&self) -> anyhow::Result<Option<Filter>> {
        self.with(None)
    }

    /// The same with `other`, if given, in place of `--where`.
    pub(crate) fn with(&self, other: Option<&Filter>) -> anyhow::Result<Option<Filter>> {
        Ok(self.usual()?.and(other.or(self.filter.as_ref())))
    }

    /// The conditions as the user gave them.
    pub(crate) fn describe(&self) -> anyhow::Result<String> {
        Ok(self.usual()?.describe(self.filter.as_ref()))
    }
}

/// Says on standard error which conditions no game met, if the answer is empty for that reason.
pub(crate) fn tell_unmet(filter: Option<&Filter>) {
    if let Some(why) = filter.and_then(Filter::why_none) {
        output::note(&why);
    }
}

/// A venue, in any letter case, its words joined in any way.
fn venue(text: &str) -> Result<Venue, <Venue as FromStr>::Err> {
    spelled(text, '_').parse().or_else(|_| text.parse())
}

/// A speed, or a time control as the tag has it (PGN 9.6.1), which has a digit or is `?` or `-`.
fn speed(text: &str) -> Result<String, String> {
    let known = speeds();
    let is_tag =
        matches!(text, "?" | "-") || text.contains(|character: char| character.is_ascii_digit());
    if is_tag {
        return Ok(text.to_owned());
    }
    let name = spelled(text, '-');
    if known.clone().any(|class| class == name) {
        return Ok(name);
    }
    let meant = did_you_mean(text, known.clone());
    let known: Vec<&str> = known.collect();
    Err(format!(
        "no speed has this name{meant}; speeds are {}; a TimeControl tag is written as it stands, such as 300+3",
        known.join(", ")
    ))
}

impl FilterArgs {
    /// Refuses bounds that no game can meet.
    fn check(&self) -> anyhow::Result<()> {
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since.first() > until.last()
        {
            let (since, until) = (since.first(), until.last());
            bail!("--since {since} is after --until {until}: no game can meet both");
        }
        if let (Some(least), Some(most)) = (self.min_elo, self.max_elo)
            && least > most
        {
            bail!("--min-elo {least} is more than --max-elo {most}: no game can meet both");
        }
        Ok(())
    }

    /// The conditions of the options but `--where`.
    fn usual(&self) -> anyhow::Result<CommonFilters> {
        self.check()?;
        let days = |days: Option<Days>, end: fn(Days) -> Day| Some(end(days?).to_string());
        let number = |number: Option<u32>| Some(number?.to_string());
        type Sql = fn(&str) -> String;
        let bounds: [(_, _, Sql); 5] = [
            ("since", days(self.since, Days::first), |day| {
                format!("date_from >= DATE '{day}'")
            }),
            ("until", days(self.until, Days::last), |day| {
                format!("date_to <= DATE '{day}'")
            }),
            ("min-elo", number(self.min_elo), |elo| {
                format!("white_elo >= {elo} AND black_elo >= {elo}")
            }),
            ("max-elo", number(self.max_elo), |elo| {
                format!("white_elo <= {elo} AND black_elo <= {elo}")
            }),
            ("min-plies", number(self.min_plies), |plies| {
                format!("plies >= {plies}")
            }),
        ];
        let mut all = CommonFilters::default();
        for (option, bound, sql) in bounds {
            if let Some(bound) = bound {
                all = all.sql(format!("--{option} {bound}"), &sql(&bound))?;
            }
        }
        let quoted = |text: &str| text.replace('\'', "''");
        if !self.time_control.is_empty() {
            let either =
                self.time_control
                    .iter()
                    .map(|text| match speeds().any(|class| class == text) {
                        true => format!("time_class = '{text}'"),
                        false => format!("time_control = '{}'", quoted(text)),
                    });
            let either: Vec<String> = either.collect();
            all = all.sql(
                each("time-control", &self.time_control),
                &either.join(" OR "),
            )?;
        }
        let venues: Vec<String> = self.venue.iter().map(ToString::to_string).collect();
        all = all
            .contains(each("event", &self.event), &["event"], &self.event)
            .contains(
                each("player", &self.player),
                &["white", "black"],
                &self.player,
            );
        if !venues.is_empty() {
            let sql = format!("venue IN ('{}')", venues.join("', '"));
            all = all.sql(each("venue", &venues), &sql)?;
        }
        all = all.contains(each("source", &self.source), &["source"], &self.source);
        if self.no_engines {
            all = all.sql("--no-engines", "NOT population IN ('engine', 'mixed')")?;
        }
        if self.rated {
            all = all.sql(
                "--rated",
                "event ILIKE 'rated %' OR event ILIKE '% rated %'",
            )?;
        }
        Ok(match &self.found {
            Some(found) => all.found(found),
            None => all,
        })
    }
}

/// An option with each of its values, as they are typed in a shell.
fn each(option: &str, texts: &[String]) -> String {
    let options = texts
        .iter()
        .map(|text| format!("--{option} {}", shell_word(text)));
    options.collect::<Vec<_>>().join(" ")
}

fn speeds() -> impl Iterator<Item = &'static str> + Clone {
    TimeClass::ALL.iter().map(|class| class.as_str())
}
