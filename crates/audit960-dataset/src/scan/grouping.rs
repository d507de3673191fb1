//! What games are grouped by: the labels of groups, of rows and of facts.

use std::borrow::Cow;
use std::cmp::Ordering;

use audit960_board::Position;
use audit960_types::tables::{ColumnType, Datum, GAMES, Placed, TableRow as _};
use audit960_types::{GameFacts, date_text};

use super::DatasetError;
use crate::Column;
use crate::tables::{ColumnValues, Ints, Rows};

/// The label of all groups that are combined; in columns of numbers they have none.
const REST: &str = "(all others)";

/// What games of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKey {
    /// The value of a column of table `games` without lists.
    Column(&'static str),
    /// The band of [`Grouping::RATING_BAND`] in which the mean of both ratings lies.
    Rating,
}

impl GroupKey {
    /// What the column of labels is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Column(name) => name,
            Self::Rating => "rating",
        }
    }

    /// The columns of table `games` that the labels come from.
    fn columns(self) -> Vec<&'static str> {
        match self {
            Self::Column(name) => vec![name],
            Self::Rating => vec!["white_elo", "black_elo"],
        }
    }

    fn kind(self) -> ColumnType {
        let column = GAMES.column(self.name());
        column.map_or(ColumnType::Text, |column| column.kind)
    }

    /// Whether labels are whole numbers.
    fn is_whole(self) -> bool {
        matches!(self.kind(), ColumnType::Int32 | ColumnType::Int64)
    }

    /// Whether the groups have an order of their own; others are ordered by games.
    fn is_ordered(self) -> bool {
        self.is_whole()
            || matches!(self, Self::Rating)
            || matches!(self.kind(), ColumnType::Date | ColumnType::Float64)
    }

    /// Two labels in their own order, those that are not known first.
    fn order(self, one: Option<&str>, other: Option<&str>) -> Ordering {
        // A band is named by its lower end first.
        let number = |label: &str| label.split(' ').next()?.parse::<f64>().ok();
        match (one.map(number), other.map(number)) {
            (Some(Some(one)), Some(Some(other))) => one.total_cmp(&other),
            _ => one.cmp(&other),
        }
    }
}

/// What games are grouped by: nothing, one key or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grouping([Option<GroupKey>; 2]);

impl Grouping {
    /// All games are one group.
    pub const ARCHIVE: Self = Self([None, None]);
    /// Games of one input.
    pub const SOURCE: Self = Self::by(GroupKey::Column("source"));
    /// Games of one event.
    pub const EVENT: Self = Self::by(GroupKey::Column("event"));
    /// Games of one year.
    pub const YEAR: Self = Self::by(GroupKey::Column("year"));
    /// Games of one venue.
    pub const VENUE: Self = Self::by(GroupKey::Column("venue"));
    /// Games whose players' mean rating lies in one band.
    pub const RATING: Self = Self::by(GroupKey::Rating);
    /// Games with one kind of start.
    pub const START_KIND: Self = Self::by(GroupKey::Column("start_kind"));

    /// Width of the bands of mean rating.
    pub const RATING_BAND: i64 = 200;

    /// One key.
    #[must_use]
    pub const fn by(key: GroupKey) -> Self {
        Self([Some(key), None])
    }

    /// Two keys.
    #[must_use]
    pub const fn by_both(first: GroupKey, second: GroupKey) -> Self {
        Self([Some(first), Some(second)])
    }

    /// Its keys, in order.
    pub fn keys(self) -> impl Iterator<Item = GroupKey> {
        self.0.into_iter().flatten()
    }

    /// The columns of table `games` that the labels come from.
    #[must_use]
    pub fn columns(self) -> Vec<&'static str> {
        self.keys().flat_map(GroupKey::columns).collect()
    }

    /// Whether games from other starts than those of Chess960 are among the groups: kinds of start, and positions.
    #[must_use]
    pub fn has_all_starts(self) -> bool {
        self.keys()
            .any(|key| matches!(key.name(), "start_kind" | "fen"))
    }

    /// Sorts groups by their labels and numbers of games: those whose first key has an order of its own by that, others by
    /// games, most first.
    pub fn sort<G>(self, groups: &mut [G], of: impl Fn(&G) -> (Option<&str>, u64)) {
        let keys: Vec<GroupKey> = self.keys().collect();
        let ordered = keys.iter().take_while(|key| key.is_ordered()).count();
        groups.sort_by(|one, other| {
            let ((one, games), (other, others)) = (of(one), of(other));
            let labels = [self.parts(one), self.parts(other)];
            let by = |index: usize, key: &GroupKey| {
                key.order(labels[0][index].as_deref(), labels[1][index].as_deref())
            };
            let compared = || keys.iter().enumerate().map(|(index, key)| by(index, key));
            let own = compared().take(ordered).find(|order| order.is_ne());
            let own = own.unwrap_or(Ordering::Equal);
            let alphabet = || {
                compared()
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            };
            own.then_with(|| others.cmp(&games)).then_with(alphabet)
        });
    }

    /// The label of a game that was just audited; `None` where it is not known.
    #[must_use]
    pub fn label<'f>(self, facts: &GameFacts<'f>, source: &'f str) -> Option<Cow<'f, str>> {
        let row = Placed {
            source,
            game: None,
            line: 0,
            facts,
        };
        let value = |key: GroupKey| match key {
            GroupKey::Rating => {
                let both = facts.white_elo.zip(facts.black_elo);
                both.map(|(white, black)| band(white.into(), black.into()))
            }
            GroupKey::Column(name) => {
                let column = GAMES
                    .columns
                    .iter()
                    .position(|column| column.name == name)?;
                text(row.value(column)).map(Cow::into_owned)
            }
        };
        let values = self.0.map(|key| key.map(value));
        let value = |value: Option<String>| value.map(Cow::Owned);
        match values {
            [Some(first), Some(second)] => Some(both(first.as_deref(), second.as_deref()).into()),
            [first, _] => value(first.flatten()),
        }
    }

    /// The labels of its keys in a label of all of them.
    #[must_use]
    pub fn parts(self, label: Option<&str>) -> Vec<Option<String>> {
        match (self.0, label) {
            ([Some(_), Some(_)], Some(label)) => parts_of_both(label),
            ([Some(_), Some(_)], None) => vec![None, None],
            _ => vec![label.map(str::to_owned)],
        }
    }

    /// The labels of groups as columns of an answer, those of whole numbers as such; each with whether it stands for all
    /// groups that are combined.
    pub fn label_columns<'l>(
        self,
        groups: impl IntoIterator<Item = (Option<&'l str>, bool)>,
    ) -> Vec<Column> {
        let parts = groups.into_iter().map(|(label, is_rest)| match is_rest {
            true => vec![Some(REST.to_owned()); 2],
            false => self.parts(label),
        });
        let parts: Vec<Vec<Option<String>>> = parts.collect();
        let columns = self.keys().enumerate().map(|(index, key)| {
            // The orthodox start has no FEN.
            let null = (key.name() == "fen").then(|| Position::standard().xfen());
            let texts = parts
                .iter()
                .map(|parts| parts[index].clone().or_else(|| null.clone()));
            match key.is_whole() {
                true => {
                    let numbers = texts.map(|text| text?.parse().ok());
                    Column::new(key.name(), numbers.collect::<Vec<Option<i64>>>())
                }
                false => Column::new(key.name(), texts.collect::<Vec<_>>()),
            }
        });
        columns.collect()
    }
}

/// Two labels as one: each is a hyphen where it is not known, else its length, a colon and its text.
fn both(first: Option<&str>, second: Option<&str>) -> String {
    let one = |label: Option<&str>| match label {
        Some(text) => format!("{}:{text}", text.len()),
        None => "-".to_owned(),
    };
    one(first) + &one(second)
}

fn parts_of_both(mut label: &str) -> Vec<Option<String>> {
    let mut parts = Vec::with_capacity(2);
    while parts.len() < 2 {
        if let Some(rest) = label.strip_prefix('-') {
            parts.push(None);
            label = rest;
            continue;
        }
        let (length, rest) = label.split_once(':').unwrap_or(("0", label));
        let at = length.parse().unwrap_or(0);
        let (text, rest) = rest.split_at_checked(at).unwrap_or((rest, ""));
        parts.push(Some(text.to_owned()));
        label = rest;
    }
    parts
}

/// A value as a label; `None` for null.
fn text(value: Datum<'_>) -> Option<Cow<'_, str>> {
    match value {
        Datum::Null | Datum::Ints(_) | Datum::Floats(_) => None,
        Datum::Int(number) => Some(number.to_string().into()),
        Datum::Float(number) => Some(number.to_string().into()),
        Datum::Bool(truth) => Some(truth.to_string().into()),
        Datum::Date(days) => date_text(days).map(Cow::Owned),
        Datum::Text(text) => Some(text),
    }
}

/// The labels of the rows' groups, as text.
#[derive(Debug)]
pub struct GroupLabels<'r>([Option<KeyLabels<'r>>; 2]);

#[derive(Debug)]
enum KeyLabels<'r> {
    Column(ColumnValues<'r>),
    Ratings([Ints<'r>; 2]),
}

impl<'r> GroupLabels<'r> {
    /// The labels of rows, which have the columns that they come from.
    ///
    /// # Errors
    /// If they do not.
    pub fn of(rows: &'r Rows, grouping: Grouping) -> Result<Self, DatasetError> {
        let of_key = |key: GroupKey| -> Result<_, DatasetError> {
            Ok(match key {
                GroupKey::Column(name) => KeyLabels::Column(rows.values(name)?),
                GroupKey::Rating => {
                    KeyLabels::Ratings([rows.ints("white_elo")?, rows.ints("black_elo")?])
                }
            })
        };
        let [first, second] = grouping.0.map(|key| key.map(of_key).transpose());
        Ok(Self([first?, second?]))
    }

    /// The label in a row; `None` where it is not known.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Cow<'_, str>> {
        match &self.0 {
            [Some(first), Some(second)] => {
                Some(both(first.get(row).as_deref(), second.get(row).as_deref()).into())
            }
            [first, _] => first.as_ref()?.get(row),
        }
    }
}

impl<'r> KeyLabels<'r> {
    fn get(&self, row: usize) -> Option<Cow<'r, str>> {
        match self {
            Self::Ratings([white, black]) => {
                let both = white.get(row).zip(black.get(row));
                both.map(|(white, black)| band(white, black).into())
            }
            Self::Column(values) => text(values.get(row)),
        }
    }
}

/// The band that the mean of two ratings lies in, by its ends.
fn band(white: i64, black: i64) -> String {
    let width = Grouping::RATING_BAND;
    let from = (white + black).div_euclid(2 * width) * width;
    format!("{from} to {}", from + width - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A band holds its lower end, and not the lower end of the next one; half a point belongs below.
    #[test]
    fn bands_of_mean_ratings() {
        for (ratings, label) in [
            ((2400, 2400), "2400 to 2599"),
            ((2399, 2400), "2200 to 2399"),
            ((2800, 2398), "2400 to 2599"),
            ((0, 100), "0 to 199"),
            ((950, 1050), "1000 to 1199"),
        ] {
            assert_eq!(band(ratings.0, ratings.1), label);
        }
    }

    #[test]
    fn two_labels_are_told_apart_whatever_they_hold() {
        let grouping = Grouping::by_both(GroupKey::Column("event"), GroupKey::Column("year"));
        for labels in [
            [Some("3:a"), Some("-")],
            [None, Some("2019")],
            [Some(""), None],
            [Some("Müller"), Some("")],
            [None, None],
        ] {
            let label = both(labels[0], labels[1]);
            let parts = grouping.parts(Some(&label));
            assert_eq!(
                parts,
                labels.map(|label| label.map(str::to_owned)),
                "{label}"
            );
        }
    }

    #[test]
    fn keys_with_an_order_come_first_then_games() {
        let sorted = |grouping: Grouping, mut groups: Vec<(Option<String>, u64)>| {
            grouping.sort(&mut groups, |(label, games)| (label.as_deref(), *games));
            let labels = groups
                .into_iter()
                .map(|(label, _)| label.unwrap_or_default());
            labels.collect::<Vec<_>>()
        };
        let of = |label: &str, games| (Some(label.to_owned()), games);
        assert_eq!(
            sorted(
                Grouping::RATING,
                vec![of("1000 to 1199", 9), of("800 to 999", 1), (None, 5)]
            ),
            ["", "800 to 999", "1000 to 1199"]
        );
        assert_eq!(
            sorted(Grouping::EVENT, vec![of("b", 1), of("c", 2), of("a", 1)]),
            ["c", "a", "b"]
        );
        let pair = |year: &str, event: &str, games| of(&both(Some(year), Some(event)), games);
        let by_year = Grouping::by_both(GroupKey::Column("year"), GroupKey::Column("event"));
        assert_eq!(
            sorted(
                by_year,
                vec![
                    pair("2020", "x", 9),
                    pair("999", "a", 1),
                    pair("999", "b", 2)
                ]
            ),
            [("999", "b"), ("999", "a"), ("2020", "x")]
                .map(|(year, event)| both(Some(year), Some(event)))
        );
    }
}
