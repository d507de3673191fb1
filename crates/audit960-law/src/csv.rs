//! The form that the law table and the venue table share: lines of fields separated by commas, below
//! a header; lines that begin with `#` and empty lines are ignored.

use std::borrow::Cow;

use crate::date::Day;

/// Why a text is no table of the law or of the venues, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
#[non_exhaustive]
pub struct TableError {
    /// Line, from 1; for a table that lacks something, its last line.
    pub line: u32,
    /// What is wrong there.
    pub kind: TableErrorKind,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// The first line that is no comment is not the header.
    #[error("the header must be {0}")]
    Header(String),
    /// A line has too many or too few fields.
    #[error("{found} fields where the header has {expected}")]
    Fields {
        /// How many there are.
        found: usize,
        /// How many the header has.
        expected: usize,
    },
    /// A double quote is not closed on its line, or stands inside a field without quotes.
    #[error("a double quote without its counterpart")]
    Quote,
    /// An id is empty, has other characters than letters, digits and `- _ . +`, or is reserved.
    #[error("`{0}` cannot be an id")]
    Id(String),
    /// Two rows have the same id.
    #[error("id `{0}` is used before")]
    DuplicateId(String),
    /// A day is not of the form `YYYY-MM-DD` or not in the calendar.
    #[error("`{0}` is no day of the form YYYY-MM-DD")]
    Day(String),
    /// The last day lies before the first.
    #[error("`to` lies before `from`")]
    Period,
    /// The rule is none that the table knows.
    #[error("`{found}` is no rule: {known}")]
    Rule {
        /// What stands there.
        found: String,
        /// The rules of the table.
        known: &'static str,
    },
    /// The condition cannot be read or can never hold, or the rule takes none.
    #[error("`{0}` is no condition that this rule can have")]
    Condition(String),
    /// The number of moves does not suit the rule.
    #[error("`{0}` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty")]
    Limit(String),
    /// A claim after fewer than fifty moves.
    #[error(
        "a limit of {0} moves is below fifty: runs are found by the plain fifty-move rule, and \
         earlier claims would be missed"
    )]
    LimitBelowFifty(u32),
    /// `presumed` is neither `yes` nor `no`.
    #[error("`{0}` is neither yes nor no")]
    Presumed(String),
    /// `goes_by` is neither `game` nor `competition`.
    #[error("`{0}` is no day that a row can go by: game or competition")]
    GoesBy(String),
    /// `uncertain` is no list of periods.
    #[error("`{0}` is no list of periods YYYY-MM-DD..YYYY-MM-DD")]
    Uncertain(String),
    /// No row is a presumed claim that holds always, without first and last day.
    #[error("no presumed claim holds always, without from and to")]
    NoGeneralRow,
    /// The venue is none that an audit knows.
    #[error("`{0}` is no venue; docs/tables.md lists them at column venue")]
    Venue(String),
    /// The kind is none of the three, or none that the rule can have.
    #[error("`{0}` is no kind: claim, automatic or none; a claim only of fifty and threefold")]
    Kind(String),
}

/// The rows of a text below one of the headers that are allowed, each with its line and what `row`
/// makes of its fields. There are as many fields as the header has.
pub(crate) fn rows<T>(
    text: &str,
    headers: &[&[&str]],
    row: impl Fn(&[Cow<'_, str>]) -> Result<T, TableErrorKind>,
) -> Result<Vec<(u32, T)>, TableError> {
    let wanted =
        || TableErrorKind::Header(headers.last().map_or_else(String::new, |it| it.join(",")));
    let mut rows = Vec::new();
    let mut header = None;
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    for (content, line) in lines.zip(1..) {
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let at = |kind| TableError { line, kind };
        let fields = fields(content).map_err(at)?;
        let Some(known) = header else {
            let found = headers.iter().position(|known| fields == *known);
            header = Some(found.ok_or_else(|| at(wanted()))?);
            continue;
        };
        if fields.len() != headers[known].len() {
            return Err(at(TableErrorKind::Fields {
                found: fields.len(),
                expected: headers[known].len(),
            }));
        }
        rows.push((line, row(&fields).map_err(at)?));
    }
    match header {
        Some(_) => Ok(rows),
        None => Err(TableError {
            line: last_line(text),
            kind: wanted(),
        }),
    }
}

/// Number of the last line, from 1; also 1 where there is none.
pub(crate) fn last_line(text: &str) -> u32 {
    u32::try_from(text.lines().count())
        .unwrap_or(u32::MAX)
        .max(1)
}

/// A day that may be left open.
pub(crate) fn day(text: &str) -> Result<Option<Day>, TableErrorKind> {
    if text.is_empty() {
        return Ok(None);
    }
    Day::parse(text)
        .map(Some)
        .ok_or_else(|| TableErrorKind::Day(text.to_owned()))
}

/// First and last day of a row.
pub(crate) fn period(from: &str, to: &str) -> Result<(Option<Day>, Option<Day>), TableErrorKind> {
    let (from, to) = (day(from)?, day(to)?);
    match from.zip(to) {
        Some((from, to)) if to < from => Err(TableErrorKind::Period),
        _ => Ok((from, to)),
    }
}

/// Cuts a line into fields (RFC 4180, without line ends in fields).
fn fields(line: &str) -> Result<Vec<Cow<'_, str>>, TableErrorKind> {
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
            None => return Err(TableErrorKind::Quote),
        }
    }
}

/// A field without quotes, and what follows it.
fn plain_field(text: &str) -> Result<(Cow<'_, str>, &str), TableErrorKind> {
    let (field, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    if field.contains('"') {
        return Err(TableErrorKind::Quote);
    }
    Ok((Cow::Borrowed(field), rest))
}

/// A field whose opening quote has been taken off, and what follows its closing quote.
fn quoted_field(text: &str) -> Result<(Cow<'_, str>, &str), TableErrorKind> {
    let mut end = 0;
    loop {
        end += text[end..].find('"').ok_or(TableErrorKind::Quote)?;
        let rest = &text[end + 1..];
        if !rest.starts_with('"') {
            let field = &text[..end];
            return Ok(match field.contains('"') {
                true => (Cow::Owned(field.replace("\"\"", "\"")), rest),
                false => (Cow::Borrowed(field), rest),
            });
        }
        end += 2;
    }
}
