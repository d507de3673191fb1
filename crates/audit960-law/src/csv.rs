//! The CSV dialect of the law table and the venue table: a header, then rows of comma-separated
//! fields; empty lines and lines that begin with `#` are ignored.

use std::borrow::Cow;

use crate::date::Day;

/// Why a text is not a valid law or venue table, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
#[non_exhaustive]
pub struct LawTableError {
    /// Line, from 1; where a header or a row is missing, the last line.
    pub line: u32,
    /// What is wrong on that line.
    pub kind: LawTableErrorKind,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawTableErrorKind {
    /// The first line that is neither empty nor a comment is not the header.
    #[error("the header must be {0}")]
    Header(String),
    /// A line has too many or too few fields.
    #[error("{found} fields where the header has {expected}")]
    Fields {
        /// Number of fields on the line.
        found: usize,
        /// Number of fields in the header.
        expected: usize,
    },
    /// A double quote is not closed on its line, or is inside an unquoted field.
    #[error("unmatched double quote")]
    Quote,
    /// An id is empty, has characters other than ASCII letters, digits and `- _ . +`, or is reserved.
    #[error("`{0}` cannot be an id")]
    Id(String),
    /// Two rows have the same id.
    #[error("id `{0}` is already used")]
    DuplicateId(String),
    /// A day is not of the form `YYYY-MM-DD` or not in the calendar.
    #[error("`{0}` is not a day of the form YYYY-MM-DD")]
    Day(String),
    /// The last day is before the first.
    #[error("`to` is before `from`")]
    Period,
    /// The rule is not one of this table.
    #[error("unknown rule `{found}`: must be {known}")]
    Rule {
        /// The name in the table.
        found: String,
        /// The names that are allowed.
        known: &'static str,
    },
    /// The condition is malformed or can never hold, or the rule must have none.
    #[error("`{0}` is not a condition that this rule can have")]
    Condition(String),
    /// The number of moves is not allowed for the rule.
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
    #[error("unknown goes_by `{0}`: must be game or competition")]
    DateBasis(String),
    /// `uncertain` is not a list of periods.
    #[error("`{0}` is not a list of periods YYYY-MM-DD..YYYY-MM-DD")]
    Uncertain(String),
    /// No row is a presumed claim with condition `always` and without first and last day.
    #[error("no row is a presumed claim with condition always and with from and to empty")]
    NoGeneralRow,
    /// The venue is not one that an audit knows.
    #[error("unknown venue `{0}`; docs/tables.md lists the venues under column venue")]
    Venue(String),
    /// The kind is not one of the three, or not one that the rule can have.
    #[error(
        "`{0}` is not a kind that this rule can have: claim (fifty and threefold only), automatic \
         or none"
    )]
    Kind(String),
}

/// Parses a text below any of the allowed `headers`: each row's line number, from 1, and the result of
/// `row`, which gets as many fields as the header has.
pub(crate) fn rows<T>(
    text: &str,
    headers: &[&[&str]],
    row: impl Fn(&[Cow<'_, str>]) -> Result<T, LawTableErrorKind>,
) -> Result<Vec<(u32, T)>, LawTableError> {
    let wanted = || {
        LawTableErrorKind::Header(
            headers
                .last()
                .map_or_else(String::new, |names| names.join(",")),
        )
    };
    let mut rows = Vec::new();
    let mut header = None;
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    for (content, line) in lines.zip(1..) {
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let at = |kind| LawTableError { line, kind };
        let fields = fields(content).map_err(at)?;
        let Some(known) = header else {
            let found = headers.iter().position(|known| fields == *known);
            header = Some(found.ok_or_else(|| at(wanted()))?);
            continue;
        };
        if fields.len() != headers[known].len() {
            return Err(at(LawTableErrorKind::Fields {
                found: fields.len(),
                expected: headers[known].len(),
            }));
        }
        rows.push((line, row(&fields).map_err(at)?));
    }
    match header {
        Some(_) => Ok(rows),
        None => Err(LawTableError {
            line: last_line(text),
            kind: wanted(),
        }),
    }
}

/// Number of the last line, from 1; also 1 for an empty text.
pub(crate) fn last_line(text: &str) -> u32 {
    u32::try_from(text.lines().count())
        .unwrap_or(u32::MAX)
        .max(1)
}

/// Parses a day; `None` for an empty field.
pub(crate) fn day(text: &str) -> Result<Option<Day>, LawTableErrorKind> {
    if text.is_empty() {
        return Ok(None);
    }
    Day::parse(text)
        .map(Some)
        .ok_or_else(|| LawTableErrorKind::Day(text.to_owned()))
}

/// Parses the first and last day of a row.
pub(crate) fn period(
    from: &str,
    to: &str,
) -> Result<(Option<Day>, Option<Day>), LawTableErrorKind> {
    let (from, to) = (day(from)?, day(to)?);
    match from.zip(to) {
        Some((from, to)) if to < from => Err(LawTableErrorKind::Period),
        _ => Ok((from, to)),
    }
}

/// Splits a line into fields (RFC 4180, but without line breaks in fields).
fn fields(line: &str) -> Result<Vec<Cow<'_, str>>, LawTableErrorKind> {
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
            None => return Err(LawTableErrorKind::Quote),
        }
    }
}

/// An unquoted field and the text after it.
fn plain_field(text: &str) -> Result<(Cow<'_, str>, &str), LawTableErrorKind> {
    let (field, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    if field.contains('"') {
        return Err(LawTableErrorKind::Quote);
    }
    Ok((Cow::Borrowed(field), rest))
}

/// A quoted field, given without its opening quote, and the text after its closing quote.
fn quoted_field(text: &str) -> Result<(Cow<'_, str>, &str), LawTableErrorKind> {
    let mut end = 0;
    loop {
        end += text[end..].find('"').ok_or(LawTableErrorKind::Quote)?;
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
