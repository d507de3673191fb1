//! The most common conditions, which need no SQL.

use std::cmp::Ordering;

use audit960_law::Day;
use audit960_types::{Population, TimeClass, Venue, shell_word};

use super::column::FilterColumn;
use super::compile::Node;
use super::value::FilterValue;
use super::{Filter, FoundGames, Part};

const AT_LEAST: &[Ordering] = &[Ordering::Greater, Ordering::Equal];
const AT_MOST: &[Ordering] = &[Ordering::Less, Ordering::Equal];

const BLACK: FilterColumn = FilterColumn::named("black");
const BLACK_ELO: FilterColumn = FilterColumn::named("black_elo");
const DATE_FROM: FilterColumn = FilterColumn::named("date_from");
const DATE_TO: FilterColumn = FilterColumn::named("date_to");
const EVENT: FilterColumn = FilterColumn::named("event");
const GAME_ID: FilterColumn = FilterColumn::named("game_id");
const PLIES: FilterColumn = FilterColumn::named("plies");
const POPULATION: FilterColumn = FilterColumn::named("population");
const SOURCE: FilterColumn = FilterColumn::named("source");
const TIME_CLASS: FilterColumn = FilterColumn::named("time_class");
const TIME_CONTROL: FilterColumn = FilterColumn::named("time_control");
const VENUE: FilterColumn = FilterColumn::named("venue");
const WHITE: FilterColumn = FilterColumn::named("white");
const WHITE_ELO: FilterColumn = FilterColumn::named("white_elo");

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
    /// These conditions and another one as command-line options, as they are typed in a shell.
    #[must_use]
    pub fn describe(&self, other: Option<&Filter>) -> String {
        let options = self.and(other);
        let options = options.iter().flat_map(Filter::options);
        options.collect::<Vec<_>>().join(" ")
    }

    /// Combines these conditions and another one by `AND`; `None` if there are none.
    #[must_use]
    pub fn and(&self, other: Option<&Filter>) -> Option<Filter> {
        let mut parts: Vec<Part> = other.into_iter().flat_map(Filter::parts).collect();
        parts.extend(self.bounds());
        parts.extend(self.labels());
        if self.no_engines {
            let engines = [Population::Engine, Population::Mixed];
            let engines = engines.map(|population| label(POPULATION, population.as_str()));
            let condition = any(engines).map(|engines| Node::Not(Box::new(engines)));
            parts.extend(condition.map(|engines| Part::of("--no-engines", engines)));
        }
        parts.extend(self.found.iter().map(|found| {
            let condition = Node::Among(GAME_ID, found.ids());
            Part::of(format!("--found {}", shell_word(found.path())), condition)
        }));
        let text = other.map_or("", Filter::as_str);
        (!parts.is_empty()).then(|| Filter::of(text, parts))
    }

    /// What lies between two values.
    fn bounds(&self) -> impl Iterator<Item = Part> {
        let date = |day: &Day| (day.to_string(), FilterValue::Date(day.days_since_1970()));
        let int = |number: &u32| (number.to_string(), FilterValue::Int((*number).into()));
        let elo: &[FilterColumn] = &[WHITE_ELO, BLACK_ELO];
        let bounds: [(_, &[FilterColumn], _, _); 5] = [
            (
                "since",
                &[DATE_FROM],
                AT_LEAST,
                self.since.as_ref().map(date),
            ),
            ("until", &[DATE_TO], AT_MOST, self.until.as_ref().map(date)),
            ("min-elo", elo, AT_LEAST, self.min_elo.as_ref().map(int)),
            ("max-elo", elo, AT_MOST, self.max_elo.as_ref().map(int)),
            (
                "min-plies",
                &[PLIES],
                AT_LEAST,
                self.min_plies.as_ref().map(int),
            ),
        ];
        let bounds = bounds.into_iter();
        bounds.filter_map(|(option, columns, orders, bound)| {
            let (text, bound) = bound?;
            let compared = columns
                .iter()
                .map(|column| compare(*column, orders, bound.clone()));
            let both = |one, other| Node::And(Box::new([one, other]));
            Some(Part::of(
                format!("--{option} {text}"),
                compared.reduce(both)?,
            ))
        })
    }

    /// What may be one of several texts.
    fn labels(&self) -> impl Iterator<Item = Part> {
        let holds = |columns: &[FilterColumn], parts: &[String]| {
            let pairs = parts.iter().flat_map(|part| {
                let part = part.to_lowercase();
                columns
                    .iter()
                    .map(move |column| Node::Contains(*column, part.clone()))
            });
            any(pairs)
        };
        let venues = self.venues.iter().map(|venue| venue.as_str().to_owned());
        let venues: Vec<String> = venues.collect();
        let venue = |name: &String| label(VENUE, name);
        let speed = |name: &String| time_control(name);
        let labels = [
            (
                "time-control",
                &self.time_controls,
                any(self.time_controls.iter().map(speed)),
            ),
            ("event", &self.events, holds(&[EVENT], &self.events)),
            (
                "player",
                &self.players,
                holds(&[WHITE, BLACK], &self.players),
            ),
            ("venue", &venues, any(venues.iter().map(venue))),
            ("source", &self.sources, holds(&[SOURCE], &self.sources)),
        ];
        let parts = labels.into_iter().filter_map(|(option, texts, condition)| {
            let texts = texts
                .iter()
                .map(|text| format!("--{option} {}", shell_word(text)));
            let texts: Vec<String> = texts.collect();
            Some(Part::of(texts.join(" "), condition?))
        });
        parts.collect::<Vec<_>>().into_iter()
    }
}

fn compare(column: FilterColumn, orders: &'static [Ordering], value: FilterValue<'static>) -> Node {
    Node::Compare(
        Box::new([Node::Column(column), Node::Literal(value)]),
        orders,
    )
}

fn label(column: FilterColumn, text: &str) -> Node {
    let text = FilterValue::Text(text.to_owned().into());
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
fn any(nodes: impl IntoIterator<Item = Node>) -> Option<Node> {
    let nodes = nodes.into_iter();
    nodes.reduce(|one, other| Node::Or(Box::new([one, other])))
}
