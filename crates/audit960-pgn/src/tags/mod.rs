//! Tag pairs (PGN 8.1).
//!
//! ```text
//! tag-pair = "[" name 1*SP DQUOTE *(char / "\" DQUOTE / "\\") DQUOTE *SP "]"
//! ```
//! Read beyond that: quotes without a backslash, a value without quotes or bracket (up to the end
//! of the line).

mod names;

use std::borrow::Cow;

pub use names::{Meaning, Tag};

use crate::fault::{Fault, FaultKind, Parsed};
use crate::simd;
use crate::text::decode;
use crate::work::looked_at;

/// What is wrong with a tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagFlaw {
    /// A quote within the value has no backslash.
    UnescapedQuote,
    /// Quotes or the closing bracket are missing.
    Malformed,
}

/// A tag pair as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'a> {
    /// Name.
    pub name: &'a [u8],
    /// What the name means.
    pub meaning: Meaning,
    /// Value between the quotes, escapes not undone.
    pub raw: &'a [u8],
    /// What is wrong with it.
    pub flaw: Option<TagFlaw>,
}

impl<'a> TagPair<'a> {
    /// The value, escapes undone, and whether it was UTF-8.
    #[must_use]
    pub fn value(&self) -> (Cow<'a, str>, bool) {
        let (text, utf8) = decode(self.raw);
        if memchr::memchr(b'\\', text.as_bytes()).is_some() {
            (Cow::Owned(unescape(&text)), utf8)
        } else {
            (text, utf8)
        }
    }
}

/// Undoes `\"` and `\\`; any other backslash stands for itself.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\')) {
            Some(escaped) => out.push(escaped),
            None => out.push(letter),
        }
    }
    out
}

/// Reads the tag pair a text begins with.
///
/// # Errors
/// A recoverable [`Fault`] where the text does not begin with `[`, a name and something after it.
#[inline(always)]
pub fn tag_pair(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    match common_pair(input) {
        Some(pair) => Ok(pair),
        None => any_pair(input),
    }
}

/// `[Name "value"]` with a common name and nothing unusual, which is nearly every pair. A leaf
/// written by hand: it runs for every tag of every game.
#[inline(always)]
fn common_pair(input: &[u8]) -> Option<(&[u8], TagPair<'_>)> {
    let head = input.get(1..)?.first_chunk::<32>()?;
    let (len, meaning) = names::common(head)?;
    // The next quote but the first one closes the value, if it has no backslash.
    let quotes = simd::equal(head, b'"') >> len;
    if quotes & 0b11 != 0b10 || input[0] != b'[' {
        return None;
    }
    let inside = input.get(len + 3..)?;
    let end = match quotes >> 2 {
        0 => 30 - len + memchr::memchr(b'"', inside.get(30 - len..)?)?,
        closing => closing.trailing_zeros() as usize,
    };
    looked_at(end);
    if inside.get(end + 1) != Some(&b']') || (end > 0 && inside[end - 1] == b'\\') {
        return None;
    }
    let pair = TagPair {
        name: &input[1..=len],
        meaning,
        raw: &inside[..end],
        flaw: None,
    };
    Some((&inside[end + 2..], pair))
}

/// Any pair.
#[inline(never)]
fn any_pair(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    let (rest, name) = tag_name(input)?;
    let meaning = Meaning::of(name);
    match rest.first() {
        Some(b'"') => {
            let inside = &rest[1..];
            // The plain case first: the next quote closes the value.
            let quote = memchr::memchr(b'"', inside);
            looked_at(quote.unwrap_or(inside.len()));
            if let Some(end) = quote
                && inside.get(end + 1) == Some(&b']')
                && (end == 0 || inside[end - 1] != b'\\')
            {
                let pair = TagPair {
                    name,
                    meaning,
                    raw: &inside[..end],
                    flaw: None,
                };
                return Ok((&inside[end + 2..], pair));
            }
            Ok(odd_value(name, meaning, inside))
        }
        Some(_) => Ok(bare_value(name, meaning, rest)),
        None => Err(Fault::error(input, FaultKind::TagPair)),
    }
}

/// `"[" *SP name *SP`
fn tag_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    const NAME: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 128 {
            let b = byte as u8;
            table[byte] = b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
            byte += 1;
        }
        table
    };
    let blanks = |text: &[u8]| {
        text.iter()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count()
    };
    let fault = || Fault::error(input, FaultKind::TagPair);
    let inside = input.strip_prefix(b"[").ok_or_else(fault)?;
    let inside = &inside[blanks(inside)..];
    let len = inside.iter().take_while(|b| NAME[usize::from(**b)]).count();
    if len == 0 {
        return Err(fault());
    }
    let (name, rest) = inside.split_at(len);
    Ok((&rest[blanks(rest)..], name))
}

/// A value with escapes, stray quotes or without an end.
#[cold]
fn odd_value<'a>(name: &'a [u8], meaning: Meaning, inside: &'a [u8]) -> (&'a [u8], TagPair<'a>) {
    let mut escaped = false;
    let mut stray = false;
    let mut line_end = inside.len();
    for (i, &byte) in inside.iter().enumerate() {
        if matches!(byte, b'\n' | b'\r') {
            line_end = i;
            break;
        }
        if byte == b'"' && !escaped {
            let after = inside[i + 1..]
                .iter()
                .position(|b| !matches!(b, b' ' | b'\t'));
            if let Some(skip) = after
                && inside[i + 1 + skip] == b']'
            {
                looked_at(i);
                let flaw = stray.then_some(TagFlaw::UnescapedQuote);
                return (
                    &inside[i + skip + 2..],
                    TagPair {
                        name,
                        meaning,
                        raw: &inside[..i],
                        flaw,
                    },
                );
            }
            stray = true;
        }
        escaped = byte == b'\\' && !escaped;
    }
    looked_at(line_end);
    let line = &inside[..line_end];
    let value = line.strip_suffix(b"]").unwrap_or(line);
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    (
        &inside[line_end..],
        TagPair {
            name,
            meaning,
            raw: value,
            flaw: Some(TagFlaw::Malformed),
        },
    )
}

/// A value without an opening quote.
#[cold]
fn bare_value<'a>(name: &'a [u8], meaning: Meaning, rest: &'a [u8]) -> (&'a [u8], TagPair<'a>) {
    let end = memchr::memchr3(b']', b'\n', b'\r', rest).unwrap_or(rest.len());
    looked_at(end);
    let value = rest[..end].trim_ascii();
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    let after = rest[end..].strip_prefix(b"]").unwrap_or(&rest[end..]);
    (
        after,
        TagPair {
            name,
            meaning,
            raw: value,
            flaw: Some(TagFlaw::Malformed),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Option<TagFlaw>, String) {
        let (rest, pair) = tag_pair(text.as_bytes()).unwrap();
        let value = pair.value().0.into_owned();
        (value, pair.flaw, String::from_utf8_lossy(rest).into_owned())
    }

    #[test]
    fn values() {
        let ok = |value: &str, rest: &str| (value.to_owned(), None, rest.to_owned());
        assert_eq!(read("[White \"Tal\"]\n"), ok("Tal", "\n"));
        assert_eq!(read("[White   \"\"]"), ok("", ""));
        assert_eq!(read("[A \"x\"][B \"y\"]"), ok("x", "[B \"y\"]"));
        assert_eq!(read(r#"[A "a \"b\" \\ c"]"#), ok(r#"a "b" \ c"#, ""));
        assert_eq!(read("[A \"ends in \\\\\"]\n"), ok("ends in \\", "\n"));
        assert_eq!(read("[A \"x\" ]\n"), ok("x", "\n"));
    }

    #[test]
    fn flaws() {
        assert_eq!(
            read("[Event \"The \"Open\" 2004\"]\n"),
            (
                "The \"Open\" 2004".into(),
                Some(TagFlaw::UnescapedQuote),
                "\n".into()
            )
        );
        let bad = |value: &str, rest: &str| (value.into(), Some(TagFlaw::Malformed), rest.into());
        assert_eq!(read("[White \"Hansen]\n[Black"), bad("Hansen", "\n[Black"));
        assert_eq!(read("[White \"Hansen\"\n[Black"), bad("Hansen", "\n[Black"));
        assert_eq!(read("[White Hansen]\n"), bad("Hansen", "\n"));
        assert_eq!(read("[White Hansen\n"), bad("Hansen", "\n"));
    }

    #[test]
    fn no_tag() {
        assert!(tag_pair(b"[%clk 0:01:00]").is_err());
        assert!(tag_pair(b"[").is_err());
        assert!(tag_pair(b"e4").is_err());
    }
}
