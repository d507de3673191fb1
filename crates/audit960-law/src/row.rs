//! One row of the law table, and how it is read. The format is described at the top of `data/fifty_move_law.csv`.

use audit960_types::Choice as _;

use crate::csv::{self, LawTableError};
use crate::date::Day;
use crate::days::{Days, GameDates};
use crate::judge::PLAIN_LIMIT;
use crate::material::Condition;
use crate::{AMBIGUOUS_DATE, UNDATED};

audit960_types::choices! {
    /// The rule on draws that a row sets.
    pub enum Rule {
        /// A player may claim a draw after a number of moves by each player (Laws 9.3).
        Claim = "claim",
        /// The game is drawn after 75 moves by each player unless the last one mates (Laws 9.6.2).
        Automatic = "automatic",
        /// The game is drawn when a position occurs for the fifth time in consecutive alternate moves (Laws
        /// of 2014, 9.6).
        FivefoldInSequence = "fivefold-in-sequence",
        /// The game is drawn when a position occurs for the fifth time (Laws 9.6.1).
        Fivefold = "fivefold",
        /// A player may claim a draw when a position occurs for the third time (Laws 9.2).
        Threefold = "threefold",
        /// A player may claim a draw when a series of moves has been played three times; history, never
        /// applied.
        ThreefoldSeries = "threefold-series",
        /// The game is drawn when the same moves have been played six times in succession; history, never
        /// applied.
        SixfoldSeries = "sixfold-series",
        /// No rule is known: nobody is said to have missed a claim. Claims are shown as under fifty moves.
        NotKnown = "not-known",
    }
}

impl Rule {
    /// Whether the rule says when moves without capture or pawn move allow a claim, or that this is not known.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::Claim | Self::NotKnown)
    }
}

audit960_types::choices! {
    /// Which day decides whether a row is in force.
    pub enum DateBasis {
        /// The day of the game.
        Game = "game",
        /// The first day of the competition, where that is known, else the day of the game: the Laws of
        /// 2014 apply to competitions that began on 1 July 2014 or later.
        Competition = "competition",
    }
}

/// One row of the law table. `Display` of its parts writes them in the notation of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawRow {
    /// Name, unique in its table.
    pub id: String,
    /// First day in force; `None`: no beginning.
    pub from: Option<Day>,
    /// Last day in force; `None`: no end.
    pub to: Option<Day>,
    /// The rule that it sets.
    pub rule: Rule,
    /// Moves by each player without capture or pawn move, where the rule counts moves.
    pub limit_moves: Option<u32>,
    /// The positions that it applies to.
    pub condition: Condition,
    /// Whether it is applied to every game of its time; otherwise it is shown but never applied.
    pub presumed: bool,
    /// Which day decides whether it is in force.
    pub goes_by: DateBasis,
    /// Periods in which it is uncertain whether the row was in force.
    pub uncertain: Vec<Days>,
    /// Where the row comes from.
    pub source: String,
    /// What is uncertain about the row.
    pub certainty: String,
}

impl LawRow {
    /// Whether the row is presumed and `day` is in its period.
    #[must_use]
    pub fn is_in_force(&self, day: Day) -> bool {
        self.presumed
            && self.from.is_none_or(|from| from <= day)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether the row applies to a game, assuming that the game was played on `day`.
    ///
    /// A row that goes by the competition uses the competition's first day if the row was in force on
    /// all days that this can be, or on none of them; else it uses `day`.
    #[must_use]
    pub(crate) fn applies(&self, dates: &GameDates, day: Day) -> bool {
        let by_competition = match (self.goes_by, dates.competition) {
            (DateBasis::Competition, Some(days)) => self.in_force_throughout(days),
            _ => None,
        };
        by_competition.unwrap_or_else(|| self.is_in_force(day))
    }

    /// Whether the row is in force on all of some days (`true`) or on none of them (`false`); `None` if
    /// only on some.
    fn in_force_throughout(&self, days: Days) -> Option<bool> {
        let changes = self
            .changes()
            .any(|day| days.first() < day && day <= days.last());
        (!changes).then(|| self.is_in_force(days.first()))
    }

    /// The row's first day and the day after its last.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Day> {
        [self.from, self.to.map(Day::next)].into_iter().flatten()
    }

    /// Whether the row is presumed on every day and for every position. Every table needs a claim of this
    /// kind.
    pub(super) fn is_general(&self) -> bool {
        self.presumed && self.from.is_none() && self.to.is_none() && self.condition.is_always()
    }
}

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

/// Maximum limit of a claim, in moves by each player; twice that, the half-move clock, cannot overflow.
const MAX_MOVES: u32 = 10_000;

/// Parses all rows, in order. Does not check that there is a general row.
pub(crate) fn rows(text: &str) -> Result<Vec<LawRow>, LawTableError> {
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
    let (rule, limit_moves) = rule(rule_name, limit_moves)?;
    let read = Condition::parse(condition)
        .filter(|read| read.is_always() || rule == Rule::Claim)
        .ok_or_else(|| format!("`{condition}` is not a condition that this rule can have"))?;
    Ok(LawRow {
        id: name(id)?,
        from,
        to,
        rule,
        limit_moves,
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

/// A rule, and the moves by each player that it counts.
fn rule(name: &str, limit: &str) -> Result<(Rule, Option<u32>), String> {
    let rule = csv::named(name).ok_or_else(|| {
        let others: Vec<&str> = Rule::ALL[1..].iter().map(|rule| rule.name()).collect();
        let others = others.join(", ");
        format!("unknown rule `{name}`: must be claim or one of {others}")
    })?;
    let limit_moves = match (rule, limit) {
        (Rule::Claim, _) => match limit.parse() {
            Ok(moves @ ..PLAIN_LIMIT) => {
                return Err(format!(
                    "a limit of {moves} moves is below fifty: runs are found by the plain fifty-move \
                     rule, and earlier claims would be missed"
                ));
            }
            Ok(moves @ PLAIN_LIMIT..=MAX_MOVES) => Ok(Some(moves)),
            _ => Err(()),
        },
        (Rule::Automatic, "75") => Ok(Some(75)),
        (Rule::Automatic, _) => Err(()),
        (Rule::NotKnown, "") => Ok(Some(PLAIN_LIMIT)),
        (_, "") => Ok(None),
        _ => Err(()),
    };
    let limit_moves = limit_moves.map_err(|()| {
        format!("`{limit}` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty")
    })?;
    Ok((rule, limit_moves))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!((row.rule, row.limit_moves), (Rule::Claim, Some(60)));
        assert_eq!((row.goes_by, row.uncertain.len()), (DateBasis::Game, 0));
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

    /// What repeats is no number of moves.
    #[test]
    fn rules_are_parsed_by_name() {
        let names = [
            "automatic,always,75",
            "not-known,always,",
            "fivefold,always,",
            "sixfold-series,always,",
        ];
        let lines = names.map(|rule| format!("{},,,{rule},yes,game,,,\n", rule.len()));
        let read = rows(&with(&lines.concat())).unwrap();
        let rules = read.iter().map(|row| (row.rule.name(), row.limit_moves));
        assert_eq!(
            rules.collect::<Vec<_>>(),
            [
                ("claim", Some(50)),
                ("automatic", Some(75)),
                ("not-known", Some(50)),
                ("fivefold", None),
                ("sixfold-series", None),
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
        let sentence = rows(&with("x,,,claim,always,fifty,yes,game,,,\n"))
            .unwrap_err()
            .to_string();
        let expected = "line 5: `fifty` cannot be the limit: 50-10000 for a claim, 75 for automatic, else empty";
        assert_eq!(sentence, expected);
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
}
