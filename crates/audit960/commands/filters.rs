//! Conditions on games, the same for all commands that select some.

use std::sync::Arc;

use anyhow::bail;
use audit960_analytics::Dataset;
use audit960_filter::{Column, Filter, GameRow, Kind, Row, Usual, Value};
use audit960_law::{Day, Days};
use audit960_tables::game_id;
use audit960_types::{Cell, Frame, GameFacts, Venue};

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

/// Refuses a condition on columns that are not known of a game while its archive is being read.
pub(crate) fn check_for_archives(
    filter: Option<&Filter>,
    unknown: &[Column],
) -> anyhow::Result<()> {
    let asked = filter.map(Filter::columns).unwrap_or_default();
    match asked.iter().find(|column| unknown.contains(column)) {
        Some(column) => bail!(
            "--where: column {} is known of the games of a dataset alone",
            column.name()
        ),
        None => Ok(()),
    }
}

/// The games of a dataset that fulfil a condition, as a dataset.
pub(crate) fn chosen(dataset: Dataset, filter: Option<&Filter>) -> anyhow::Result<Dataset> {
    let Some(filter) = filter else {
        return Ok(dataset);
    };
    let columns: Vec<&str> = filter
        .columns()
        .iter()
        .map(|column| column.name())
        .collect();
    Ok(dataset.only(&columns, |frame, row| filter.keeps(&InTable { frame, row }))?)
}

/// Which games of chunks count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chooser {
    filter: Option<Arc<Filter>>,
    source: Arc<str>,
}

impl Chooser {
    /// Columns that are not known while chunks come in any order.
    pub(crate) const UNKNOWN: &[Column] = &[Column::game, Column::line];

    pub(crate) fn new(filter: Option<Filter>) -> Self {
        Self {
            filter: filter.map(Arc::new),
            source: Arc::default(),
        }
    }

    /// Whether moves are asked for as text.
    pub(crate) fn asks_for_moves(&self) -> bool {
        let filter = self.filter.as_ref();
        filter.is_some_and(|filter| filter.columns().contains(&Column::moves))
    }

    /// The games that follow are of this source.
    pub(crate) fn begin(&mut self, source: &Arc<str>) {
        self.source = Arc::clone(source);
    }

    /// Whether a game counts.
    pub(crate) fn keeps(&self, facts: &GameFacts<'_>) -> bool {
        let row = || GameRow {
            facts,
            source: &self.source,
            game: None,
            line: 0,
            id: game_id(&self.source, facts.identity),
        };
        self.filter
            .as_ref()
            .is_none_or(|filter| filter.keeps(&row()))
    }
}

/// A row of table `games` as conditions see it.
pub(crate) struct InTable<'f> {
    pub(crate) frame: &'f Frame,
    pub(crate) row: usize,
}

impl Row for InTable<'_> {
    fn value(&self, column: Column) -> Value<'_> {
        let found = self.frame.column(column.name());
        match found.map_or(Cell::Null, |column| column.cell(self.row)) {
            Cell::Null => Value::Null,
            Cell::Int(number) => Value::Int(number),
            Cell::Float(number) => Value::Float(number),
            Cell::Bool(truth) => Value::Bool(truth),
            Cell::Text(text) if column.kind() == Kind::Date => {
                Day::parse(text).map_or(Value::Null, |day| Value::Date(day.days_since_1970()))
            }
            Cell::Text(text) => Value::text(Some(text)),
        }
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
