//! Bytes to text: UTF-8 where it is, Windows-1252 otherwise.

use std::borrow::Cow;

use nom::Parser;
use nom::bytes::complete::take;

use audit960_types::is_harmful;

use crate::error::Parsed;

/// Windows-1252 from 0x80 to 0x9F; the five bytes it leaves undefined stand for themselves.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text of bytes, and whether they were UTF-8. Other bytes are read as Windows-1252, of which
/// Latin-1 (PGN 4.1) is a part but for control characters.
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

/// The character a text begins with: a sequence of UTF-8, or a byte that is part of none.
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

/// Characters of a text that a message quotes at most.
const QUOTED: usize = 80;

/// Text as a message quotes it: without characters that a terminal would obey, and not longer than a
/// line.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let text = decode(beginning(bytes)).0;
    let plain = |c: char| if is_harmful(c) { ' ' } else { c };
    match text.char_indices().nth(QUOTED) {
        None => text.chars().map(plain).collect(),
        Some((end, _)) => text[..end].chars().map(plain).chain(['…']).collect(),
    }
}

/// As much of a text as [`quoted`] looks at: what is quoted often may be long.
#[must_use]
pub fn beginning(bytes: &[u8]) -> &[u8] {
    let inside = |end: usize| bytes.get(end).is_some_and(|byte| byte & 0xc0 == 0x80);
    let longest = bytes.len().min(5 * QUOTED);
    // Not within a character of UTF-8, which has four bytes at most.
    let end = (longest.saturating_sub(3)..=longest)
        .rev()
        .find(|end| !inside(*end));
    &bytes[..end.unwrap_or(longest)]
}

/// Text without characters that a terminal would obey.
#[must_use]
pub fn shown(bytes: &[u8]) -> String {
    decode(bytes)
        .0
        .chars()
        .map(|c| if is_harmful(c) { ' ' } else { c })
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
