//! The most common conditions, which need no SQL.

use std::cmp::Ordering;
use std::fmt::Display;

use audit960_law::Day;
use audit960_types::{Population, TimeClass, Venue};

use crate::column::Column;
use crate::compile::Node;
use crate::value::Value;
use crate::{Filter, FoundGames};

const AT_LEAST: &[Ordering] = &[Ordering::Greater, Ordering::Equal];
const AT_MOST: &[Ordering] = &[Ordering::Less, Ordering::Equal];

const BLACK_ELO: Column = Column::named("black_elo");
const DATE_FROM: Column = Column::named("date_from");
const DATE_TO: Column = Column::named("date_to");
const EVENT: Column = Column::named("event");
const GAME_ID: Column = Column::named("game_id");
const PLIES: Column = Column::named("plies");
const POPULATION: Column = Column::named("population");
const SOURCE: Column = Column::named("source");
const TIME_CLASS: Column = Column::named("time_class");
const TIME_CONTROL: Column = Column::named("time_control");
const VENUE: Column = Column::named("venue");
const WHITE_ELO: Column = Column::named("white_elo");

/// Conditions that must all hold. An empty list is no condition; of several values one must match.
#[derive(Clone, Debug, Default)]
pub struct CommonFilters {
    /// The game cannot have been played before this day.
    pub since: Option<Day>,
    /// The game cannot have been played after this day.
    pub until: Option<Day>,
    /// Both players have at least this rating.
    pub min_elo: Option<u32>,
    /// Both players have at most this rating.
    pub max_elo: Option<u32>,
    /// Time classes, or values of tag `TimeControl`.
    pub time_controls: Vec<String>,
    /// Parts of the event's name, in any letter case.
    pub events: Vec<String>,
    /// Parts of a player's name, in any letter case.
    pub players: Vec<String>,
    /// Venues of the game.
    pub venues: Vec<Venue>,
    /// Parts of the source's name, in any letter case.
    pub sources: Vec<String>,
    /// At least this many half-moves were replayed.
    pub min_plies: Option<u32>,
    /// Neither player is known to be a program.
    pub no_engines: bool,
    /// The game is one of these.
    pub found: Option<FoundGames>,
}

impl CommonFilters {
    /// These conditions and another one, written as command-line options.
    #[must_use]
    pub fn describe(&self, other: Option<&Filter>) -> String {
        let mut text = Vec::new();
        let mut say = |option: &str, value: &dyn Display| text.push(format!("--{option} {value}"));
        let dates = [("since", self.since), ("until", self.until)];
        let numbers = [("min-elo", self.min_elo), ("max-elo", self.max_elo)];
        other
            .iter()
            .for_each(|filter| say("where", &format!("\"{}\"", filter.as_str())));
        for (option, date) in dates {
            date.iter().for_each(|date| say(option, date));
        }
        for (option, number) in numbers {
            number.iter().for_each(|number| say(option, number));
        }
        self.time_controls
            .iter()
            .for_each(|it| say("time-control", it));
        self.events.iter().for_each(|it| say("event", it));
        self.players.iter().for_each(|it| say("player", it));
        self.venues.iter().for_each(|it| say("venue", it));
        self.sources.iter().for_each(|it| say("source", it));
        self.min_plies.iter().for_each(|it| say("min-plies", it));
        let found = self.found.iter();
        found.for_each(|found| text.push(format!("--found {}", found.path())));
        if self.no_engines {
            text.push("--no-engines".to_owned());
        }
        text.join(" ")
    }

    /// Combines these conditions and another one by `AND`; `None` if there are none.
    #[must_use]
    pub fn and(&self, other: Option<&Filter>) -> Option<Filter> {
        let mut nodes: Vec<Node> = other
            .map(|filter| filter.condition.clone())
            .into_iter()
            .collect();
        let date = |day: Day| Value::Date(day.days_since_1970());
        let int = |number: u32| Value::Int(number.into());
        let bounds = [
            (DATE_FROM, AT_LEAST, self.since.map(date)),
            (DATE_TO, AT_MOST, self.until.map(date)),
            (WHITE_ELO, AT_LEAST, self.min_elo.map(int)),
            (BLACK_ELO, AT_LEAST, self.min_elo.map(int)),
            (WHITE_ELO, AT_MOST, self.max_elo.map(int)),
            (BLACK_ELO, AT_MOST, self.max_elo.map(int)),
            (PLIES, AT_LEAST, self.min_plies.map(int)),
        ];
        for (column, orders, bound) in bounds {
            nodes.extend(bound.map(|bound| compare(column, orders, bound)));
        }
        let holds = |column, part: &String| Node::Contains(column, part.to_lowercase());
        let players = self.players.iter().flat_map(|part| {
            let sides = [Column::named("white"), Column::named("black")];
            sides.map(|side| holds(side, part))
        });
        nodes.extend(any(players));
        let events = self.events.iter().map(|part| holds(EVENT, part));
        let sources = self.sources.iter().map(|part| holds(SOURCE, part));
        let venues = self.venues.iter().map(|venue| label(VENUE, venue.as_str()));
        let controls = self.time_controls.iter().map(|text| time_control(text));
        nodes.extend(any(events));
        nodes.extend(any(sources));
        nodes.extend(any(venues));
        nodes.extend(any(controls));
        if self.no_engines {
            let engines = [Population::Engine, Population::Mixed];
            let engines = engines.iter().map(|it| label(POPULATION, it.as_str()));
            nodes.extend(any(engines).map(|engines| Node::Not(Box::new(engines))));
        }
        let found = self.found.iter();
        nodes.extend(found.map(|found| Node::Among(GAME_ID, found.ids())));
        let both = |one, other| Node::And(Box::new([one, other]));
        let text = other.map_or("", Filter::as_str);
        nodes
            .into_iter()
            .reduce(both)
            .map(|condition| Filter::of(text, condition))
    }
}

fn compare(column: Column, orders: &'static [Ordering], value: Value<'static>) -> Node {
    Node::Compare(
        Box::new([Node::Column(column), Node::Literal(value)]),
        orders,
    )
}

fn label(column: Column, text: &str) -> Node {
    let text = Value::Text(text.to_owned().into());
    compare(column, &[Ordering::Equal], text)
}

/// A time class, or a value of tag `TimeControl`.
fn time_control(text: &str) -> Node {
    let class = TimeClass::ALL.iter().find(|class| class.as_str() == text);
    match class {
        Some(class) => label(TIME_CLASS, class.as_str()),
        None => label(TIME_CONTROL, text),
    }
}

/// Combines conditions by `OR`; `None` if there are none.
fn any(nodes: impl Iterator<Item = Node>) -> Option<Node> {
    nodes.reduce(|one, other| Node::Or(Box::new([one, other])))
}
