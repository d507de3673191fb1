//! Comments (PGN 5): the same words, with one blank or line break between them.

use std::borrow::Cow;

use audit960_pgn::{decode, tag_line};

use audit960_pgn::Layout;

/// Adds a comment in braces; a semicolon comment that contains a brace stays a semicolon comment.
///
/// Blanks at its beginning and end stay too, so that comments are the same up to runs of blanks.
/// `between` says how the comment was delimited.
pub(crate) fn add(layout: &mut Layout<'_>, comment: &[u8], between: Between) {
    let (text, _) = decode(comment);
    let text = without_controls(text);
    let text = text.as_bytes();
    // A blank before what looks like a tag pair: a brace directly before it may be read as a stray one.
    let begins_blank =
        text.first().is_some_and(u8::is_ascii_whitespace) || tag_line(text) == Some(0);
    let ends_blank = text.last().is_some_and(u8::is_ascii_whitespace);
    let mut words = words(text);
    // In braces `}` would close the comment, and `{` look like the beginning of an unclosed one.
    let holds_brace = memchr::memchr2(b'{', b'}', text).is_some();
    if between == Between::SemicolonAndLineEnd && holds_brace {
        let mut line = Vec::with_capacity(text.len() + 1);
        line.push(b';');
        for (index, word) in words.enumerate() {
            if index > 0 || begins_blank {
                line.push(b' ');
            }
            line.extend_from_slice(word);
        }
        layout.line_comment(&line);
        return;
    }
    let opening: &[u8] = if begins_blank { b"{ " } else { b"{" };
    let Some(first) = words.next() else {
        layout.ascii(if begins_blank { b"{ }" } else { b"{}" });
        return;
    };
    layout.word_after(opening, first);
    for word in words {
        layout.word(word);
    }
    layout.glue(if ends_blank { b" }" } else { b"}" });
}

/// Replaces control characters by blanks: they mean nothing in PGN, and a terminal obeys them.
fn without_controls(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && !c.is_ascii_whitespace();
    // Control characters beyond ASCII begin with 0xc2 in UTF-8.
    let may_be = |byte: &u8| matches!(byte, 0..0x20 | 0x7f | 0xc2) && !byte.is_ascii_whitespace();
    if !text.as_bytes().iter().any(may_be) {
        return text;
    }
    let plain = |c: char| if is_control(c) { ' ' } else { c };
    text.chars().map(plain).collect()
}

/// Adds a text as a comment in braces; braces in the text become parentheses.
pub(crate) fn add_text(layout: &mut Layout<'_>, text: &str) {
    add(
        layout,
        text.trim().replace('{', "(").replace('}', ")").as_bytes(),
        Between::Braces,
    );
}

/// The delimiters of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Between {
    Braces,
    SemicolonAndLineEnd,
}

impl Between {
    /// The delimiters of the comment at an offset of a text.
    pub(crate) fn of(text: &[u8], at: usize) -> Self {
        match at.checked_sub(1).map(|before| text[before]) {
            Some(b';') => Self::SemicolonAndLineEnd,
            _ => Self::Braces,
        }
    }
}

/// The words between blanks.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(comment: &str, between: Between) -> String {
        let mut out = Vec::new();
        let mut layout = Layout::new(&mut out, Some(20));
        add(&mut layout, comment.as_bytes(), between);
        layout.ascii(b"e5");
        layout.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn runs_of_blanks_become_one() {
        let braces = |text| written(text, Between::Braces);
        assert_eq!(braces("a \n\tb"), "{a b} e5\n\n");
        assert_eq!(braces("  a b\n"), "{ a b } e5\n\n");
        assert_eq!(braces(""), "{} e5\n\n");
        assert_eq!(braces("\n "), "{ } e5\n\n");
        assert_eq!(
            braces("[%clk 1:00:00] and more"),
            "{[%clk 1:00:00] and\nmore} e5\n\n"
        );
    }

    #[test]
    fn control_characters_become_blanks() {
        let braces = |text| written(text, Between::Braces);
        assert_eq!(braces("a\x1b[2Jb\u{9b}c é"), "{a [2Jb c é} e5\n\n");
    }

    #[test]
    fn semicolons_stay_where_braces_cannot_hold_the_text() {
        let line = |text| written(text, Between::SemicolonAndLineEnd);
        assert_eq!(line(" a  b"), "{ a b} e5\n\n");
        assert_eq!(line(" a }  b"), "; a } b\ne5\n\n");
        assert_eq!(line("{x}"), ";{x}\ne5\n\n");
    }
}
