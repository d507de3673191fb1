//! The time control of a game, by its tag `TimeControl` (PGN 9.6), and its speed.
//!
//! The standard counts seconds: `5400+30`, `40/7200:3600`. Match programs also write minutes and fractions of seconds
//! (`40/2:30+0.05`), which are distinguished from periods by the two digits; organisers and federations write words and
//! units (`words.rs`). Some programs write minutes where the standard has seconds; the clocks of the record show it.
//!
//! Speed is that of the time for forty moves, `base + 40 x increment`, as Lichess calculates it, with its limits.

mod words;

use std::fmt::Write as _;

use audit960_types::TimeClass;

/// Number of moves for which the time is calculated.
const MOVES: f64 = 40.0;

/// Exclusive upper limit of each class, in seconds for forty moves (lichess.org/faq).
const LIMITS: [(f64, TimeClass); 3] = [
    (180.0, TimeClass::Bullet),
    (480.0, TimeClass::Blitz),
    (1_500.0, TimeClass::Rapid),
];

/// Minimum number of seconds for one move in correspondence games.
const A_DAY: f64 = 86_400.0;

/// Maximum number of periods; the standard knows no limit, organisers use three.
const MAX_PERIODS: usize = 6;

/// Longest base that may be minutes where seconds are written: three hours.
const MAX_MINUTES: f64 = 180.0;

/// A period of a time control.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Period {
    /// The moves to be made in it; `None` for the rest of the game.
    moves: Option<f64>,
    /// Its time in seconds.
    base: f64,
    /// Seconds added for each move.
    increment: f64,
}

/// A time control: one period or several, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeControl {
    periods: [Period; MAX_PERIODS],
    count: usize,
}

impl TimeControl {
    /// Parses the value of the tag; `None` if it cannot be read, or gives no time.
    #[must_use]
    pub(crate) fn parse(control: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(control).ok()?;
        let read = Self::in_signs(text)
            .or_else(|| Self::in_signs(&without_blanks(text)?))
            .or_else(|| words::read(text))?;
        let gives_time = read
            .periods()
            .iter()
            .any(|period| period.base > 0.0 || period.increment > 0.0);
        gives_time.then_some(read)
    }

    /// Parses the form of the standard.
    fn in_signs(text: &str) -> Option<Self> {
        Self::collect(periods(text).map(read))
    }

    /// The time control of these periods; `None` if there are none or too many, or one of them is `None`.
    fn collect(found: impl Iterator<Item = Option<Period>>) -> Option<Self> {
        let mut control = Self {
            periods: [Period::default(); MAX_PERIODS],
            count: 0,
        };
        for period in found {
            *control.periods.get_mut(control.count)? = period?;
            control.count += 1;
        }
        (control.count > 0).then_some(control)
    }

    fn periods(&self) -> &[Period] {
        &self.periods[..self.count]
    }

    /// The same numbers with the times, but not the increments, in minutes, if clocks show that this is meant: `clock`,
    /// the time left in seconds that the record states for one of the first moves, is more than a player can have if
    /// they are seconds, and can be if they are minutes.
    #[must_use]
    pub(crate) fn in_minutes(&self, clock: f64) -> Option<Self> {
        let first = self.periods[0];
        // The first increment may have come before the clock was read, and the move itself may have taken no time.
        let most = |base: f64| base + 2.0 * first.increment + 1.0;
        // Servers give time away; a first clock of minutes is near its base.
        let fits = (30.0 * first.base..=most(60.0 * first.base)).contains(&clock);
        let shown = first.base <= MAX_MINUTES && clock > most(first.base) && fits;
        shown.then(|| {
            let mut control = *self;
            for period in &mut control.periods {
                period.base *= 60.0;
            }
            control
        })
    }

    /// Whether the time of the first period could be minutes.
    #[must_use]
    pub(crate) fn may_be_minutes(&self) -> bool {
        self.periods[0].base <= MAX_MINUTES
    }

    /// The time of the first period in seconds, if it is a whole number.
    #[must_use]
    pub(crate) fn base_seconds(&self) -> Option<i32> {
        whole(self.periods[0].base)
    }

    /// The seconds added for each move of the first period, if they are a whole number.
    #[must_use]
    pub(crate) fn increment_seconds(&self) -> Option<i32> {
        whole(self.periods[0].increment)
    }

    /// All periods as the standard writes them, `40/5400+30:1800+30`; `None` if there is one.
    #[must_use]
    pub(crate) fn time_periods(&self) -> Option<String> {
        if self.count < 2 {
            return None;
        }
        let mut text = String::new();
        for period in self.periods() {
            if !text.is_empty() {
                text.push(':');
            }
            // Writing to a string cannot fail.
            if let Some(moves) = period.moves {
                let _ = write!(text, "{moves}/");
            }
            let _ = write!(text, "{}", period.base);
            if period.increment > 0.0 {
                let _ = write!(text, "+{}", period.increment);
            }
        }
        Some(text)
    }

    /// Seconds of the first period, `None` if it has none, and seconds added for each move; `None` where these differ from
    /// period to period.
    pub(crate) fn base_and_increment(&self) -> Option<(Option<f64>, f64)> {
        let first = self.periods[0];
        let same = self
            .periods()
            .iter()
            .all(|period| period.increment == first.increment);
        same.then(|| (Some(first.base).filter(|base| *base > 0.0), first.increment))
    }

    /// The speed.
    #[must_use]
    pub(crate) fn class(&self) -> TimeClass {
        let (mut moves, mut seconds) = (0.0, 0.0);
        for period in self.periods() {
            let left = MOVES - moves;
            if left <= 0.0 {
                break;
            }
            if period
                .moves
                .is_some_and(|count| period.base / count >= A_DAY)
            {
                return TimeClass::Correspondence;
            }
            match period.moves.filter(|count| *count < left) {
                Some(count) => {
                    seconds += period.base + count * period.increment;
                    moves += count;
                }
                None => {
                    // A period for more moves than remain counts in proportion.
                    let share = period.moves.map_or(1.0, |count| left / count);
                    seconds += period.base * share + left * period.increment;
                    moves = MOVES;
                }
            }
        }
        // A single period for fewer moves is repeated.
        if moves < MOVES {
            seconds *= MOVES / moves;
        }
        let class = LIMITS.iter().find(|(limit, _)| seconds < *limit);
        class.map_or(TimeClass::Classical, |(_, class)| *class)
    }
}

/// A number of seconds that is whole and fits the column.
fn whole(seconds: f64) -> Option<i32> {
    (seconds.fract() == 0.0 && seconds <= f64::from(i32::MAX)).then_some(seconds as i32)
}

/// Splits a time control into periods. A colon before two digits that end a period's base separates
/// minutes and seconds.
fn periods(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let whole = rest?;
        let bytes = whole.as_bytes();
        let is_end = |at: usize| {
            let digits = bytes[at + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit());
            let next = bytes.get(at + 3);
            // After an increment the period is complete.
            let fraction = matches!(next, Some(b'+' | b'.')) && !bytes[..at].contains(&b'+');
            !(digits.count() == 2 && (fraction || next.is_none()))
        };
        let end = memchr::memchr_iter(b':', bytes).find(|at| is_end(*at));
        rest = end.map(|end| &whole[end + 1..]);
        Some(end.map_or(whole, |end| &whole[..end]))
    })
}

/// Parses a period.
fn read(period: &str) -> Option<Period> {
    let (moves, rest) = match split_once(period, b'/') {
        Some((moves, rest)) => (Some(number(moves).filter(|moves| *moves > 0.0)?), rest),
        None => (None, period.strip_prefix('*').unwrap_or(period)),
    };
    let (base, increment) = match split_once(rest, b'+') {
        Some((base, increment)) => (base, number(increment)?),
        None => (rest, 0.0),
    };
    let base = match split_once(base, b':') {
        Some((minutes, seconds)) => 60.0 * number(minutes)? + number(seconds)?,
        None => number(base)?,
    };
    Some(Period {
        moves,
        base,
        increment,
    })
}

/// A text without the blanks around its signs, `40 / 5400 + 30`; `None` if it has none there.
#[cold]
fn without_blanks(text: &str) -> Option<String> {
    let is_sign = |letter: char| matches!(letter, '/' | '+' | ':' | '*');
    let parts: Vec<_> = text.split_inclusive(is_sign).map(str::trim).collect();
    let joined = parts.concat();
    let signs = [" /", " +", " :"];
    let joined = signs
        .iter()
        .fold(joined, |text, sign| text.replace(sign, &sign[1..]));
    (joined.len() < text.len()).then_some(joined)
}

/// The text before and after the first occurrence of an ASCII byte. For such short texts, the search of the
/// standard library is slow.
fn split_once(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Maximum number of digits of a whole number that is parsed without the floating-point parser.
const MAX_WHOLE: usize = 9;

/// Parses a number without sign.
fn number(text: &str) -> Option<f64> {
    let whole = text.bytes().all(|byte| byte.is_ascii_digit());
    if whole && (1..=MAX_WHOLE).contains(&text.len()) {
        let value = text.bytes();
        let value = value.fold(0, |n, digit| 10 * n + u32::from(digit - b'0'));
        return Some(f64::from(value));
    }
    let digits = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_and_increment_are_those_of_the_first_period() {
        for (control, expected) in [
            ("180+2", Some((Some(180.0), 2.0))),
            ("600", Some((Some(600.0), 0.0))),
            ("0+1", Some((None, 1.0))),
            ("40/7200:3600", Some((Some(7_200.0), 0.0))),
            ("40/5400+30:1800+30", Some((Some(5_400.0), 30.0))),
            ("40 / 5400 + 30 : 1800 + 30", Some((Some(5_400.0), 30.0))),
            // A period after an increment.
            ("40/90+30:30+30", Some((Some(90.0), 30.0))),
            ("40 54", None),
            // Minutes and seconds.
            ("40/5:30+2", Some((Some(330.0), 2.0))),
            ("3:00", Some((Some(180.0), 0.0))),
            ("40/90:15", Some((Some(5_415.0), 0.0))),
            // The increment comes with the second period.
            ("40/5400:1800+30", None),
            ("-", None),
            ("?", None),
        ] {
            let read = TimeControl::parse(control.as_bytes());
            let found = read.and_then(|control| control.base_and_increment());
            assert_eq!(found, expected, "{control}");
        }
    }

    #[test]
    fn classes_follow_the_time_for_forty_moves() {
        use TimeClass::{Blitz, Bullet, Classical, Correspondence, Rapid};
        for (control, expected) in [
            ("60+0", Some(Bullet)),
            ("60", Some(Bullet)),
            // 120 + 40 = 160, 180 + 0 = 180 seconds.
            ("120+1", Some(Bullet)),
            ("180+0", Some(Blitz)),
            ("300+3", Some(Blitz)),
            ("300+5", Some(Rapid)),
            ("480", Some(Rapid)),
            ("900+15", Some(Classical)),
            ("1500", Some(Classical)),
            ("40/7200:3600", Some(Classical)),
            ("40/60+0.6", Some(Bullet)),
            ("10+0.1", Some(Bullet)),
            ("*180", Some(Blitz)),
            // 200 seconds for 20 moves, repeated: 400 for forty.
            ("20/200", Some(Blitz)),
            // 200 for the first twenty moves and 400 for the rest.
            ("20/200:400", Some(Rapid)),
            // Half of the 20 minutes for eighty moves.
            ("80/1200", Some(Rapid)),
            ("40/2:30+0.05", Some(Bullet)),
            ("1/86400", Some(Correspondence)),
            ("10/864000", Some(Correspondence)),
            ("?", None),
            ("-", None),
            ("", None),
            ("inf", None),
            ("0", None),
            ("-5", None),
            ("90'+30''", Some(Classical)),
        ] {
            assert_eq!(
                TimeControl::parse(control.as_bytes()).map(|control| control.class()),
                expected,
                "{control}"
            );
        }
    }

    /// 90 minutes and 30 seconds: after the first move 1:30:21 is left.
    #[test]
    fn clocks_show_that_minutes_are_meant() {
        let in_minutes = |control: &str, clock| {
            let control = TimeControl::parse(control.as_bytes()).unwrap();
            let minutes = control.in_minutes(clock)?;
            Some((
                minutes.base_seconds(),
                minutes.increment_seconds(),
                minutes.class(),
            ))
        };
        use TimeClass::{Blitz, Classical, Rapid};
        assert_eq!(
            in_minutes("90+30", 5_421.0),
            Some((Some(5_400), Some(30), Classical))
        );
        assert_eq!(
            in_minutes("10+10", 605.0),
            Some((Some(600), Some(10), Rapid))
        );
        assert_eq!(in_minutes("3+2", 180.0), Some((Some(180), Some(2), Blitz)));
        // Seconds: what a player can have with two increments.
        assert_eq!(in_minutes("60+0", 60.0), None);
        assert_eq!(in_minutes("15+10", 35.0), None);
        assert_eq!(in_minutes("180+2", 182.0), None);
        // Neither.
        assert_eq!(in_minutes("3+2", 5_400.0), None);
        assert_eq!(in_minutes("300+0", 18_000.0), None);
        // Fifteen seconds were given away.
        assert_eq!(in_minutes("60+0", 73.0), None);
    }
}
