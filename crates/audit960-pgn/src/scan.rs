//! The hot leaves: searches that run over every byte, eight bytes and more at a time.
//!
//! The search for blanks in a word follows the old rule: subtracting 0x21 from each byte borrows into
//! the high bit exactly where the byte was less; higher bytes may answer falsely, the lowest never
//! does, and only the lowest is used.

use audit960_types::SanWord;

use crate::fault::{Fault, FaultKind, Parsed};
use crate::simd;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// High bits of the bytes up to and with the blank.
#[inline(always)]
const fn blank(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x21) & !word & HIGHS
}

#[inline(always)]
fn load(input: &[u8]) -> Option<u64> {
    input
        .first_chunk::<8>()
        .map(|chunk| u64::from_le_bytes(*chunk))
}

/// Where a byte first occurs. Short distances, the usual case, cost neither a call nor a guess.
#[inline(always)]
pub(crate) fn find(input: &[u8], byte: u8) -> Option<usize> {
    let Some(head) = input.first_chunk::<32>() else {
        return memchr::memchr(byte, input);
    };
    let hits = simd::equal(head, byte);
    if hits != 0 {
        return Some(hits.trailing_zeros() as usize);
    }
    memchr::memchr(byte, &input[32..]).map(|at| at + 32)
}

/// A word that ends within eight bytes at a blank; `len` 8 says that it may be longer.
#[inline(always)]
pub(crate) fn word(input: &[u8]) -> SanWord {
    match load(input) {
        Some(bytes) => SanWord {
            bytes,
            len: blank(bytes).trailing_zeros() / 8,
        },
        None => last_word(input),
    }
}

/// The same near the end of the text.
#[cold]
fn last_word(input: &[u8]) -> SanWord {
    let mut bytes = [b' '; 8];
    for (to, from) in bytes.iter_mut().zip(input) {
        *to = *from;
    }
    let bytes = u64::from_le_bytes(bytes);
    SanWord {
        bytes,
        len: blank(bytes).trailing_zeros() / 8,
    }
}

/// `number = 1*3DIGIT ("." / "...")`, the first digit known to be one: its length, dots taken.
/// Nothing for any other number, or near the end of the text.
#[inline(always)]
pub(crate) fn move_number(input: &[u8]) -> Option<usize> {
    let [_, b, c, d, ..] = *input.first_chunk::<8>()?;
    // Numbers grow slowly: which of these it is can be guessed.
    let dot = if b == b'.' {
        1
    } else if !b.is_ascii_digit() {
        return None;
    } else if c == b'.' {
        2
    } else if c.is_ascii_digit() && d == b'.' {
        3
    } else {
        return None;
    };
    match input.get(dot + 1..dot + 3) {
        Some(b"..") => Some(dot + 3),
        _ => Some(dot + 1),
    }
}

/// `comment = "{" *(any but "}") "}"`, without its braces.
#[inline(always)]
pub(crate) fn comment(input: &[u8]) -> Parsed<'_, &[u8]> {
    let inside = &input[1..];
    match find(inside, b'}') {
        Some(end) => Ok((&inside[end + 1..], &inside[..end])),
        None => Err(Fault::error(input, FaultKind::ClosingBrace)),
    }
}

/// The rest of a line, its line feed taken.
#[inline]
pub(crate) fn line(input: &[u8]) -> Parsed<'_, &[u8]> {
    match memchr::memchr(b'\n', input) {
        Some(end) => Ok((&input[end + 1..], &input[..end])),
        None => Ok((&input[input.len()..], input)),
    }
}

/// What a variation holds after its `(`, through the matching `)`; fails at the end of the text.
pub(crate) fn variation(input: &[u8]) -> Parsed<'_, ()> {
    let mut rest = &input[1..];
    let mut depth = 1_u32;
    loop {
        let found = rest
            .iter()
            .position(|b| matches!(b, b'(' | b')' | b'{' | b';'));
        let Some(at) = found else {
            return Err(Fault::error(
                input,
                FaultKind::Nom(nom::error::ErrorKind::Char),
            ));
        };
        match rest[at] {
            b'{' => rest = comment(&rest[at..])?.0,
            b';' => rest = line(&rest[at..])?.0,
            b'(' => (depth, rest) = (depth + 1, &rest[at + 1..]),
            _ => {
                (depth, rest) = (depth - 1, &rest[at + 1..]);
                if depth == 0 {
                    return Ok((rest, ()));
                }
            }
        }
    }
}

/// Length of the symbol a text begins with: up to a blank, a bracket, a semicolon, a dollar, an
/// annotation mark or a dot. Dots of `e.p.` and parentheses of `a8(Q)` belong to it.
pub(crate) fn symbol_len(input: &[u8]) -> usize {
    let ends = |b: &u8| {
        matches!(
            b,
            0..=b' ' | b'{' | b'}' | b'(' | b')' | b';' | b'$' | b'[' | b']' | b'!' | b'?' | b'.'
        )
    };
    let len = input.iter().position(ends).unwrap_or(input.len());
    match (&input[..len], &input[len..]) {
        (head, [b'.', b'p' | b'P', tail @ ..]) if head.ends_with(b"e") => {
            len + 2 + usize::from(tail.first() == Some(&b'.'))
        }
        (head, [b'(', letter, b')', ..]) if !head.is_empty() && letter.is_ascii_alphabetic() => {
            len + 3
        }
        _ => len,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clear version of [`word`].
    fn plain_word_len(input: &[u8]) -> u32 {
        let len = input.iter().position(|&b| b <= b' ').unwrap_or(input.len());
        len.min(8) as u32
    }

    /// The clear version of [`move_number`].
    fn plain_number(input: &[u8]) -> Option<usize> {
        let digits = input
            .iter()
            .skip(1)
            .take_while(|b| b.is_ascii_digit())
            .count()
            + 1;
        let dots = input
            .iter()
            .skip(digits)
            .take_while(|b| **b == b'.')
            .count();
        let len = digits + if dots >= 3 { 3 } else { 1 };
        (input.len() >= 8 && digits <= 3 && dots > 0).then_some(len)
    }

    #[test]
    fn word_and_find_agree_with_the_plain_versions() {
        let mut state = 960_u64;
        for round in 0..40_000 {
            let mut text = [0_u8; 60];
            for byte in &mut text {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                // Every other text of the letters of numbers, so that some are found.
                let letter = (state >> 56) as u8;
                *byte = match round % 2 {
                    0 => letter,
                    _ => b"0123456789.../- e"[usize::from(letter % 17)],
                };
            }
            let len = (state % 61) as usize;
            let text = &text[..len];
            assert_eq!(word(text).len, plain_word_len(text));
            assert_eq!(find(text, b'}'), text.iter().position(|&b| b == b'}'));
            assert_eq!(move_number(text), plain_number(text));
        }
    }

    #[test]
    fn move_numbers() {
        let len = |text: &str| move_number(text.as_bytes());
        assert_eq!(len("12. e4 e5"), Some(3));
        assert_eq!(len("1.e4 e5 2"), Some(2));
        assert_eq!(len("1... e5 2"), Some(4));
        assert_eq!(len("123... e5"), Some(6));
        assert_eq!(len("1.. e5 2."), Some(2));
        assert_eq!(len("1.... e5 2."), Some(4));
        for text in [
            "1-0 1. e4",
            "1/2-1/2 1.",
            "0-0 2. Re1",
            "1 e4 2. d4",
            "1/2. e4 ",
            "1234. e4 ",
            "12345678. ",
        ] {
            assert_eq!(len(text), None, "{text}");
        }
    }

    #[test]
    fn variations_nest() {
        let rest = |text: &'static str| variation(text.as_bytes()).map(|(rest, ())| rest).ok();
        assert_eq!(rest("(1. d4 (1. c4) d5) e5"), Some(&b" e5"[..]));
        assert_eq!(rest("(1. d4 {:-)} d5) e5"), Some(&b" e5"[..]));
        assert_eq!(rest("(1. d4 ; :-)\n d5) e5"), Some(&b" e5"[..]));
        assert_eq!(rest("(1. d4 (1. c4) d5 e5"), None);
    }

    #[test]
    fn symbols() {
        for (text, len) in [
            ("e4 e5", 2),
            ("e4!?", 2),
            ("exd6e.p. ", 8),
            ("a8(Q) ", 5),
            ("Nf3)", 3),
            ("(Q)", 0),
        ] {
            assert_eq!(symbol_len(text.as_bytes()), len, "{text}");
        }
    }
}
