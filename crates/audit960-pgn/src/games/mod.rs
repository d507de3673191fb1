//! The games of one span (a stretch of text that the source crate cuts out, usually one game).
//!
//! Without an `Event` tag, without any tags, or with tags after a result, a span may hold several games;
//! text that is not a game becomes a gap. Games and gaps tile the span: a game extends to the next one,
//! blank lines included. The result depends only on the bytes of the span.

mod follows;
mod resume;
mod section;
mod stray_tags;

use self::follows::{Braces, Follows, skip_between, stray_end, what_follows};
use self::section::{SectionEnd, read_section};
use crate::grammar::Irregular;
use crate::grammar::tag_pair::TagPair;
use crate::movetext::{End, MovetextVisitor, Walk, walk};

/// Text between two tag pairs of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetweenTags<'a> {
    /// A comment, without its delimiters: PGN 5 allows it anywhere.
    Comment(&'a [u8]),
    /// A termination marker alone on its line; it does not end the game.
    Termination,
    /// Text that matches no rule.
    Unread(Irregular),
}

/// Receives the games of a span, in order. Offsets are bytes from the start of the span. The default of
/// each method does nothing.
///
/// # Examples
/// ```
/// use audit960_pgn::types::GameResult;
/// use audit960_pgn::{End, GameVisitor, Meaning, MovetextVisitor, Tag, TagPair, read_span};
///
/// /// White's name and the result of each game.
/// #[derive(Default)]
/// struct Games(Vec<(String, Option<GameResult>)>);
///
/// impl<'a> MovetextVisitor<'a> for Games {}
/// impl<'a> GameVisitor<'a> for Games {
///     fn begin(&mut self, _at: usize) {
///         self.0.push((String::new(), None));
///     }
///     fn tag(&mut self, pair: TagPair<'a>, _at: usize) {
///         if let (Meaning::Read(Tag::White), Some(game)) = (pair.meaning, self.0.last_mut()) {
///             game.0 = pair.value().0.into_owned();
///         }
///     }
///     fn end(&mut self, _at: usize, end: End) {
///         if let (End::Marker { marker, .. }, Some(game)) = (end, self.0.last_mut()) {
///             game.1 = Some(marker.result);
///         }
///     }
/// }
///
/// let mut games = Games::default();
/// let text = b"[White \"A\"]\n\n1. e4 1-0\n\n[White \"B\"]\n\n1. d4 d5 1/2-1/2\n";
/// read_span(text, &mut games);
/// let expected = [("A", GameResult::White), ("B", GameResult::Draw)];
/// assert_eq!(games.0, expected.map(|(name, result)| (name.to_owned(), Some(result))));
/// ```
pub trait GameVisitor<'a>: MovetextVisitor<'a> {
    /// A game begins.
    fn begin(&mut self, _at: usize) {}
    /// A tag pair, and the offset of its `[`.
    fn tag(&mut self, _pair: TagPair<'a>, _at: usize) {}
    /// Other text between two tag pairs.
    fn between_tags(&mut self, _what: BetweenTags<'a>, _at: usize, _len: usize) {}
    /// The tag section is over; movetext follows.
    fn movetext(&mut self, _at: usize) {}
    /// Whether that movetext is read. If not, nothing else of the span is.
    fn reads_movetext(&mut self) -> bool {
        true
    }
    /// The movetext is over.
    fn end(&mut self, _at: usize, _end: End) {}
    /// The last game's bytes end here, blank lines and closing comments included.
    fn close(&mut self, _at: usize) {}
    /// Text that is not part of a game.
    fn stray_text(&mut self, _from: usize, _to: usize) {}
    /// White space before the first game.
    fn blank(&mut self, _from: usize, _to: usize) {}
}

/// Parses the games of a span. Any text will do, but a damaged game is kept apart from its neighbours
/// only if the text was cut into spans before. See [`GameVisitor`] for an example.
pub fn read_span<'a>(span: &'a [u8], visitor: &mut impl GameVisitor<'a>) {
    let mut at = 0;
    if span.starts_with(b"\xef\xbb\xbf") {
        visitor.blank(0, 3);
        at = 3;
    }
    let mut open = false;
    let mut braces = Braces::default();
    loop {
        let begin = skip_between(span, at, open, &mut braces, visitor);
        match what_follows(span, begin, &mut braces) {
            Follows::Nothing => {
                if open {
                    visitor.close(span.len());
                } else if at < span.len() {
                    visitor.blank(at, span.len());
                }
                return;
            }
            Follows::Game => {
                if open {
                    visitor.close(begin);
                } else if at < begin {
                    visitor.blank(at, begin);
                }
                let Some(stop) = read_game(span, begin, &mut braces, visitor) else {
                    return;
                };
                (at, open) = (stop, true);
            }
            Follows::Stray => {
                // White space before stray text belongs to the game before it, or else to that text.
                let from = if open { begin } else { at };
                if open {
                    visitor.close(from);
                }
                at = stray_end(span, begin);
                visitor.stray_text(from, at);
                open = false;
            }
        }
    }
}

/// Parses one game; returns where its movetext stops, if that is read.
fn read_game<'a>(
    span: &'a [u8],
    begin: usize,
    braces: &mut Braces,
    visitor: &mut impl GameVisitor<'a>,
) -> Option<usize> {
    visitor.begin(begin);
    let at = match read_section(span, begin, visitor) {
        SectionEnd::Movetext(at) => at,
        SectionEnd::NextGame(at) => {
            visitor.movetext(at);
            visitor.end(at, End::Tags);
            return Some(at);
        }
    };
    visitor.movetext(at);
    if !visitor.reads_movetext() {
        return None;
    }
    let (stop, end) = walk_resumed(span, at, braces, visitor);
    visitor.end(stop, end);
    Some(stop)
}

/// Parses the movetext of one game again, from offset `movetext` on, as [`read_span`] does: across
/// markers and tag pairs in the middle of it. Returns where it stops and why.
///
/// # Examples
/// ```
/// use audit960_pgn::{SymbolOutcome, MovetextVisitor, walk_main_line};
///
/// struct Count(u32);
/// impl<'a> MovetextVisitor<'a> for Count {
///     fn symbol(&mut self, _: &'a [u8], _: usize) -> SymbolOutcome {
///         self.0 += 1;
///         SymbolOutcome::Read
///     }
/// }
///
/// // The move numbers continue after the marker, so it did not end the game.
/// let mut count = Count(0);
/// walk_main_line(b"1. e4 e5 1-0 2. Nf3 Nc6 1-0", 0, &mut count);
/// assert_eq!(count.0, 4);
/// ```
pub fn walk_main_line<'a>(
    span: &'a [u8],
    movetext: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    walk_resumed(span, movetext, &mut Braces::default(), visitor)
}

fn walk_resumed<'a>(
    span: &'a [u8],
    movetext: usize,
    braces: &mut Braces,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    let mut at = movetext;
    let mut state = Walk::default();
    loop {
        let (stop, end) = walk(span, at, &mut state, visitor);
        match resume::after(span, movetext, stop, end, state.last_number, braces) {
            Some(resumed) if visitor.goes_on(&resumed.words, resumed.at) => {
                visitor.irregular(resumed.kind, resumed.at, resumed.len);
                at = resumed.at + resumed.len;
            }
            _ => return (stop, end),
        }
    }
}

#[cfg(test)]
mod tests;
