//! What the span rule needs to know about a line: whether it is a tag line, and whether it ends in a
//! termination.

use audit960_types::without_line_end;

/// The UTF-8 byte-order mark, which is white space everywhere.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The beginning of an Event line, apart from a byte-order mark.
pub(super) const EVENT: &[u8] = b"[Event \"";

/// How many bytes of a line decide whether it is a tag line: a byte-order mark, blanks and the longest tag
/// name, 255 characters (PGN 7).
pub(super) const LINE_HEAD: usize = 272;

/// How many bytes before a position decide whether a termination ends there: those of the longest one, and
/// the byte before it.
pub(super) const TERMINATION_TAIL: usize = 8;

/// The kind of a line, for the span rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A tag line that begins with `[Event "`.
    Event,
    /// Any other line that begins with `[Name` and a blank or quote.
    Tag,
    /// Any other line.
    Other,
}

/// The kind of the line that a text begins with.
pub(super) fn line_kind(text: &[u8]) -> LineKind {
    let head = text.get(..LINE_HEAD).unwrap_or(text);
    let head = head.strip_prefix(MARK).unwrap_or(head);
    if head.starts_with(EVENT) {
        LineKind::Event
    } else if head.strip_prefix(b"[").is_some_and(begins_with_name) {
        LineKind::Tag
    } else {
        LineKind::Other
    }
}

/// Whether a text begins with a tag line in any spelling: with blanks around the bracket, or between name
/// and quote.
pub(super) fn is_loose_tag_line(text: &[u8]) -> bool {
    let head = text.get(..LINE_HEAD).unwrap_or(text);
    let head = skip_blanks(head.strip_prefix(MARK).unwrap_or(head));
    head.strip_prefix(b"[")
        .is_some_and(|inside| begins_with_name(skip_blanks(inside)))
}

/// A tag name (PGN 8.1.1: letters, digits and underscores), then a blank or quote.
fn begins_with_name(text: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = text.iter().take_while(|byte| is_name(byte)).count();
    length > 0 && matches!(text.get(length), Some(b' ' | b'\t' | b'"'))
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    text.get(blanks..).unwrap_or_default()
}

/// White space other than line ends.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0B' | b'\x0C')
}

/// A text without blanks and byte-order marks at its end.
pub(super) fn trim_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [rest @ .., last] if is_blank(*last) => rest,
            [rest @ .., 0xEF, 0xBB, 0xBF] => rest,
            _ => return text,
        };
    }
}

/// Whether a line is empty, or only white space.
pub(super) fn is_empty(line: &[u8]) -> bool {
    trim_blanks(without_line_end(line)).is_empty()
}

/// Whether a text, without white space at its end, ends in a game termination (PGN 8.2.6). A result
/// must be a word of its own: `10-1` does not end in one. An asterisk may follow anything, as in `h6*`.
pub(super) fn ends_in_termination(text: &[u8]) -> bool {
    text.ends_with(b"*")
        || [&b"1-0"[..], b"0-1", b"1/2-1/2"].iter().any(|result| {
            let before = text.strip_suffix(*result).map(<[u8]>::last);
            before.is_some_and(|before| before.is_none_or(|&byte| begins_word_after(byte)))
        })
}

/// Whether a word may begin after this byte.
const fn begins_word_after(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_lines() {
        for (line, kind, loose) in [
            ("[Event \"a\"]", LineKind::Event, true),
            ("\u{feff}[Event \"a\"]", LineKind::Event, true),
            ("[Event \"", LineKind::Event, true),
            ("[Event  \"a\"]", LineKind::Tag, true),
            ("[Event\"a\"]", LineKind::Tag, true),
            ("[event \"a\"]", LineKind::Tag, true),
            ("[EventDate \"a\"]", LineKind::Tag, true),
            ("[White\t\"a\"]", LineKind::Tag, true),
            ("[ePGN \"0.1;DGT LiveChess\"]", LineKind::Tag, true),
            ("\u{feff}[A_1\"\"]", LineKind::Tag, true),
            (" [Event \"a\"]", LineKind::Other, true),
            ("[ Event \"a\"]", LineKind::Other, true),
            ("\u{feff} [\tEvent\t\"a\"]", LineKind::Other, true),
            ("[Event]", LineKind::Other, false),
            ("[Event", LineKind::Other, false),
            ("[%clk 0:01]", LineKind::Other, false),
            ("[ \"a\"]", LineKind::Other, false),
            ("[]", LineKind::Other, false),
            ("", LineKind::Other, false),
            ("1. e4", LineKind::Other, false),
        ] {
            assert_eq!(line_kind(line.as_bytes()), kind, "{line}");
            assert_eq!(is_loose_tag_line(line.as_bytes()), loose, "{line}");
        }
    }

    #[test]
    fn the_longest_name_fits_into_the_head() {
        let line = |length| format!("\u{feff}[{} \"\"]", "x".repeat(length)).into_bytes();
        assert_eq!(line_kind(&line(255)), LineKind::Tag);
        assert_eq!(line_kind(&line(300)), LineKind::Other);
    }

    #[test]
    fn terminations_end_lines() {
        for text in [
            "*",
            "1-0",
            "e4 0-1",
            "Qh7# 1/2-1/2",
            "h6*",
            "}1-0",
            "Qh7#1-0",
        ] {
            assert!(ends_in_termination(text.as_bytes()), "{text}");
        }
        for text in [
            "", "10-1", "O-O-0", "0-0-0", "2-1/2", "1-0.", "31/2-1/2", "1-0-1",
        ] {
            assert!(!ends_in_termination(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn white_space_is_no_content() {
        for line in ["", "\n", " \t\r\n", "\u{feff}\r", "\x0C \u{feff} \n"] {
            assert!(is_empty(line.as_bytes()), "{line:?}");
        }
        assert!(!is_empty(b"*\n"));
        assert_eq!(trim_blanks("1-0 \u{feff}\t".as_bytes()), b"1-0");
    }
}
