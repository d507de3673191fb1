//! Hands one token of the grammar to the visitor.

use std::ops::ControlFlow::{Break, Continue};

use audit960_types::{GameResult, SanWord};

use super::{Aside, End, Irregular, MovetextVisitor, Progress, SymbolOutcome, Walk};
use crate::grammar::comment::lost_brace_signs;
use crate::grammar::periods::says_black;
use crate::grammar::termination::Termination;
use crate::grammar::{Token, blank, glued, symbol, token_at};
use crate::scanned::count_scanned;

/// Parses the next token with the grammar.
#[cold]
#[inline(never)]
pub(super) fn next_token<'a>(
    text: &'a [u8],
    at: usize,
    state: &mut Walk,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let Some((token, next)) = token_at(text, at) else {
        return Break((text.len(), End::Text));
    };
    match token {
        Token::Blank if says_black(text, at, &text[at..next]) => {
            visitor.irregular(Irregular::BlackPeriods, at, next - at);
        }
        // A byte-order mark at the start of a span does not come here: `read_span` skips it.
        Token::Blank if blank::is_unusual(&text[at..next]) => {
            visitor.irregular(Irregular::UnusualBlank, at, next - at);
        }
        Token::Variation => visitor.aside(Aside::Variation, at, next - at),
        Token::Annotation => visitor.aside(Aside::Annotation, at, next - at),
        Token::Blank | Token::EscapeLine => {}
        Token::Number(number) => {
            if !visitor.number(number, at) {
                return Break((at, End::Restart));
            }
            state.last_number = Some(at);
        }
        Token::Word(word) => return deliver_word(text, at, word, visitor),
        Token::Comment(comment) => return irregular_comment(text, at, comment, next, visitor),
        Token::Termination(marker) => return Break((next, marker_at(marker, at, next - at))),
        Token::TagPair => return Break((at, End::Tags)),
        Token::Unread(kind) => visitor.irregular(kind, at, next - at),
    }
    Continue(next)
}

/// Delivers a comment and reports signs that its closing brace is missing; `next` is the offset after it.
#[inline(never)]
pub(super) fn irregular_comment<'a>(
    text: &'a [u8],
    at: usize,
    comment: &'a [u8],
    next: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    visitor.comment(comment, at + 1);
    for (kind, inside) in lost_brace_signs(comment, text[at] == b'{') {
        visitor.irregular(kind, at + 1 + inside, 1);
    }
    Continue(next)
}

const fn marker_at(marker: Termination, at: usize, len: usize) -> End {
    End::Marker { marker, at, len }
}

/// A symbol that begins with a letter and was not a plain word.
#[cold]
#[inline(never)]
pub(super) fn word_of_grammar<'a>(
    text: &'a [u8],
    at: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    match symbol::symbol(&text[at..]) {
        Ok((_, word)) => deliver_word(text, at, word, visitor),
        Err(_) => Continue(at + 1),
    }
}

/// A symbol: a word, perhaps with a termination marker at its end.
fn deliver_word<'a>(
    text: &'a [u8],
    at: usize,
    symbol: &'a [u8],
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let next = at + symbol.len();
    count_scanned(symbol.len());
    // The fast path rejects a word that is not followed by white space.
    if symbol.len() < 8
        && let Some(word) = SanWord::new(symbol)
        && visitor.word(word, at)
    {
        return Continue(next);
    }
    if let Some((word, marker)) = glued::ending(symbol) {
        visitor.symbol(&text[at..at + word.len()], at);
        let from = at + word.len();
        return Break((next, marker_at(marker, from, next - from)));
    }
    match visitor.symbol(&text[at..next], at) {
        SymbolOutcome::Read => Continue(next),
        SymbolOutcome::ReadTo(end) => Continue(end.max(next)),
        SymbolOutcome::DoubleLoss => {
            let marker = Termination::new(GameResult::Unfinished, false);
            Break((next, marker_at(marker, at, symbol.len())))
        }
    }
}
