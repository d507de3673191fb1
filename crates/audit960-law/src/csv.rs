//! The CSV dialect of the law table and the venue table: a header, then rows of comma-separated
//! fields; empty lines and lines that begin with `#` are ignored.

use std::borrow::Cow;

use audit960_types::Choice;

use crate::date::Day;

/// Why a text is not a valid law or venue table, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
#[non_exhaustive]
pub struct LawTableError {
    /// Line, from 1; where a header or a row is missing, the last line.
    pub line: u32,
    /// What is wrong on that line.
    pub message: String,
}

/// What is said of a double quote that is not closed on its line, or is inside an unquoted field.
const QUOTE: &str = "unmatched double quote";

/// Parses a text below its `header`: each row's line number, from 1, and the result of `row`.
pub(crate) fn rows<T, const N: usize>(
    text: &str,
    header: [&str; N],
    row: impl Fn([&str; N]) -> Result<T, String>,
) -> Result<Vec<(u32, T)>, LawTableError> {
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    let is_row =
        |(content, _): &(&str, u32)| !content.trim().is_empty() && !content.starts_with('#');
    let mut lines = lines.zip(1..).filter(is_row);
    let first = lines.next();
    if !first.is_some_and(|(content, _)| fields(content).is_ok_and(|names| names == header)) {
        return Err(LawTableError {
            line: first.map_or_else(|| last_line(text), |(_, line)| line),
            message: format!("the header must be {}", header.join(",")),
        });
    }
    let read = |content| {
        let fields = fields(content)?;
        let texts: Vec<&str> = fields.iter().map(|field| &**field).collect();
        let texts = texts
            .try_into()
            .map_err(|_| format!("{} fields where the header has {N}", fields.len()))?;
        row(texts)
    };
    lines
        .map(|(content, line)| match read(content) {
            Ok(row) => Ok((line, row)),
            Err(message) => Err(LawTableError { line, message }),
        })
        .collect()
}

/// Number of the last line, from 1; also 1 for an empty text.
pub(crate) fn last_line(text: &str) -> u32 {
    u32::try_from(text.lines().count())
        .unwrap_or(u32::MAX)
        .max(1)
}

/// Parses the first and last day of a row; `None` for an empty field.
pub(crate) fn period(from: &str, to: &str) -> Result<(Option<Day>, Option<Day>), String> {
    let day = |text: &str| match Day::parse(text) {
        None if !text.is_empty() => Err(format!("`{text}` is not a day of the form YYYY-MM-DD")),
        day => Ok(day),
    };
    let (from, to) = (day(from)?, day(to)?);
    match from.zip(to) {
        Some((from, to)) if to < from => Err("`to` is before `from`".to_owned()),
        _ => Ok((from, to)),
    }
}

/// The value of that name.
pub(crate) fn named<T: Choice>(name: &str) -> Option<T> {
    T::ALL.iter().copied().find(|value| value.name() == name)
}

/// Splits a line into fields (RFC 4180, but without line breaks in fields).
fn fields(line: &str) -> Result<Vec<Cow<'_, str>>, &'static str> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let (field, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted)?,
            None => plain_field(rest)?,
        };
        fields.push(field);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(fields),
            None => return Err(QUOTE),
        }
    }
}

/// An unquoted field and the text after it.
fn plain_field(text: &str) -> Result<(Cow<'_, str>, &str), &'static str> {
    let (field, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    if field.contains('"') {
        return Err(QUOTE);
    }
    Ok((Cow::Borrowed(field), rest))
}

/// A quoted field, given without its opening quote, and the text after its closing quote.
fn quoted_field(text: &str) -> Result<(Cow<'_, str>, &str), &'static str> {
    let mut end = 0;
    loop {
        end += text[end..].find('"').ok_or(QUOTE)?;
        let rest = &text[end + 1..];
        if !rest.starts_with('"') {
            let field = &text[..end];
            return Ok((Cow::Owned(field.replace("\"\"", "\"")), rest));
        }
        end += 2;
    }
}
