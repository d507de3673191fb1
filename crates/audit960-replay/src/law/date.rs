//! Dates as PGN writes them (8.1.1.3): ten bytes `YYYY.MM.DD`, `?` for every digit not known.
//!
//! Read leniently: `-` or `/` for both full stops, and anything made of nothing but `?`, blanks and
//! separators as a date nobody knew. A field with some of its digits unknown counts as unknown, a
//! year likewise, so `198?.??.??` is an unknown date. The calendar is the Gregorian one.

use std::fmt;

/// A day of the calendar. Days compare in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// The day of year 1-9999, month 1-12 and day of the month, if the calendar has it.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        if !has_month(year, month) || day == 0 || day > days_in_month(year, month) {
            return None;
        }
        Some(Self::pack(year, month, day))
    }

    /// The day `YYYY-MM-DD` names (ISO 8601).
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

    /// The number `YYYYMMDD`, which orders as the days do.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The following day.
    #[must_use]
    pub const fn next(self) -> Self {
        let (year, month, day) = (
            (self.0 / 10_000) as u16,
            (self.0 / 100 % 100) as u8,
            (self.0 % 100) as u8,
        );
        if day < days_in_month(year, month) {
            Self(self.0 + 1)
        } else if month < 12 {
            Self::pack(year, month + 1, 1)
        } else {
            Self::pack(year + 1, 1, 1)
        }
    }

    const fn pack(year: u16, month: u8, day: u8) -> Self {
        Self(year as u32 * 10_000 + month as u32 * 100 + day as u32)
    }
}

impl fmt::Display for Day {
    /// As `YYYY-MM-DD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}",
            self.0 / 10_000,
            self.0 / 100 % 100,
            self.0 % 100
        )
    }
}

/// A date of which at least the year is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl PartialDate {
    /// Year 1-9999, month 1-12 and day of the month, if some day of the calendar fits.
    #[must_use]
    pub const fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let month_to_check = match month {
            Some(month) => month,
            // January and December have every day of the month that any other has.
            None => 1,
        };
        let day_to_check = match day {
            Some(day) => day,
            None => 1,
        };
        if Day::new(year, month_to_check, day_to_check).is_none() {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// The year, 1-9999.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1-12, if known.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// The day of the month, if known.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// The first day it may stand for.
    #[must_use]
    pub fn earliest(self) -> Day {
        Day::pack(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// The last day it may stand for.
    #[must_use]
    pub fn latest(self) -> Day {
        let month = self.month.unwrap_or(12);
        let day = self.day.unwrap_or(days_in_month(self.year, month));
        Day::pack(self.year, month, day)
    }
}

/// What a `Date` tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgnDate {
    /// A date of the calendar, perhaps without month or day.
    Valid(PartialDate),
    /// Nothing is known, not even the year.
    Unknown,
    /// No date of the calendar, or not of the form `YYYY.MM.DD` (finding `T005`).
    Impossible {
        /// The year, where four digits at the beginning or the end can be read as one.
        year: Option<u16>,
    },
}

impl PgnDate {
    /// Reads the value of a tag. Never allocates.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
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
            // Every fourth year has the 29th of February.
            return PartialDate::new(4, month, day).map_or(impossible, |_| Self::Unknown);
        }
        known_year
            .and_then(|year| PartialDate::new(year, month, day))
            .map_or(impossible, Self::Valid)
    }

    /// The date to ask the law for. Of an impossible date the year is kept where it can be read:
    /// `2019.02.30` is some day of 2019.
    #[must_use]
    pub fn date(self) -> Option<PartialDate> {
        match self {
            Self::Valid(date) => Some(date),
            Self::Unknown => None,
            Self::Impossible { year } => PartialDate::new(year?, None, None),
        }
    }

    /// The year, for the column of that name.
    #[must_use]
    pub fn year(self) -> Option<u16> {
        self.date().map(PartialDate::year)
    }
}

/// A month or a day as written.
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

/// The year four digits stand for; there is no year 0.
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

/// A year at either end of `text`: four digits, not part of a longer number.
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

const fn has_month(year: u16, month: u8) -> bool {
    0 < year && year <= 9999 && 0 < month && month <= 12
}

const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> PartialDate {
        match PgnDate::parse(text.as_bytes()) {
            PgnDate::Valid(date) => date,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn span(text: &str) -> (u32, u32) {
        (date(text).earliest().number(), date(text).latest().number())
    }

    #[test]
    fn a_full_date_is_one_day() {
        assert_eq!(span("1989.02.17"), (19_890_217, 19_890_217));
        let full = date("1989.02.17");
        assert_eq!(
            (full.year(), full.month(), full.day()),
            (1989, Some(2), Some(17))
        );
    }

    #[test]
    fn what_is_unknown_widens_the_span() {
        assert_eq!(span("1989.??.??"), (19_890_101, 19_891_231));
        assert_eq!(span("1991.12.??"), (19_911_201, 19_911_231));
        assert_eq!(span("1990.02.??"), (19_900_201, 19_900_228));
        assert_eq!(span("1988.02.??"), (19_880_201, 19_880_229));
        assert_eq!(span("1989.??.17"), (19_890_117, 19_891_217));
        assert_eq!(span("1989.1?.??"), (19_890_101, 19_891_231));
    }

    #[test]
    fn other_separators_are_read_if_they_agree() {
        assert_eq!(date("2019-02-03"), date("2019.02.03"));
        assert_eq!(date("2019/02/??"), date("2019.02.??"));
        assert_eq!(
            PgnDate::parse(b"2019-02.03"),
            PgnDate::Impossible { year: Some(2019) }
        );
        assert_eq!(
            PgnDate::parse(b"2019:02:03"),
            PgnDate::Impossible { year: Some(2019) }
        );
    }

    #[test]
    fn nothing_known_is_unknown() {
        for text in [
            "????.??.??",
            "????-??-??",
            "",
            "?",
            "-",
            "????.03.??",
            "198?.??.??",
        ] {
            assert_eq!(PgnDate::parse(text.as_bytes()), PgnDate::Unknown, "{text}");
        }
        assert_eq!(PgnDate::Unknown.date(), None);
    }

    #[test]
    fn the_calendar_decides_about_days() {
        for text in [
            "2000.02.29",
            "1996.02.29",
            "2019.12.31",
            "2019.??.31",
            "????.02.29",
        ] {
            let impossible = matches!(PgnDate::parse(text.as_bytes()), PgnDate::Impossible { .. });
            assert!(!impossible, "{text}");
        }
        for text in [
            "2019.02.29",
            "2019.02.30",
            "2019.04.31",
            "2019.13.01",
            "2019.00.10",
        ] {
            assert_eq!(
                PgnDate::parse(text.as_bytes()),
                PgnDate::Impossible { year: Some(2019) },
                "{text}"
            );
        }
        assert_eq!(
            PgnDate::parse(b"1900.02.29"),
            PgnDate::Impossible { year: Some(1900) }
        );
        assert_eq!(
            PgnDate::parse(b"2019.??.32"),
            PgnDate::Impossible { year: Some(2019) }
        );
        assert_eq!(
            PgnDate::parse(b"????.13.01"),
            PgnDate::Impossible { year: None }
        );
        assert_eq!(
            PgnDate::parse(b"0000.00.00"),
            PgnDate::Impossible { year: None }
        );
    }

    #[test]
    fn the_year_is_kept_where_it_can_be_read() {
        for text in [
            "1989",
            "1989.2.17",
            "1989.02.17 20:00",
            "17.02.1989",
            "2/17/1989",
        ] {
            let read = PgnDate::parse(text.as_bytes());
            assert_eq!(read, PgnDate::Impossible { year: Some(1989) }, "{text}");
            assert_eq!(read.date(), PartialDate::new(1989, None, None));
            assert_eq!(read.year(), Some(1989));
        }
        for text in ["19890217", "spring", "89.02.17", "1\u{ff19}89.02.17"] {
            let read = PgnDate::parse(text.as_bytes());
            assert_eq!(read, PgnDate::Impossible { year: None }, "{text}");
            assert_eq!(read.date(), None);
        }
    }

    #[test]
    fn a_partial_date_needs_a_day_that_exists() {
        assert!(PartialDate::new(1989, Some(2), Some(29)).is_none());
        assert!(PartialDate::new(1989, Some(13), None).is_none());
        assert!(PartialDate::new(0, None, None).is_none());
        assert!(PartialDate::new(10_000, None, None).is_none());
        assert!(PartialDate::new(1989, None, Some(31)).is_some());
    }

    #[test]
    fn days_follow_each_other() {
        let next = |text| Day::parse(text).map(|day| day.next().to_string());
        assert_eq!(next("1989-12-31").as_deref(), Some("1990-01-01"));
        assert_eq!(next("1988-02-28").as_deref(), Some("1988-02-29"));
        assert_eq!(next("1989-02-28").as_deref(), Some("1989-03-01"));
        assert_eq!(next("2014-06-30").as_deref(), Some("2014-07-01"));
        assert!(Day::parse("1989-12-31") < Day::parse("1990-01-01"));
        for text in ["1989.12.31", "1989-12-32", "1989-12-??", "89-12-31", ""] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }
}
