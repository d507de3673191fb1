//! Where a movetext goes on behind a termination marker or a tag pair that stands in the middle of it:
//! a marker that was inserted, a line that slipped out of the tag section.

use std::ops::Range;

use super::follows::Braces;
use super::section::has_empty_line;
use crate::grammar::san::has_move_form;
use crate::grammar::tag_pair::{Meaning, Tag, begins_line, tag_pair};
use crate::grammar::{Context, Irregular, Token, blank, number, token};
use crate::movetext::End;
use crate::work::looked_at;

/// What stands in the middle of a movetext.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Resumed<'a> {
    pub(super) kind: Irregular,
    pub(super) at: usize,
    pub(super) len: usize,
    /// The words that the game would go on with, where these decide: behind a marker.
    pub(super) words: Vec<&'a [u8]>,
}

/// Whether the game goes on behind what seemed to end it: `movetext` is where its movetext began,
/// `last` the offset of its last move number.
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
            // A pair in the middle of a line begins no tag section.
            let inline = !begins_line(span, stop) && tags.count == 1;
            let above = span[movetext..stop].trim_ascii_end().len();
            let attached = inline || !has_empty_line(&span[movetext + above..stop]);
            let behind = tags.behind;
            let belongs = (inline || !tags.name_event)
                && ((attached || !tags.name_game) && ends_without_moves(span, behind, braces)
                    || (inline || !tags.name_game)
                        && numbered(span, behind, number_at(span, last), braces));
            belongs.then_some(Resumed {
                kind: Irregular::TagInMovetext,
                at: stop,
                len: behind - stop,
                words: Vec::new(),
            })
        }
        End::Text | End::Restart => None,
    }
}

/// Tag pairs within a movetext.
struct StrayTags {
    /// Offset behind them and the white space that follows.
    behind: usize,
    count: usize,
    /// One of them names the event.
    name_event: bool,
    /// One of them says who plays what from where.
    name_game: bool,
}

/// The tag pairs that stand at an offset.
fn stray_tags(span: &[u8], from: usize) -> Option<StrayTags> {
    let mut tags = StrayTags {
        behind: from,
        count: 0,
        name_event: false,
        name_game: false,
    };
    while span.get(tags.behind) == Some(&b'[') {
        let (rest, pair) = tag_pair(&span[tags.behind..]).ok()?;
        let Meaning::Read(tag) = pair.meaning else {
            tags.step(span, rest);
            continue;
        };
        tags.name_event |= tag == Tag::Event;
        tags.name_game |= matches!(tag, Tag::Event | Tag::Fen | Tag::White | Tag::Black);
        tags.step(span, rest);
    }
    Some(tags)
}

impl StrayTags {
    fn step(&mut self, span: &[u8], rest: &[u8]) {
        self.behind = span.len() - rest.len() + blank::len(rest);
        self.count += 1;
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
        let Ok((rest, read)) = token(Context::of(span_ahead, at))(&span_ahead[at..]) else {
            return false;
        };
        let next = span_ahead.len() - rest.len();
        looked_at(next - at);
        match read {
            Token::Termination(_) => return true,
            Token::Blank | Token::Comment(_) | Token::Annotation | Token::Variation => at = next,
            _ => return false,
        }
    }
    false
}

/// Whether the next move number goes on counting.
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

/// The words that follow, a few of them: whether they can be played tells whose they are.
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

/// Words that are looked at behind a marker, at most.
const MAX_WORDS: usize = 4;

/// Whether moves follow that are not another game's: the numbers go on counting, or there was no move
/// before the marker, or they stand on the next line and the marker is `doubtful` as an end.
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
        // A number announces a move, or there was none yet.
        _ => is_dangling(&span[before.clone()]) || is_moveless(span, before, !apart),
    }
}

/// Whether a movetext stands directly below a tag pair: games without tags come by the line, and a game
/// with tags is followed by another one's tags.
fn is_below_tags(span: &[u8], movetext: usize) -> bool {
    span[..movetext].trim_ascii_end().ends_with(b"]")
}

fn has_line_end(text: &[u8]) -> bool {
    looked_at(text.len());
    memchr::memchr2(b'\n', b'\r', text).is_some()
}

/// Whether the line that holds an offset stands directly above a tag pair, or ends its span, behind which
/// the tags of another game stand: a line of the game that follows, which slipped above its tags.
fn is_above_tags(span: &[u8], at: usize) -> bool {
    let line = &span[at..span.len().min(at + MAX_AHEAD)];
    looked_at(line.len());
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

/// Whether a part of a movetext holds no word, and no variation either unless these are `allowed`: a
/// variation before the first move is a line that slipped up.
fn is_moveless(span: &[u8], part: Range<usize>, allowed: bool) -> bool {
    let mut at = part.start;
    while at < part.end {
        let Ok((rest, read)) = token(Context::of(span, at))(&span[at..part.end]) else {
            break;
        };
        looked_at(part.end - at - rest.len());
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
    /// Offset behind the word.
    behind: usize,
}

/// How far a marker is looked for behind tag pairs in a movetext, over the comments there. Bounded; such
/// pairs are rare.
const MAX_COMMENTED: usize = 16 << 10;

/// How far is looked ahead. Bounded, because it is asked at every termination marker.
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
    // Mostly only blank lines follow.
    following.behind += blank::len(&span[from..]);
    while following.behind < span.len() {
        let at = following.behind;
        if span[at] == b'{' && !braces.closes(whole, at) {
            break;
        }
        let Ok((rest, read)) = token(Context::of(span, at))(&span[at..]) else {
            break;
        };
        let after = span.len() - rest.len();
        looked_at(after - at);
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
