//! Variations (PGN 8.2.5): replayed from the position before the move they replace, and written like the
//! main line.
//!
//! A variation with a move that is not legal has no normal form. It stays as it is, except for blanks, and
//! a [`VariationError`] says why. So does one within a variation that is legal itself.

use std::ops::Range;

use audit960_board::Position;
use audit960_pgn::{
    Aside, End, Irregular, MovetextVisitor, SymbolOutcome, decode, quoted, walk_movetext,
};
use audit960_replay::lenient_move;
use audit960_types::{SanWord, Side};

use crate::normal_form::comment::{self, Between};
use crate::normal_form::numbers::{Numbers, add_annotation};
use audit960_pgn::Layout;

/// Deepest nesting of variations that are replayed; deeper ones stay as they are.
const MAX_DEPTH: usize = 64;

/// Why a variation stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationError {
    /// Offset of what cannot be read, in bytes of the text that the auditor was given.
    pub at: usize,
    /// Its length in bytes.
    pub len: usize,
    /// What is wrong with it.
    pub message: String,
}

/// The text of variations and the language of their moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariationText<'t> {
    pub(crate) text: &'t [u8],
    /// The language of the moves, where it is not English.
    pub(crate) language: Option<usize>,
}

/// Adds the variation at a range of a text, its parentheses included. `before` is the position before the
/// move it replaces. Each variation that stays as it is adds to `errors`.
pub(crate) fn add(
    layout: &mut Layout<'_>,
    source: VariationText<'_>,
    range: Range<usize>,
    before: Option<&Position>,
    errors: &mut Vec<VariationError>,
) {
    let variation = Variation::read(source, range, before, 0);
    variation.add(layout, source.text, errors);
}

/// A variation, read and replayed.
struct Variation {
    range: Range<usize>,
    content: Result<Content, VariationError>,
}

/// The parts of a legal variation.
struct Content {
    numbers: Numbers,
    items: Vec<Item>,
    /// Its moves in SAN, one after the other.
    moves: String,
}

/// A part of a variation.
enum Item {
    /// A move in SAN, by its range in the text of the moves.
    Move(Range<usize>),
    Annotation(Range<usize>),
    Comment(Range<usize>),
    Variation(Variation),
}

impl Variation {
    /// Reads the variation of a range, which has parentheses at both ends.
    fn read(
        source: VariationText<'_>,
        range: Range<usize>,
        before: Option<&Position>,
        depth: usize,
    ) -> Self {
        let error = |at: usize, len: usize, message: &str| {
            let message = message.to_owned();
            Err(VariationError { at, len, message })
        };
        let content = match before {
            None => error(
                range.start,
                1,
                "the variation replaces no move; it stays as it is",
            ),
            Some(_) if depth > MAX_DEPTH => error(
                range.start,
                1,
                "the variation is nested too deep to be replayed; it stays as it is",
            ),
            Some(before) => Walk::over(source, &range, before, depth),
        };
        Self { range, content }
    }

    fn add(self, layout: &mut Layout<'_>, text: &[u8], errors: &mut Vec<VariationError>) {
        let Content {
            mut numbers,
            items,
            moves,
        } = match self.content {
            Ok(content) => content,
            Err(error) => {
                errors.push(error);
                return add_as_it_stands(layout, &text[self.range]);
            }
        };
        layout.open();
        for item in items {
            match item {
                Item::Move(range) => {
                    numbers.add(layout);
                    layout.ascii(&moves.as_bytes()[range]);
                    continue;
                }
                Item::Annotation(range) => {
                    add_annotation(layout, &text[range]);
                    continue;
                }
                Item::Comment(range) => {
                    let between = Between::of(text, range.start);
                    comment::add(layout, &text[range], between);
                }
                Item::Variation(inner) => inner.add(layout, text, errors),
            }
            numbers.due = true;
        }
        layout.close();
    }
}

/// Replays a variation.
struct Walk<'t> {
    source: VariationText<'t>,
    depth: usize,
    position: Position,
    /// The position before the last move.
    before: Option<Position>,
    items: Vec<Item>,
    moves: String,
    error: Option<VariationError>,
}

impl<'t> Walk<'t> {
    fn over(
        source: VariationText<'t>,
        range: &Range<usize>,
        before: &Position,
        depth: usize,
    ) -> Result<Content, VariationError> {
        let mut walk = Self {
            source,
            depth,
            position: before.clone(),
            before: None,
            items: Vec::new(),
            moves: String::new(),
            error: None,
        };
        let end = range.end.saturating_sub(1);
        let (stop, how) = walk_movetext(&source.text[..end], range.start + 1, &mut walk);
        match how {
            End::Text | End::Restart => {}
            End::Marker { at, len, .. } => walk.fail(at, len, "ends the game within a variation"),
            End::Tags => walk.fail(stop, 1, "begins a tag pair within a variation"),
        }
        match walk.error {
            None if walk.before.is_none() => Err(VariationError {
                at: range.start,
                len: 1,
                message: "the variation has no move; it stays as it is".to_owned(),
            }),
            None => Ok(Content {
                numbers: Numbers::of(before),
                items: walk.items,
                moves: walk.moves,
            }),
            Some(error) => Err(error),
        }
    }

    /// Keeps what is wrong with the variation; only the first time counts.
    fn fail(&mut self, at: usize, len: usize, what: &str) {
        let text = self.source.text;
        self.error.get_or_insert_with(|| {
            let shown = quoted(&text[at..(at + len).min(text.len())]);
            let message = format!("{shown} {what}; the variation stays as it is");
            VariationError { at, len, message }
        });
    }

    fn play(&mut self, played: audit960_board::Move) {
        let from = self.moves.len();
        self.before = Some(self.position.clone());
        self.position.play_to_san(played, &mut self.moves);
        self.items.push(Item::Move(from..self.moves.len()));
    }
}

impl<'a> MovetextVisitor<'a> for Walk<'_> {
    fn word(&mut self, word: SanWord, _: usize) -> bool {
        if self.source.language.is_some() {
            return false;
        }
        let mut after = self.position.clone();
        let Some(resolved) = after.play_san(word) else {
            return false;
        };
        self.play(resolved.played);
        true
    }

    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        if self.error.is_none() {
            match lenient_move(&self.position, symbol, self.source.language) {
                Some(played) => self.play(played),
                None => self.fail(at, symbol.len(), "is not legal in the variation"),
            }
        }
        SymbolOutcome::Read
    }

    fn comment(&mut self, comment: &'a [u8], at: usize) {
        self.items.push(Item::Comment(at..at + comment.len()));
    }

    fn aside(&mut self, what: Aside, at: usize, len: usize) {
        let range = at..at + len;
        let item = match what {
            Aside::Annotation => Item::Annotation(range),
            Aside::Variation => {
                let (before, depth) = (self.before.as_ref(), self.depth + 1);
                Item::Variation(Variation::read(self.source, range, before, depth))
            }
        };
        self.items.push(item);
    }

    fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
        let harmless = match kind {
            Irregular::UnusualBlank | Irregular::TagInComment | Irregular::BraceInComment => true,
            Irregular::BlackPeriods => self.position.turn() == Side::Black,
            _ => false,
        };
        if !harmless {
            self.fail(at, len, "cannot be read in the variation");
        }
    }
}

/// Adds text of a variation as it is, except for blanks and the encoding.
fn add_as_it_stands(layout: &mut Layout<'_>, text: &[u8]) {
    let mut left = text;
    loop {
        left = left.trim_ascii_start();
        let content = match left {
            [] => return,
            [b'{', rest @ ..] => memchr::memchr(b'}', rest).map(|end| (rest, end, Between::Braces)),
            [b';', rest @ ..] => {
                let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                Some((rest, end, Between::SemicolonAndLineEnd))
            }
            _ => None,
        };
        if let Some((rest, end, between)) = content {
            comment::add(layout, &rest[..end], between);
            left = rest.get(end + 1..).unwrap_or_default();
            continue;
        }
        let stops = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';');
        let len = left[1..]
            .iter()
            .position(stops)
            .map_or(left.len(), |len| len + 1);
        layout.word(decode(&left[..len]).0.as_bytes());
        left = &left[len..];
    }
}
