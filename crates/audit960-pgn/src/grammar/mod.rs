//! The grammar of PGN: one nom function for each rule of the standard, with the leniencies beside the
//! rule that they relax.
//!
//! | rule | function | PGN |
//! |---|---|---|
//! | white space | [`blank::white`] | 4.3, 7 |
//! | escape line | [`comment::escape_line`] | 6 |
//! | comment, to a brace or to the end of the line | [`comment::brace`], [`comment::line`] | 5 |
//! | symbol | [`symbol::symbol`] | 7 |
//! | tag pair | [`tag_pair::tag_pair`] | 8.1.1 |
//! | move number indication | [`number::number`] | 8.2.2 |
//! | movetext SAN | [`san::read_move`] | 8.2.3 |
//! | piece letters of other languages | [`language::LANGUAGES`] | 8.2.3.2 |
//! | suffix annotation, NAG | [`annotation::suffix`], [`annotation::nag`] | 8.2.3.8, 8.2.4, 10 |
//! | variation (RAV) | [`variation::variation`] | 8.2.5 |
//! | game termination marker | [`termination::termination`] | 8.2.6 |
//! | any of these | [`token`] | 18 |
//!
//! [`token`] never fails on text: what matches no rule is [`Token::Unread`], so that tokens tile every
//! game. [`crate::movetext`] reads the frequent tokens faster and everything else with these rules; a
//! property test checks that both agree.

pub(crate) mod annotation;
pub(crate) mod blank;
pub(crate) mod comment;
pub(crate) mod glued;
pub(crate) mod language;
pub(crate) mod number;
pub(crate) mod periods;
pub(crate) mod san;
pub(crate) mod symbol;
mod tag_names;
pub(crate) mod tag_pair;
pub(crate) mod termination;
pub(crate) mod variation;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cond, map, map_opt, value};

pub use self::number::MoveNumber;
use self::termination::Termination;
use crate::error::Parsed;
use crate::scanned::count_scanned;

/// Text of a game that matches no rule of the grammar, or is where no rule allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Irregular {
    /// `{` without `}`.
    UnclosedComment,
    /// `(` without `)`.
    UnclosedVariation,
    /// `)`, `}` or `]` where nothing is open.
    StrayClosing,
    /// A control character.
    ControlByte,
    /// Other text.
    UnknownToken,
    /// A comment that contains a line that looks like a tag pair.
    TagInComment,
    /// A comment that contains an opening brace.
    BraceInComment,
    /// An opening brace in front of a game.
    StrayBrace,
    /// A tag pair inside movetext that continues after it.
    TagInMovetext,
    /// A termination marker with movetext of the same game after it.
    EarlyTermination,
    /// A termination marker after the termination marker.
    RepeatedTermination,
    /// A space character that the standard does not know; it separates tokens all the same.
    UnusualBlank,
    /// Periods, separate from the number, that mean Black to move: irregular where White is to move, as
    /// in `9. …f3`.
    BlackPeriods,
}

/// A token of movetext (PGN 7, 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// White space, and periods that belong to no number.
    Blank,
    /// A move number indication.
    Number(MoveNumber),
    /// A symbol to be read as a move.
    Word(&'a [u8]),
    /// A comment, without its delimiters.
    Comment(&'a [u8]),
    /// A variation with its parentheses.
    Variation,
    /// A numeric annotation glyph or a suffix annotation.
    Annotation,
    /// An escape line, without its line end.
    EscapeLine,
    /// A game termination marker.
    Termination(Termination),
    /// The tag pair that a tag section begins with; nothing of it is consumed.
    TagPair,
    /// Text that matches no rule.
    Unread(Irregular),
}

/// What precedes a token, as far as rules depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Context {
    /// The token is the first thing on its line: `%` in column 1 (PGN 6).
    pub(crate) line_start: bool,
    /// A tag pair may begin here.
    pub(crate) tags: bool,
    /// A digit or a period precedes, white space skipped: a period belongs to a number.
    pub(crate) numbered: bool,
    /// A quote precedes: what follows is part of a string, not a termination marker.
    pub(crate) quoted: bool,
    /// White space or a bracket precedes: elsewhere digits without a period are not a move number.
    pub(crate) word_start: bool,
}

impl Context {
    /// The context of an offset in a text.
    pub(crate) fn of(text: &[u8], at: usize) -> Self {
        let before = at.checked_sub(1).map(|last| text[last]);
        Self {
            line_start: matches!(before, None | Some(b'\n' | b'\r')),
            tags: text.get(at) == Some(&b'[') && tag_pair::may_begin(text, at),
            numbered: text.get(at).is_some_and(|byte| matches!(byte, b'.' | 0xe2))
                && behind_number(&text[at.saturating_sub(MAX_APART)..at]),
            quoted: before == Some(b'"'),
            word_start: before.is_none_or(|byte| {
                byte.is_ascii_whitespace() || byte >= 0x80 || b"(){}>*".contains(&byte)
            }),
        }
    }
}

/// Maximum white space between a number and its period, in bytes.
const MAX_APART: usize = 8;

/// Whether a text ends with a move number or a period, trailing white space ignored. The digits of a
/// result are not a number, nor is the digit of a square: `g4 .g6` lost the letter of a piece.
fn behind_number(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let head = &before[..before.len() - digits];
    let result = matches!(head, [.., b'-' | b'/' | b':']);
    let square = digits == 1 && matches!(head, [.., b'a'..=b'h' | b'A'..=b'H']);
    digits > 0 && !result && !square || before.ends_with(b".") || before.ends_with("…".as_bytes())
}

/// Parses the first token of a text. Fails on the empty text only.
///
/// # Errors
/// A recoverable [`crate::error::RuleError`] where the text is empty.
pub(crate) fn token(context: Context) -> impl Fn(&[u8]) -> Parsed<'_, Token<'_>> {
    move |input| {
        alt((
            value(Token::Blank, blank::white),
            if_allowed(context.numbered, value(Token::Blank, periods::alone)),
            value(Token::Unread(Irregular::StrayBrace), comment::stray_brace),
            map(alt((comment::brace, comment::line)), Token::Comment),
            value(Token::Variation, variation::variation),
            value(
                Token::Annotation,
                alt((annotation::nag, annotation::suffix)),
            ),
            if_allowed(
                !context.quoted,
                map(termination::termination, Token::Termination),
            ),
            map(number::number(context), Token::Number),
            if_allowed(
                context.line_start,
                value(Token::EscapeLine, comment::escape_line),
            ),
            if_allowed(context.tags, value(Token::TagPair, tag_pair::begins)),
            map(symbol::symbol, Token::Word),
            map(unread, Token::Unread),
        ))
        .parse(input)
    }
}

/// The token at an offset of a text, and the offset after it; `None` at the end.
pub(crate) fn token_at(text: &[u8], at: usize) -> Option<(Token<'_>, usize)> {
    let (rest, read) = token(Context::of(text, at))(&text[at..]).ok()?;
    let after = text.len() - rest.len();
    count_scanned(after - at);
    Some((read, after))
}

/// A rule that applies in some contexts only.
fn if_allowed<'a, T>(
    allowed: bool,
    rule: impl Parser<&'a [u8], Output = T, Error = crate::error::RuleError<'a>>,
) -> impl Parser<&'a [u8], Output = T, Error = crate::error::RuleError<'a>> {
    map_opt(cond(allowed, rule), |read| read)
}

/// Text that matches no rule: an opening bracket that is never closed, a bracket that closes nothing,
/// bracketed text (PGN 7 reserves `<` and `>`), or one character.
fn unread(input: &[u8]) -> Parsed<'_, Irregular> {
    alt((
        value(Irregular::UnclosedComment, comment::unclosed),
        value(Irregular::UnclosedVariation, variation::unclosed),
        value(Irregular::StrayClosing, symbol::closing),
        value(Irregular::ControlByte, symbol::control),
        value(
            Irregular::UnknownToken,
            alt((symbol::bracketed, symbol::character)),
        ),
    ))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::tag_pair::tag_pair;

    /// A period belongs to the number before it, not to a result or a square.
    #[test]
    fn periods_follow_numbers() {
        for (before, expected) in [
            ("1", true),
            ("12 ", true),
            ("1.", true),
            ("1. ", true),
            (".", true),
            ("1…", true),
            ("1-0", false),
            ("1/2", false),
            ("g4", false),
            ("g12", true),
            ("e4 Nf", false),
            ("", false),
        ] {
            assert_eq!(behind_number(before.as_bytes()), expected, "{before:?}");
        }
    }

    /// Every byte of a text belongs to one token, and each token begins as its rule says.
    #[test]
    fn tokens_tile_every_text() {
        const LETTERS: &[u8] =
            b"e4Nf3OR10-0/2*.,!?$ \t\r\n{}()[]<>;%\"A#+=x\0\xc2\xbd\xe2\x80\xa6\xa0\xff";
        let mut state = 960_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) as usize % below
        };
        let mut seen = [0; 10];
        for _ in 0..40_000 {
            let length = 1 + random(40);
            let text: Vec<u8> = (0..length)
                .map(|_| LETTERS[random(LETTERS.len())])
                .collect();
            let mut at = 0;
            while at < text.len() {
                let rest = &text[at..];
                let (left, read) = token(Context::of(&text, at))(rest).unwrap();
                let (left, begins) = match read {
                    // It consumes nothing: the tag section reads the pair.
                    Token::TagPair => (tag_pair(rest).unwrap().0, &b"["[..]),
                    Token::Comment(_) => (left, &b"{;"[..]),
                    Token::Variation => (left, &b"("[..]),
                    Token::Annotation => (left, &b"$!?"[..]),
                    Token::EscapeLine => (left, &b"%"[..]),
                    Token::Number(_) => (left, &b"0123456789"[..]),
                    Token::Termination(_) => (left, &b"01*-+\xc2\xe2\xff"[..]),
                    Token::Blank => (left, &b" \t\r\n.\xa0\xc2\xe2"[..]),
                    Token::Word(_) | Token::Unread(_) => (left, LETTERS),
                };
                assert!(left.len() < rest.len(), "{text:?} {at} {read:?}");
                assert!(
                    rest.ends_with(left) && begins.contains(&rest[0]),
                    "{text:?} {at} {read:?}"
                );
                seen[match read {
                    Token::Blank => 0,
                    Token::Number(_) => 1,
                    Token::Word(_) => 2,
                    Token::Comment(_) => 3,
                    Token::Variation => 4,
                    Token::Annotation => 5,
                    Token::EscapeLine => 6,
                    Token::Termination(_) => 7,
                    Token::TagPair => 8,
                    Token::Unread(_) => 9,
                }] += 1;
                at = text.len() - left.len();
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
    }
}
