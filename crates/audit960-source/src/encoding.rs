//! The encoding of a text, detected from its content.

/// The encoding in which a text is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// UTF-8, or another extension of ASCII: not decoded.
    #[default]
    Utf8,
    /// UTF-16, the low byte of each code unit first.
    Utf16Le,
    /// UTF-16, the high byte of each code unit first.
    Utf16Be,
}

/// How many bytes of a text without a mark are examined.
const HEAD: usize = 4 << 10;

/// The least number of code units that UTF-16 without a mark is detected from.
const MIN_UNITS: usize = 8;

impl Encoding {
    /// The usual name, such as `UTF-16, little-endian`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16, little-endian",
            Self::Utf16Be => "UTF-16, big-endian",
        }
    }

    /// The encoding of a text that begins with `head`, and the length of its byte-order mark. The mark of
    /// UTF-8 counts as text, where it is white space.
    pub(crate) fn detect(head: &[u8]) -> (Self, usize) {
        match head {
            // The mark of UTF-32, which is not supported.
            [0xFF, 0xFE, 0, 0, ..] => (Self::Utf8, 0),
            [0xFF, 0xFE, ..] => (Self::Utf16Le, 2),
            [0xFE, 0xFF, ..] => (Self::Utf16Be, 2),
            _ => (Self::without_mark(head), 0),
        }
    }

    /// The encoding of a text without a mark. It is UTF-16 if at least nine in ten code units are ASCII text.
    /// Zero bytes in damaged files of other encodings do not look like that.
    pub(crate) fn without_mark(text: &[u8]) -> Self {
        let head = text.get(..HEAD).unwrap_or(text);
        let (pairs, _) = head.as_chunks::<2>();
        if pairs.len() < MIN_UNITS {
            return Self::Utf8;
        }
        [Self::Utf16Le, Self::Utf16Be]
            .into_iter()
            .find(|encoding| {
                let units = pairs.iter().map(|pair| encoding.unit(*pair));
                units.filter(|unit| is_ascii_text(*unit)).count() * 10 >= pairs.len() * 9
            })
            .unwrap_or_default()
    }

    /// The code unit of two bytes.
    pub(crate) const fn unit(self, pair: [u8; 2]) -> u16 {
        match self {
            Self::Utf16Be => u16::from_be_bytes(pair),
            Self::Utf16Le | Self::Utf8 => u16::from_le_bytes(pair),
        }
    }
}

/// Whether a code unit is an ASCII character of text: printable or white space.
const fn is_ascii_text(unit: u16) -> bool {
    matches!(unit, 0x09..=0x0D | 0x20..=0x7E)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(text: &str, encoding: Encoding) -> Vec<u8> {
        let bytes = |unit: u16| match encoding {
            Encoding::Utf16Be => unit.to_be_bytes(),
            _ => unit.to_le_bytes(),
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_16_is_recognised_by_mark_or_content() {
        let text = "[Event \"a\"]\r\n[White \"J\u{e9}r\u{f4}me\"]\r\n\r\n1. e4 e5 *\r\n";
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            assert_eq!(Encoding::detect(&stored(text, encoding)), (encoding, 0));
            let marked = stored(&format!("\u{feff}{text}"), encoding);
            assert_eq!(Encoding::detect(&marked), (encoding, 2));
            let odd = &stored(text, encoding)[..41];
            assert_eq!(Encoding::detect(odd), (encoding, 0));
            let few = stored("1-0", encoding);
            assert_eq!(Encoding::detect(&few), (Encoding::Utf8, 0));
            let foreign = stored("\u{feff}\u{427}\u{435}", encoding);
            assert_eq!(Encoding::detect(&foreign), (encoding, 2));
        }
    }

    #[test]
    fn zero_bytes_do_not_make_utf_16() {
        for text in [
            &b""[..],
            b"[Event \"a\"]\n\n1. e4 *\n",
            b"\xEF\xBB\xBF[Event \"a\"]",
            b"[Event \"a\"]\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            b"1\0.\0 e\x004\0 \0e\x005\0 2. Nf3 Nc6 and so on",
            &[0; 100],
            b"\xFF\xFE\0\0[\0\0\0E\0\0\0",
        ] {
            assert_eq!(Encoding::detect(text), (Encoding::Utf8, 0), "{text:?}");
        }
    }
}
