//! Bytes to text: UTF-8 where it is, Windows-1252 otherwise.

use std::borrow::Cow;

/// Windows-1252 from 0x80 to 0x9F; the five bytes it leaves undefined stand for themselves.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text of bytes, and whether they were UTF-8. Other bytes are read as Windows-1252, of which
/// Latin-1 (PGN 4.1) is a part but for control characters.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_encodings() {
        assert_eq!(decode("Hübner".as_bytes()), ("Hübner".into(), true));
        assert_eq!(decode(b"H\xfcbner"), ("Hübner".into(), false));
        assert_eq!(decode(b"\x80 \x96 \x9e"), ("€ – ž".into(), false));
    }
}
