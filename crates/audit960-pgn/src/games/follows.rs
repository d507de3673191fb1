//! Text between games, and where the next game begins.

use super::GameVisitor;
use crate::grammar::annotation::nag;
use crate::grammar::comment::{self, lost_brace_signs, stray_brace};
use crate::grammar::san::has_move_form;
use crate::grammar::tag_pair::{begins_line, is_strict, may_begin, tag_pair};
use crate::grammar::termination::{of_symbol, termination};
use crate::grammar::{Context, Irregular, Token, blank, number, symbol, token_at};
use crate::scanned::count_scanned;

/// What follows at an offset outside a game.
pub(super) enum Follows {
    Nothing,
    Game,
    Stray,
}

/// Classifies the text at an offset between games.
pub(super) fn what_follows(span: &[u8], at: usize, braces: &mut Braces) -> Follows {
    match span.get(at) {
        None => Follows::Nothing,
        Some(b'[') if begins_tags(span, at) => Follows::Game,
        Some(_) if begins_movetext(span, at, braces) => Follows::Game,
        Some(_) => Follows::Stray,
    }
}

/// Whether a line of stray text begins a game: a tag section, perhaps after a stray brace, or a move,
/// perhaps after its number. Comments and variations are not skipped here, because this runs for every
/// line.
fn line_begins_game(span: &[u8], at: usize) -> bool {
    match span[at] {
        b'[' => return begins_tags(span, at),
        b'{' => return stray_brace(&span[at..]).is_ok(),
        _ => {}
    }
    let behind = match number::number(Context::of(span, at))(&span[at..]) {
        Ok((rest, _)) => span.len() - rest.len(),
        Err(_) => at,
    };
    let behind = behind + blank::len(&span[behind..]);
    count_scanned(behind - at);
    symbol::symbol(&span[behind..]).is_ok_and(|(_, word)| {
        count_scanned(word.len());
        of_symbol(word).is_none() && has_move_form(word)
    })
}

/// Whether a tag section begins: a tag pair without its opening quote counts at the start of a line, a
/// complete one anywhere.
fn begins_tags(span: &[u8], at: usize) -> bool {
    may_begin(span, at)
        || is_strict(&span[at..])
        || begins_line(span, at) && tag_pair(&span[at..]).is_ok()
}

/// Maximum number of bytes searched for the first move of a game without tags. Bounded, because the
/// search runs at the end of each game.
const MAX_OPENING: usize = 1024;

/// Whether movetext without tags begins here: a move, perhaps after its number, comments, annotations and
/// variations.
fn begins_movetext(span: &[u8], begin: usize, braces: &mut Braces) -> bool {
    let mut at = begin;
    let whole = span;
    let span = &span[..span.len().min(begin + MAX_OPENING)];
    while at < span.len() {
        if span[at] == b'{' && !braces.closes(whole, at) {
            return false;
        }
        let Some((read, next)) = token_at(span, at) else {
            return false;
        };
        match read {
            Token::Word(word) => return has_move_form(word),
            Token::Blank
            | Token::Number(_)
            | Token::Comment(_)
            | Token::Annotation
            | Token::Variation
            | Token::EscapeLine => at = next,
            Token::Termination(_) | Token::TagPair | Token::Unread(_) => return false,
        }
    }
    false
}

/// Offset of the last closing brace of a span, searched once: a brace opened after it is never closed,
/// and need not be searched for again at each game.
#[derive(Default)]
pub(super) struct Braces(Option<Option<usize>>);

impl Braces {
    /// Whether a brace that opens at an offset is closed.
    pub(super) fn closes(&mut self, span: &[u8], at: usize) -> bool {
        let last = *self.0.get_or_insert_with(|| {
            count_scanned(span.len());
            memchr::memrchr(b'}', span)
        });
        last.is_some_and(|last| last > at)
    }
}

/// Skips white space and escape lines; after a game (`open`) also comments, NAGs and a repeated
/// termination marker.
pub(super) fn skip_between<'a>(
    span: &'a [u8],
    mut at: usize,
    open: bool,
    braces: &mut Braces,
    visitor: &mut impl GameVisitor<'a>,
) -> usize {
    loop {
        let rest = &span[at..];
        let skipped = match rest.first() {
            Some(0) => 1,
            Some(b'%') if Context::of(span, at).line_start => line_len(rest),
            Some(b';') if open => line_len(rest),
            Some(b'{') if open && stray_brace(rest).is_ok() => {
                visitor.irregular(Irregular::StrayBrace, at, 1);
                1
            }
            Some(b'{') if open && braces.closes(span, at) => match comment::brace(rest) {
                Ok((after, comment)) => {
                    for (kind, inside) in lost_brace_signs(comment, true) {
                        visitor.irregular(kind, at + 1 + inside, 1);
                    }
                    rest.len() - after.len()
                }
                Err(_) => return at,
            },
            Some(b'$') if open => match nag(rest) {
                Ok((_, read)) => read.len(),
                Err(_) => return at,
            },
            Some(b'*' | b'0'..=b'1') if open => match termination(rest) {
                Ok((after, _)) => {
                    let len = rest.len() - after.len();
                    visitor.irregular(Irregular::RepeatedTermination, at, len);
                    len
                }
                Err(_) => return at,
            },
            _ => match blank::len(rest) {
                0 => return at,
                len => len,
            },
        };
        count_scanned(skipped);
        at += skipped;
    }
}

fn line_len(rest: &[u8]) -> usize {
    let len = memchr::memchr2(b'\n', b'\r', rest).map_or(rest.len(), |end| end + 1);
    count_scanned(len);
    len
}

/// Where stray text ends: at the next line that begins a game. A stray brace in front of a game is one
/// byte.
pub(super) fn stray_end(span: &[u8], from: usize) -> usize {
    if stray_brace(&span[from..]).is_ok() {
        return from + 1;
    }
    let mut at = from;
    loop {
        at += line_len(&span[at..]);
        let begin = at + blank::len(&span[at..]);
        if begin >= span.len() || line_begins_game(span, begin) {
            return begin;
        }
        at = begin;
    }
}
