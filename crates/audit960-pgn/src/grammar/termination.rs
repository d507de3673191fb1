//! Game termination markers (PGN 8.2.6): `1-0`, `0-1`, `1/2-1/2` and `*`.
//!
//! Read beyond that: other dashes and colons, `½`, halves of a draw, `0.5-0.5`, `+:-`, and spaces around the dash.

use audit960_types::GameResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{map_opt, not, opt, peek, value};
use nom::sequence::{delimited, terminated};

use super::{blank, symbol};
use crate::error::Parsed;

/// A game termination marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Termination {
    /// The result it states.
    pub result: GameResult,
    /// Whether it is spelled as the standard says.
    pub standard: bool,
}

/// A termination marker.
pub(crate) fn termination(input: &[u8]) -> Parsed<'_, Termination> {
    // Checked for every token, and nearly none begins like this.
    let begins = |byte: u8| matches!(byte, b'0' | b'1' | b'*' | b'+' | b'-' | 0x80..);
    let begins = peek(take_while_m_n(1, 1, begins));
    let marker = alt((
        value(Termination::new(GameResult::Unfinished, true), tag("*")),
        spaced,
        halves,
        map_opt(before_number, of_symbol),
        map_opt(symbol::symbol, of_symbol),
    ));
    // With a quote after it, it is part of a string.
    delimited(begins, marker, not(tag("\""))).parse(input)
}

impl Termination {
    pub(crate) const fn new(result: GameResult, standard: bool) -> Self {
        Self { result, standard }
    }
}

/// A termination marker directly followed by the next move's number: `1-01. e4`.
fn before_number(input: &[u8]) -> Parsed<'_, &[u8]> {
    let marker = alt((tag("1/2-1/2"), tag("1-0"), tag("0-1")));
    let (_, (marker, _, _)) = (
        marker,
        take_while_m_n(1, 3, |b: u8| b.is_ascii_digit()),
        char('.'),
    )
        .parse(input)?;
    Ok((&input[marker.len()..], marker))
}

/// `1 - 0`
fn spaced(input: &[u8]) -> Parsed<'_, Termination> {
    let spaced = |left: &'static str, right: &'static str, result| {
        let dash = delimited(blank::white, tag("-"), blank::white);
        let whole = (tag(left), dash, tag(right));
        value(
            Termination::new(result, false),
            terminated(whole, not(peek(symbol::symbol))),
        )
    };
    alt((
        spaced("1", "0", GameResult::White),
        spaced("0", "1", GameResult::Black),
        spaced("1/2", "1/2", GameResult::Draw),
        spaced("½", "½", GameResult::Draw),
    ))
    .parse(input)
}

/// `0.5-0.5`, which would otherwise be a move number and what follows it.
fn halves(input: &[u8]) -> Parsed<'_, Termination> {
    let half = || (char('0'), one_of(".,"), char('5'));
    let between = delimited(
        opt(blank::white),
        alt((tag("-"), tag(":"), tag("–"))),
        opt(blank::white),
    );
    let whole = terminated((half(), between, half()), not(peek(symbol::symbol)));
    value(Termination::new(GameResult::Draw, false), whole).parse(input)
}

/// The termination marker that a symbol spells.
pub(crate) fn of_symbol(symbol: &[u8]) -> Option<Termination> {
    let exact = match symbol {
        b"1-0" => Some(GameResult::White),
        b"0-1" => Some(GameResult::Black),
        b"1/2-1/2" => Some(GameResult::Draw),
        b"*" => Some(GameResult::Unfinished),
        _ => None,
    };
    if let Some(result) = exact {
        return Some(Termination::new(result, true));
    }
    // The longest spelling has eleven bytes; this runs for every symbol that is not a plain move.
    let text = std::str::from_utf8(symbol.get(..symbol.len().min(16))?).ok()?;
    if !text.starts_with([
        '1', '0', '+', '-', '½', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}',
        '\u{2212}',
    ]) {
        return None;
    }
    let plain = text.replace(
        [
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', ':',
        ],
        "-",
    );
    let result = match plain.as_str() {
        "1-0" | "+--" => GameResult::White,
        "0-1" | "--+" => GameResult::Black,
        "1/2" | "1/2-1/2" | "½-½" | "½" | "1/2-½" => GameResult::Draw,
        _ => return None,
    };
    Some(Termination::new(result, false))
}

/// The result that a text begins with, where only marks, comments or words follow: `1-0 {mate}`.
#[must_use]
pub fn stated_result(text: &[u8]) -> Option<GameResult> {
    let text = text.trim_ascii();
    if let Ok(([], stated)) = termination(text) {
        return Some(stated.result);
    }
    let len = text
        .iter()
        .take_while(|byte| {
            !matches!(
                byte,
                b' ' | b'\t' | b'{' | b'(' | b',' | b';' | b'+' | b'#' | b'!'
            )
        })
        .count();
    let (left, stated) = termination(&text[..len]).ok()?;
    left.is_empty().then_some(stated.result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(GameResult, bool)> {
        let (left, read) = termination(text.as_bytes()).ok()?;
        left.is_empty().then_some((read.result, read.standard))
    }

    #[test]
    fn a_number_may_follow_at_once() {
        assert_eq!(before_number(b"1-01. e4"), Ok((&b"1. e4"[..], &b"1-0"[..])));
        assert!(before_number(b"1-0 1. e4").is_err());
    }

    #[test]
    fn spellings() {
        for (text, result) in [
            ("1-0", GameResult::White),
            ("0-1", GameResult::Black),
            ("1/2-1/2", GameResult::Draw),
            ("*", GameResult::Unfinished),
        ] {
            assert_eq!(read(text), Some((result, true)), "{text}");
        }
        for (text, result) in [
            ("1–0", GameResult::White),
            ("1:0", GameResult::White),
            ("1 - 0", GameResult::White),
            ("0 - 1", GameResult::Black),
            ("½-½", GameResult::Draw),
            ("½", GameResult::Draw),
            ("1/2", GameResult::Draw),
            ("1/2 - 1/2", GameResult::Draw),
            ("0.5-0.5", GameResult::Draw),
            ("0,5:0,5", GameResult::Draw),
            ("0.5 - 0.5", GameResult::Draw),
            ("½:½", GameResult::Draw),
            ("+:-", GameResult::White),
            ("-:+", GameResult::Black),
        ] {
            assert_eq!(read(text), Some((result, false)), "{text}");
        }
        for text in [
            "1-", "0-0", "1-0-1", "1 - 01", "2-0", "e4", "1", "0.5", "0.5-0.55",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_tag_may_say_more_than_the_result() {
        for (text, result) in [
            ("1-0", Some(GameResult::White)),
            ("1 - 0", Some(GameResult::White)),
            ("+:-", Some(GameResult::White)),
            ("0,5:0,5", Some(GameResult::Draw)),
            ("1-0 {mate}", Some(GameResult::White)),
            ("0-1, time", Some(GameResult::Black)),
            ("won", None),
            ("+1", None),
        ] {
            assert_eq!(stated_result(text.as_bytes()), result, "{text}");
        }
    }

    #[test]
    fn an_asterisk_ends_itself() {
        let (left, _) = termination(b"*1. e4").unwrap();
        assert_eq!(left, b"1. e4");
    }
}
