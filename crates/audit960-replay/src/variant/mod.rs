//! The rules of a game, according to its tags.
//!
//! The Variant tag decides if there is one. Otherwise the marks of servers in Event count: ICC's wild
//! types (`ICC w22 5 0`), the categories of FICS (`FICS rated atomic game`), and the words that name
//! events of Chess960. A number alone in Event names nothing: `WT/M/960` is the 960th of a series,
//! `Team 4x960` a team match.

mod names;

use std::sync::LazyLock;

use audit960_pgn::Tag;
use regex::bytes::Regex;

use crate::tag_roster::TagRoster;

pub(crate) use names::OtherVariant;

/// First year in which *Freestyle* in Event means Chess960 (the first Freestyle Chess event was in
/// February 2024). Earlier freestyle events were orthodox chess, played with the help of programs.
const FREESTYLE_YEAR: i32 = 2024;

/// The words that name Chess960 in an event: `Chess960`, `Chess 960`, `Chess-960`, `Chess9LX` or `Schach960`, chess.com's
/// `Chess.com 960`, `wild/fr` or `wild/22`, and what begins like `Fischerandom`, `Fischer random` or `Fischer-Random`.
static CHESS960: LazyLock<Regex> = LazyLock::new(|| {
    words(
        r"(?:(?:chess(?:\.com)?|schach)[ -]?9(?:60|lx)|wild/(?-i:fr|22))(?:$|[^a-z0-9])|fischer[ -]?r?andom",
    )
});

/// What names Chess960 since [`FREESTYLE_YEAR`].
static FREESTYLE: LazyLock<Regex> = LazyLock::new(|| words("freestyle(?:$|[^a-z0-9])"));

/// A pattern that matches from the beginning of a word on, in any letter case.
#[expect(clippy::expect_used, reason = "the patterns are those of this file")]
fn words(pattern: &str) -> Regex {
    let pattern = format!("(?i-u)(?:^|[^a-z0-9])(?:{pattern})");
    Regex::new(&pattern).expect("a valid pattern")
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Chess, from any arrangement.
    Chess,
    /// Chess, from another arrangement, which only a FEN gives.
    ChessRearranged,
    /// Chess960.
    Chess960,
    /// Another variant.
    Other(OtherVariant),
    /// An unknown variant; replayed as chess.
    Unknown,
}

/// The rules, and the tag that names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedRules {
    pub(crate) rules: Rules,
    /// `None` if no tag names a variant: chess.
    pub(crate) by: Option<Tag>,
}

impl NamedRules {
    /// The rules that the tags of a game name.
    pub(crate) fn of(roster: &TagRoster<'_>) -> Self {
        if let Some(variant) = roster.raw(Tag::Variant)
            && !says_nothing(variant)
        {
            return Self {
                rules: of_variant(variant),
                by: Some(Tag::Variant),
            };
        }
        let year = || roster.date().0.year().map(i32::from);
        match roster.raw(Tag::Event).map(|event| of_event(event, year)) {
            None | Some(Rules::Chess | Rules::ChessRearranged | Rules::Unknown) => Self {
                rules: Rules::Chess,
                by: None,
            },
            Some(rules) => Self {
                rules,
                by: Some(Tag::Event),
            },
        }
    }
}

/// Whether a Variant tag is a placeholder for an unknown value.
fn says_nothing(variant: &[u8]) -> bool {
    matches!(variant.trim_ascii(), b"" | b"?" | b"-")
}

fn of_variant(variant: &[u8]) -> Rules {
    match variant {
        // Nearly all Variant tags are one of these.
        b"Chess960" => Rules::Chess960,
        b"Standard" => Rules::Chess,
        _ => names::rules(variant),
    }
}

/// The rules that Event names. `year` is called only if it matters.
fn of_event(event: &[u8], year: impl Fn() -> Option<i32>) -> Rules {
    if matches!(event, [b'w', digits @ ..] if number(digits).is_some()) {
        return names::rules(event);
    }
    if matches!(event.first(), Some(b'I' | b'F')) {
        let rules = of_server(event);
        if rules != Rules::Unknown {
            return rules;
        }
    }
    // Nearly all events have none of these, which a pattern finds out more slowly.
    let may_name =
        memchr::memchr3(b'9', b'f', b'F', event).is_some() || memchr::memchr(b'/', event).is_some();
    if !may_name {
        return Rules::Unknown;
    }
    let freestyle = || year().is_none_or(|year| year >= FREESTYLE_YEAR);
    if CHESS960.is_match(event) || FREESTYLE.is_match(event) && freestyle() {
        Rules::Chess960
    } else {
        Rules::Unknown
    }
}

/// The rules in events of servers: `ICC w16 1 0`, `FICS rated wild/fr game`, WinBoard's
/// `ICS Rated crazyhouse match`.
fn of_server(event: &[u8]) -> Rules {
    let mut words = event
        .split(|byte| *byte == b' ')
        .filter(|word| !word.is_empty());
    let category = match (words.next(), words.next()) {
        (Some(b"ICC"), Some(category)) if category.starts_with(b"w") => category,
        (Some(b"ICC"), Some(_)) if let Some(wild) = wild_type(event) => wild,
        (Some(b"ICC" | b"FICS" | b"ICS"), Some(rated))
            if rated.eq_ignore_ascii_case(b"rated") || rated.eq_ignore_ascii_case(b"unrated") =>
        {
            words.next().unwrap_or_default()
        }
        _ => return Rules::Unknown,
    };
    match category {
        // Speeds of chess, the categories of nearly all games on servers.
        b"blitz" | b"standard" | b"lightning" | b"untimed" => Rules::Unknown,
        _ => names::rules(category),
    }
}

/// The wild type among the words of an event at ICC: `ICC 5 0 u w23`.
fn wild_type(event: &[u8]) -> Option<&[u8]> {
    let mut words = event.split(|byte| !byte.is_ascii_alphanumeric());
    words.find(|word| matches!(word, [b'w', digits @ ..] if number(digits).is_some()))
}

/// Parses a number of one or two digits.
fn number(digits: &[u8]) -> Option<u32> {
    match digits {
        [ones @ b'0'..=b'9'] => Some(u32::from(ones - b'0')),
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
