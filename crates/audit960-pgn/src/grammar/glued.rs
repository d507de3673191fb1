//! Words without the space or line break between them: `c8=QRxc8`, `Nb412.f4`, `Qg20-1`.
//!
//! A symbol of PGN 7 is as long as possible, so each of these is one symbol of the standard, but not a
//! move. It is split by the form of SAN (PGN 8.2.3). Only the board knows whether the parts are legal, so
//! every split is offered, the longest first move first.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, one_of};
use nom::combinator::{opt, recognize};

use super::number;
use super::san::could_be_move;
use super::termination::{Termination, of_symbol};
use crate::error::Parsed;

/// A part of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// What has the form of a move in SAN.
    Word(&'a [u8]),
    /// Digits of the next move number, whose period follows the symbol.
    Number(&'a [u8]),
}

/// Maximum number of parts of a symbol.
const MAX_PARTS: usize = 8;

/// Maximum number of ways to split a symbol.
const MAX_WAYS: usize = 24;

/// The ways to read a symbol as two or more parts. `period`: a period follows it.
#[must_use]
pub fn split_glued(symbol: &[u8], period: bool) -> Vec<Vec<Part<'_>>> {
    let mut ways = Vec::new();
    // The shortest is a pawn move and the digit of the next number: `e52.`
    let shortest = if period { 3 } else { 4 };
    if (shortest..=7 * MAX_PARTS).contains(&symbol.len()) && symbol.is_ascii() {
        parts(symbol, period, &mut Vec::new(), &mut ways);
    }
    ways
}

fn parts<'a>(
    rest: &'a [u8],
    period: bool,
    read: &mut Vec<Part<'a>>,
    ways: &mut Vec<Vec<Part<'a>>>,
) {
    if ways.len() == MAX_WAYS || read.len() == MAX_PARTS {
        return;
    }
    if rest.is_empty() {
        if read.len() > 1 {
            ways.push(read.clone());
        }
        return;
    }
    for form in FORMS {
        if let Ok((left, word)) = form(rest) {
            read.push(Part::Word(word));
            parts(left, period, read, ways);
            read.pop();
        }
    }
    if period && let Ok((b"", digits)) = number::glued(rest) {
        read.push(Part::Number(digits));
        parts(b"", period, read, ways);
        read.pop();
    }
}

/// A rule that parses a move of one form.
type Form = fn(&[u8]) -> Parsed<'_, &[u8]>;

/// The forms of SAN, the longest first.
const FORMS: [Form; 7] = [
    castling,
    from_square,
    promoted_capture,
    from_file,
    from_rank,
    promoted,
    plain,
];

fn castling(input: &[u8]) -> Parsed<'_, &[u8]> {
    let spelling = alt((tag("O-O-O"), tag("O-O"), tag("0-0-0"), tag("0-0")));
    recognize((spelling, marks)).parse(input)
}

/// `Nf3`, `Nxf3`, `e4`
fn plain(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((opt(piece), opt(char('x')), square, marks)).parse(input)
}

/// `c8=Q`
fn promoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((last_square, promotion, marks)).parse(input)
}

/// `Ngf3`, `exd5`
fn from_file(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((opt(piece), file, opt(char('x')), square, marks)).parse(input)
}

/// `bxc8=Q`
fn promoted_capture(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((file, opt(char('x')), last_square, promotion, marks)).parse(input)
}

/// `N1f3`
fn from_rank(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((piece, rank, opt(char('x')), square, marks)).parse(input)
}

/// `Ng1f3`
fn from_square(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((piece, square, opt(char('x')), square, marks)).parse(input)
}

fn piece(input: &[u8]) -> Parsed<'_, char> {
    one_of("KQRBN").parse(input)
}

fn file(input: &[u8]) -> Parsed<'_, char> {
    one_of("abcdefgh").parse(input)
}

fn rank(input: &[u8]) -> Parsed<'_, char> {
    one_of("12345678").parse(input)
}

fn square(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((file, rank)).parse(input)
}

/// A square on which pawns promote.
fn last_square(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((file, one_of("18"))).parse(input)
}

fn promotion(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((opt(char('=')), one_of("QRBN"))).parse(input)
}

fn marks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| matches!(byte, b'+' | b'#')).parse(input)
}

/// A termination marker at the end of a symbol that begins with a letter or could be a move: the word
/// before it, and the marker.
pub(crate) fn ending(symbol: &[u8]) -> Option<(&[u8], Termination)> {
    const MARKERS: [&str; 6] = ["1/2-1/2", "½-½", "½–½", "1-0", "0-1", "½"];
    let (word, marker) = MARKERS.into_iter().find_map(|marker| {
        let word = symbol.strip_suffix(marker.as_bytes())?;
        Some((word, of_symbol(marker.as_bytes())?))
    })?;
    // `O-O-0-1` and the like: zeros of castling are not a result.
    let begins = word.first()?.is_ascii_alphabetic() && !word.ends_with(b"-");
    let word_ends = begins || could_be_move(word) && (!word.ends_with(b"-") || word == b"--");
    word_ends.then_some((word, Termination::new(marker.result, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(symbol: &str, period: bool) -> Vec<String> {
        let text = |part: &Part<'_>| match part {
            Part::Word(word) => String::from_utf8_lossy(word).into_owned(),
            Part::Number(digits) => format!("{}.", String::from_utf8_lossy(digits)),
        };
        split_glued(symbol.as_bytes(), period)
            .iter()
            .map(|parts| parts.iter().map(text).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn every_way_is_offered() {
        assert_eq!(ways("c8=QRxc8", false), ["c8=Q Rxc8"]);
        assert_eq!(ways("Nb412", true), ["Nb4 12."]);
        assert_eq!(ways("Nb412", false), [""; 0]);
        assert_eq!(ways("O-OO-O-O", false), ["O-O O-O-O"]);
        assert_eq!(ways("Rd1d8", false), ["Rd1 d8"]);
        assert_eq!(ways("Qxd8+Rxd8", false), ["Qxd8+ Rxd8"]);
        assert_eq!(ways("e4e5Nf3", false), ["e4 e5 Nf3"]);
        assert_eq!(ways("R1d112", true), ["R1d1 12."]);
        assert_eq!(ways("c8Nf6", false), ["c8N f6", "c8 Nf6"]);
        for symbol in ["e4", "Nf3", "Nbd7+", "e4 e5", "novelty", "Nf3x"] {
            assert_eq!(ways(symbol, true), [""; 0], "{symbol}");
        }
    }

    #[test]
    fn terminations_glued_to_words() {
        let ending = |symbol: &'static str| {
            ending(symbol.as_bytes()).map(|(word, marker)| (word, marker.result.as_str()))
        };
        assert_eq!(ending("Qg20-1"), Some((&b"Qg2"[..], "0-1")));
        assert_eq!(ending("O-O1-0"), Some((&b"O-O"[..], "1-0")));
        assert_eq!(ending("Kb1½-½"), Some((&b"Kb1"[..], "1/2-1/2")));
        assert_eq!(ending("Kb11/2-1/2"), Some((&b"Kb1"[..], "1/2-1/2")));
        assert_eq!(ending("0-0-01/2-1/2"), Some((&b"0-0-0"[..], "1/2-1/2")));
        assert_eq!(ending("52540-1"), Some((&b"5254"[..], "0-1")));
        assert_eq!(ending("--0-1"), Some((&b"--"[..], "0-1")));
        for symbol in ["1-0", "Qg2", "0-0-1", "O-O-0-1"] {
            assert_eq!(ending(symbol), None, "{symbol}");
        }
    }
}
