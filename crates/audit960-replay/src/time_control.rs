//! The time class of a game, by its tag `TimeControl` (PGN 9.6).
//!
//! The time for forty moves counts: `base + 40 x increment`, as Lichess calculates it, with its limits.
//! Periods (`40/7200:3600`) are added up to move forty. Match programs also write minutes and fractions
//! of seconds (`40/2:30+0.05`), which are distinguished from periods by the two digits.

use audit960_types::{TimeClass, Venue};

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

/// The class of a time control; `None` if the value cannot be parsed or gives no time.
#[must_use]
pub fn time_class(control: &[u8], venue: Venue) -> Option<TimeClass> {
    // Servers write this for games without a clock.
    if control == b"-" && venue.is_server() {
        return Some(TimeClass::Correspondence);
    }
    let text = std::str::from_utf8(control).ok()?;
    let (mut moves, mut seconds) = (0.0, 0.0);
    for period in periods(text) {
        let (count, base, increment) = read(period)?;
        let left = MOVES - moves;
        if left <= 0.0 {
            break;
        }
        if count.is_some_and(|count| base / count >= A_DAY) {
            return Some(TimeClass::Correspondence);
        }
        match count.filter(|count| *count < left) {
            Some(count) => {
                seconds += base + count * increment;
                moves += count;
            }
            None => {
                // A period for more moves than remain counts in proportion.
                let share = count.map_or(1.0, |count| left / count);
                seconds += base * share + left * increment;
                moves = MOVES;
            }
        }
    }
    if seconds <= 0.0 {
        return None;
    }
    // A single period for fewer moves is repeated.
    if moves < MOVES {
        seconds *= MOVES / moves;
    }
    let class = LIMITS.iter().find(|(limit, _)| seconds < *limit);
    Some(class.map_or(TimeClass::Classical, |(_, class)| *class))
}

/// Seconds of the first period and seconds added for each move; `None` where that differs from period to period, or the value
/// cannot be parsed. The base is `None` where the value gives none.
pub(crate) fn base_and_increment(control: &[u8]) -> Option<(Option<f64>, f64)> {
    let text = std::str::from_utf8(control).ok()?;
    let mut found = None;
    for period in periods(text) {
        let (_, base, increment) = read(period)?;
        match found {
            None => found = Some((Some(base).filter(|base| *base > 0.0), increment)),
            Some((_, before)) if before == increment => {}
            Some(_) => return None,
        }
    }
    found
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
            let fraction = matches!(next, Some(b'+' | b'.'));
            !(digits.count() == 2 && (fraction || next.is_none()))
        };
        let end = memchr::memchr_iter(b':', bytes).find(|at| is_end(*at));
        rest = end.map(|end| &whole[end + 1..]);
        Some(end.map_or(whole, |end| &whole[..end]))
    })
}

/// Parses a period: number of moves, seconds, and increment in seconds.
fn read(period: &str) -> Option<(Option<f64>, f64, f64)> {
    let (count, rest) = match split_once(period, b'/') {
        Some((count, rest)) => (Some(count.parse().ok().filter(|count| *count > 0.0)?), rest),
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
    Some((count, base, increment))
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
            // Minutes and seconds.
            ("40/5:30+2", Some((Some(330.0), 2.0))),
            ("3:00", Some((Some(180.0), 0.0))),
            ("40/90:15", Some((Some(5_415.0), 0.0))),
            // The increment comes with the second period.
            ("40/5400:1800+30", None),
            ("-", None),
            ("?", None),
        ] {
            assert_eq!(
                base_and_increment(control.as_bytes()),
                expected,
                "{control}"
            );
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
            ("90'+30''", None),
        ] {
            assert_eq!(
                time_class(control.as_bytes(), Venue::Unknown),
                expected,
                "{control}"
            );
        }
        assert_eq!(time_class(b"-", Venue::Lichess), Some(Correspondence));
    }
}
