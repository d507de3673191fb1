//! Annotations: numeric annotation glyphs (PGN 8.2.4, 10) and the suffixes that stand for the first
//! six of them (PGN 8.2.3.8).
//!
//! ```text
//! NAG    = "$" 1*DIGIT
//! suffix = "!" / "?" / "!!" / "!?" / "?!" / "??"
//! ```
//! Read beyond that: suffixes of any length, and apart from their move. A suffix directly before a letter
//! is not read: it may replace a letter of the move.

use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{not, peek, recognize};
use nom::sequence::{pair, terminated};

use super::symbol;
use crate::error::Parsed;

/// A numeric annotation glyph.
pub(crate) fn nag(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(pair(tag("$"), digit1)).parse(input)
}

/// A suffix annotation.
pub(crate) fn suffix(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(take_while1(is_suffix), not(peek(symbol::begins_letter))).parse(input)
}

/// Whether a byte is part of a suffix annotation.
pub(crate) const fn is_suffix(byte: u8) -> bool {
    matches!(byte, b'!' | b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations() {
        assert_eq!(nag(b"$14)"), Ok((&b")"[..], &b"$14"[..])));
        assert!(nag(b"$").is_err() && nag(b"$a").is_err());
        assert_eq!(suffix(b"!? e5"), Ok((&b" e5"[..], &b"!?"[..])));
        assert_eq!(suffix(b"??{x}"), Ok((&b"{x}"[..], &b"??"[..])));
        assert!(suffix(b"?f3").is_err() && suffix(b"e4").is_err());
    }
}
