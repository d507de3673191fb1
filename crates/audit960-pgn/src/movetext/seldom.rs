//! What is not met at every move: results, symbols that are no plain words, variations, NAGs, escape
//! lines, and text that is no part of a game. All go on from an offset and tell where to.

use std::ops::ControlFlow::{Break, Continue};

use audit960_types::GameResult;

use super::{End, Irregular, MovetextVisitor, Progress, begins_tag};
use crate::scan;
use crate::work::looked_at;

/// Anything that begins with neither a letter, a digit, a blank nor an opening brace.
#[cold]
#[inline(never)]
pub(super) fn seldom<'a>(
    text: &'a [u8],
    at: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let rest = &text[at..];
    let begins_line = at.checked_sub(1).is_none_or(|before| text[before] == b'\n');
    let skip = |len: usize| Continue(at + len);
    match rest[0] {
        b';' => {
            let len = line_len(rest);
            visitor.comment(&rest[1..len], at + 1);
            skip(len)
        }
        b'(' => match scan::variation(rest) {
            Ok((after, ())) => {
                looked_at(rest.len() - after.len());
                skip(rest.len() - after.len())
            }
            Err(_) => {
                looked_at(rest.len());
                visitor.irregular(Irregular::UnclosedVariation, at, rest.len());
                skip(rest.len())
            }
        },
        b'$' => skip(1 + digits_len(&rest[1..])),
        b')' | b'}' | b']' => {
            visitor.irregular(Irregular::StrayClosing, at, 1);
            skip(1)
        }
        b'%' if begins_line => skip(line_len(rest)),
        0x0b | 0x0c => skip(1),
        0..=b' ' | 0x7f => {
            visitor.irregular(Irregular::ControlByte, at, 1);
            skip(1)
        }
        0xc2 if rest.get(1) == Some(&0xa0) => skip(2), // no-break space
        0xef if rest.starts_with(b"\xef\xbb\xbf") => skip(3),
        b'*' => {
            let end = End::Marker {
                result: GameResult::Unfinished,
                standard: true,
                at,
                len: 1,
            };
            Break((at + 1, end))
        }
        b'[' if begins_tag(text, at) => Break((at, End::Tags)),
        b'[' => {
            let len = memchr::memchr2(b'\n', b']', rest).map_or(rest.len(), |end| end + 1);
            visitor.irregular(Irregular::UnknownToken, at, len);
            skip(len)
        }
        _ => symbol(text, at, visitor),
    }
}

/// Length of a line, its line feed left: it may be followed by an escape line.
fn line_len(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

fn digits_len(rest: &[u8]) -> usize {
    rest.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// A symbol that begins with a digit: a result, castling with noughts, or a number without a dot.
#[cold]
#[inline(never)]
pub(super) fn digits<'a>(
    text: &'a [u8],
    at: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let rest = &text[at..];
    let len = digits_len(rest);
    let nought = &rest[..len] == b"0";
    match rest.get(len) {
        Some(b'-' | b'/' | b':' | 0x80..) => symbol(text, at, visitor),
        _ if nought => symbol(text, at, visitor),
        _ => Continue(at + len),
    }
}

/// A symbol: a result, or something for the visitor.
#[cold]
#[inline(never)]
pub(super) fn symbol<'a>(
    text: &'a [u8],
    at: usize,
    visitor: &mut impl MovetextVisitor<'a>,
) -> Progress {
    let len = scan::symbol_len(&text[at..]);
    if len == 0 {
        visitor.irregular(Irregular::UnknownToken, at, 1);
        return Continue(at + 1);
    }
    looked_at(len);
    let (symbol, after) = text[at..].split_at(len);
    let ends = |result, standard, at, len| {
        let end = End::Marker {
            result,
            standard,
            at,
            len,
        };
        Break((at + len, end))
    };
    if let Some((result, standard)) = result(symbol) {
        let spaced = if standard { 0 } else { spaced_half(after) };
        return ends(result, standard, at, len + spaced);
    }
    if let Some((word, result)) = glued_result(symbol) {
        visitor.symbol(word, at);
        return ends(result, false, at + word.len(), len - word.len());
    }
    visitor.symbol(symbol, at);
    Continue(at + len)
}

/// A result with no blank before it: `Qg20-1`.
fn glued_result(symbol: &[u8]) -> Option<(&[u8], GameResult)> {
    const RESULTS: [(&[u8], GameResult); 3] = [
        (b"1/2-1/2", GameResult::Draw),
        (b"1-0", GameResult::White),
        (b"0-1", GameResult::Black),
    ];
    RESULTS.into_iter().find_map(|(text, result)| {
        let word = symbol.strip_suffix(text)?;
        word.first()?
            .is_ascii_alphabetic()
            .then_some((word, result))
    })
}

/// Length of the second half of `1/2 - 1/2`.
fn spaced_half(after: &[u8]) -> usize {
    let text = after.trim_ascii_start();
    let half = text.strip_prefix(b"-").map(<[u8]>::trim_ascii_start);
    half.and_then(|half| half.strip_prefix(b"1/2"))
        .map_or(0, |tail| after.len() - tail.len())
}

/// The result a symbol stands for, and whether it is spelled as the standard says.
pub(crate) fn result(symbol: &[u8]) -> Option<(GameResult, bool)> {
    let standard = match symbol {
        b"1-0" => Some(GameResult::White),
        b"0-1" => Some(GameResult::Black),
        b"1/2-1/2" => Some(GameResult::Draw),
        b"*" => Some(GameResult::Unfinished),
        _ => None,
    };
    if let Some(result) = standard {
        return Some((result, true));
    }
    let text = std::str::from_utf8(symbol).ok()?;
    let plain: String = text.replace(
        [
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', ':',
        ],
        "-",
    );
    let result = match plain.as_str() {
        "1-0" | "+--" => GameResult::White,
        "0-1" | "--+" => GameResult::Black,
        "1/2" | "1/2-1/2" | "½-½" | "½" | "1/2-½" => GameResult::Draw,
        _ => return None,
    };
    Some((result, false))
}
