//! Untrusted text made safe to show: characters that take effect instead of being displayed.
//!
//! File names, tags and comments are untrusted, and so are the words that messages quote. A terminal
//! obeys control characters, and bidirectional marks make a line look different from what it is
//! (CVE-2021-42574).

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character takes effect instead of being displayed: controls (C0, DEL, C1), line and
/// paragraph separators, bidirectional marks (Unicode TR 9), annotation marks and tags.
#[must_use]
pub const fn is_unsafe_char(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Text for a terminal: one line, U+FFFD for each harmful character.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe_char, |out, _| {
        out.push(char::REPLACEMENT_CHARACTER);
    })
}

/// The same for a message that may have several lines: those after the first are indented, so that none
/// looks like a message of its own.
#[must_use]
pub fn sanitized_lines(text: &str) -> Cow<'_, str> {
    replaced(text.trim_end(), is_unsafe_char, |out, c| match c {
        '\n' => out.push_str("\n    "),
        '\t' => out.push(' '),
        _ => out.push(char::REPLACEMENT_CHARACTER),
    })
}

/// JSON with the harmful characters of its strings escaped; its value is the same. Those below U+0020 are
/// escaped already, or are white space between values.
#[must_use]
pub fn sanitized_json(json: &str) -> Cow<'_, str> {
    let harmful = |c: char| c >= ' ' && is_unsafe_char(c);
    replaced(json, harmful, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// Text for a CSV cell that a spreadsheet reads as text: an apostrophe before what would begin a formula,
/// and escapes for harmful characters and line ends, so that no text looks like another row.
#[must_use]
pub fn sanitized_cell(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| is_unsafe_char(c) && c != '\t';
    // Spreadsheets also read the fullwidth forms of these signs.
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        && text.chars().nth(1).is_some();
    let escaped = replaced(text, harmful, |out, c| out.extend(c.escape_unicode()));
    if formula {
        Cow::Owned(format!("'{escaped}"))
    } else {
        escaped
    }
}

/// A text with some characters replaced; most texts have none of them.
fn replaced(
    text: &str,
    which: impl Fn(char) -> bool,
    write: impl Fn(&mut String, char),
) -> Cow<'_, str> {
    let Some(first) = text.find(&which) else {
        return Cow::Borrowed(text);
    };
    let (before, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(before);
    for c in rest.chars() {
        if which(c) {
            write(&mut out, c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_text_has_no_harmful_characters() {
        let text = "a\x1b[2J\r\n\u{9b}31m\u{202e}b\u{2066}é♘";
        assert_eq!(harmless(text), "a�[2J���31m�b�é♘");
        assert!(matches!(harmless("Müller – ♘"), Cow::Borrowed(_)));
        assert_eq!(
            sanitized_lines("one\ntwo\x07\tthree\n"),
            "one\n    two� three"
        );
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let escaped = sanitized_json("[\n\"\u{7f}\u{9b}\u{202e}\u{e0041}\"\n]");
        assert_eq!(escaped, "[\n\"\\u007f\\u009b\\u202e\\udb40\\udc41\"\n]");
    }

    #[test]
    fn a_cell_is_not_a_formula() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@A1", "'@A1"),
            ("＝cmd", "'＝cmd"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠A1", "'＠A1"),
            ("＝", "＝"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\\u{d}=1"),
            ("-", "-"),
            ("=", "="),
            ("1-0", "1-0"),
            ("", ""),
            ("a\x1b[2J\nb", "a\\u{1b}[2J\\u{a}b"),
            ("=\u{202e}", "'=\\u{202e}"),
        ] {
            assert_eq!(sanitized_cell(text), cell);
        }
    }
}
