//! Parses a law table. The format is described at the top of `data/fifty_move_law.csv`.

use std::borrow::Cow;

use crate::csv::{self, LawTableError, LawTableErrorKind};
use crate::date::Day;
use crate::days::Days;
use crate::material::Condition;
use crate::row::{DateBasis, LawRow, Rule};
use crate::{AMBIGUOUS_DATE, UNDATED};

/// The header of tables without `goes_by` and `uncertain`: every row goes by the game, none is uncertain.
const SHORT_HEADER: [&str; 9] = [
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
/// The full header.
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
    let read = csv::rows(text, &[&SHORT_HEADER, &HEADER], row)?;
    let mut rows: Vec<LawRow> = Vec::with_capacity(read.len());
    for (line, row) in read {
        if rows.iter().any(|before| before.id == row.id) {
            let kind = LawTableErrorKind::DuplicateId(row.id);
            return Err(LawTableError { line, kind });
        }
        rows.push(row);
    }
    Ok(rows)
}

fn row(fields: &[Cow<'_, str>]) -> Result<LawRow, LawTableErrorKind> {
    let [
        id,
        from,
        to,
        rule_name,
        condition,
        limit_moves,
        presumed,
        dates @ ..,
        source,
        certainty,
    ] = fields
    else {
        return Err(LawTableErrorKind::Fields {
            found: fields.len(),
            expected: HEADER.len(),
        });
    };
    let (goes_by, uncertain) = match dates {
        [by, uncertain] => (goes_by(by)?, periods(uncertain)?),
        _ => (DateBasis::Game, Vec::new()),
    };
    let (from, to) = csv::period(from, to)?;
    let rule = rule(rule_name, limit_moves)?;
    let read = Condition::parse(condition)
        .filter(|read| read.is_always() || matches!(rule, Rule::Claim { .. }));
    Ok(LawRow {
        id: name(id)?,
        from,
        to,
        rule,
        condition: read.ok_or_else(|| LawTableErrorKind::Condition(condition.to_string()))?,
        presumed: match &**presumed {
            "yes" => true,
            "no" => false,
            other => return Err(LawTableErrorKind::Presumed(other.to_owned())),
        },
        goes_by,
        uncertain,
        source: source.to_string(),
        certainty: certainty.to_string(),
    })
}

/// Checks the id of a row: ASCII letters, digits and `- _ . +`, not empty, not reserved.
fn name(id: &str) -> Result<String, LawTableErrorKind> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    if id.is_empty() || !id.bytes().all(allowed) || [UNDATED, AMBIGUOUS_DATE].contains(&id) {
        return Err(LawTableErrorKind::Id(id.to_owned()));
    }
    Ok(id.to_owned())
}

fn goes_by(text: &str) -> Result<DateBasis, LawTableErrorKind> {
    DateBasis::ALL
        .into_iter()
        .find(|by| by.as_str() == text)
        .ok_or_else(|| LawTableErrorKind::DateBasis(text.to_owned()))
}

/// Periods `YYYY-MM-DD..YYYY-MM-DD`, separated by blanks.
fn periods(text: &str) -> Result<Vec<Days>, LawTableErrorKind> {
    let period = |word: &str| {
        let (first, last) = word.split_once("..")?;
        Days::new(Day::parse(first)?, Day::parse(last)?)
    };
    text.split_ascii_whitespace()
        .map(|word| period(word).ok_or_else(|| LawTableErrorKind::Uncertain(text.to_owned())))
        .collect()
}

fn rule(name: &str, limit_moves: &str) -> Result<Rule, LawTableErrorKind> {
    let unsuitable = || LawTableErrorKind::Limit(limit_moves.to_owned());
    let rule = match name {
        "claim" => {
            let limit_moves = limit_moves.parse().map_err(|_| unsuitable())?;
            if limit_moves < MIN_MOVES {
                return Err(LawTableErrorKind::LimitBelowFifty(limit_moves));
            }
            Rule::Claim { limit_moves }
        }
        "automatic" => Rule::Automatic,
        "fivefold-in-sequence" => Rule::FivefoldInSequence,
        "fivefold" => Rule::Fivefold,
        "threefold" => Rule::Threefold,
        "threefold-series" => Rule::ThreefoldSeries,
        "sixfold-series" => Rule::SixfoldSeries,
        "not-known" => Rule::NotKnown,
        other => {
            return Err(LawTableErrorKind::Rule {
                found: other.to_owned(),
                known: "claim, automatic, not-known, fivefold-in-sequence, fivefold, threefold, \
                        threefold-series or sixfold-series",
            });
        }
    };
    let suits = match rule {
        Rule::Claim { limit_moves } => limit_moves <= MAX_MOVES,
        Rule::Automatic => limit_moves == "75",
        Rule::FivefoldInSequence
        | Rule::Fivefold
        | Rule::Threefold
        | Rule::ThreefoldSeries
        | Rule::SixfoldSeries
        | Rule::NotKnown => limit_moves.is_empty(),
    };
    if suits { Ok(rule) } else { Err(unsuitable()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lines: &str) -> String {
        format!(
            "# ours\n\n{}\nfifty,,,claim,always,50,yes,,\n{lines}",
            SHORT_HEADER.join(",")
        )
    }

    fn error(text: &str) -> (u32, LawTableErrorKind) {
        let error = rows(text).unwrap_err();
        (error.line, error.kind)
    }

    #[test]
    fn a_row_is_parsed_field_by_field() {
        let text = with("kings,1901-02-03,2000-12-31,claim,KRBvKR,60,no,\"a \"\"b\"\", c\",d e\n");
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
        let plain = with("x,,,automatic,always,75,yes,\"\",s\n");
        let windows = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
        assert_eq!(rows(&plain), rows(&windows));
        assert_eq!(rows(plain.trim_end()), rows(&plain));
    }

    #[test]
    fn rules_are_parsed_by_name() {
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
        let header = || LawTableErrorKind::Header(HEADER.join(","));
        assert_eq!(error("\nid,from,to\n"), (2, header()));
        assert_eq!(error("fifty,,,claim,always,50,yes,,\n"), (1, header()));
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
            ("event,", LawTableErrorKind::DateBasis("event".to_owned())),
            ("game,1989", LawTableErrorKind::Uncertain("1989".to_owned())),
            (
                "game,1990-01-01..1989-01-01",
                LawTableErrorKind::Uncertain("1990-01-01..1989-01-01".to_owned()),
            ),
        ] {
            let line = format!("x,,,claim,always,50,yes,{field},,\n");
            let table = format!("{}\n{line}", HEADER.join(","));
            assert_eq!(error(&table), (2, expected), "{line}");
        }
    }

    #[test]
    fn every_error_names_its_line() {
        let text = String::from;
        for (line, expected) in [
            (
                "x,,,claim,always,50,yes,",
                LawTableErrorKind::Fields {
                    found: 8,
                    expected: 9,
                },
            ),
            (
                "x,,,claim,always,50,yes,,,",
                LawTableErrorKind::Fields {
                    found: 10,
                    expected: 9,
                },
            ),
            ("x,,,claim,always,50,yes,\"open,", LawTableErrorKind::Quote),
            ("x,,,claim,always,50,yes,\"a\"b,", LawTableErrorKind::Quote),
            ("x,,,claim,always,50,yes,a\"b,", LawTableErrorKind::Quote),
            (",,,claim,always,50,yes,,", LawTableErrorKind::Id(text(""))),
            (
                "a b,,,claim,always,50,yes,,",
                LawTableErrorKind::Id(text("a b")),
            ),
            (
                "undated,,,claim,always,50,yes,,",
                LawTableErrorKind::Id(text("undated")),
            ),
            (
                "ambiguous_date,,,claim,always,50,yes,,",
                LawTableErrorKind::Id(text("ambiguous_date")),
            ),
            (
                "fifty,,,claim,always,60,yes,,",
                LawTableErrorKind::DuplicateId(text("fifty")),
            ),
            (
                "x,1990.01.01,,claim,always,50,yes,,",
                LawTableErrorKind::Day(text("1990.01.01")),
            ),
            (
                "x,,1990-02-29,claim,always,50,yes,,",
                LawTableErrorKind::Day(text("1990-02-29")),
            ),
            (
                "x,1990-01-02,1990-01-01,claim,always,50,yes,,",
                LawTableErrorKind::Period,
            ),
            (
                "x,,,claims,always,50,yes,,",
                LawTableErrorKind::Rule {
                    found: text("claims"),
                    known: "claim, automatic, not-known, fivefold-in-sequence, fivefold, threefold, \
                        threefold-series or sixfold-series",
                },
            ),
            (
                "x,,,claim,KRBKR,50,yes,,",
                LawTableErrorKind::Condition(text("KRBKR")),
            ),
            (
                "x,,,automatic,KRBvKR,75,yes,,",
                LawTableErrorKind::Condition(text("KRBvKR")),
            ),
            (
                "x,,,claim,always,0,yes,,",
                LawTableErrorKind::LimitBelowFifty(0),
            ),
            (
                "x,,,claim,KRBvKR,49,yes,,",
                LawTableErrorKind::LimitBelowFifty(49),
            ),
            (
                "x,,,claim,always,,yes,,",
                LawTableErrorKind::Limit(text("")),
            ),
            (
                "x,,,claim,always,10001,yes,,",
                LawTableErrorKind::Limit(text("10001")),
            ),
            (
                "x,,,automatic,always,50,yes,,",
                LawTableErrorKind::Limit(text("50")),
            ),
            (
                "x,,,fivefold,always,5,yes,,",
                LawTableErrorKind::Limit(text("5")),
            ),
            (
                "x,,,claim,always,50,maybe,,",
                LawTableErrorKind::Presumed(text("maybe")),
            ),
        ] {
            assert_eq!(error(&with(line)), (5, expected), "{line}");
        }
    }

    #[test]
    fn an_error_reads_as_a_sentence() {
        let error = rows(&with("x,,,claim,always,fifty,yes,,\n")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 5: `fifty` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty"
        );
    }
}
