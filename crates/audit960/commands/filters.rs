//! Conditions on games, the same for all commands that select some.

use audit960_filter::{Filter, Usual};
use audit960_law::{Day, Days};
use audit960_types::Venue;

/// The options that say which games count.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FilterArgs {
    /// Only games that fulfil a condition in SQL on the columns of table games
    #[arg(long = "where", value_name = "SQL")]
    filter: Option<Filter>,
    /// Only games that cannot have been played before: YYYY, YYYY-MM or YYYY-MM-DD
    #[arg(long, value_name = "DATE", value_parser = days)]
    since: Option<Days>,
    /// Only games that cannot have been played later
    #[arg(long, value_name = "DATE", value_parser = days)]
    until: Option<Days>,
    /// Only games in which both players have at least this rating
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,
    /// Only games in which both players have at most this rating
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,
    /// Only games of this speed (bullet, blitz, rapid, classical, correspondence), or with this tag
    /// TimeControl
    #[arg(long, value_name = "SPEED", value_delimiter = ',')]
    time_control: Vec<String>,
    /// Only games of an event whose name holds this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    event: Vec<String>,
    /// Only games played there (column venue: lichess, chess.com, over_the_board, ...)
    #[arg(long, value_name = "VENUE", value_delimiter = ',', value_parser = venue)]
    venue: Vec<Venue>,
    /// Only games of a source whose name holds this text, in any letter case
    #[arg(long, value_name = "TEXT")]
    source: Vec<String>,
    /// Only games of which at least so many half-moves were replayed
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// No games in which a program is known to have played
    #[arg(long)]
    no_engines: bool,
}

/// The days that a year, a month or a day has.
fn days(text: &str) -> Result<Days, String> {
    let text = text.replace('.', "-");
    let (first, lasts) = match text.split('-').count() {
        1 => (format!("{text}-01-01"), [format!("{text}-12-31")].to_vec()),
        2 => {
            let last = |day| format!("{text}-{day}");
            (format!("{text}-01"), [31, 30, 29, 28].map(last).to_vec())
        }
        _ => (text.clone(), vec![text]),
    };
    let last = lasts.iter().find_map(|last| Day::parse(last));
    let span = Day::parse(&first).zip(last);
    span.and_then(|(first, last)| Days::new(first, last))
        .ok_or_else(|| "a date is YYYY, YYYY-MM or YYYY-MM-DD".to_owned())
}

fn venue(text: &str) -> Result<Venue, String> {
    let mut all = Venue::ALL.iter().copied();
    all.find(|venue| venue.as_str() == text).ok_or_else(|| {
        let names: Vec<&str> = Venue::ALL.iter().map(|venue| venue.as_str()).collect();
        format!("a venue is one of {}", names.join(", "))
    })
}

impl FilterArgs {
    /// All conditions as one; `None` where all games count.
    pub(crate) fn filter(&self) -> Option<Filter> {
        self.with(self.filter.as_ref())
    }

    /// The same with another condition in SQL, if there is one.
    pub(crate) fn with(&self, other: Option<&Filter>) -> Option<Filter> {
        let usual = Usual {
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
        };
        usual.and(other.or(self.filter.as_ref()))
    }
}

impl FilterArgs {
    /// The conditions as the user gave them.
    pub(crate) fn told(&self) -> String {
        let mut told = Vec::new();
        let mut say = |option: &str, values: Vec<String>| {
            told.extend(
                values
                    .into_iter()
                    .map(|value| format!("--{option} {value}")),
            );
        };
        let one = |value: Option<String>| value.into_iter().collect::<Vec<_>>();
        let number = |value: Option<u32>| one(value.map(|value| value.to_string()));
        say(
            "where",
            one(self
                .filter
                .as_ref()
                .map(|filter| format!("\"{}\"", filter.as_str()))),
        );
        say(
            "since",
            one(self.since.map(|days| days.first().to_string())),
        );
        say("until", one(self.until.map(|days| days.last().to_string())));
        say("min-elo", number(self.min_elo));
        say("max-elo", number(self.max_elo));
        say("time-control", self.time_control.clone());
        say("event", self.event.clone());
        say(
            "venue",
            self.venue.iter().map(ToString::to_string).collect(),
        );
        say("source", self.source.clone());
        say("min-plies", number(self.min_plies));
        if self.no_engines {
            told.push("--no-engines".to_owned());
        }
        told.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_years_months_or_days() {
        let span =
            |text: &str| days(text).map(|days| (days.first().to_string(), days.last().to_string()));
        let of = |first: &str, last: &str| Ok((first.to_owned(), last.to_owned()));
        assert_eq!(span("2019"), of("2019-01-01", "2019-12-31"));
        assert_eq!(span("2020-02"), of("2020-02-01", "2020-02-29"));
        assert_eq!(span("2020.02.03"), of("2020-02-03", "2020-02-03"));
        for text in ["", "last year", "2019-13", "2019-02-30", "2019-??", "20"] {
            assert!(span(text).is_err(), "{text}");
        }
    }
}
