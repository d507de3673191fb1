//! Parses a law table. The format is described at the top of `data/fifty_move_law.csv`.

use crate::csv::{self, LawTableError};
use crate::date::Day;
use crate::days::Days;
use crate::material::Condition;
use crate::row::{LawRow, Rule};
use crate::{AMBIGUOUS_DATE, UNDATED};

/// The header of every law table.
const HEADER: [&str; 11] = [
    "id",
    "from",
    "to",
    "rule",
    "condition",
    "limit_moves",
    "presumed",
    "goes_by",
    "uncertain",
    "source",
    "certainty",
];

/// Minimum limit of a claim, in moves by each player: an incident is defined by the plain fifty-move rule.
const MIN_MOVES: u32 = 50;
/// Maximum limit of a claim, in moves by each player; twice that, the half-move clock, cannot overflow.
const MAX_MOVES: u32 = 10_000;

/// Parses all rows, in order. Does not check that there is a general row.
pub(super) fn rows(text: &str) -> Result<Vec<LawRow>, LawTableError> {
    let mut rows: Vec<LawRow> = Vec::new();
    for (line, row) in csv::rows(text, HEADER, row)? {
        if rows.iter().any(|before| before.id == row.id) {
            let message = format!("id `{}` is already used", row.id);
            return Err(LawTableError { line, message });
        }
        rows.push(row);
    }
    Ok(rows)
}

fn row(fields: [&str; 11]) -> Result<LawRow, String> {
    let [
        id,
        from,
        to,
        rule_name,
        condition,
        limit_moves,
        presumed,
        goes_by,
        uncertain,
        source,
        certainty,
    ] = fields;
    let (from, to) = csv::period(from, to)?;
    let rule = rule(rule_name, limit_moves)?;
    let read = Condition::parse(condition)
        .filter(|read| read.is_always() || matches!(rule, Rule::Claim { .. }))
        .ok_or_else(|| format!("`{condition}` is not a condition that this rule can have"))?;
    Ok(LawRow {
        id: name(id)?,
        from,
        to,
        rule,
        condition: read,
        presumed: match presumed {
            "yes" => true,
            "no" => false,
            other => return Err(format!("`{other}` is neither yes nor no")),
        },
        goes_by: csv::named(goes_by)
            .ok_or_else(|| format!("unknown goes_by `{goes_by}`: must be game or competition"))?,
        uncertain: periods(uncertain).ok_or_else(|| {
            format!("`{uncertain}` is not a list of periods YYYY-MM-DD..YYYY-MM-DD")
        })?,
        source: source.to_owned(),
        certainty: certainty.to_owned(),
    })
}

/// Checks the id of a row: ASCII letters, digits and `- _ . +`, not empty, not reserved.
fn name(id: &str) -> Result<String, String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    if id.is_empty() || !id.bytes().all(allowed) || [UNDATED, AMBIGUOUS_DATE].contains(&id) {
        return Err(format!("`{id}` cannot be an id"));
    }
    Ok(id.to_owned())
}

/// Periods `YYYY-MM-DD..YYYY-MM-DD`, separated by blanks.
fn periods(text: &str) -> Option<Vec<Days>> {
    let period = |word: &str| {
        let (first, last) = word.split_once("..")?;
        Days::new(Day::parse(first)?, Day::parse(last)?)
    };
    text.split_ascii_whitespace().map(period).collect()
}

fn rule(name: &str, limit_moves: &str) -> Result<Rule, String> {
    let unsuitable = || {
        format!(
            "`{limit_moves}` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty"
        )
    };
    let rule = match Rule::WITHOUT_LIMIT
        .iter()
        .find(|rule| rule.as_str() == name)
    {
        Some(rule) => *rule,
        None if name == "claim" => {
            let limit_moves = limit_moves.parse().map_err(|_| unsuitable())?;
            if limit_moves < MIN_MOVES {
                return Err(format!(
                    "a limit of {limit_moves} moves is below fifty: runs are found by the plain fifty-move \
                     rule, and earlier claims would be missed"
                ));
            }
            Rule::Claim { limit_moves }
        }
        None => {
            let known = Rule::WITHOUT_LIMIT.map(Rule::as_str).join(", ");
            return Err(format!(
                "unknown rule `{name}`: must be claim or one of {known}"
            ));
        }
    };
    let suits = match rule {
        Rule::Claim { limit_moves } => limit_moves <= MAX_MOVES,
        Rule::Automatic => limit_moves == "75",
        _ => limit_moves.is_empty(),
    };
    if suits { Ok(rule) } else { Err(unsuitable()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::DateBasis;

    fn with(lines: &str) -> String {
        format!(
            "# ours\n\n{}\nfifty,,,claim,always,50,yes,game,,,\n{lines}",
            HEADER.join(",")
        )
    }

    fn error(text: &str) -> (u32, String) {
        let error = rows(text).unwrap_err();
        (error.line, error.message)
    }

    #[test]
    fn a_row_is_parsed_field_by_field() {
        let text =
            with("kings,1901-02-03,2000-12-31,claim,KRBvKR,60,no,game,,\"a \"\"b\"\", c\",d e\n");
        let read = rows(&text).unwrap();
        assert_eq!(read.len(), 2);
        let row = &read[1];
        assert_eq!(row.id, "kings");
        assert_eq!(row.from, Day::new(1901, 2, 3));
        assert_eq!(row.to, Day::new(2000, 12, 31));
        assert_eq!(row.rule, Rule::Claim { limit_moves: 60 });
        assert_eq!(
            (row.goes_by, &row.uncertain[..]),
            (DateBasis::Game, &[][..])
        );
        assert_eq!(row.condition.to_string(), "KRBvKR");
        assert!(!row.presumed);
        assert_eq!(row.source, "a \"b\", c");
        assert_eq!(row.certainty, "d e");
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_do_not_matter() {
        let plain = with("x,,,automatic,always,75,yes,game,,\"\",s\n");
        let windows = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
        assert_eq!(rows(&plain), rows(&windows));
        assert_eq!(rows(plain.trim_end()), rows(&plain));
    }

    #[test]
    fn rules_are_parsed_by_name() {
        let text = with(
            "a,,,automatic,always,75,yes,game,,,\nb,,,fivefold-in-sequence,always,,yes,game,,,\n\
             c,,,fivefold,always,,yes,game,,,\n",
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
        let header = || format!("the header must be {}", HEADER.join(","));
        assert_eq!(error("\nid,from,to\n"), (2, header()));
        assert_eq!(
            error("fifty,,,claim,always,50,yes,game,,,\n"),
            (1, header())
        );
        assert_eq!(error("# nothing\n# at all\n"), (2, header()));
        assert_eq!(error(""), (1, header()));
    }

    #[test]
    fn the_full_header_has_goes_by_and_uncertain() {
        let text = format!(
            "{}\nfifty,,,claim,always,50,yes,game,,,\n\
             new,2014-07-01,,automatic,always,75,yes,competition,\
             2014-06-01..2014-07-31 2015-01-01..2015-01-01,,\n",
            HEADER.join(",")
        );
        let read = rows(&text).unwrap();
        assert_eq!(read[0].goes_by, DateBasis::Game);
        assert_eq!(read[0].uncertain, []);
        assert_eq!(read[1].goes_by, DateBasis::Competition);
        let days = |first: &str, last: &str| {
            Days::new(Day::parse(first).unwrap(), Day::parse(last).unwrap()).unwrap()
        };
        assert_eq!(
            read[1].uncertain,
            [
                days("2014-06-01", "2014-07-31"),
                days("2015-01-01", "2015-01-01")
            ]
        );
        for (field, expected) in [
            (
                "event,",
                "unknown goes_by `event`: must be game or competition",
            ),
            (
                "game,1989",
                "`1989` is not a list of periods YYYY-MM-DD..YYYY-MM-DD",
            ),
            (
                "game,1990-01-01..1989-01-01",
                "`1990-01-01..1989-01-01` is not a list of periods YYYY-MM-DD..YYYY-MM-DD",
            ),
        ] {
            let line = format!("x,,,claim,always,50,yes,{field},,\n");
            let table = format!("{}\n{line}", HEADER.join(","));
            assert_eq!(error(&table), (2, expected.to_owned()), "{line}");
        }
    }

    #[test]
    fn every_error_names_its_line() {
        let quote = "unmatched double quote";
        for (line, expected) in [
            (
                "x,,,claim,always,50,yes,game,,",
                "10 fields where the header has 11",
            ),
            (
                "x,,,claim,always,50,yes,game,,,,",
                "12 fields where the header has 11",
            ),
            ("x,,,claim,always,50,yes,game,,\"open,", quote),
            ("x,,,claim,always,50,yes,game,,\"a\"b,", quote),
            ("x,,,claim,always,50,yes,game,,a\"b,", quote),
            (",,,claim,always,50,yes,game,,,", "`` cannot be an id"),
            ("a b,,,claim,always,50,yes,game,,,", "`a b` cannot be an id"),
            (
                "undated,,,claim,always,50,yes,game,,,",
                "`undated` cannot be an id",
            ),
            (
                "ambiguous_date,,,claim,always,50,yes,game,,,",
                "`ambiguous_date` cannot be an id",
            ),
            (
                "fifty,,,claim,always,60,yes,game,,,",
                "id `fifty` is already used",
            ),
            (
                "x,1990.01.01,,claim,always,50,yes,game,,,",
                "`1990.01.01` is not a day of the form YYYY-MM-DD",
            ),
            (
                "x,,1990-02-29,claim,always,50,yes,game,,,",
                "`1990-02-29` is not a day of the form YYYY-MM-DD",
            ),
            (
                "x,1990-01-02,1990-01-01,claim,always,50,yes,game,,,",
                "`to` is before `from`",
            ),
            (
                "x,,,claims,always,50,yes,game,,,",
                "unknown rule `claims`: must be claim or one of automatic, fivefold-in-sequence, fivefold, \
                 threefold, threefold-series, sixfold-series, not-known",
            ),
            (
                "x,,,claim,KRBKR,50,yes,game,,,",
                "`KRBKR` is not a condition that this rule can have",
            ),
            (
                "x,,,automatic,KRBvKR,75,yes,game,,,",
                "`KRBvKR` is not a condition that this rule can have",
            ),
            (
                "x,,,claim,always,50,maybe,game,,,",
                "`maybe` is neither yes nor no",
            ),
        ] {
            assert_eq!(error(&with(line)), (5, expected.to_owned()), "{line}");
        }
        for limit in ["0", "49"] {
            let (line, message) = error(&with(&format!("x,,,claim,KRBvKR,{limit},yes,game,,,")));
            assert!(line == 5 && message.contains("below fifty"), "{message}");
        }
        for (rule, limit) in [
            ("claim", ""),
            ("claim", "10001"),
            ("automatic", "50"),
            ("fivefold", "5"),
        ] {
            let (line, message) = error(&with(&format!("x,,,{rule},always,{limit},yes,game,,,")));
            let expected = format!("`{limit}` cannot be the limit");
            assert!(line == 5 && message.starts_with(&expected), "{message}");
        }
    }

    #[test]
    fn an_error_reads_as_a_sentence() {
        let error = rows(&with("x,,,claim,always,fifty,yes,game,,,\n")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 5: `fifty` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty"
        );
    }
}
