//! The tag section of a game (PGN 8.1), and the text between its tag pairs.
//!
//! It continues until a move, a variation or a termination marker. Comments between tag pairs are legal,
//! everything else there is reported; a variation or a termination marker does not end it if a tag pair
//! follows before any empty line. Another game begins at a second `Event` tag after a line that is not a
//! tag line, and at a tag directly after an empty line, or after a marker or a variation, if the game already
//! has that name with another value and the tags there name a player, the event or the start position: others
//! are a stray line.

use std::collections::HashMap;
use std::ops::Range;

use audit960_types::count_line_ends;

use super::stray_tags::stray_tags;
use super::{BetweenTags, GameVisitor};
use crate::grammar::san::{could_be_move, has_move_form};
use crate::grammar::tag_pair::{TagPair, begins_line, common_pair, tag_pair, without_bracket};
use crate::grammar::{Context, Irregular, Token, token_at};
use crate::scan;
use crate::scanned::count_scanned;

/// How a tag section ends.
pub(super) enum SectionEnd {
    /// Movetext begins.
    Movetext(usize),
    /// The tag section of another game begins.
    NextGame(usize),
}

/// Parses a tag section.
pub(super) fn read_section<'a>(
    span: &'a [u8],
    begin: usize,
    visitor: &mut impl GameVisitor<'a>,
) -> SectionEnd {
    let mut known: Option<HashMap<&[u8], &[u8]>> = None;
    let mut at = begin;
    loop {
        if known.is_none() {
            while let Some((pair, from, to)) = pair_on_next_line(span, at) {
                visitor.tag(pair, from);
                at = to;
            }
        }
        let next = match next_pair(span, at, at > begin) {
            Next::Pair(next) => next,
            Next::Movetext(at) => return SectionEnd::Movetext(at),
        };
        if at > begin && next.apart {
            let known = known.get_or_insert_with(|| names(span, begin, at));
            if begins_another(span, &next, known) {
                return SectionEnd::NextGame(next.from);
            }
        }
        if let Some(known) = &mut known {
            known.entry(next.pair.name).or_insert(next.pair.raw);
        }
        if next.interlude {
            report_between_tags(span, at, next.from, visitor);
        }
        visitor.tag(next.pair, next.from);
        at = next.to;
    }
}

/// The tag pair at an offset or at the start of the next line, if it is a common one: nearly every
/// pair is read here. Such a pair never begins another game.
#[inline(always)]
fn pair_on_next_line(span: &[u8], at: usize) -> Option<(TagPair<'_>, usize, usize)> {
    let from = match span.get(at..)? {
        [b'[', ..] => at,
        // A translated record has its tags on one line.
        [b'\n' | b' ', b'[', ..] => at + 1,
        [b'\r', b'\n', b'[', ..] => at + 2,
        _ => return None,
    };
    let (rest, pair) = common_pair(&span[from..])?;
    Some((pair, from, span.len() - rest.len()))
}

/// A tag pair, and what precedes it.
struct NextPair<'a> {
    pair: TagPair<'a>,
    from: usize,
    to: usize,
    /// A line that is not a tag line precedes it.
    apart: bool,
    /// An empty line is directly above, or a variation or a termination marker precedes it.
    parted: bool,
    /// Text other than white space precedes it.
    interlude: bool,
}

enum Next<'a> {
    Pair(NextPair<'a>),
    Movetext(usize),
}

/// The next tag pair from an offset on. `within`: the section has begun.
#[inline(always)]
fn next_pair(span: &[u8], from: usize, within: bool) -> Next<'_> {
    let (mut at, mut line_feeds) = (from, 0);
    // Movetext often begins with a comment.
    let mut comment = None;
    loop {
        match span.get(at) {
            Some(b'\n') => {
                line_feeds += 1;
                at += 1;
            }
            Some(b' ' | b'\t') => at += 1,
            Some(b'\r') => {
                line_feeds += u32::from(span.get(at + 1) != Some(&b'\n'));
                at += 1;
            }
            Some(b'[') if comment.is_none() => match tag_pair(&span[at..]) {
                Ok((rest, pair)) => {
                    return Next::Pair(NextPair {
                        pair,
                        from: at,
                        to: span.len() - rest.len(),
                        apart: line_feeds > 1,
                        parted: line_feeds > 1,
                        interlude: false,
                    });
                }
                Err(_) => return after_interlude(span, from, at, within),
            },
            Some(b'{')
                if let Some((text, _)) = scan::comment(&span[at..])
                    && comment.is_none() =>
            {
                comment = Some(at);
                count_scanned(text.len());
                at += text.len() + 2;
            }
            Some(_) if begins_with_move(&span[at..]) => {
                return Next::Movetext(comment.unwrap_or(at));
            }
            None => return Next::Movetext(comment.unwrap_or(at)),
            Some(_) => return after_interlude(span, from, comment.unwrap_or(at), within),
        }
    }
}

/// Whether a text begins, perhaps after a number, with what can only be a move. Most movetext does.
#[inline(always)]
fn begins_with_move(text: &[u8]) -> bool {
    let number = text.first().filter(|first| first.is_ascii_digit());
    let after = number
        .and_then(|_| scan::move_number(text))
        .map_or(text, |(_, len)| {
            let after = &text[len..];
            after.strip_prefix(b" ").unwrap_or(after)
        });
    matches!(
        after,
        [b'a'..=b'h', b'1'..=b'8', b' ', ..]
            | [
                b'K' | b'Q' | b'R' | b'B' | b'N',
                b'a'..=b'h',
                b'1'..=b'8',
                b' ',
                ..
            ]
            | [b'O', b'-', b'O', ..]
    )
}

/// The tag pair after other text, if no movetext begins before it.
#[cold]
fn after_interlude(span: &[u8], from: usize, movetext: usize, within: bool) -> Next<'_> {
    let no_pair = Next::Movetext(movetext);
    if !within {
        return no_pair;
    }
    let (mut at, mut ended) = (movetext, false);
    let mut marker = None;
    while at < span.len() {
        let Some((read, next)) = token_at(span, at) else {
            return no_pair;
        };
        match read {
            Token::TagPair => break,
            Token::Word(_) if bracketless(span, at, marker.clone()).is_some() => break,
            // The result of a double loss, or castling in prose.
            Token::Word(b"0-0") => {
                ended = true;
                at = next;
            }
            Token::Word(word) if has_move_form(word) || could_be_move(word) || is_piece(word) => {
                return no_pair;
            }
            Token::Termination(_) | Token::Variation => {
                ended = true;
                marker = Some(at..next);
                at = next;
            }
            Token::Unread(Irregular::UnclosedComment | Irregular::UnclosedVariation) => {
                return no_pair;
            }
            _ => at = next,
        }
    }
    let read = match span.get(at) {
        Some(b'[') => tag_pair(&span[at..]).ok(),
        Some(_) => bracketless(span, at, marker.clone()),
        None => None,
    };
    let Some((rest, pair)) = read else {
        return no_pair;
    };
    let empty_line = has_empty_line(&span[from..at]);
    if ended && empty_line {
        return no_pair;
    }
    Next::Pair(NextPair {
        pair,
        from: at,
        to: span.len() - rest.len(),
        apart: ended || count_line_ends(&span[from..at]) > 1,
        parted: ended || is_below_empty_line(&span[from..at]),
        interlude: at > movetext,
    })
}

/// Whether a word is a single piece letter: what is left of a damaged move.
fn is_piece(word: &[u8]) -> bool {
    matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N'])
}

/// A tag pair without its opening bracket, at the start of a line; what looks like a termination marker
/// may be in place of the bracket.
fn bracketless(
    span: &[u8],
    at: usize,
    marker: Option<Range<usize>>,
) -> Option<(&[u8], TagPair<'_>)> {
    let begins = marker
        .filter(|marker| marker.end == at)
        .map_or(at, |marker| marker.start);
    Context::of(span, begins).line_start.then_some(())?;
    without_bracket(&span[at..]).ok()
}

/// Whether two line ends follow each other with at most white space between them.
pub(super) fn has_empty_line(text: &[u8]) -> bool {
    let mut ends = 0;
    text.iter().enumerate().any(|(at, byte)| {
        match byte {
            b'\r' if text.get(at + 1) == Some(&b'\n') => {}
            b'\n' | b'\r' => ends += 1,
            b' ' | b'\t' => {}
            _ => ends = 0,
        }
        ends > 1
    })
}

/// Whether a text ends with an empty line, and perhaps white space.
fn is_below_empty_line(text: &[u8]) -> bool {
    has_empty_line(&text[text.trim_ascii_end().len()..])
}

/// Names and values of the tag pairs of a section up to an offset.
#[cold]
fn names(span: &[u8], begin: usize, to: usize) -> HashMap<&[u8], &[u8]> {
    let mut known = HashMap::new();
    let mut at = begin;
    while at < to
        && let Next::Pair(next) = next_pair(span, at, at > begin)
        && next.from < to
    {
        known.entry(next.pair.name).or_insert(next.pair.raw);
        at = next.to;
    }
    known
}

/// Whether a tag pair after a line that is not a tag line belongs to another game.
fn begins_another(span: &[u8], next: &NextPair<'_>, known: &HashMap<&[u8], &[u8]>) -> bool {
    // On the line of a move number it is a tag in the wrong place.
    if !begins_line(span, next.from) {
        return false;
    }
    if next.pair.name.eq_ignore_ascii_case(b"Event") {
        return known.keys().any(|name| name.eq_ignore_ascii_case(b"Event"));
    }
    let value = known.get(next.pair.name);
    next.parted
        && value.is_some_and(|value| *value != next.pair.raw)
        && stray_tags(span, next.from).is_none_or(|tags| tags.name_game)
}

/// Whether nothing else is on the line.
fn stands_alone(span: &[u8], at: usize, len: usize) -> bool {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut before = span[..at].iter().rev().take_while(|byte| !ends(byte));
    let mut after = span[at + len..].iter().take_while(|byte| !ends(byte));
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    before.all(blank) && after.all(blank)
}

/// Reports the text between two tag pairs.
#[cold]
fn report_between_tags<'a>(
    span: &'a [u8],
    from: usize,
    to: usize,
    visitor: &mut impl GameVisitor<'a>,
) {
    let mut at = from;
    while at < to {
        let Some((read, next)) = token_at(span, at) else {
            return;
        };
        let len = next - at;
        let unread = BetweenTags::Unread(Irregular::UnknownToken);
        let what = match read {
            Token::Comment(comment) => Some(BetweenTags::Comment(comment)),
            Token::Termination(_) => Some(BetweenTags::Termination),
            Token::Word(b"0-0") if stands_alone(span, at, len) => Some(BetweenTags::Termination),
            Token::Unread(kind) => Some(BetweenTags::Unread(kind)),
            Token::Word(_) | Token::Number(_) | Token::Annotation | Token::Variation => {
                Some(unread)
            }
            Token::Blank if !span[at..at + len].is_ascii() => {
                Some(BetweenTags::Unread(Irregular::UnusualBlank))
            }
            _ => None,
        };
        if let Some(what) = what {
            visitor.between_tags(what, at, len);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_are_found_whatever_ends_lines() {
        for (text, empty) in [
            ("a\nb", false),
            ("a\n\nb", true),
            ("a\n \t\nb", true),
            ("a\nb\n", false),
            ("a\r\nb", false),
            ("a\r\n\r\nb", true),
            ("a\rb", false),
            ("a\r\rb", true),
        ] {
            assert_eq!(has_empty_line(text.as_bytes()), empty, "{text:?}");
        }
    }
}
