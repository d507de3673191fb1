//! Variations (PGN 8.2.5): `RAV = "(" movetext ")"`, nested to any depth.
//!
//! They are skipped as a whole: parentheses are counted outside comments, so the work is linear in
//! the text whatever the depth.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::combinator::{not, peek, rest, value};
use nom::sequence::{pair, preceded};

use super::comment;
use crate::error::{Expected, Parsed, RuleError};
use crate::scanned::count_scanned;

/// A variation with both its parentheses.
pub(crate) fn variation(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (mut left, _) = tag("(").parse(input)?;
    let mut depth = 1_usize;
    while depth > 0 {
        // An escape line is not part of the movetext (PGN 6), nor are its parentheses.
        if left.starts_with(b"%") && matches!(input[input.len() - left.len() - 1], b'\n' | b'\r') {
            left = comment::escape_line(left)?.0;
            continue;
        }
        if left.is_empty() {
            count_scanned(input.len());
            return Err(RuleError::error(input, Expected::Syntax));
        }
        let (after, deeper) = part(left)?;
        depth = depth.saturating_add_signed(deeper);
        left = after;
    }
    let len = input.len() - left.len();
    count_scanned(len);
    Ok((left, &input[..len]))
}

/// A part of a variation, and by how much it changes the depth of nesting.
fn part(input: &[u8]) -> Parsed<'_, isize> {
    let text = take_till1(|byte| matches!(byte, b'(' | b')' | b'{' | b';' | b'%'));
    alt((
        value(0, alt((text, tag("%")))),
        value(1, tag("(")),
        value(-1, tag(")")),
        value(0, alt((comment::brace, comment::line))),
    ))
    .parse(input)
}

/// `(` without its `)`: the rest of the text.
pub(crate) fn unclosed(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(pair(peek(tag("(")), not(variation)), rest).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_nest() {
        let left = |text: &'static str| variation(text.as_bytes()).map(|(left, _)| left).ok();
        assert_eq!(left("(1. d4 (1. c4) d5) e5"), Some(&b" e5"[..]));
        assert_eq!(left("(1. d4 {:-)} d5) e5"), Some(&b" e5"[..]));
        assert_eq!(left("(1. d4 ; :-)\n d5) e5"), Some(&b" e5"[..]));
        assert_eq!(left("()"), Some(&b""[..]));
        assert_eq!(left("(1. d4\n% :-)\nd5) e5"), Some(&b" e5"[..]));
        assert_eq!(left("(1. d4\r%)\rd5) e5"), Some(&b" e5"[..]));
        assert_eq!(left("(50 %) e5"), Some(&b" e5"[..]));
        for open in ["(1. d4 (1. c4) d5 e5", "(", "({) e5", "(;) e5"] {
            assert_eq!(left(open), None, "{open}");
            assert_eq!(
                unclosed(open.as_bytes()).map(|(left, _)| left),
                Ok(&b""[..])
            );
        }
        assert!(unclosed(b"(1. d4) e5").is_err());
    }
}
