//! Comments (PGN 5) and escape lines (PGN 6).
//!
//! ```text
//! comment      = "{" *(any but "}") "}"  /  ";" *(any but line end)
//! escape-line  = "%" *(any but line end), in column 1
//! ```
//! Brace comments do not nest. A line ends at LF, CR LF or CR, which is left in the text, because an
//! escape line may follow it.

use nom::Parser;
use nom::bytes::complete::{tag, take, take_till};
use nom::combinator::{not, peek, recognize, rest, verify};
use nom::sequence::{delimited, pair, preceded};

use super::Irregular;
use super::tag_pair::{self, Meaning, Tag};
use crate::error::Parsed;
use crate::scanned::count_scanned;

/// A comment in braces, without them.
pub(crate) fn brace(input: &[u8]) -> Parsed<'_, &[u8]> {
    delimited(tag("{"), to_brace, tag("}")).parse(input)
}

/// `*(any but "}")`. Comments are the longest tokens, so the brace is searched for and not compared
/// byte by byte.
fn to_brace(input: &[u8]) -> Parsed<'_, &[u8]> {
    let end = memchr::memchr(b'}', input).unwrap_or(input.len());
    take(end).parse(input)
}

/// `{` without `}`: the rest of the text.
pub(crate) fn unclosed(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(peek(pair(tag("{"), not(brace_ahead))), rest).parse(input)
}

fn brace_ahead(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(pair(to_brace, tag("}"))).parse(input)
}

/// A comment to the end of its line, without the semicolon.
pub(crate) fn line(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag(";"), to_line_end).parse(input)
}

/// An escape line, which is ignored.
pub(crate) fn escape_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag("%"), to_line_end).parse(input)
}

fn to_line_end(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_till(|byte| matches!(byte, b'\n' | b'\r')).parse(input)
}

/// Offset of the first line of a comment that looks like a tag pair: a sign that the closing brace is
/// missing or comes too late.
#[must_use]
pub fn tag_line(comment: &[u8]) -> Option<usize> {
    // The opening brace itself may be the stray one.
    if comment.first() == Some(&b'[') && tag_pair::is_strict(comment) {
        return Some(0);
    }
    let mut from = 0;
    while let Some(end) = memchr::memchr2(b'\n', b'\r', &comment[from..]) {
        let at = from + end + 1;
        if comment.get(at) == Some(&b'[') && tag_pair::is_strict(&comment[at..]) {
            return Some(at);
        }
        from = at;
    }
    None
}

/// Signs that a comment does not end where it should, with their offsets in it; an opening brace counts
/// only in a comment `in_braces`.
pub fn lost_brace_signs(
    comment: &[u8],
    in_braces: bool,
) -> impl Iterator<Item = (Irregular, usize)> {
    let tag = tag_line(comment).map(|at| (Irregular::TagInComment, at));
    let brace = memchr::memchr(b'{', comment).filter(|_| in_braces);
    let brace = brace.map(|at| (Irregular::BraceInComment, at));
    tag.into_iter().chain(brace)
}

/// A stray brace in front of a game: an Event pair follows it directly, alone on its line, and the next
/// brace opens a comment of that game.
pub(crate) fn stray_brace(input: &[u8]) -> Parsed<'_, &[u8]> {
    verify(tag("{"), |_: &[u8]| is_in_front_of_game(&input[1..])).parse(input)
}

/// Whether a brace before this text is a [`stray_brace`].
pub(crate) fn is_in_front_of_game(inside: &[u8]) -> bool {
    if !inside.starts_with(b"[") || !tag_pair::is_strict(inside) {
        return false;
    }
    tag_pair::tag_pair(inside).is_ok_and(|(behind, pair)| {
        let blanks = behind.len() - behind.trim_ascii_start().len();
        let alone = behind[..blanks]
            .iter()
            .any(|byte| matches!(byte, b'\n' | b'\r'));
        // Only up to the next brace, so that no byte is scanned for two braces.
        alone && pair.meaning == Meaning::Read(Tag::Event) && {
            let next = memchr::memchr2(b'{', b'}', behind);
            count_scanned(next.unwrap_or(behind.len()));
            next.is_some_and(|next| behind[next] == b'{')
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_at_the_first_brace_or_line_end() {
        assert_eq!(brace(b"{a { b} c}"), Ok((&b" c}"[..], &b"a { b"[..])));
        assert_eq!(brace(b"{}"), Ok((&b""[..], &b""[..])));
        assert!(brace(b"{a").is_err() && unclosed(b"{a}").is_err());
        assert_eq!(unclosed(b"{a; b"), Ok((&b""[..], &b"{a; b"[..])));
        assert_eq!(line(b"; a }\r\nb"), Ok((&b"\r\nb"[..], &b" a }"[..])));
        assert_eq!(line(b";\rb"), Ok((&b"\rb"[..], &b""[..])));
        assert_eq!(escape_line(b"%x\n"), Ok((&b"\n"[..], &b"x"[..])));
    }

    #[test]
    fn signs_of_a_brace_that_is_lost() {
        let found = |text: &str| lost_brace_signs(text.as_bytes(), true).collect::<Vec<_>>();
        assert_eq!(found("a } is no sign, nor [%eval 1]"), []);
        assert_eq!(lost_brace_signs(b"see {that", false).next(), None);
        assert_eq!(found("see {that"), [(Irregular::BraceInComment, 4)]);
        assert_eq!(
            found("{\n[White \"x\"]"),
            [(Irregular::TagInComment, 2), (Irregular::BraceInComment, 0)]
        );
    }

    #[test]
    fn a_brace_in_front_of_a_game_is_stray() {
        let left = |text: &'static str| stray_brace(text.as_bytes()).map(|(left, _)| left.len());
        assert_eq!(left("{[Event \"x\"]\n\n1. e4 {best} *"), Ok(27));
        for text in [
            "{[Event \"x\"]\n}{",
            "{[Event \"x\"] {\n",
            "{[White \"x\"]\n{",
            "{see [Event \"x\"]\n{",
            "{[Event \"x\"]\n",
            "{{",
            "[Event \"x\"]\n{",
            "",
        ] {
            assert!(stray_brace(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn tag_lines_inside_a_comment() {
        assert_eq!(tag_line(b"see\n[White \"x\"]\nthere"), Some(4));
        assert_eq!(tag_line(b"see\r[White \"x\"]"), Some(4));
        assert_eq!(tag_line(b"[White \"x\"]"), Some(0));
        for text in [
            "[%eval 1]",
            " [White \"x\"]",
            "a\n[%eval 1]",
            "a\n [White \"x\"]",
            "a\n[White]",
        ] {
            assert_eq!(tag_line(text.as_bytes()), None, "{text}");
        }
    }
}
