//! The main line of a game's movetext (PGN 8.2): its tokens go to a visitor.
//!
//! ```text
//! movetext = *( number / move / comment / variation / NAG / suffix / escape-line ) termination
//! ```
//! There are two parsers of the same language. [`walk_tokens`] is the reference: it takes one token after
//! another from the [grammar](crate::grammar). [`walk_movetext`] is the fast path: it parses plain words,
//! numbers, comments and white space itself and leaves everything else to the grammar. A property test
//! checks that the visitor of an audit cannot tell them apart. A visitor that rejects words can: the fast path
//! offers it the word up to white space first, the reference what the grammar reads.
//!
//! Both take linear time: variations are skipped by counting parentheses, and nothing is read twice
//! except a word that the visitor rejects.
//!
//! # For maintainers
//! `walk_movetext` runs over every byte of every archive. Its tests are ordered by frequency (letters,
//! digits, braces, white space) and made one after another, because one jump to many targets is
//! mispredicted more often. Run `make bench-quick` before and after any change, and change the grammar's
//! rule first: the fast path may only be a shorter way to the same token.

mod deliver;

use std::ops::ControlFlow::{self, Break, Continue};

use audit960_types::SanWord;

use self::deliver::{irregular_comment, next_token, word_of_grammar};
use crate::grammar::annotation::is_suffix;
use crate::grammar::symbol::is_symbol_byte;
use crate::grammar::termination::Termination;
use crate::grammar::{Irregular, MoveNumber};
use crate::scan;
use crate::scanned::count_scanned;

/// How movetext ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A termination marker.
    Marker {
        /// What it states, and whether it is spelled as the standard says.
        marker: Termination,
        /// Its offset.
        at: usize,
        /// Its length in bytes.
        len: usize,
    },
    /// A tag section begins, with no marker before it.
    Tags,
    /// The text ends, with no marker before it.
    Text,
    /// The visitor says that another game begins at a move number, with no marker before it.
    Restart,
}

/// A visitor's answer to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolOutcome {
    /// It was read, or there is a finding about it.
    Read,
    /// It was read together with what follows, up to this offset.
    ReadTo(usize),
    /// It is the result `0-0`: both sides lose, and the game ends.
    DoubleLoss,
}

/// A token of the main line that is not a move, kept by visitors that write the game again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// A numeric annotation glyph, or a suffix such as `!?`.
    Annotation,
    /// A variation with both its parentheses.
    Variation,
}

/// Receives the tokens of a main line, in order. Offsets are bytes from the start of the text. Each
/// method has a default: words come as symbols, and everything else is ignored.
pub trait MovetextVisitor<'a> {
    /// A word of at most seven bytes, up to the next white space; `true` if the whole of it is a move and was accepted.
    /// Else what is not part of a word is taken off its end, and the rest comes again.
    #[inline(always)]
    fn word(&mut self, _word: SanWord, _at: usize) -> bool {
        false
    }

    /// A move number indication; `false` if it is the first one of another game.
    #[inline(always)]
    fn number(&mut self, _number: MoveNumber, _at: usize) -> bool {
        true
    }

    /// Whether the game can continue with these words after the termination marker at an offset; after
    /// tag pairs in the middle of movetext, there are no words.
    fn goes_on(&mut self, _words: &[&'a [u8]], _at: usize) -> bool {
        true
    }

    /// A symbol that was not accepted as a word. `at + symbol.len()` is the offset of what follows.
    fn symbol(&mut self, _symbol: &'a [u8], _at: usize) -> SymbolOutcome {
        SymbolOutcome::Read
    }

    /// A comment, without its delimiters.
    fn comment(&mut self, _comment: &'a [u8], _at: usize) {}

    /// An annotation or a variation.
    #[inline(always)]
    fn aside(&mut self, _what: Aside, _at: usize, _len: usize) {}

    /// Text that matches no rule of the grammar, or is where none allows it.
    fn irregular(&mut self, _kind: Irregular, _at: usize, _len: usize) {}
}

/// State kept from one call of [`walk`] to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Offset of the last move number.
    pub(crate) last_number: Option<usize>,
}

/// Parses movetext from an offset on; returns where it stopped and why.
///
/// # Examples
/// ```
/// use audit960_pgn::types::{GameResult, SanWord};
/// use audit960_pgn::{End, MovetextVisitor, walk_movetext};
///
/// struct Words(Vec<u32>);
/// impl<'a> MovetextVisitor<'a> for Words {
///     fn word(&mut self, word: SanWord, _at: usize) -> bool {
///         self.0.push(word.len);
///         true
///     }
/// }
///
/// let mut words = Words(Vec::new());
/// let (stop, end) = walk_movetext(b"1. e4 e5 2. Qxh5+ 1-0", 0, &mut words);
/// assert_eq!((stop, words.0), (21, vec![2, 2, 5]));
/// assert!(matches!(end, End::Marker { marker, .. } if marker.result == GameResult::White));
/// ```
#[inline]
pub fn walk_movetext<'a>(
    text: &'a [u8],
    start: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    walk(text, start, &mut Walk::default(), visitor)
}

/// As [`walk_movetext`], with the grammar alone: its reference.
pub fn walk_tokens<'a>(
    text: &'a [u8],
    start: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    let mut state = Walk::default();
    let mut at = start;
    loop {
        match next_token(text, at, &mut state, visitor) {
            Continue(next) => at = next,
            Break(end) => return end,
        }
    }
}

#[inline]
pub(crate) fn walk<'a>(
    text: &'a [u8],
    start: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    let mut at = start;
    loop {
        let progress = match text.get(at) {
            None => return (at, End::Text),
            Some(first) if first.is_ascii_alphabetic() => word(text, at, visitor),
            Some(first) if first.is_ascii_digit() => number(text, at, state, visitor),
            Some(b'{') => comment(text, at, state, visitor),
            Some(b' ' | b'\n' | b'\r' | b'\t') => Continue(at + 1),
            Some(b'!' | b'?') => suffix(text, at, state, visitor),
            Some(b'*') => termination(text, at, state, visitor),
            Some(_) => next_token(text, at, state, visitor),
        };
        match progress {
            Continue(next) => at = next,
            Break(end) => return end,
        }
    }
}

/// Where to continue, or where and why to stop.
type Progress = ControlFlow<(usize, End), usize>;

/// A move number with the word after it, or something else that begins with a digit. What follows a
/// number is read at once, so that its branch is predicted separately from what follows a word.
#[inline(always)]
fn number<'a>(
    text: &'a [u8],
    at: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let Some((number, len)) = scan::move_number(&text[at..]) else {
        return termination(text, at, state, visitor);
    };
    if !visitor.number(number, at) {
        return Break((at, End::Restart));
    }
    state.last_number = Some(at);
    let after = skip_blank(text, at + len);
    if text.get(after).is_some_and(u8::is_ascii_alphabetic) {
        word(text, after, visitor)
    } else {
        Continue(after)
    }
}

/// A termination marker, or something else that begins like one. Runs once a game.
#[inline(never)]
fn termination<'a>(
    text: &'a [u8],
    at: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    // After a quote it is part of a string.
    match scan::termination(&text[at..]) {
        Some((result, len)) if text[..at].last() != Some(&b'"') => {
            count_scanned(len);
            let marker = Termination::new(result, true);
            Break((at + len, End::Marker { marker, at, len }))
        }
        _ => next_token(text, at, state, visitor),
    }
}

/// A comment and the space after it.
#[inline(always)]
fn comment<'a>(
    text: &'a [u8],
    at: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let Some((comment, has_quote)) = scan::comment(&text[at..]) else {
        return next_token(text, at, state, visitor);
    };
    let next = skip_blank(text, at + comment.len() + 2);
    if has_quote {
        return irregular_comment(text, at, comment, next, visitor);
    }
    visitor.comment(comment, at + 1);
    Continue(next)
}

/// `!` and `?`, if white space follows.
#[inline(always)]
fn suffix<'a>(
    text: &'a [u8],
    at: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let len = 1 + usize::from(text.get(at + 1).is_some_and(|byte| is_suffix(*byte)));
    match text.get(at + len) {
        Some(b' ' | b'\n' | b'\r') => {
            visitor.aside(Aside::Annotation, at, len);
            Continue(at + len + 1)
        }
        _ => next_token(text, at, state, visitor),
    }
}

/// A word that is a move, or another symbol that begins with a letter.
#[inline(always)]
fn word<'a>(text: &'a [u8], at: usize, visitor: &mut impl MovetextVisitor<'a>) -> Progress {
    let word = scan::word(&text[at..]);
    if word.len < 8 && visitor.word(word, at) {
        // Usually a space follows, and then the next word or number.
        return Continue(skip_blank(text, at + word.len as usize));
    }
    refused(text, at, word, visitor)
}

/// A word that was not accepted, perhaps because of what follows it without a space: a suffix (PGN
/// 8.2.3.8), a bracket, an asterisk.
#[inline(never)]
fn refused<'a>(
    text: &'a [u8],
    at: usize,
    word: SanWord,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let end = (1..word.len.min(8)).find(|i| !is_symbol_byte(word.byte(*i)));
    if let Some(len) = end
        && word.byte(len).is_ascii()
        && !(word.byte(len) == b'.' && matches!(word.byte(len - 1), b'e' | b'E'))
        && word.byte(len) != b'('
        && visitor.word(SanWord { len, ..word }, at)
    {
        return Continue(at + len as usize);
    }
    word_of_grammar(text, at, visitor)
}

/// The offset after a space or line feed at `at`, if there is one.
#[inline(always)]
fn skip_blank(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b' ' | b'\n') => at + 1,
        _ => at,
    }
}

#[cfg(test)]
mod tests;
