//! What games are grouped by: the labels of groups, of rows and of facts.

use crate::Column;
use std::borrow::Cow;

use crate::tables::{ColumnValues, Ints, Rows};
use audit960_types::GameFacts;

use super::DatasetError;

/// What games are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// All games of the dataset.
    Archive,
    /// Games of one input.
    Source,
    /// Games of one event.
    Event,
    /// Games of one year.
    Year,
    /// Games of one venue.
    Venue,
    /// Games of one time class.
    TimeClass,
    /// Games whose players' mean rating lies in one band of [`Self::RATING_BAND`].
    Rating,
    /// Games with one kind of start: the only grouping that has other games than those of Chess960.
    StartKind,
}

impl Grouping {
    /// What the column of labels is called; `None` for the whole archive.
    #[must_use]
    pub const fn column(self) -> Option<&'static str> {
        match self {
            Self::Archive => None,
            Self::Source => Some("source"),
            Self::Event => Some("event"),
            Self::Year => Some("year"),
            Self::Venue => Some("venue"),
            Self::TimeClass => Some("time_class"),
            Self::Rating => Some("rating"),
            Self::StartKind => Some("start_kind"),
        }
    }

    /// The labels of groups as a column of an answer: years are numbers, the others text.
    #[must_use]
    pub fn label_column(self, labels: Vec<Option<String>>) -> Column {
        let name = self.column().unwrap_or("archive");
        match self {
            // Years are fewer than the groups that have rows of their own, so none is summed with others.
            Self::Year => {
                let year = |label: Option<String>| label?.parse().ok();
                Column::new(
                    name,
                    labels.into_iter().map(year).collect::<Vec<Option<i64>>>(),
                )
            }
            _ => Column::new(name, labels),
        }
    }

    /// Whether the groups have an order of their own; others are ordered by games.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        matches!(self, Self::Year | Self::Rating)
    }
}

impl Grouping {
    /// Width of the bands of mean rating.
    pub const RATING_BAND: i64 = 200;

    /// The columns of table `games` that the labels come from.
    #[must_use]
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Archive => &[],
            Self::Source => &["source"],
            Self::Event => &["event"],
            Self::Year => &["year"],
            Self::Venue => &["venue"],
            Self::TimeClass => &["time_class"],
            Self::Rating => &["white_elo", "black_elo"],
            Self::StartKind => &["start_kind"],
        }
    }

    /// The label of a game that was just audited; `None` where it is not known.
    #[must_use]
    pub fn label<'f>(self, facts: &GameFacts<'f>, source: &'f str) -> Option<Cow<'f, str>> {
        let text = match self {
            Self::Archive => None,
            Self::Source => Some(source),
            Self::Event => facts.event,
            Self::Year => return facts.year.map(|year| year.to_string().into()),
            Self::Venue => Some(facts.venue.as_str()),
            Self::TimeClass => facts.time_class.map(audit960_types::TimeClass::as_str),
            Self::Rating => {
                let both = facts.white_elo.zip(facts.black_elo);
                return both.map(|(white, black)| band(white.into(), black.into()).into());
            }
            Self::StartKind => Some(facts.start.as_str()),
        };
        text.map(Cow::Borrowed)
    }
}

/// The labels of the rows' groups, as text.
#[derive(Debug)]
pub struct GroupLabels<'r>(Source<'r>);

#[derive(Debug)]
enum Source<'r> {
    None,
    Column(ColumnValues<'r>),
    Ratings([Ints<'r>; 2]),
}

impl<'r> GroupLabels<'r> {
    /// The labels of rows, which have the columns that they come from.
    ///
    /// # Errors
    /// If they do not.
    pub fn of(rows: &'r Rows, grouping: Grouping) -> Result<Self, DatasetError> {
        Ok(Self(match grouping.columns() {
            [] => Source::None,
            [column] => Source::Column(rows.values(column)?),
            [white, black, ..] => Source::Ratings([rows.ints(white)?, rows.ints(black)?]),
        }))
    }

    /// The label in a row; `None` where it is not known.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Cow<'_, str>> {
        match &self.0 {
            Source::Column(ColumnValues::Texts(texts)) => texts.get(row).map(Cow::Borrowed),
            Source::Column(ColumnValues::Ints(numbers)) => {
                numbers.get(row).map(|number| number.to_string().into())
            }
            Source::Ratings([white, black]) => {
                let both = white.get(row).zip(black.get(row));
                both.map(|(white, black)| band(white, black).into())
            }
            Source::None | Source::Column(_) => None,
        }
    }
}

/// The band that the mean of two ratings lies in, by its ends.
fn band(white: i64, black: i64) -> String {
    let width = Grouping::RATING_BAND;
    let from = (white + black).div_euclid(2 * width) * width;
    format!("{from} to {}", from + width - 1)
}

impl Grouping {
    /// The lower end of a band of mean rating.
    #[must_use]
    pub fn lower_end(band: &str) -> Option<i64> {
        band.split(' ').next()?.parse().ok()
    }
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
        assert_eq!(Grouping::lower_end("800 to 999"), Some(800));
    }
}
