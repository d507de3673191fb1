//! The main line of a game's movetext (PGN 8.2): words go to a visitor, everything else is read
//! over, and what cannot be read is told.
//!
//! ```text
//! movetext = *( number / move / comment / variation / NAG / suffix / escape-line ) marker
//! ```
//! Read beyond that: a tag section or the end of the text without a marker before it; results in
//! other spellings; closing brackets that close nothing; NUL bytes. The walk is linear in the text:
//! variations are counted, not entered, and nothing is read twice but a word the visitor refuses.

mod seldom;

use std::convert::Infallible;
use std::ops::ControlFlow::{self, Break, Continue};

use audit960_types::{GameResult, SanWord};

use self::seldom::{digits, seldom, symbol};

use crate::scan;
use crate::work::looked_at;

pub(crate) use self::seldom::result;

/// What ends a movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A termination marker.
    Marker {
        /// The result.
        result: GameResult,
        /// Whether it is spelled as the standard says.
        standard: bool,
        /// Where it stands.
        at: usize,
        /// Its length.
        len: usize,
    },
    /// A tag section begins, with no marker before it.
    Tags,
    /// The text ends, with no marker before it.
    Text,
}

/// Something in the movetext that is no part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irregular {
    /// `{` without `}`.
    UnclosedComment,
    /// `(` without `)`.
    UnclosedVariation,
    /// `)`, `}` or `]` where nothing is open.
    StrayClosing,
    /// A control character.
    ControlByte,
    /// Some other text.
    UnknownToken,
}

/// Takes the parts of a main line, in order. Offsets count from the start of the text.
pub trait MovetextVisitor<'a> {
    /// A word that ends within eight bytes at a blank; `true` if it is a move and was taken.
    fn word(&mut self, word: SanWord, at: usize) -> bool;
    /// A symbol that was not taken as a word.
    fn symbol(&mut self, symbol: &'a [u8], at: usize);
    /// A comment, without its braces.
    fn comment(&mut self, comment: &'a [u8], at: usize);
    /// Something that is no part of a game.
    fn irregular(&mut self, kind: Irregular, at: usize, len: usize);
}

/// Reads movetext from an offset on; returns where it stopped and why.
#[inline]
pub fn walk_movetext<'a>(
    text: &'a [u8],
    start: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> (usize, End) {
    match walk(text, start, visitor) {
        Break(end) => end,
        Continue(never) => match never {},
    }
}

#[inline(always)]
fn walk<'a>(
    text: &'a [u8],
    start: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> ControlFlow<(usize, End), Infallible> {
    let mut at = start;
    loop {
        let Some(&first) = text.get(at) else {
            return Break((at, End::Text));
        };
        // Asked one after the other, as a jump to one of many places is guessed wrong more often.
        if first.is_ascii_alphabetic() {
            at = word(text, at, visitor)?;
        } else if first.is_ascii_digit() {
            at = number(text, at, visitor)?;
        } else if first == b'{' {
            at = comment(text, at, visitor)?;
        } else if matches!(first, b' ' | b'\n' | b'\r' | b'\t' | b'.' | b'!' | b'?') {
            at += 1;
        } else {
            at = seldom(text, at, visitor)?;
        }
    }
}

/// Where it goes on, or where and why it stops.
type Progress = ControlFlow<(usize, End), usize>;

/// A move number with the word behind it, or something else that begins with a digit. What follows a
/// number is read at once, so that it and what follows a word are guessed apart.
#[inline(always)]
fn number<'a>(text: &'a [u8], at: usize, visitor: &mut impl MovetextVisitor<'a>) -> Progress {
    let Some(len) = scan::move_number(&text[at..]) else {
        return digits(text, at, visitor);
    };
    let after = skip_blank(text, at + len);
    if text.get(after).is_some_and(u8::is_ascii_alphabetic) {
        word(text, after, visitor)
    } else {
        Continue(after)
    }
}

/// A comment and the blank behind it.
#[inline(always)]
fn comment<'a>(text: &'a [u8], at: usize, visitor: &mut impl MovetextVisitor<'a>) -> Progress {
    match scan::comment(&text[at..]) {
        Ok((after, comment)) => {
            visitor.comment(comment, at + 1);
            Continue(skip_blank(text, text.len() - after.len()))
        }
        Err(_) => {
            let len = text.len() - at;
            looked_at(len);
            visitor.irregular(Irregular::UnclosedComment, at, len);
            Break((text.len(), End::Text))
        }
    }
}

/// A word that is a move, or another symbol that begins with a letter.
#[inline(always)]
fn word<'a>(text: &'a [u8], at: usize, visitor: &mut impl MovetextVisitor<'a>) -> Progress {
    let word = scan::word(&text[at..]);
    if word.len < 8 && visitor.word(word, at) {
        // Mostly a blank follows, and then the next word or number.
        return Continue(skip_blank(text, at + word.len as usize));
    }
    suffixed(text, at, word, visitor)
}

/// A word that was not taken, perhaps for what stands behind it without a blank: `!` and `?` (PGN
/// 8.2.3.8), a comment, or a character beyond ASCII.
#[inline(never)]
fn suffixed<'a>(
    text: &'a [u8],
    at: usize,
    word: SanWord,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let ends = |i: &u32| matches!(word.byte(*i), b'!' | b'?' | b'{'..);
    if let Some(len) = (1..word.len.min(8)).find(ends)
        && visitor.word(SanWord { len, ..word }, at)
    {
        return Continue(at + len as usize);
    }
    symbol(text, at, visitor)
}

/// The offset behind a blank or line feed, if there is one.
#[inline(always)]
fn skip_blank(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b' ' | b'\n') => at + 1,
        _ => at,
    }
}

/// Whether a tag pair begins at an offset: first on its line (a byte-order
/// mark may precede it), or behind another tag.
pub(crate) fn begins_tag(text: &[u8], at: usize) -> bool {
    let blanks = text[..at]
        .iter()
        .rev()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    looked_at(blanks + 1);
    let before = at.checked_sub(blanks + 1).map(|before| text[before]);
    if !matches!(before, None | Some(b'\n' | b'\r' | b']' | 0xbf)) {
        return false;
    }
    let inside = &text[at + 1..];
    let name = inside
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    looked_at(name);
    let blanks = inside[name..]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    name > 0 && inside.get(name + blanks) == Some(&b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down what it is given; takes every word that looks like one of a few moves.
    #[derive(Default)]
    struct Log(Vec<String>);

    impl<'a> MovetextVisitor<'a> for Log {
        fn word(&mut self, word: SanWord, at: usize) -> bool {
            let bytes = word.bytes.to_le_bytes();
            let text = &bytes[..word.len as usize];
            let taken = matches!(text, b"e4" | b"e5" | b"Nf3" | b"Nc6");
            if taken {
                self.0
                    .push(format!("{at}:{}", String::from_utf8_lossy(text)));
            }
            taken
        }
        fn symbol(&mut self, symbol: &'a [u8], at: usize) {
            self.0
                .push(format!("{at}?{}", String::from_utf8_lossy(symbol)));
        }
        fn comment(&mut self, comment: &'a [u8], at: usize) {
            self.0
                .push(format!("{at}#{}", String::from_utf8_lossy(comment)));
        }
        fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
            self.0.push(format!("{at}!{kind:?}+{len}"));
        }
    }

    fn log(text: &str) -> (String, End) {
        let mut log = Log::default();
        let (stop, end) = walk_movetext(text.as_bytes(), 0, &mut log);
        assert!(stop <= text.len());
        (log.0.join(" "), end)
    }

    #[test]
    fn plain_movetext() {
        let (log, end) = log("1. e4 e5 2. Nf3 Nc6 1/2-1/2");
        assert_eq!(log, "3:e4 6:e5 12:Nf3 16:Nc6");
        let result = GameResult::Draw;
        assert_eq!(
            end,
            End::Marker {
                result,
                standard: true,
                at: 20,
                len: 7
            }
        );
    }

    #[test]
    fn everything_between_the_moves() {
        let text = "1.e4{a}e5!? $14 (1... c5 (1... e6 {)}))2.Nf3 ; b\n%2. d4\nNc6 *";
        assert_eq!(log(text).0, "2:e4 5#a 7:e5 41:Nf3 46# b 56:Nc6");
    }

    /// What has no blank before it ends a move all the same.
    #[test]
    fn glued() {
        for text in [
            "e4\u{a0}e5",
            "e4\u{b1} e5",
            "e4\u{2a72} e5",
            "e4{a}e5",
            "e4!? e5",
            "e4~ e5",
        ] {
            let (log, _) = log(text);
            assert!(
                log.starts_with("0:e4") && log.ends_with(":e5"),
                "{text}: {log}"
            );
        }
        assert_eq!(log("1Ng1.3 e4").0, "1?Ng1 7:e4");
    }

    #[test]
    fn ends() {
        assert_eq!(log("1. e4\n[White \"x\"]").1, End::Tags);
        assert_eq!(log("1. e4 [White \"x\"] e5").1, End::Text);
        assert_eq!(log("1. e4 e5").1, End::Text);
        let spelled = |text: &str| match log(text).1 {
            End::Marker {
                result, standard, ..
            } => Some((result, standard)),
            _ => None,
        };
        assert_eq!(spelled("e4 ½-½"), Some((GameResult::Draw, false)));
        assert_eq!(spelled("e4 1/2"), Some((GameResult::Draw, false)));
        assert_eq!(spelled("e4 1–0"), Some((GameResult::White, false)));
        assert_eq!(spelled("e4 0-1"), Some((GameResult::Black, true)));
        assert_eq!(spelled("e4 1/2 - 1/2\n"), Some((GameResult::Draw, false)));
        assert_eq!(log("e4 Qg20-1").0, "0:e4 3?Qg2");
        assert_eq!(spelled("e4 Qg20-1"), Some((GameResult::Black, false)));
    }

    #[test]
    fn irregular_text() {
        assert_eq!(log("e4 {oops e5").0, "0:e4 3!UnclosedComment+8");
        assert_eq!(log("e4 (oops e5").0, "0:e4 3!UnclosedVariation+8");
        assert_eq!(
            log("e4 } e5 ) \0").0,
            "0:e4 3!StrayClosing+1 5:e5 8!StrayClosing+1 10!ControlByte+1"
        );
        assert_eq!(
            log("e4 0-0 0-0-0+ +- <x>").0,
            "0:e4 3?0-0 7?0-0-0+ 14?+- 17?<x>"
        );
        assert_eq!(log("e4 [%clk 0:01] e5").0, "0:e4 3!UnknownToken+11 15:e5");
        assert_eq!(log("1 e4 e5 2 Nf3 13").0, "2:e4 5:e5 10:Nf3");
    }
}
