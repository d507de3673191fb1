//! Symbols (PGN 7), and characters that are not part of a symbol.
//!
//! ```text
//! symbol = (letter / DIGIT) *(letter / DIGIT / "_" / "+" / "#" / "=" / ":" / "-")
//! ```
//! Read beyond that: `/` (`1/2`, `a8/Q`), `@` (piece drops of other variants), `(Q)` after a square,
//! `e.p.`, and every non-ASCII character that is not a space: figurines, dashes, `½`, `±`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take, take_while1};
use nom::character::complete::satisfy;
use nom::combinator::{recognize, verify};
use nom::multi::many1_count;
use nom::sequence::delimited;

use super::{blank, periods};
use crate::error::Parsed;
use crate::text::character as utf8;

/// ASCII characters of symbols.
const SYMBOL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || matches!(b, b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@');
        byte += 1;
    }
    table
};

/// Whether a byte is an ASCII character of symbols.
#[inline(always)]
pub(crate) const fn is_symbol_byte(byte: u8) -> bool {
    SYMBOL[byte as usize]
}

/// A symbol.
pub(crate) fn symbol(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (_, head) =
        recognize(many1_count(alt((take_while1(is_symbol_byte), wide)))).parse(input)?;
    let tail = match &input[head.len()..] {
        [b'.', b'p' | b'P', after @ ..] if head.ends_with(b"e") || head.ends_with(b"E") => {
            2 + usize::from(after.first() == Some(&b'.'))
        }
        [b'(', letter, b')', ..] if letter.is_ascii_alphabetic() => 3,
        _ => 0,
    };
    take(head.len() + tail).parse(input)
}

/// A non-ASCII character that is not a separator.
fn wide(input: &[u8]) -> Parsed<'_, &[u8]> {
    let beyond = verify(utf8, |letter: &[u8]| !letter[0].is_ascii());
    verify(beyond, |letter: &[u8]| {
        alt((blank::white, periods::alone)).parse(letter).is_err()
    })
    .parse(input)
}

/// An ASCII letter at the beginning of a text.
pub(crate) fn begins_letter(input: &[u8]) -> Parsed<'_, char> {
    satisfy(|letter| letter.is_ascii_alphabetic()).parse(input)
}

/// A closing bracket.
pub(crate) fn closing(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((tag(")"), tag("}"), tag("]"))).parse(input)
}

/// A control character other than white space, which is tried first.
pub(crate) fn control(input: &[u8]) -> Parsed<'_, &[u8]> {
    verify(take(1_usize), |byte: &[u8]| byte[0].is_ascii_control()).parse(input)
}

/// `<...>` (PGN 7: reserved) or `[%...]` (an embedded command outside a comment) on one line.
pub(crate) fn bracketed(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((
        recognize(delimited(tag("<"), is_not("<>\r\n"), tag(">"))),
        recognize((tag("[%"), begins_letter, is_not("[]\r\n"), tag("]"))),
    ))
    .parse(input)
}

/// Any one character.
pub(crate) fn character(input: &[u8]) -> Parsed<'_, &[u8]> {
    utf8(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols() {
        for (text, len) in [
            ("e4 e5", 2),
            ("e4!?", 2),
            ("h6*", 2),
            ("e4,", 2),
            ("e4<br>", 2),
            ("exd6e.p. ", 8),
            ("a8(Q) ", 5),
            ("Nf3)", 3),
            ("Nb412.f4", 5),
            ("♘f3 ", 5),
            ("O–O-O", 7),
            ("e4\u{2009}e5", 2),
            ("e4…", 2),
            ("b1/Q", 4),
        ] {
            let read = symbol(text.as_bytes()).map(|(_, read)| read.len());
            assert_eq!(read, Ok(len), "{text}");
        }
        for text in ["(Q)", "!", ".", "<x>", "\u{a0}", ""] {
            assert!(symbol(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn bracketed_text_ends_on_its_line() {
        let read = |text: &'static str| bracketed(text.as_bytes()).map(|(left, _)| left).ok();
        assert_eq!(read("<br> e4"), Some(&b" e4"[..]));
        assert_eq!(read("[%clk 0:01] e4"), Some(&b" e4"[..]));
        for text in ["<br\n>", "[e4]", "[%clk 0:01\n]", "<"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn characters_are_whole() {
        let whole = |text: &'static [u8]| character(text).map(|(_, read)| read.len());
        assert_eq!(whole(b"ab"), Ok(1));
        assert_eq!(whole("½-".as_bytes()), Ok(2));
        assert_eq!(whole(b"\xbd-"), Ok(1));
    }
}
