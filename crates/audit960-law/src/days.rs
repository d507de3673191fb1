//! The days on which a game can have been played, according to its tags.

use audit960_types::DateSource;

use crate::date::{Day, PgnDate};

/// The error for a text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// The text has another form than a year, a month or a day.
    #[error("a date is YYYY, YYYY-MM or YYYY-MM-DD")]
    Form,
    /// It has another form than the date of a game.
    #[error("a date is YYYY, YYYY-MM or YYYY-MM-DD, with ? for unknown digits")]
    FormOfGame,
    /// It has the form, but names a month or a day that the calendar does not have.
    #[error("the calendar has no such month or day")]
    NotInCalendar,
}

impl DateError {
    /// Why a text, with `-` between its parts, names no day.
    fn of(text: &str) -> Self {
        let is_number = |(part, digits): (&str, usize)| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let parts = text.split('-');
        let is_date = parts.clone().count() <= 3 && parts.zip([4, 2, 2]).all(is_number);
        match is_date {
            true => Self::NotInCalendar,
            false => Self::Form,
        }
    }
}

/// A span of days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Days {
    first: Day,
    last: Day,
}

impl Days {
    /// The days from `first` to `last`; `None` if `last` is before `first`.
    #[must_use]
    pub fn new(first: Day, last: Day) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// The first day.
    #[must_use]
    pub const fn first(self) -> Day {
        self.first
    }

    /// The last day.
    #[must_use]
    pub const fn last(self) -> Day {
        self.last
    }

    /// Parses a year, a month or a day: `2019`, `2019-02`, `2019-02-03`, with `-` or `.`.
    ///
    /// # Errors
    /// [`DateError`] for any other text.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::Days;
    ///
    /// let february = Days::parse("2020-02")?;
    /// assert_eq!(february.last().to_string(), "2020-02-29");
    /// # Ok::<(), audit960_law::DateError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let text = text.replace('.', "-");
        let written = match text.len() {
            4 => format!("{text}-??-??"),
            7 => format!("{text}-??"),
            _ => text.clone(),
        };
        let is_number = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-');
        match PgnDate::parse(written.as_bytes()) {
            PgnDate::Valid(days) if is_number => Ok(days),
            _ => Err(DateError::of(&text)),
        }
    }

    /// Whether the two spans have a day in common.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl From<Day> for Days {
    fn from(day: Day) -> Self {
        Self {
            first: day,
            last: day,
        }
    }
}

/// When a game was played and when its competition began. Each row of the law goes by one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameDates {
    /// The days on which the game can have been played: from `Date`, else `UTCDate`, else `EventDate`.
    /// A date that cannot be parsed counts as missing.
    pub game: Option<Days>,
    /// The tag that `game` was read from.
    pub source: DateSource,
    /// The days on which the competition can have begun, from `EventDate`.
    pub competition: Option<Days>,
}

impl GameDates {
    /// A game without any date.
    pub const NONE: Self = Self {
        game: None,
        source: DateSource::None,
        competition: None,
    };

    /// The dates of a game with only a `Date` tag: a year, a month or a day as people write them (`1989`,
    /// `1989-02`, `1989-02-17`), or as PGN does (`1989.02.??`, `????.??.??`).
    ///
    /// # Errors
    /// [`DateError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let written = text.trim().replace('/', "-");
        let game = match (Days::parse(&written), PgnDate::parse(text.as_bytes())) {
            (Ok(days), _) => days,
            (_, PgnDate::Valid(days)) => days,
            (_, PgnDate::Unknown) if text.contains('?') => return Ok(Self::NONE),
            // With a digit for each that is unknown it has the form, or it has not.
            _ => match Days::parse(&written.replace('?', "1")) {
                Err(DateError::Form) => return Err(DateError::FormOfGame),
                _ => return Err(DateError::NotInCalendar),
            },
        };
        Ok(Self {
            game: Some(game),
            source: DateSource::Date,
            competition: None,
        })
    }

    /// The dates from the raw values of the tags `Date`, `UTCDate` and `EventDate`.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::GameDates;
    /// use audit960_law::types::DateSource;
    ///
    /// let dates = GameDates::of_tags(Some(b"????.??.??"), Some(b"2021.07.03"), None);
    /// assert_eq!((dates.year(), dates.source), (Some(2021), DateSource::UtcDate));
    /// ```
    #[must_use]
    pub fn of_tags(
        date: Option<&[u8]>,
        utc_date: Option<&[u8]>,
        event_date: Option<&[u8]>,
    ) -> Self {
        let days = |raw: Option<&[u8]>| PgnDate::parse(raw?).days();
        let competition = days(event_date);
        let (game, source) = if let Some(game) = days(date) {
            (Some(game), DateSource::Date)
        } else if let Some(game) = days(utc_date) {
            (Some(game), DateSource::UtcDate)
        } else if competition.is_some() {
            (competition, DateSource::EventDate)
        } else {
            (None, DateSource::None)
        };
        Self {
            game,
            source,
            competition,
        }
    }

    /// The year of the game, if all its possible days are in the same year.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.game
            .map(|days| (days.first.year(), days.last.year()))
            .filter(|(first, last)| first == last)
            .map(|(year, _)| year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(date: &str, utc_date: &str, event_date: &str) -> GameDates {
        let tag = |text: &'static str| Some(text.as_bytes()).filter(|text| !text.is_empty());
        let leak = |text: &str| tag(Box::leak(text.to_owned().into_boxed_str()));
        GameDates::of_tags(leak(date), leak(utc_date), leak(event_date))
    }

    #[test]
    fn spans_are_years_months_or_days() {
        let span = |text: &str| {
            let days = Days::parse(text)?;
            Ok((days.first().to_string(), days.last().to_string()))
        };
        let of = |first: &str, last: &str| Ok((first.to_owned(), last.to_owned()));
        assert_eq!(span("2019"), of("2019-01-01", "2019-12-31"));
        assert_eq!(span("2020-02"), of("2020-02-01", "2020-02-29"));
        assert_eq!(span("2020.02.03"), of("2020-02-03", "2020-02-03"));
        for text in [
            "",
            "last year",
            "2019-??",
            "20",
            "2019-2-3",
            "2019-02-03-04",
        ] {
            assert_eq!(span(text), Err(DateError::Form), "{text}");
        }
        for text in ["2019-13", "2019-02-30", "2019.00.01", "2019-02-29"] {
            assert_eq!(span(text), Err(DateError::NotInCalendar), "{text}");
        }
    }

    #[test]
    fn a_date_is_written_as_people_or_as_pgn_do() {
        let of = |text: &str| {
            GameDates::parse(text).map(|dates| {
                let days = dates.game.map(|days| (days.first(), days.last()));
                days.map(|(first, last)| format!("{first} {last}"))
            })
        };
        let span = |days: &str| Ok(Some(days.to_owned()));
        for year in ["1989", "1989-??-??", "1989.??.??"] {
            assert_eq!(of(year), span("1989-01-01 1989-12-31"), "{year}");
        }
        for month in ["1989-02", "1989-02-??", "1989.02.??", " 1989/02/?? "] {
            assert_eq!(of(month), span("1989-02-01 1989-02-28"), "{month}");
        }
        for day in ["1989-02-17", "1989.02.17"] {
            assert_eq!(of(day), span("1989-02-17 1989-02-17"), "{day}");
        }
        for unknown in ["????.??.??", "????-??-??", "?", "198?.??.??"] {
            assert_eq!(of(unknown), Ok(None), "{unknown}");
        }
        for text in [
            "2015-02-30",
            "2015.02.30",
            "2015/02/30",
            "2015-13",
            "2015-00-??",
        ] {
            assert_eq!(of(text), Err(DateError::NotInCalendar), "{text}");
        }
        for text in ["", " ", "-", "soon", "89", "1989-2-17", "17.02.1989"] {
            assert_eq!(of(text), Err(DateError::FormOfGame), "{text}");
        }
    }

    fn day(text: &str) -> Option<Days> {
        Day::parse(text).map(Days::from)
    }

    #[test]
    fn the_first_valid_date_is_that_of_the_game() {
        for (tags, game, source) in [
            (
                ["2019.05.03", "2019.05.04", "2019.05.01"],
                "2019-05-03",
                DateSource::Date,
            ),
            (
                ["????.??.??", "2019.05.04", "2019.05.01"],
                "2019-05-04",
                DateSource::UtcDate,
            ),
            // A date that cannot be parsed does not hide another one.
            (
                ["spring", "2019.05.04", ""],
                "2019-05-04",
                DateSource::UtcDate,
            ),
            (["", "", "2019.05.01"], "2019-05-01", DateSource::EventDate),
            (
                [" 2019.05.03", "2019.05.04", ""],
                "2019-05-03",
                DateSource::Date,
            ),
        ] {
            let dates = of(tags[0], tags[1], tags[2]);
            assert_eq!((dates.game, dates.source), (day(game), source), "{tags:?}");
        }
        assert_eq!(of("????.??.??", "?", "spring"), GameDates::NONE);
    }

    #[test]
    fn the_competition_goes_by_event_date_alone() {
        assert_eq!(
            of("2014.07.02", "", "2014.06.28").competition,
            day("2014-06-28")
        );
        assert_eq!(of("2014.07.02", "2014.07.02", "").competition, None);
    }

    #[test]
    fn a_year_is_known_if_all_days_are_in_it() {
        assert_eq!(of("1989.??.??", "", "").year(), Some(1989));
        assert_eq!(of("2019.02.30", "", "").year(), Some(2019));
        assert_eq!(of("", "", "").year(), None);
    }
}
