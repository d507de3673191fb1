//! Time controls in words and units, as organisers, federations and correspondence servers write them.
//!
//! | form | meaning |
//! |---|---|
//! | `90min./40 + 30min. + 30s./move` | 40 moves in 90 minutes, then 30 minutes, 30 seconds for each move |
//! | `90'+30''`, `90 min + 30 sec` | 90 minutes, 30 seconds for each move |
//! | `40 moves in 90 minutes, 30 minutes for the rest` | two periods |
//! | `G/90;+30`, `40/90, SD/30, +30` | the notation of US Chess: minutes, then sudden death in minutes |
//! | `1 in 5 days`, `10 moves in 50 days`, `3 days per move` | correspondence |
//!
//! A number whose unit the text does not say makes all of it unread: half a time control would be a wrong one.

use super::{Period, TimeControl};

const MINUTE: f64 = 60.0;
const DAY: f64 = 86_400.0;

/// A part of a time control.
enum Part {
    /// A period, without its increment.
    Period { moves: Option<f64>, base: f64 },
    /// Seconds added for each move, in all periods.
    Increment(f64),
}

/// Reads a time control in words; `None` if any part of it cannot be read.
pub(super) fn read(text: &str) -> Option<TimeControl> {
    let text = text
        .to_ascii_lowercase()
        .replace(['\u{2032}', '\u{2019}'], "'")
        .replace(['\u{2033}', '"'], "''");
    let is_us = is_us(&text);
    let text = [
        "from move one",
        "from move 1",
        "from the first move",
        "starting from move 1",
    ]
    .iter()
    .fold(text, |text, words| text.replace(words, ""));
    let (mut periods, mut increment) = (Vec::new(), None);
    for part in text
        .replace(" then ", "+")
        .replace(" plus ", "+")
        .replace(" and ", "+")
        .split(['+', ',', ';'])
    {
        let part = part.trim().trim_end_matches('.').trim();
        if part.is_empty() {
            continue;
        }
        match read_part(part, is_us, !periods.is_empty())? {
            Part::Period { moves, base } => periods.push((moves, base)),
            Part::Increment(_) if increment.is_some() => return None,
            Part::Increment(seconds) => increment = Some(seconds),
        }
    }
    let increment = increment.unwrap_or_default();
    let whole = |(moves, base)| {
        Some(Period {
            moves,
            base,
            increment,
        })
    };
    TimeControl::collect(periods.into_iter().map(whole))
}

fn read_part(part: &str, is_us: bool, is_later: bool) -> Option<Part> {
    let words = words(part);
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let number = |word: &str| super::number(word);
    let time = |value: &str, unit: &str| Some(number(value)? * seconds(unit)?);
    let period = |moves, base| Some(Part::Period { moves, base });
    match words.as_slice() {
        // Each move has its time.
        [value, unit, "/" | "per" | "a" | "each", "move" | "mv"]
        | [value, unit, "for", "each", "move"] => {
            let base = time(value, unit)?;
            if base >= DAY {
                period(Some(1.0), base)
            } else {
                Some(Part::Increment(base))
            }
        }
        [value, unit, "increment" | "inc" | "bonus"] | [value, unit, "bonus", "increment"] => {
            Some(Part::Increment(time(value, unit)?))
        }
        [value, "increment" | "inc"] if is_later => Some(Part::Increment(number(value)?)),
        // US Chess: minutes, and seconds after the plus.
        ["g" | "sd" | "game", "/", value] | ["g" | "sd", value] if is_us => {
            period(None, number(value)? * MINUTE)
        }
        [moves, "/", value] if is_us => period(Some(number(moves)?), number(value)? * MINUTE),
        [value] if is_later => Some(Part::Increment(number(value)?)),
        [
            value,
            unit @ ("s" | "sec" | "secs" | "second" | "seconds" | "''"),
        ] if is_later => Some(Part::Increment(time(value, unit)?)),
        ["game", "in", value, unit] => period(None, time(value, unit)?),
        // Moves in a time.
        [moves, "/" | "in", value, unit] | [moves, "move" | "moves", "/" | "in", value, unit] => {
            period(Some(number(moves)?), time(value, unit)?)
        }
        [value, unit, "/" | "for", "rest" | "game" | "g"] => period(None, time(value, unit)?),
        [value, unit, "/" | "for", moves] | [value, unit, "/" | "for", moves, "move" | "moves"] => {
            period(Some(number(moves)?), time(value, unit)?)
        }
        // The rest of the game.
        [value, unit]
        | [value, unit, "for", "the", "rest"]
        | [value, unit, "for", "the", "rest", "of", "the", "game"]
        | [value, unit, "to", "finish"] => period(None, time(value, unit)?),
        _ => None,
    }
}

/// Whether a text is in the notation of US Chess: `G/90`, `SD/30`, `G90`.
fn is_us(text: &str) -> bool {
    let begins = text.strip_prefix('g');
    let is_short = begins.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
    is_short
        || ["g/", "sd/", "game/"]
            .iter()
            .any(|name| text.starts_with(name))
        || [" sd/", ",sd/", " g/"]
            .iter()
            .any(|name| text.contains(name))
}

/// Seconds of a unit.
fn seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "s" | "sec" | "secs" | "second" | "seconds" | "''" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" | "'" => MINUTE,
        "h" | "hr" | "hrs" | "hour" | "hours" => 60.0 * MINUTE,
        "d" | "day" | "days" => DAY,
        _ => return None,
    })
}

/// Splits a part into numbers, words and signs; full stops after words are left out.
fn words(part: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let kind = |letter: char| match letter {
        '0'..='9' => 1,
        'a'..='z' => 2,
        '\'' => 3,
        _ => 0,
    };
    let mut last = 0;
    for letter in part.chars() {
        // A full stop belongs to a number, or ends an abbreviation.
        let now = if letter == '.' && last == 1 {
            1
        } else {
            kind(letter)
        };
        match words.last_mut().filter(|_| now != 0 && now == last) {
            Some(word) => word.push(letter),
            None if letter.is_whitespace() || letter == '.' => {}
            None => words.push(letter.to_string()),
        }
        last = now;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Base and increment of the first period, and all periods where there are several.
    #[test]
    fn words_and_units_are_read() {
        for (text, base, increment, periods) in [
            (
                "90min./40 + 30min. + 30s./move",
                5_400,
                30,
                Some("40/5400+30:1800+30"),
            ),
            ("90'+30''", 5_400, 30, None),
            ("90 min + 30 sec", 5_400, 30, None),
            ("90 min + 30 sec/move", 5_400, 30, None),
            ("15 minutes + 10 seconds per move", 900, 10, None),
            (
                "40 moves in 90 minutes, 30 minutes for the rest",
                5_400,
                0,
                Some("40/5400:1800"),
            ),
            (
                "90 minutes for 40 moves, 30 minutes for the rest, 30 seconds per move",
                5_400,
                30,
                Some("40/5400+30:1800+30"),
            ),
            ("G/90;+30", 5_400, 30, None),
            ("G/60", 3_600, 0, None),
            ("40/90, SD/30, +30", 5_400, 30, Some("40/5400+30:1800+30")),
            ("2 hours / 40 moves, 1 hour", 7_200, 0, Some("40/7200:3600")),
            ("1 in 5 days", 432_000, 0, None),
            ("10 moves in 50 days", 4_320_000, 0, None),
            ("3 days per move", 259_200, 0, None),
            ("1.5h", 5_400, 0, None),
            ("G45; +5inc", 2_700, 5, None),
            ("game in 5 minutes", 300, 0, None),
            (
                "2h/40 moves + 30'/G + 10'' bonus from move one",
                7_200,
                10,
                Some("40/7200+10:1800+10"),
            ),
            ("5' + 3''/mv from move 1", 300, 3, None),
        ] {
            let control = TimeControl::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(control.base_seconds(), Some(base), "{text}");
            assert_eq!(control.increment_seconds(), Some(increment), "{text}");
            assert_eq!(control.time_periods().as_deref(), periods, "{text}");
        }
    }

    #[test]
    fn half_a_time_control_is_none() {
        for text in [
            "G/60;d5",
            "rapid",
            "90",
            "unlimited",
            "90 min + a coffee",
            "40/90 then fast",
            "5 0",
            "- min",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
