//! White space (PGN 4.3, 7): what separates tokens.
//!
//! The standard knows space, tab and line ends. Read beyond it: form feed and vertical tab, the
//! spaces of Unicode (files pasted from web pages), a byte-order mark (files joined together), and
//! the no-break space of Latin-1.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{recognize, verify};
use nom::multi::{many0_count, many1_count};

use crate::error::Parsed;

/// `white = 1*(SP / HTAB / line end) / 1*other-space`
pub(crate) fn white(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((ascii, recognize(many1_count(alt((wide, latin1)))))).parse(input)
}

fn ascii(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| matches!(byte, b' ' | b'\t'..=b'\r')).parse(input)
}

/// A non-ASCII space, in UTF-8.
fn wide(input: &[u8]) -> Parsed<'_, &[u8]> {
    verify(crate::text::character, |letter: &[u8]| {
        matches!(
            letter,
            [0xc2, 0x85 | 0xa0] // next line, no-break space
                | [0xe1, 0x9a, 0x80] // Ogham space
                | [0xe2, 0x80, 0x80..=0x8f | 0xa8 | 0xa9 | 0xaf] // U+2000 to U+200F, separators
                | [0xe2, 0x81, 0x9f | 0xa0] // mathematical space, word joiner
                | [0xe3, 0x80, 0x80] // ideographic space
                | [0xef, 0xbb, 0xbf] // byte-order mark
        )
    })
    .parse(input)
}

/// The no-break space of Latin-1.
fn latin1(input: &[u8]) -> Parsed<'_, &[u8]> {
    tag(&b"\xa0"[..]).parse(input)
}

/// Whether white space contains a character that is not white space in the standard.
pub(crate) fn is_unusual(white: &[u8]) -> bool {
    !white.is_ascii()
}

/// Length in bytes of the white space at the beginning of a text, Unicode spaces included.
#[inline]
#[must_use]
pub fn len(input: &[u8]) -> usize {
    let plain = input
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r'))
        .count();
    match input.get(plain) {
        Some(0x80..) => plain + len_beyond_ascii(&input[plain..]),
        _ => plain,
    }
}

#[cold]
fn len_beyond_ascii(input: &[u8]) -> usize {
    let whole: Parsed<'_, usize> = many0_count(white).parse(input);
    whole.map_or(0, |(left, _)| input.len() - left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_all_kinds() {
        for space in [
            " ", "\t", "\r\n", "\u{b}", "\u{a0}", "\u{2009}", "\u{202f}", "\u{3000}", "\u{feff}",
        ] {
            let text = format!("{space}{space}e4");
            assert_eq!(len(text.as_bytes()), 2 * space.len(), "{space:?}");
        }
        assert_eq!(len(b"\xa0e4"), 1);
        for other in ["e4", "\u{e0}", "\u{2013}", "\u{bd}", "\0", ""] {
            assert_eq!(len(other.as_bytes()), 0, "{other:?}");
        }
    }
}
