//! Periods of move numbers (PGN 8.2.2.1), and those that stand alone (PGN 7).

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::recognize;
use nom::multi::{many0_count, many1_count};

use super::MAX_APART;
use crate::error::Parsed;

/// Periods: the ellipsis character counts as three.
pub(super) fn periods(input: &[u8]) -> Parsed<'_, usize> {
    let (left, ellipses) = many0_count(ellipsis).parse(input)?;
    let (left, points) = many0_count(tag(".")).parse(left)?;
    Ok((left, 3 * ellipses + points))
}

fn ellipsis(input: &[u8]) -> Parsed<'_, &[u8]> {
    tag("…").parse(input)
}

/// Periods separate from their number: PGN 7 lets periods stand alone.
pub(crate) fn alone(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(many1_count(alt((tag("."), ellipsis)))).parse(input)
}

/// Whether periods at an offset mean by themselves that Black moves next: an ellipsis, or periods after a
/// number that already has its own, as in `9. ... Nf6`.
pub(crate) fn says_black(text: &[u8], at: usize, periods: &[u8]) -> bool {
    let before = text[at.saturating_sub(MAX_APART)..at].trim_ascii_end();
    match periods {
        b"." => before.ends_with(b".") || before.ends_with("…".as_bytes()),
        _ => periods.starts_with(b".") || periods.starts_with("…".as_bytes()),
    }
}
