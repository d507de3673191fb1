//! Bytes to text: UTF-8 where it is, else code page 850 where that alone makes words, Windows-1252 otherwise.

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

/// Code page 850 of DOS from 0x80 to 0xFF; its letters below 0xA6 are those of code page 437.
const CODE_PAGE_850: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å', 'É', 'æ', 'Æ',
    'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', 'ø', '£', 'Ø', '×', 'ƒ', 'á', 'í', 'ó', 'ú', 'ñ', 'Ñ',
    'ª', 'º', '¿', '®', '¬', '½', '¼', '¡', '«', '»', '░', '▒', '▓', '│', '┤', 'Á', 'Â', 'À', '©',
    '╣', '║', '╗', '╝', '¢', '¥', '┐', '└', '┴', '┬', '├', '─', '┼', 'ã', 'Ã', '╚', '╔', '╩', '╦',
    '╠', '═', '╬', '¤', 'ð', 'Ð', 'Ê', 'Ë', 'È', 'ı', 'Í', 'Î', 'Ï', '┘', '┌', '█', '▄', '¦', 'Ì',
    '▀', 'Ó', 'ß', 'Ô', 'Ò', 'õ', 'Õ', 'µ', 'þ', 'Þ', 'Ú', 'Û', 'Ù', 'ý', 'Ý', '¯', '´', '\u{ad}',
    '±', '‗', '¾', '¶', '§', '÷', '¸', '°', '¨', '·', '¹', '³', '²', '■', '\u{a0}',
];

/// Whether text that is not UTF-8 looks like code page 850: between a letter and a small letter stands a byte that
/// is punctuation, or nothing, in Windows-1252, and a letter there (`M\x94ller`). Apostrophes, dashes and dots occur
/// between letters in Windows-1252, too, and prove nothing.
#[must_use]
pub fn is_code_page_850(bytes: &[u8]) -> bool {
    const PROOFS: &[u8] = b"\x81\x82\x84\x88\x89\x8b\x8d\x90\x93\x94\x95\x98";
    let proves = |window: &[u8]| {
        matches!(window, [before, byte, after] if before.is_ascii_alphabetic()
            && PROOFS.contains(byte)
            && after.is_ascii_lowercase())
    };
    bytes.windows(3).any(proves)
}

/// Decodes bytes as UTF-8, or else as code page 850 where they look like it, or else as Windows-1252, which contains
/// Latin-1 (PGN 4.1) except its control characters. Also returns whether they were UTF-8.
///
/// # Examples
/// ```
/// use audit960_pgn::decode;
///
/// assert_eq!(decode("Bär".as_bytes()), ("Bär".into(), true));
/// assert_eq!(decode(b"B\xe4r"), ("Bär".into(), false));
/// assert_eq!(decode(b"M\x94ller"), ("Möller".into(), false));
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => {
            let is_dos = is_code_page_850(bytes);
            let letter = |&byte: &u8| match byte {
                0x80.. if is_dos => CODE_PAGE_850[usize::from(byte - 0x80)],
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

    /// Names as DOS programs wrote them (code page 437 or 850), and what in Windows-1252 looks a little like them.
    #[test]
    fn letters_of_dos() {
        for (bytes, text) in [
            (b"H\x81bner, J\x94rg".as_slice(), "Hübner, Jörg"),
            (b"Jan \x99stlund, V\x84xj\x94", "Jan Östlund, Växjö"),
            (b"Gro\xe1meister M\x81ller", "Großmeister Müller"),
            (b"O\x92Kelly", "O’Kelly"),
            (b"M\xfcller\x96Schmidt", "Müller–Schmidt"),
            (b"the \x93open\x94 line", "the “open” line"),
            (b"well\x85no", "well…no"),
        ] {
            assert_eq!(decode(bytes), (text.into(), false));
        }
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
