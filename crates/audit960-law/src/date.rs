//! PGN dates (8.1.1.3): ten bytes `YYYY.MM.DD`, with `?` for each unknown digit.
//!
//! Parsed leniently: `-` or `/` may replace both full stops, and a text of only `?`, blanks and
//! separators is an unknown date. A field with some of its digits unknown counts as unknown, a year
//! likewise, so `198?.??.??` is an unknown date. The calendar is the Gregorian one.

use std::fmt;

use chrono::{Datelike as _, NaiveDate};

use crate::days::Days;

/// A day of the calendar, 1 January of year 1 to 31 December 9999. Days compare chronologically.
///
/// # Examples
/// ```
/// use audit960_law::Day;
///
/// let day = Day::parse("2000-02-28").unwrap();
/// assert_eq!(day.next().to_string(), "2000-02-29");
/// assert_eq!(Day::new(1970, 1, 2).unwrap().days_since_1970(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(NaiveDate);

impl Day {
    /// A day before all others.
    pub const FIRST: Self = Self(NaiveDate::MIN);
    /// A day after all others.
    pub const LAST: Self = Self(NaiveDate::MAX);

    /// The day with that year (1-9999), month (1-12) and day of the month; `None` if the calendar has no
    /// such day.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        match NaiveDate::from_ymd_opt(year as i32, month as u32, day as u32) {
            Some(day) if year > 0 && year <= 9999 => Some(Self(day)),
            _ => None,
        }
    }

    /// Parses `YYYY-MM-DD` (ISO 8601); `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
            return None;
        };
        let year = year_of([y1, y2, y3, y4])?;
        match (Field::read(m1, m2), Field::read(d1, d2)) {
            (Field::Number(month), Field::Number(day)) => Self::new(year, month, day),
            _ => None,
        }
    }

    /// The following day.
    #[must_use]
    pub fn next(self) -> Self {
        self.0.succ_opt().map_or(self, Self)
    }

    /// The year, 1-9999.
    #[must_use]
    pub fn year(self) -> u16 {
        u16::try_from(self.0.year()).unwrap_or_default()
    }

    /// Days since 1 January 1970, which is day 0: the value of a Parquet DATE.
    #[must_use]
    pub const fn days_since_1970(self) -> i32 {
        self.0.to_epoch_days()
    }

    /// The day that many days after 1 January 1970, if its year is 1-9999.
    #[must_use]
    pub fn from_days_since_1970(days: i32) -> Option<Self> {
        let day = NaiveDate::from_epoch_days(days)?;
        (1..=9999).contains(&day.year()).then_some(Self(day))
    }
}

impl fmt::Display for Day {
    /// Writes `YYYY-MM-DD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The days that a year (1-9999), a month (1-12) and a day of the month stand for, as far as they are known; `None` if no day
/// of the calendar fits.
fn days_of(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Days> {
    // January has every day of the month that any other month has.
    let first = Day::new(year, month.unwrap_or(1), day.unwrap_or(1))?;
    let of = |day| Day::new(year, month.unwrap_or(12), day);
    let last = match day {
        Some(day) => of(day),
        None => [31, 30, 29, 28].into_iter().find_map(of),
    };
    Days::new(first, last?)
}

/// The value of a `Date` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgnDate {
    /// A date of the calendar; month and day may be unknown.
    Valid(Days),
    /// Not even the year is known.
    Unknown,
    /// Not in the calendar, or not of the form `YYYY.MM.DD` (finding `T005`).
    Impossible {
        /// The year, if four digits at the beginning or the end can be one.
        year: Option<u16>,
    },
}

impl PgnDate {
    /// Parses the value of a tag; surrounding blanks are ignored. Never allocates.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::PgnDate;
    ///
    /// // February 1900 has no 29th day, so that date is not in the calendar.
    /// assert!(matches!(PgnDate::parse(b"2000.02.29"), PgnDate::Valid(_)));
    /// assert!(!matches!(PgnDate::parse(b"1900.02.29"), PgnDate::Valid(_)));
    /// assert_eq!(PgnDate::parse(b"1989.??.??").year(), Some(1989));
    /// ```
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let text = text.trim_ascii();
        if let &[
            y1,
            y2,
            y3,
            y4,
            s1 @ (b'.' | b'-' | b'/'),
            m1,
            m2,
            s2,
            d1,
            d2,
        ] = text
            && s1 == s2
        {
            return Self::from_fields([y1, y2, y3, y4], Field::read(m1, m2), Field::read(d1, d2));
        }
        if text.iter().all(|byte| b"?.-/ ".contains(byte)) {
            return Self::Unknown;
        }
        Self::Impossible {
            year: year_somewhere(text),
        }
    }

    fn from_fields(year: [u8; 4], month: Field, day: Field) -> Self {
        let known_year = year_of(year);
        let impossible = Self::Impossible { year: known_year };
        let (Ok(month), Ok(day)) = (month.known(), day.known()) else {
            return impossible;
        };
        if year.contains(&b'?')
            && year
                .iter()
                .all(|&byte| byte == b'?' || byte.is_ascii_digit())
        {
            // Checked in a leap year, as the year is unknown.
            return days_of(4, month, day).map_or(impossible, |_| Self::Unknown);
        }
        known_year
            .and_then(|year| days_of(year, month, day))
            .map_or(impossible, Self::Valid)
    }

    /// The days by which the law is looked up. An impossible date keeps its year where that can be
    /// read: `2019.02.30` is some day of 2019.
    #[must_use]
    pub fn days(self) -> Option<Days> {
        match self {
            Self::Valid(days) => Some(days),
            Self::Unknown => None,
            Self::Impossible { year } => days_of(year?, None, None),
        }
    }

    /// The year, if known: column `year`.
    #[must_use]
    pub fn year(self) -> Option<u16> {
        self.days().map(|days| days.first().year())
    }
}

/// A two-digit field, month or day, as written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Number(u8),
    Unknown,
    Malformed,
}

impl Field {
    fn read(tens: u8, units: u8) -> Self {
        match (tens, units) {
            (b'0'..=b'9', b'0'..=b'9') => Self::Number((tens - b'0') * 10 + units - b'0'),
            (b'?', b'?' | b'0'..=b'9') | (b'0'..=b'9', b'?') => Self::Unknown,
            _ => Self::Malformed,
        }
    }

    const fn known(self) -> Result<Option<u8>, ()> {
        match self {
            Self::Number(number) => Ok(Some(number)),
            Self::Unknown => Ok(None),
            Self::Malformed => Err(()),
        }
    }
}

/// The year that four ASCII digits stand for; `None` for year 0, which the calendar does not have.
fn year_of(digits: [u8; 4]) -> Option<u16> {
    let mut year = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        year = year * 10 + u16::from(digit - b'0');
    }
    (year > 0).then_some(year)
}

/// A year at either end of `text`: four digits that are not part of a longer number.
fn year_somewhere(text: &[u8]) -> Option<u16> {
    let apart = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_digit());
    let leading = text
        .split_first_chunk::<4>()
        .filter(|(_, rest)| apart(rest.first()));
    let trailing = text
        .split_last_chunk::<4>()
        .filter(|(rest, _)| apart(rest.last()));
    leading
        .and_then(|(digits, _)| year_of(*digits))
        .or_else(|| trailing.and_then(|(_, digits)| year_of(*digits)))
}

#[cfg(test)]
mod tests;
