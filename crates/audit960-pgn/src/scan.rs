//! Scanners of the hot path: searches that run over every byte, eight or more bytes at a time.
//!
//! The search for white space in a word uses a known bit trick: subtracting 0x21 from each byte borrows
//! into the high bit exactly where the byte was smaller. Bytes above the lowest match may be false
//! positives; the lowest match never is, and only that one is used.

use audit960_types::{GameResult, SanWord};

use crate::grammar::MoveNumber;
use crate::grammar::comment::is_in_front_of_game;
use crate::simd;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Sets the high bit of the bytes up to and including the space (0x20).
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

/// The first word of a text if white space ends it within eight bytes; a `len` of 8 means that it may be
/// longer.
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

/// As [`word`], near the end of the text.
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

/// `number = 1*3DIGIT ("." / "...")`, where the first byte is known to be a digit, and its length with
/// periods. `None` for any other number, and near the end of the text.
#[inline(always)]
pub(crate) fn move_number(input: &[u8]) -> Option<(MoveNumber, usize)> {
    let [a, b, c, d, ..] = *input.first_chunk::<8>()?;
    let digit = |byte: u8| u32::from(byte & 15);
    // Numbers grow slowly: which of these it is can be predicted.
    let (value, dot) = if b == b'.' {
        // Half a point, `0.5-0.5`, and no move.
        if a == b'0' && c == b'5' {
            return None;
        }
        (digit(a), 1)
    } else if !b.is_ascii_digit() {
        return None;
    } else if c == b'.' {
        (10 * digit(a) + digit(b), 2)
    } else if c.is_ascii_digit() && d == b'.' {
        (100 * digit(a) + 10 * digit(b) + digit(c), 3)
    } else {
        return None;
    };
    let (black, len) = match input.get(dot + 1..dot + 4) {
        Some([b'.', b'.', after]) if *after != b'.' => (true, dot + 3),
        Some([first, ..]) if *first != b'.' => (false, dot + 1),
        _ => return None,
    };
    Some((MoveNumber { value, black }, len))
}

/// `comment = "{" *(any but "}") "}"`, without its braces, and whether it contains a quote, as every tag
/// pair does, or another opening brace. `None` where it is not closed.
#[inline(always)]
pub(crate) fn comment(input: &[u8]) -> Option<(&[u8], bool)> {
    let inside = &input[1..];
    let head = inside.first_chunk::<32>();
    let found = head.map_or(0, |head| simd::equal_any(head, [b'}', b'"', b'{']));
    // Most end within the head.
    let end = match found {
        0 => {
            let from = head.map_or(0, |head| head.len());
            from + memchr::memchr3(b'}', b'"', b'{', &inside[from..])?
        }
        found => found.trailing_zeros() as usize,
    };
    match inside.get(end) {
        Some(b'}') => Some((&inside[..end], false)),
        _ => comment_with_brace(inside, end),
    }
}

/// A comment that contains a quote or a brace and whose closing brace is not before `from`; `None` where
/// its opening brace is a stray one in front of a game.
#[inline(never)]
fn comment_with_brace(inside: &[u8], from: usize) -> Option<(&[u8], bool)> {
    if is_in_front_of_game(inside) {
        return None;
    }
    let end = from + memchr::memchr(b'}', &inside[from..])?;
    Some((&inside[..end], true))
}

/// A termination marker as PGN 8.2.6 writes it, followed by white space or the end, and its length.
#[inline]
pub(crate) fn termination(input: &[u8]) -> Option<(GameResult, usize)> {
    let (result, len) = match input {
        [b'1', b'-', b'0', ..] => (GameResult::White, 3),
        [b'0', b'-', b'1', ..] => (GameResult::Black, 3),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => (GameResult::Draw, 7),
        [b'*', ..] => (GameResult::Unfinished, 1),
        _ => return None,
    };
    matches!(input.get(len), None | Some(b' ' | b'\n' | b'\r')).then_some((result, len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Context;
    use crate::grammar::number::number;

    /// The plain version of [`word`].
    fn plain_word_len(input: &[u8]) -> u32 {
        let len = input.iter().position(|&b| b <= b' ').unwrap_or(input.len());
        len.min(8) as u32
    }

    /// [`move_number`] by the grammar.
    fn number_of_grammar(input: &[u8]) -> Option<(MoveNumber, usize)> {
        let context = Context {
            line_start: false,
            tags: false,
            numbered: false,
            quoted: false,
            word_start: true,
        };
        let (left, read) = number(context)(input).ok()?;
        Some((read, input.len() - left.len()))
    }

    /// The plain version of [`comment`].
    fn plain_comment(input: &[u8]) -> Option<&[u8]> {
        let end = input.iter().skip(1).position(|&byte| byte == b'}')?;
        Some(&input[1..=end])
    }

    #[test]
    fn fast_scanners_agree_with_plain_versions() {
        let mut state = 960_u64;
        let mut numbers = 0;
        for round in 0..40_000 {
            let mut text = [0_u8; 60];
            for byte in &mut text {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                // A third of the texts uses the characters of numbers, so that some are found.
                let letter = (state >> 56) as u8;
                *byte = match round % 3 {
                    0 => letter,
                    1 => b"0123456789.../- e"[usize::from(letter % 17)],
                    _ => b"abc\"}xyz"[usize::from(letter % 8)],
                };
            }
            let len = (state % 61) as usize;
            let text = &text[..len];
            assert_eq!(word(text).len, plain_word_len(text));
            if let Some((&first, _)) = text.split_first() {
                let read = comment(text);
                assert_eq!(read.map(|(comment, _)| comment), plain_comment(text));
                assert!(
                    read.is_none_or(|(comment, has_quote)| has_quote
                        == comment.iter().any(|b| b"\"{".contains(b)))
                );
                if first.is_ascii_digit()
                    && let Some(read) = move_number(text)
                {
                    assert_eq!(Some(read), number_of_grammar(text), "{text:?}");
                    numbers += 1;
                }
            }
        }
        assert!(numbers > 1000, "{numbers}");
    }

    #[test]
    fn move_numbers() {
        let read = |text: &str| {
            move_number(text.as_bytes()).map(|(number, len)| (number.value, number.black, len))
        };
        assert_eq!(read("12. e4 e5"), Some((12, false, 3)));
        assert_eq!(read("1.e4 e5 2"), Some((1, false, 2)));
        assert_eq!(read("1... e5 2"), Some((1, true, 4)));
        assert_eq!(read("123... e5"), Some((123, true, 6)));
        for text in [
            "1-0 1. e4",
            "1/2-1/2 1.",
            "0-0 2. Re1",
            "1 e4 2. d4",
            "1/2. e4 ",
            "0.5-0.5 ",
            "1234. e4 ",
            "12345678. ",
            "1.. e5 2.",
            "1.... e5 2.",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
