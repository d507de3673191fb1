//! Reads a law table from text. The form is described at the head of `data/fifty_move_law.csv`.

use std::borrow::Cow;

use crate::law::date::Day;
use crate::law::material::Condition;
use crate::law::row::{LawRow, Rule};
use crate::law::{AMBIGUOUS_DATE, UNDATED};

/// The header line every table has.
pub(super) const HEADER: [&str; 9] = [
    "id",
    "from",
    "to",
    "rule",
    "condition",
    "limit_moves",
    "presumed",
    "source",
    "certainty",
];

/// Most moves a row may allow; the half-move clock of twice as many is still a small number.
const MOST_MOVES: u32 = 10_000;

/// Why a text is no law table, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct LawTableError {
    /// Line, from 1; for a table that lacks something, its last line.
    pub line: u32,
    /// What is wrong there.
    pub fault: LawTableFault,
}

/// What is wrong with a law table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawTableFault {
    /// The first line that is no comment is not the header.
    #[error("the header must be {}", HEADER.join(","))]
    Header,
    /// A line has too many or too few fields.
    #[error("{found} fields where the header has {}", HEADER.len())]
    Fields {
        /// How many there are.
        found: usize,
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
    /// The rule is none of the four.
    #[error("`{0}` is no rule: claim, automatic, fivefold-in-sequence or fivefold")]
    Rule(String),
    /// The condition cannot be read or can never hold, or the rule takes none.
    #[error("`{0}` is no condition that this rule can have")]
    Condition(String),
    /// The number of moves does not suit the rule.
    #[error("`{0}` cannot be the limit: 1-10000 for a claim, 75 for automatic, else empty")]
    Limit(String),
    /// `presumed` is neither `yes` nor `no`.
    #[error("`{0}` is neither yes nor no")]
    Presumed(String),
    /// No row is a presumed claim that holds always, without first and last day.
    #[error("no presumed claim holds always, without from and to")]
    NoGeneralRow,
}

/// Reads all rows, in order. The general row is not asked for here.
pub(super) fn rows(text: &str) -> Result<Vec<LawRow>, LawTableError> {
    let mut rows: Vec<LawRow> = Vec::new();
    let mut header_seen = false;
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    for (content, line) in lines.zip(1..) {
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let at = |fault| LawTableError { line, fault };
        let fields = fields(content).map_err(at)?;
        if !header_seen {
            if fields != HEADER {
                return Err(at(LawTableFault::Header));
            }
            header_seen = true;
            continue;
        }
        let row = row(&fields).map_err(at)?;
        if rows.iter().any(|before| before.id == row.id) {
            return Err(at(LawTableFault::DuplicateId(row.id)));
        }
        rows.push(row);
    }
    if header_seen {
        Ok(rows)
    } else {
        Err(LawTableError {
            line: last_line(text),
            fault: LawTableFault::Header,
        })
    }
}

/// Number of the last line, from 1; also 1 where there is none.
pub(super) fn last_line(text: &str) -> u32 {
    u32::try_from(text.lines().count())
        .unwrap_or(u32::MAX)
        .max(1)
}

/// Cuts a line into fields (RFC 4180, without line ends in fields).
fn fields(line: &str) -> Result<Vec<Cow<'_, str>>, LawTableFault> {
    let mut fields = Vec::with_capacity(HEADER.len());
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
            None => return Err(LawTableFault::Quote),
        }
    }
}

/// A field without quotes, and what follows it.
fn plain_field(text: &str) -> Result<(Cow<'_, str>, &str), LawTableFault> {
    let (field, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    if field.contains('"') {
        return Err(LawTableFault::Quote);
    }
    Ok((Cow::Borrowed(field), rest))
}

/// A field whose opening quote has been taken off, and what follows its closing quote.
fn quoted_field(text: &str) -> Result<(Cow<'_, str>, &str), LawTableFault> {
    let mut end = 0;
    loop {
        end += text[end..].find('"').ok_or(LawTableFault::Quote)?;
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

fn row(fields: &[Cow<'_, str>]) -> Result<LawRow, LawTableFault> {
    let [
        id,
        from,
        to,
        rule_name,
        condition,
        limit_moves,
        presumed,
        source,
        certainty,
    ] = fields
    else {
        return Err(LawTableFault::Fields {
            found: fields.len(),
        });
    };
    let (from, to) = (day(from)?, day(to)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(LawTableFault::Period);
    }
    let rule = rule(rule_name, limit_moves)?;
    let read = Condition::parse(condition)
        .filter(|read| read.is_always() || matches!(rule, Rule::Claim { .. }));
    Ok(LawRow {
        id: name(id)?,
        from,
        to,
        rule,
        condition: read.ok_or_else(|| LawTableFault::Condition(condition.to_string()))?,
        presumed: match &**presumed {
            "yes" => true,
            "no" => false,
            other => return Err(LawTableFault::Presumed(other.to_owned())),
        },
        source: source.to_string(),
        certainty: certainty.to_string(),
    })
}

fn name(id: &str) -> Result<String, LawTableFault> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    if id.is_empty() || !id.bytes().all(allowed) || [UNDATED, AMBIGUOUS_DATE].contains(&id) {
        return Err(LawTableFault::Id(id.to_owned()));
    }
    Ok(id.to_owned())
}

fn day(text: &str) -> Result<Option<Day>, LawTableFault> {
    if text.is_empty() {
        return Ok(None);
    }
    Day::parse(text)
        .map(Some)
        .ok_or_else(|| LawTableFault::Day(text.to_owned()))
}

fn rule(name: &str, limit_moves: &str) -> Result<Rule, LawTableFault> {
    let unsuitable = || LawTableFault::Limit(limit_moves.to_owned());
    let rule = match name {
        "claim" => {
            let limit_moves = limit_moves.parse().map_err(|_| unsuitable())?;
            Rule::Claim { limit_moves }
        }
        "automatic" => Rule::Automatic,
        "fivefold-in-sequence" => Rule::FivefoldInSequence,
        "fivefold" => Rule::Fivefold,
        other => return Err(LawTableFault::Rule(other.to_owned())),
    };
    let suits = match rule {
        Rule::Claim { limit_moves } => (1..=MOST_MOVES).contains(&limit_moves),
        Rule::Automatic => limit_moves == "75",
        Rule::FivefoldInSequence | Rule::Fivefold => limit_moves.is_empty(),
    };
    if suits { Ok(rule) } else { Err(unsuitable()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lines: &str) -> String {
        format!(
            "# ours\n\n{}\nfifty,,,claim,always,50,yes,,\n{lines}",
            HEADER.join(",")
        )
    }

    fn error(text: &str) -> (u32, LawTableFault) {
        let error = rows(text).unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn a_row_is_read_field_by_field() {
        let text = with("kings,1901-02-03,2000-12-31,claim,KRBvKR,60,no,\"a \"\"b\"\", c\",d e\n");
        let read = rows(&text).unwrap();
        assert_eq!(read.len(), 2);
        let row = &read[1];
        assert_eq!(row.id, "kings");
        assert_eq!(row.from, Day::new(1901, 2, 3));
        assert_eq!(row.to, Day::new(2000, 12, 31));
        assert_eq!(row.rule, Rule::Claim { limit_moves: 60 });
        assert_eq!(row.condition.to_string(), "KRBvKR");
        assert!(!row.presumed);
        assert_eq!(row.source, "a \"b\", c");
        assert_eq!(row.certainty, "d e");
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_do_not_matter() {
        let plain = with("x,,,automatic,always,75,yes,\"\",s\n");
        let windows = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
        assert_eq!(rows(&plain), rows(&windows));
        assert_eq!(rows(plain.trim_end()), rows(&plain));
    }

    #[test]
    fn rules_are_read_by_name() {
        let text = with(
            "a,,,automatic,always,75,yes,,\nb,,,fivefold-in-sequence,always,,yes,,\n\
             c,,,fivefold,always,,yes,,\n",
        );
        let rules: Vec<_> = rows(&text).unwrap().iter().map(|row| row.rule).collect();
        assert_eq!(
            rules,
            [
                Rule::Claim { limit_moves: 50 },
                Rule::Automatic,
                Rule::FivefoldInSequence,
                Rule::Fivefold
            ]
        );
        let shown: Vec<_> = rules
            .iter()
            .map(|rule| (rule.as_str(), rule.limit_moves()))
            .collect();
        assert_eq!(
            shown,
            [
                ("claim", Some(50)),
                ("automatic", Some(75)),
                ("fivefold-in-sequence", None),
                ("fivefold", None)
            ]
        );
    }

    #[test]
    fn the_header_must_be_there() {
        assert_eq!(error("\nid,from,to\n"), (2, LawTableFault::Header));
        assert_eq!(
            error("fifty,,,claim,always,50,yes,,\n"),
            (1, LawTableFault::Header)
        );
        assert_eq!(error("# nothing\n# at all\n"), (2, LawTableFault::Header));
        assert_eq!(error(""), (1, LawTableFault::Header));
    }

    #[test]
    fn every_fault_names_its_line() {
        let text = String::from;
        for (line, fault) in [
            (
                "x,,,claim,always,50,yes,",
                LawTableFault::Fields { found: 8 },
            ),
            (
                "x,,,claim,always,50,yes,,,",
                LawTableFault::Fields { found: 10 },
            ),
            ("x,,,claim,always,50,yes,\"open,", LawTableFault::Quote),
            ("x,,,claim,always,50,yes,\"a\"b,", LawTableFault::Quote),
            ("x,,,claim,always,50,yes,a\"b,", LawTableFault::Quote),
            (",,,claim,always,50,yes,,", LawTableFault::Id(text(""))),
            (
                "a b,,,claim,always,50,yes,,",
                LawTableFault::Id(text("a b")),
            ),
            (
                "undated,,,claim,always,50,yes,,",
                LawTableFault::Id(text("undated")),
            ),
            (
                "ambiguous_date,,,claim,always,50,yes,,",
                LawTableFault::Id(text("ambiguous_date")),
            ),
            (
                "fifty,,,claim,always,60,yes,,",
                LawTableFault::DuplicateId(text("fifty")),
            ),
            (
                "x,1990.01.01,,claim,always,50,yes,,",
                LawTableFault::Day(text("1990.01.01")),
            ),
            (
                "x,,1990-02-29,claim,always,50,yes,,",
                LawTableFault::Day(text("1990-02-29")),
            ),
            (
                "x,1990-01-02,1990-01-01,claim,always,50,yes,,",
                LawTableFault::Period,
            ),
            (
                "x,,,claims,always,50,yes,,",
                LawTableFault::Rule(text("claims")),
            ),
            (
                "x,,,claim,KRBKR,50,yes,,",
                LawTableFault::Condition(text("KRBKR")),
            ),
            (
                "x,,,automatic,KRBvKR,75,yes,,",
                LawTableFault::Condition(text("KRBvKR")),
            ),
            ("x,,,claim,always,0,yes,,", LawTableFault::Limit(text("0"))),
            ("x,,,claim,always,,yes,,", LawTableFault::Limit(text(""))),
            (
                "x,,,claim,always,10001,yes,,",
                LawTableFault::Limit(text("10001")),
            ),
            (
                "x,,,automatic,always,50,yes,,",
                LawTableFault::Limit(text("50")),
            ),
            (
                "x,,,fivefold,always,5,yes,,",
                LawTableFault::Limit(text("5")),
            ),
            (
                "x,,,claim,always,50,maybe,,",
                LawTableFault::Presumed(text("maybe")),
            ),
        ] {
            assert_eq!(error(&with(line)), (5, fault), "{line}");
        }
    }

    #[test]
    fn an_error_reads_as_a_sentence() {
        let error = rows(&with("x,,,claim,always,fifty,yes,,\n")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 5: `fifty` cannot be the limit: 1-10000 for a claim, 75 for automatic, else empty"
        );
    }
}
