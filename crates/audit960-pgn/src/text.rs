//! Bytes to text: UTF-8 where it is, Windows-1252 otherwise.

use std::borrow::Cow;

use nom::Parser;
use nom::bytes::complete::take;

use audit960_types::is_unsafe_char;

use crate::error::Parsed;

/// Windows-1252 from 0x80 to 0x9F; the five bytes it leaves undefined stand for themselves.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes bytes as UTF-8, or else as Windows-1252, which contains Latin-1 (PGN 4.1) except its control
/// characters. Also returns whether they were UTF-8.
///
/// # Examples
/// ```
/// use audit960_pgn::decode;
///
/// assert_eq!(decode("Bär".as_bytes()), ("Bär".into(), true));
/// assert_eq!(decode(b"B\xe4r"), ("Bär".into(), false));
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => {
            let letter = |&byte: &u8| match byte {
                0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
                _ => char::from(byte),
            };
            (Cow::Owned(bytes.iter().map(letter).collect()), false)
        }
    }
}

/// The first character of a text: a UTF-8 sequence, or a single byte that is not part of one.
pub(crate) fn character(input: &[u8]) -> Parsed<'_, &[u8]> {
    let len = match input.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let whole = input
        .get(..len)
        .is_some_and(|bytes| std::str::from_utf8(bytes).is_ok());
    take(if whole { len } else { 1 }).parse(input)
}

/// Maximum number of characters of a text that a message quotes.
const QUOTED: usize = 80;

/// Text as a message quotes it: at most 80 characters, with those that a terminal would act on replaced
/// by spaces.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let text = decode(beginning(bytes)).0;
    let plain = |c: char| if is_unsafe_char(c) { ' ' } else { c };
    match text.char_indices().nth(QUOTED) {
        None => text.chars().map(plain).collect(),
        Some((end, _)) => text[..end].chars().map(plain).chain(['…']).collect(),
    }
}

/// The part of a text that [`quoted`] reads, at most 400 bytes: quoted text may be long.
#[must_use]
pub fn beginning(bytes: &[u8]) -> &[u8] {
    let inside = |end: usize| bytes.get(end).is_some_and(|byte| byte & 0xc0 == 0x80);
    let longest = bytes.len().min(5 * QUOTED);
    // Do not cut a UTF-8 character, which has at most four bytes.
    let end = (longest.saturating_sub(3)..=longest)
        .rev()
        .find(|end| !inside(*end));
    &bytes[..end.unwrap_or(longest)]
}

/// Text with the characters that a terminal would act on replaced by spaces.
#[must_use]
pub fn shown(bytes: &[u8]) -> String {
    decode(bytes)
        .0
        .chars()
        .map(|c| if is_unsafe_char(c) { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_encodings() {
        assert_eq!(decode("Hübner".as_bytes()), ("Hübner".into(), true));
        assert_eq!(decode(b"H\xfcbner"), ("Hübner".into(), false));
        assert_eq!(decode(b"\x80 \x96 \x9e"), ("€ – ž".into(), false));
    }

    #[test]
    fn what_is_quoted_is_one_line_without_commands() {
        assert_eq!(quoted(b"Nf3"), "Nf3");
        assert_eq!(quoted(b"\x1b[31mred\r\x9b"), " [31mred \u{203a}");
        assert_eq!(quoted("é".repeat(80).as_bytes()), "é".repeat(80));
        assert_eq!(quoted("é".repeat(81).as_bytes()), "é".repeat(80) + "…");
        assert_eq!(quoted("€".repeat(5000).as_bytes()), "€".repeat(80) + "…");
        assert_eq!(
            quoted(&[0x9b; 5000]),
            "\u{203a}".repeat(80) + "…",
            "no UTF-8 at all"
        );
    }
}
