//! Tag pairs (PGN 8.1).
//!
//! ```text
//! tag-pair = "[" name 1*SP DQUOTE *(char / "\" DQUOTE / "\\") DQUOTE *SP "]"
//! ```
//! Read beyond that: quotes without a backslash, a value without quotes or bracket (up to the end
//! of the line), a value broken over lines, no opening bracket.

use std::borrow::Cow;

use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{peek, recognize, verify};
use nom::multi::{many0_count, many1_count};

use super::blank;
use super::san::could_be_move;
use super::tag_names as names;
pub use super::tag_names::{Meaning, Tag};
use crate::error::{Expected, Parsed, RuleError};
use crate::scanned::count_scanned;
use crate::simd;
use crate::text::decode;

/// What is wrong with a tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagDefect {
    /// A quote within the value has no backslash.
    UnescapedQuote,
    /// Quotes or a bracket are missing.
    Malformed,
    /// The name has blanks in it and is none of those that are read.
    SpacedName,
    /// The value continues on the next line.
    Broken,
    /// The pair is on several lines, the value on one: legal, but misread by many programs.
    SeveralLines,
}

/// A tag pair as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'a> {
    /// The name.
    pub name: &'a [u8],
    /// What the name means.
    pub meaning: Meaning,
    /// The value between the quotes, still escaped.
    pub raw: &'a [u8],
    /// What is wrong with it.
    pub defect: Option<TagDefect>,
}

impl<'a> TagPair<'a> {
    /// The value, unescaped and with line breaks replaced by spaces, and whether it was UTF-8.
    #[must_use]
    pub fn value(&self) -> (Cow<'a, str>, bool) {
        let (mut text, utf8) = decode(self.raw);
        if memchr::memchr2(b'\n', b'\r', self.raw).is_some() {
            text = Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        }
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

/// Parses the tag pair at the beginning of a text; also returns the text after it. `None` if the text
/// does not begin with `[`, a name and something after it.
///
/// # Examples
/// ```
/// use audit960_pgn::{Meaning, Tag, parse_tag_pair};
///
/// let (pair, rest) = parse_tag_pair(b"[White \"Polgar, Judit\"]\n1. e4").unwrap();
/// assert_eq!(pair.meaning, Meaning::Read(Tag::White));
/// assert_eq!(pair.value().0, "Polgar, Judit");
/// assert_eq!(rest, b"\n1. e4");
/// // A missing quote is repaired and reported.
/// assert!(parse_tag_pair(b"[Round 3]").unwrap().0.defect.is_some());
/// ```
#[must_use]
pub fn parse_tag_pair(text: &[u8]) -> Option<(TagPair<'_>, &[u8])> {
    let (rest, pair) = tag_pair(text).ok()?;
    Some((pair, rest))
}

/// Parses the tag pair at the beginning of a text: `[`, a name and something after it.
#[inline(always)]
pub(crate) fn tag_pair(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    match common_pair(input) {
        Some(pair) => Ok(pair),
        None => any_pair(input),
    }
}

/// Parses `[Name "value"]` with a common name and nothing unusual, which is nearly every pair. Written by
/// hand: it runs for every tag of every game.
#[inline(always)]
pub(crate) fn common_pair(input: &[u8]) -> Option<(&[u8], TagPair<'_>)> {
    let head = input.get(1..)?.first_chunk::<32>()?;
    let (len, meaning) = names::common(head)?;
    if head.get(len + 1) != Some(&b'"') || input[0] != b'[' {
        return None;
    }
    let inside = input.get(len + 3..)?;
    // The next quote closes the value, if no backslash and no line end precedes it. Nearly all values lie
    // within the head.
    let end = match simd::equal_any(head, [b'"', b'\n', b'\r']) >> (len + 2) {
        0 => 30 - len + memchr::memchr3(b'"', b'\n', b'\r', inside.get(30 - len..)?)?,
        stops => stops.trailing_zeros() as usize,
    };
    count_scanned(end);
    if inside.get(end..end + 2) != Some(b"\"]") || (end > 0 && inside[end - 1] == b'\\') {
        return None;
    }
    let pair = TagPair {
        name: input.get(1..len + 1)?,
        meaning,
        raw: inside.get(..end)?,
        defect: None,
    };
    Some((inside.get(end + 2..)?, pair))
}

/// Parses a tag pair of any form.
#[inline(never)]
fn any_pair(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    let (rest, name) = tag_name(input)?;
    let (rest, raw, defect) = match rest.split_first() {
        Some((b'"', inside)) => {
            let before = &input[..input.len() - rest.len()];
            let is_split = memchr::memchr2(b'\n', b'\r', before).is_some();
            // The plain case first: the next quote closes the value.
            let quote = memchr::memchr(b'"', inside);
            count_scanned(quote.unwrap_or(inside.len()));
            if let Some(end) = quote
                && inside.get(end + 1) == Some(&b']')
                && (end == 0 || inside[end - 1] != b'\\')
                && memchr::memchr2(b'\n', b'\r', &inside[..end]).is_none()
            {
                let lines = is_split.then_some(TagDefect::SeveralLines);
                let defect = spaced_defect(name).or(lines);
                (&inside[end + 2..], &inside[..end], defect)
            } else {
                let (rest, raw, defect) = irregular_value(inside);
                let read = &inside[..inside.len() - rest.len()];
                let lines = is_split || memchr::memchr2(b'\n', b'\r', read).is_some();
                (
                    rest,
                    raw,
                    defect.or(lines.then_some(TagDefect::SeveralLines)),
                )
            }
        }
        // A bracket before movetext does not open a tag pair.
        Some(_) if name[0].is_ascii_alphabetic() && !could_be_move(name) => {
            let (rest, raw) = bare_value(rest);
            (rest, raw, Some(TagDefect::Malformed))
        }
        _ => return Err(RuleError::error(input, Expected::Syntax)),
    };
    let pair = TagPair {
        name,
        meaning: Meaning::of(name),
        raw,
        defect,
    };
    Ok((rest, pair))
}

/// `"[" *SP name *SP`
fn tag_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    let blanks = |text: &[u8]| {
        let line = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
        blank::len(&text[..line])
    };
    let error = || RuleError::error(input, Expected::Syntax);
    let inside = input.strip_prefix(b"[").ok_or_else(error)?;
    let inside = &inside[blanks(inside)..];
    let len = inside.iter().take_while(|byte| is_name(**byte)).count();
    if len == 0 {
        return Err(error());
    }
    let len = spaced_name(inside, len).unwrap_or(len);
    let (name, rest) = inside.split_at(len);
    // The tokens of a pair may be on several lines (PGN 8.1.1); here only if the next one is a string.
    let lines = blank::len(rest);
    let skipped = if rest.get(lines) == Some(&b'"') {
        lines
    } else {
        blanks(rest)
    };
    Ok((&rest[skipped..], name))
}

/// Maximum length of a name with blanks in it.
const MAX_SPACED: usize = 32;

/// What is wrong with a name that has blanks in it. Those that are read have a finding of their own.
fn spaced_defect(name: &[u8]) -> Option<TagDefect> {
    let is_unread = name.contains(&b' ') && Tag::from_miswritten_name(name).is_none();
    is_unread.then_some(TagDefect::SpacedName)
}

/// The length of a name with blanks in it, `White ELO`, if it is a known one or a value in quotes ends the line after it;
/// `len` is that of its first word.
#[cold]
fn spaced_name(inside: &[u8], len: usize) -> Option<usize> {
    if !matches!(inside.get(len), Some(b' ' | b'\t')) {
        return None;
    }
    let head = &inside[..inside.len().min(MAX_SPACED)];
    let quote = memchr::memchr(b'"', head)?;
    let name = head[..quote].trim_ascii_end();
    let is_spaced = name.len() > len && name.iter().all(|byte| is_name(*byte) || *byte == b' ');
    let has_value = || {
        let value = &inside[quote + 1..];
        let line = memchr::memchr2(b'\n', b'\r', value).unwrap_or(value.len());
        let inside = value[..line].trim_ascii_end().strip_suffix(b"\"]");
        inside.is_some_and(|inside| !inside.contains(&b'"'))
    };
    (is_spaced && (Tag::from_miswritten_name(name).is_some() || has_value())).then_some(name.len())
}

/// A value with escapes, stray quotes or without an end: the text after its pair, the value, and what is wrong with it.
#[cold]
fn irregular_value(inside: &[u8]) -> (&[u8], &[u8], Option<TagDefect>) {
    let mut escaped = false;
    let mut stray = false;
    let mut line_end = inside.len();
    for (i, &byte) in inside.iter().enumerate() {
        if matches!(byte, b'\n' | b'\r') {
            line_end = i;
            break;
        }
        if byte == b'"' && !escaped {
            let skip = blank::len(&inside[i + 1..]);
            if inside.get(i + 1 + skip) == Some(&b']') {
                count_scanned(i);
                let defect = stray.then_some(TagDefect::UnescapedQuote);
                return (&inside[i + skip + 2..], &inside[..i], defect);
            }
            stray = true;
        }
        escaped = byte == b'\\' && !escaped;
    }
    count_scanned(line_end);
    if let Some(end) = broken_end(inside, line_end) {
        let after = memchr::memchr(b']', &inside[end..]).map_or(end, |bracket| end + bracket + 1);
        return (&inside[after..], &inside[..end], Some(TagDefect::Broken));
    }
    let line = &inside[..line_end];
    // Without a bracket at the end of the line, the last quote ends the value: movetext may follow.
    let quote = match line.trim_ascii_end() {
        [.., b']'] => None,
        open => memchr::memrchr(b'"', open),
    };
    let (value, after) = match quote {
        Some(quote) => (&line[..quote], quote + 1),
        None => {
            let value = line.strip_suffix(b"]").unwrap_or(line);
            (value.strip_suffix(b"\"").unwrap_or(value), line_end)
        }
    };
    (&inside[after..], value, Some(TagDefect::Malformed))
}

/// Maximum number of lines of a broken value.
const MAX_BROKEN_LINES: usize = 4;

/// Where a value that is broken over lines ends: at a quote and bracket that end a line, with
/// neither an empty line nor the beginning of a tag pair before it.
fn broken_end(inside: &[u8], line_end: usize) -> Option<usize> {
    let mut at = line_end;
    for _ in 1..MAX_BROKEN_LINES {
        let feed = inside[at..].strip_prefix(b"\r\n").map_or(1, |_| 2);
        at += feed;
        let rest = inside.get(at..)?;
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        count_scanned(len);
        let line = rest[..len].trim_ascii_end();
        if line.is_empty() || line.contains(&b'[') {
            return None;
        }
        if let Some(value) = line.strip_suffix(b"]").map(<[u8]>::trim_ascii_end)
            && value.ends_with(b"\"")
        {
            return Some(at + value.len() - 1);
        }
        at += len;
    }
    None
}

/// `Name "value"]` at the start of a line: a tag pair without its opening bracket.
///
/// # Errors
/// A recoverable [`RuleError`] where the text is anything else.
pub(crate) fn without_bracket(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    let (inside, (name, _, _)) = (tag_symbol, many1_count(blank::white), char('"')).parse(input)?;
    let line_end = memchr::memchr2(b'\n', b'\r', inside).unwrap_or(inside.len());
    count_scanned(line_end);
    let value = inside[..line_end].trim_ascii_end().strip_suffix(b"]");
    let value = value.and_then(|value| value.trim_ascii_end().strip_suffix(b"\""));
    let raw = value.ok_or_else(|| RuleError::error(input, Expected::Syntax))?;
    let pair = TagPair {
        name,
        meaning: Meaning::of(name),
        raw,
        defect: Some(TagDefect::Malformed),
    };
    Ok((&inside[line_end..], pair))
}

/// The name of a tag as the standard has it, a symbol that begins with a capital.
fn tag_symbol(input: &[u8]) -> Parsed<'_, &[u8]> {
    verify(
        take_while1(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_'),
        |name: &[u8]| name[0].is_ascii_uppercase(),
    )
    .parse(input)
}

/// Whether a text begins with a complete tag pair without flaws, on one line.
pub(crate) fn is_strict(input: &[u8]) -> bool {
    let inside = input.strip_prefix(b"[").unwrap_or_default();
    tag_symbol(inside).is_ok()
        && opens(input).is_ok()
        && tag_pair(input).is_ok_and(|(rest, pair)| {
            let len = input.len() - rest.len();
            pair.defect.is_none()
                && input[..len]
                    .iter()
                    .all(|byte| !matches!(byte, b'\n' | b'\r'))
        })
}

/// The beginning of a tag pair, `[` and a name; nothing is consumed.
pub(crate) fn begins(input: &[u8]) -> Parsed<'_, &[u8]> {
    peek(tag("[")).parse(input)
}

/// Whether a tag pair may begin at an offset of movetext: a complete one anywhere, and any that opens a
/// quote if only spaces or another pair precede it on its line.
pub(crate) fn may_begin(text: &[u8], at: usize) -> bool {
    (opens_commonly(&text[at..]) || opens(&text[at..]).is_ok())
        && (begins_line(text, at) || is_strict(&text[at..]))
}

/// [`opens`] for a common name, which nearly every tag has; `false` decides nothing.
fn opens_commonly(input: &[u8]) -> bool {
    let head = input.get(1..).and_then(|inside| inside.first_chunk::<32>());
    head.and_then(names::common)
        .is_some_and(|(len, _)| input[0] == b'[' && input[len + 2] == b'"')
}

/// `"[" *SP name *SP DQUOTE`
fn opens(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize((
        char('['),
        space0,
        take_while1(is_name),
        many0_count(blank::white),
        char('"'),
    ))
    .parse(input)
}

/// Whether only white space is between an offset and the start of its line or a `]`.
pub(crate) fn begins_line(text: &[u8], at: usize) -> bool {
    if matches!(text[..at].last(), None | Some(b'\n' | b'\r')) {
        return true;
    }
    /// Maximum white space examined, in bytes.
    const MAX_INDENT: usize = 64;
    let before = &text[at.saturating_sub(MAX_INDENT)..at];
    let from = before
        .iter()
        .rposition(|byte| matches!(byte, b'\n' | b'\r' | b']'))
        .map(|last| last + 1);
    let from = from.or_else(|| (before.len() == at).then_some(0));
    count_scanned(before.len());
    from.is_some_and(|from| blank::len(&before[from..]) == before.len() - from)
}

/// Whether a byte can be part of a tag name: those of PGN 8.1.1, and the dash that some programs use.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// A value without an opening quote: the text after its pair, and the value.
#[cold]
fn bare_value(rest: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr3(b']', b'\n', b'\r', rest).unwrap_or(rest.len());
    count_scanned(end);
    let value = rest[..end].trim_ascii();
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    let after = rest[end..].strip_prefix(b"]").unwrap_or(&rest[end..]);
    (after, value)
}

#[cfg(test)]
mod tests;
