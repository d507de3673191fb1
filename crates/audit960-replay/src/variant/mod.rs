//! The rules of a game, according to its tags.
//!
//! The Variant tag decides if there is one. Otherwise the marks of servers in Event count: ICC's wild
//! types (`ICC w22 5 0`), the categories of FICS (`FICS rated atomic game`), and the words that name
//! events of Chess960. A number alone in Event names nothing: `WT/M/960` is the 960th of a series,
//! `Team 4x960` a team match.

mod names;

use audit960_pgn::Tag;

use crate::tag_roster::TagRoster;

pub(crate) use names::OtherVariant;

/// First year in which *Freestyle* in Event means Chess960 (the first Freestyle Chess event was in
/// February 2024). Earlier freestyle events were orthodox chess, played with the help of programs.
const FREESTYLE_YEAR: i32 = 2024;

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
    let freestyle =
        || has_word(event, b"freestyle") && year().is_none_or(|year| year >= FREESTYLE_YEAR);
    if has_chess960(event)
        || has_wild(event)
        || memchr::memchr2(b'f', b'F', event).is_some() && (has_fischer(event) || freestyle())
    {
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

/// Whether Event has `Chess960`, `Chess 960`, `Chess-960`, `Chess9LX` or `Schach960` as a word, or
/// chess.com's `Chess.com 960`.
fn has_chess960(event: &[u8]) -> bool {
    memchr::memchr_iter(b'9', event).any(|at| {
        let after = &event[at + 1..];
        let number = after.starts_with(b"60") || starts_with(after, b"lx");
        let before = event[..at]
            .strip_suffix(b" ")
            .or_else(|| event[..at].strip_suffix(b"-"))
            .unwrap_or(&event[..at]);
        number
            && !after.get(2).is_some_and(u8::is_ascii_alphanumeric)
            && (ends_with_word(before, b"chess")
                || ends_with_word(before, b"schach")
                || ends_with_word(before, b"chess.com"))
    })
}

/// Whether Event has `wild/fr` or `wild/22` as a word.
fn has_wild(event: &[u8]) -> bool {
    memchr::memchr_iter(b'/', event).any(|at| {
        let after = &event[at + 1..];
        (after.starts_with(b"fr") || after.starts_with(b"22"))
            && !after.get(2).is_some_and(u8::is_ascii_alphanumeric)
            && ends_with_word(&event[..at], b"wild")
    })
}

/// Whether Event has a word that begins like `Fischerandom`, `Fischer random` or `Fischer-Random`.
fn has_fischer(event: &[u8]) -> bool {
    word_starts(event).any(|word| {
        starts_with(word, b"fischer") && {
            let rest = &word[b"fischer".len()..];
            let rest = rest
                .strip_prefix(b" ")
                .or_else(|| rest.strip_prefix(b"-"))
                .unwrap_or(rest);
            starts_with(rest, b"andom") || starts_with(rest, b"random")
        }
    })
}

fn has_word(text: &[u8], word: &[u8]) -> bool {
    word_starts(text).any(|rest| {
        starts_with(rest, word) && !rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// The rest of the text from each word that begins with F.
fn word_starts(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    memchr::memchr2_iter(b'f', b'F', text)
        .filter(|at| {
            !at.checked_sub(1)
                .is_some_and(|before| text[before].is_ascii_alphanumeric())
        })
        .map(|at| &text[at..])
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len())
        .is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// Whether a text ends with a word, in any letter case.
fn ends_with_word(text: &[u8], word: &[u8]) -> bool {
    text.len().checked_sub(word.len()).is_some_and(|at| {
        text[at..].eq_ignore_ascii_case(word)
            && !at
                .checked_sub(1)
                .is_some_and(|before| text[before].is_ascii_alphanumeric())
    })
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
