//! Whether movetext continues after a termination marker or a tag pair in the middle of it: a marker that
//! was inserted, a line that slipped out of the tag section.

use std::ops::Range;

use super::follows::Braces;
use super::section::has_empty_line;
use super::stray_tags::stray_tags;
use crate::grammar::san::has_move_form;
use crate::grammar::tag_pair::begins_line;
use crate::grammar::{Context, Irregular, Token, blank, number, token, token_at};
use crate::movetext::End;
use crate::scanned::count_scanned;

/// An interruption in the middle of movetext.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Resumed<'a> {
    pub(super) kind: Irregular,
    pub(super) at: usize,
    pub(super) len: usize,
    /// The words with which the game would continue, where these decide: after a marker, or after a tag pair
    /// without a move number.
    pub(super) words: Vec<&'a [u8]>,
}

/// How the game continues after what seemed to end it, if it does. `movetext` is the offset where its
/// movetext began, `last` that of its last move number.
pub(super) fn after<'a>(
    span: &'a [u8],
    movetext: usize,
    stop: usize,
    end: End,
    last: Option<usize>,
    braces: &mut Braces,
) -> Option<Resumed<'a>> {
    match end {
        End::Marker { marker, at, len } => {
            let doubtful = !marker.standard || is_below_tags(span, movetext);
            goes_on(span, movetext..at, stop, last, doubtful, braces).then(|| Resumed {
                kind: Irregular::EarlyTermination,
                at,
                len,
                words: words(span, stop, braces),
            })
        }
        End::Tags => {
            let tags = stray_tags(span, stop)?;
            // A pair in the middle of a line does not begin a tag section.
            let inline = !begins_line(span, stop) && tags.count == 1;
            let above = span[movetext..stop].trim_ascii_end().len();
            let attached = inline || !has_empty_line(&span[movetext + above..stop]);
            let behind = tags.behind;
            if tags.name_event && !inline {
                return None;
            }
            let ends = (attached || !tags.name_game) && ends_without_moves(span, behind, braces);
            // The first number of the game may come after it.
            let moveless = is_moveless(span, movetext..stop, true);
            let may_go_on = inline || !tags.name_game;
            let next = next(span, behind, braces);
            let counted = next
                .number
                .map(|number| counts_on(number, number_at(span, last)) || moveless && number == 1);
            let goes_on = may_go_on && next.is_move && counted.unwrap_or(true);
            (ends || goes_on).then(|| Resumed {
                kind: Irregular::TagInMovetext,
                at: stop,
                len: behind - stop,
                // Without a number, the moves decide whether they belong to the game.
                words: match counted {
                    None if goes_on && !ends => words(span, behind, braces),
                    _ => Vec::new(),
                },
            })
        }
        End::Text | End::Restart => None,
    }
}

/// Whether a termination marker follows, with no move before it.
fn ends_without_moves(span: &[u8], from: usize, braces: &mut Braces) -> bool {
    let mut at = from;
    let span_ahead = &span[..span.len().min(from + MAX_COMMENTED)];
    while at < span_ahead.len() {
        if span[at] == b'{' && !braces.closes(span, at) {
            return false;
        }
        let Some((read, next)) = token_at(span_ahead, at) else {
            return false;
        };
        match read {
            Token::Termination(_) => return true,
            Token::Blank | Token::Comment(_) | Token::Annotation | Token::Variation => at = next,
            _ => return false,
        }
    }
    false
}

/// Whether the next move number continues the count.
fn numbered(span: &[u8], from: usize, last: Option<u32>, braces: &mut Braces) -> bool {
    let next = next(span, from, braces);
    next.is_move && next.number.is_some_and(|number| counts_on(number, last))
}

/// The move number at an offset.
fn number_at(span: &[u8], at: Option<usize>) -> Option<u32> {
    let at = at?;
    let (_, read) = number::number(Context::of(span, at))(&span[at..]).ok()?;
    Some(read.value)
}

fn counts_on(number: u32, last: Option<u32>) -> bool {
    number > 1 && last.is_some_and(|last| number == last || number == last + 1)
}

/// The next few words; whether they can be played decides which game they belong to.
fn words<'a>(span: &'a [u8], from: usize, braces: &mut Braces) -> Vec<&'a [u8]> {
    let mut words = Vec::with_capacity(MAX_WORDS);
    let mut at = from;
    while words.len() < MAX_WORDS {
        let next = next(span, at, braces);
        if !next.is_move {
            break;
        }
        words.push(next.word);
        at = next.behind;
    }
    words
}

/// Maximum number of words examined after a marker.
const MAX_WORDS: usize = 4;

/// Whether the moves that follow belong to this game: the move numbers continue, or there was no move
/// before the marker, or they are on the next line and the marker is a `doubtful` end.
fn goes_on(
    span: &[u8],
    before: Range<usize>,
    from: usize,
    last: Option<usize>,
    doubtful: bool,
    braces: &mut Braces,
) -> bool {
    let next = next(span, from, braces);
    if !next.is_move {
        return false;
    }
    let last = number_at(span, last);
    let apart = has_empty_line(&span[from..next.behind]);
    match next.number {
        Some(number) if counts_on(number, last) => !apart || !is_above_tags(span, next.behind),
        None if !apart && numbered(span, next.behind, last, braces) => true,
        None if doubtful && !apart || !has_line_end(&span[from..next.behind]) => true,
        // A dangling move number announces a move, or there was no move yet.
        _ => is_dangling(&span[before.clone()]) || is_moveless(span, before, !apart),
    }
}

/// Whether movetext is directly below a tag pair: games without tags come one a line, and a game with
/// tags is followed by the tags of another.
fn is_below_tags(span: &[u8], movetext: usize) -> bool {
    span[..movetext].trim_ascii_end().ends_with(b"]")
}

fn has_line_end(text: &[u8]) -> bool {
    count_scanned(text.len());
    memchr::memchr2(b'\n', b'\r', text).is_some()
}

/// Whether the line that contains an offset is directly above a tag pair, or ends its span, which the
/// tags of another game follow: a line of that next game that slipped above its tags.
fn is_above_tags(span: &[u8], at: usize) -> bool {
    let line = &span[at..span.len().min(at + MAX_AHEAD)];
    count_scanned(line.len());
    let end = line.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    end.is_some_and(|end| {
        let below = line[end..].trim_ascii_start();
        below.starts_with(b"[") || below.is_empty() && at + line.len() == span.len()
    })
}

/// Whether a movetext ends with a move number.
fn is_dangling(movetext: &[u8]) -> bool {
    let text = movetext.trim_ascii_end();
    let text = text.strip_suffix(b"%").unwrap_or(text);
    let digits = text
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let apart = text[..text.len() - digits]
        .last()
        .is_none_or(u8::is_ascii_whitespace);
    text.ends_with(b".") || (1..=3).contains(&digits) && apart
}

/// Whether a part of movetext contains no word, and no variation either unless variations are `allowed`:
/// a variation before the first move is a line that slipped up.
fn is_moveless(span: &[u8], part: Range<usize>, allowed: bool) -> bool {
    let mut at = part.start;
    while at < part.end {
        let Ok((rest, read)) = token(Context::of(span, at))(&span[at..part.end]) else {
            break;
        };
        count_scanned(part.end - at - rest.len());
        if matches!(read, Token::Word(_)) || !allowed && matches!(read, Token::Variation) {
            return false;
        }
        if read == Token::TagPair {
            // Nothing of it is consumed.
            break;
        }
        at = part.end - rest.len();
    }
    true
}

/// What comes next in a movetext.
struct Following<'a> {
    number: Option<u32>,
    is_move: bool,
    /// The word, empty where none follows.
    word: &'a [u8],
    /// Offset after the word.
    behind: usize,
}

/// Maximum number of bytes searched for a marker after tag pairs in movetext, comments included. Such
/// pairs are rare.
const MAX_COMMENTED: usize = 16 << 10;

/// Maximum lookahead in bytes. Bounded, because it happens at every termination marker.
const MAX_AHEAD: usize = 1024;

/// The next move number and word, comments and annotations skipped.
fn next<'a>(whole: &'a [u8], from: usize, braces: &mut Braces) -> Following<'a> {
    let mut following = Following {
        number: None,
        is_move: false,
        word: &[],
        behind: from,
    };
    let span = &whole[..whole.len().min(from + MAX_AHEAD)];
    // Usually only blank lines follow.
    following.behind += blank::len(&span[from..]);
    while following.behind < span.len() {
        let at = following.behind;
        if span[at] == b'{' && !braces.closes(whole, at) {
            break;
        }
        let Some((read, after)) = token_at(span, at) else {
            break;
        };
        following.behind = after;
        match read {
            Token::Number(read) if following.number.is_none() => {
                following.number = Some(read.value);
            }
            Token::Word(word) => {
                following.is_move = has_move_form(word);
                following.word = word;
                break;
            }
            Token::Blank
            | Token::Comment(_)
            | Token::Annotation
            | Token::Unread(Irregular::UnknownToken) => {}
            _ => break,
        }
    }
    following
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One number belongs to a move; a second one ends what is looked at.
    #[test]
    fn a_number_is_followed_by_its_move() {
        let read = |text: &'static str| {
            let following = next(text.as_bytes(), 0, &mut Braces::default());
            (following.number, following.is_move, following.word)
        };
        assert_eq!(read("\n12. e4 e5"), (Some(12), true, &b"e4"[..]));
        assert_eq!(read("{a} $3 12... Nf6"), (Some(12), true, &b"Nf6"[..]));
        assert_eq!(read("1. 2. e4"), (Some(1), false, &b""[..]));
        assert_eq!(read("[Event \"x\"]"), (None, false, &b""[..]));
    }
}
