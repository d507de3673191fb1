//! Conditions, their values and their errors.

use audit960_types::GameFacts;
use audit960_types::tables::{ColumnGroup, Datum, GAMES, Placed};

use super::*;

/// A row of a few columns; all others are null.
struct SparseRow(Vec<(FilterColumn, Datum<'static>)>);

impl FilterRow for SparseRow {
    fn value(&self, column: FilterColumn) -> Datum<'_> {
        let found = self.0.iter().find(|(of, _)| *of == column);
        found.map_or(Datum::Null, |(_, value)| value.clone())
    }
}

fn row() -> SparseRow {
    SparseRow(vec![
        (
            FilterColumn::named("white"),
            Datum::Text("Carlsen,M".into()),
        ),
        (FilterColumn::named("black"), Datum::Text("O'Kelly".into())),
        (FilterColumn::named("white_elo"), Datum::Int(2850)),
        (FilterColumn::named("plies"), Datum::Int(0)),
        (FilterColumn::named("date_from"), Datum::Date(18_262)),
        (
            FilterColumn::named("clocks"),
            Datum::Floats([].as_slice().into()),
        ),
    ])
}

fn keeps(condition: &str) -> bool {
    Filter::parse(condition)
        .unwrap_or_else(|error| panic!("{condition}: {error}"))
        .keeps(&row())
}

#[test]
fn conditions_that_hold() {
    for condition in [
        "white_elo > 2800",
        "white_elo >= 2850 AND white_elo <= 2850.0",
        "2800 < white_elo",
        "games.white_elo = 2850",
        "WHITE_ELO <> 1",
        "white = 'Carlsen,M'",
        "black = 'O''Kelly'",
        "white LIKE 'Carlsen%' AND white NOT LIKE 'carlsen%'",
        "white ILIKE 'carlsen%'",
        "LOWER(white) = 'carlsen,m' AND UPPER(black) = 'O''KELLY'",
        "LENGTH(white) = 9",
        "black_elo IS NULL AND white_elo IS NOT NULL",
        "COALESCE(black_elo, white_elo, 0) = 2850",
        "white_elo BETWEEN 2800 AND 2900",
        "white_elo NOT BETWEEN 1 AND 2",
        "white_elo IN (1, 2850)",
        "white_elo NOT IN (1, 2)",
        "date_from IN ('2019-01-01', '2020-01-01')",
        "'2020-01-01' IN (date_from)",
        "'2020-01-01' IN ('2020-01-02', date_from) AND '2020-01-01' NOT IN (white)",
        "'2019-01-01' NOT IN (date_from, white)",
        "date_from = '2020-01-01' AND date_from < DATE '2020-01-02'",
        "'2019-12-31' < date_from",
        "date_from BETWEEN '2019-01-01' AND '2020-12-31'",
        "ABS(plies - 7) = 7 AND -plies = 0",
        "white_elo / 100 = 28.5",
        "white_elo % 100 = 50",
        "NOT plies > 0",
        "clocks IS NOT NULL AND NOT clocks IS NULL",
        "evals IS NULL",
        "COALESCE(evals, clocks) IS NOT NULL",
    ] {
        assert!(keeps(condition), "{condition}");
    }
}

/// SQL's third truth value keeps no row, and neither does its negation.
#[test]
fn null_is_neither_true_nor_false() {
    for condition in [
        "black_elo > 1",
        "NOT black_elo > 1",
        "black_elo = black_elo",
        "black_elo IN (1, 2)",
        "black_elo NOT IN (1, 2)",
        "white_elo NOT IN (1, NULL)",
        "white_elo = NULL",
        "black_elo > 1 AND TRUE",
        "black_elo > 1 OR FALSE",
        "1 / plies = 1",
        "NOT 1 / plies = 1",
        "(black_elo > 1) IS TRUE",
        "(black_elo > 1) IS FALSE",
        "site LIKE '%'",
    ] {
        assert!(!keeps(condition), "{condition}");
    }
    assert!(keeps("black_elo > 1 OR TRUE"));
    assert!(!keeps("black_elo > 1 AND FALSE"));
    assert!(keeps("NOT (black_elo > 1 AND FALSE)"));
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |condition: &str| Filter::parse(condition).unwrap_err().to_string();
    let unknown = error("elo > 1");
    assert!(unknown.starts_with("table games has no column elo (did you mean "));
    assert!(unknown.contains("; its columns are source,"));
    assert!(
        error("xyzzy > 1").starts_with("table games has no column xyzzy; its columns are source,")
    );
    assert_eq!(
        error("verdict = 'Ok'"),
        "verdict is never 'Ok' (did you mean ok?); it is one of ok, repaired, damaged, rejected, foreign"
    );
    assert_eq!(
        error("date >= '2020-06-01'"),
        "date is the text of a tag, such as 2020.05.31: compare date_from or date_to with '2020-06-01'"
    );
    assert!(Filter::parse("date >= '2020.06.01'").is_ok());
    assert!(error("plies >").starts_with("the condition cannot be read: "));
    assert_eq!(
        error("plies > 1 plies"),
        "the condition cannot be read: unexpected plies after the condition"
    );
    assert_eq!(
        error("white > 7"),
        "7 is a number, but what white is compared with must be text"
    );
    assert_eq!(
        error("plies"),
        "plies is a number, but a condition must be a truth value"
    );
    assert_eq!(
        error("date_from > '2020'"),
        "'2020' is not a date YYYY-MM-DD"
    );
    assert_eq!(error("white + 1 = 2"), "white is text, not a number");
    assert!(error("EXISTS (SELECT 1)").contains("is not supported"));
    assert!(error("COUNT(*) > 1").contains("is not supported"));
    assert!(error("plies IN (1, 'a')").contains("'a' is text"));
    let deep = format!("{}TRUE{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(Filter::parse(&deep).is_err());
    let long = vec!["plies = 1"; 10_000].join(" OR ");
    assert!(Filter::parse(&long).is_err());
}

#[test]
fn the_columns_are_those_of_the_table() {
    let names: Vec<&str> = FilterColumn::all().map(FilterColumn::name).collect();
    assert_eq!(names, GAMES.names().collect::<Vec<_>>());
    for declared in GAMES.columns {
        let filter = Filter::parse(&format!("{} IS NOT NULL", declared.name));
        let filter = filter.unwrap_or_else(|error| panic!("{}: {error}", declared.name));
        let [column] = filter.columns() else {
            panic!("{}", declared.name);
        };
        // What a game that was read has in the column is of the kind that conditions are checked with.
        let facts = GameFacts {
            days: Some((0, 0)),
            clocks: Some(&[]),
            event: Some(""),
            ..GameFacts::default()
        };
        let row = Placed {
            source: "",
            game: Some(0),
            line: 1,
            facts: &facts,
        };
        let kind = match row.value(*column) {
            Datum::Null => continue,
            Datum::Bool(_) => Kind::Bool,
            Datum::Int(_) => Kind::Int,
            Datum::Float(_) => Kind::Float,
            Datum::Text(_) => Kind::Text,
            Datum::Date(_) => Kind::Date,
            Datum::Ints(_) | Datum::Floats(_) => Kind::List,
        };
        assert_eq!(column.kind(), kind, "{}", declared.name);
    }
}

#[test]
fn lists_are_null_or_not_and_nothing_else() {
    let error = |condition: &str| Filter::parse(condition).unwrap_err().to_string();
    assert!(
        error("evals > 1").contains("must be a list"),
        "{}",
        error("evals > 1")
    );
    assert!(error("LENGTH(evals) > 1").contains("is a list"));
    assert!(error("evals").contains("is a list"));
    for column in ["moves", "clocks", "move_times", "evals"] {
        let filter = Filter::parse(&format!("{column} IS NULL"));
        assert!(filter.unwrap().needs().moves, "{column}");
    }
    let needs = |text: &str| Filter::parse(text).unwrap().needs();
    assert_eq!(
        needs("plies > 1 AND opening IS NULL"),
        ColumnNeeds::default()
    );
    for column in ["opening_moves", "endings"] {
        let needs = needs(&format!("{column} IS NULL OR white_accuracy > 90"));
        assert!(needs.positions && !needs.moves, "{column}");
        assert_eq!(needs.group, ColumnGroup::Quality);
    }
}

#[test]
fn columns_are_listed_once() {
    let filter = Filter::parse("white_elo > 1 AND (plies > 2 OR white_elo < 9)").unwrap();
    assert_eq!(
        filter.columns(),
        [
            FilterColumn::named("white_elo"),
            FilterColumn::named("plies")
        ]
    );
}

/// The common conditions, one at a time and together.
#[test]
fn the_usual_conditions() {
    let row = SparseRow(vec![
        (FilterColumn::named("white_elo"), Datum::Int(2500)),
        (FilterColumn::named("black_elo"), Datum::Int(2400)),
        (FilterColumn::named("date_from"), Datum::Date(18_262)),
        (FilterColumn::named("date_to"), Datum::Date(18_627)),
        (
            FilterColumn::named("event"),
            Datum::Text("Mainz CCM8 \u{c4}ther".into()),
        ),
        (
            FilterColumn::named("source"),
            Datum::Text("a/Mainz.pgn".into()),
        ),
        (FilterColumn::named("venue"), Datum::Text("mainz".into())),
        (
            FilterColumn::named("time_class"),
            Datum::Text("rapid".into()),
        ),
        (
            FilterColumn::named("time_control"),
            Datum::Text("1200+5".into()),
        ),
        (FilterColumn::named("plies"), Datum::Int(40)),
        (
            FilterColumn::named("population"),
            Datum::Text("unknown".into()),
        ),
    ]);
    let common = CommonFilters::default;
    let keeps = |usual: CommonFilters| usual.and(None).unwrap().keeps(&row);
    let holds = |columns: &[&'static str], texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        common().contains("--x", columns, &texts)
    };
    assert!(
        keeps(holds(&["event"], &["ccm8 \u{e4}"])) && !keeps(holds(&["event"], &["ccm7", "%"]))
    );
    assert!(
        keeps(holds(&["event", "source"], &["MAINZ.pgn"])) && !keeps(holds(&["source"], &["fics"]))
    );
    assert!(holds(&["event"], &[]).and(None).is_none());
    // All must hold, the condition in SQL too; one on an unknown value does not.
    let plies = |least: u32| {
        common()
            .sql("--min-plies N", &format!("plies >= {least}"))
            .unwrap()
    };
    assert!(keeps(plies(40)) && !keeps(plies(41)));
    let sql = Filter::parse("plies < 50").unwrap();
    let other = Filter::parse("plies > 50").unwrap();
    assert!(plies(40).and(Some(&sql)).unwrap().keeps(&row));
    assert!(!plies(40).and(Some(&other)).unwrap().keeps(&row));
    let unknown = SparseRow(vec![(FilterColumn::named("year"), Datum::Int(2020))]);
    assert!(!plies(0).and(None).unwrap().keeps(&unknown));
    assert!(common().and(None).is_none());
    assert!(common().sql("--x", "plies >").is_err());
    assert_eq!(
        plies(1).and(Some(&sql)).unwrap().columns(),
        [FilterColumn::named("plies")]
    );
    assert_eq!(
        plies(1).describe(Some(&sql)),
        "--where \"plies < 50\" --min-plies N"
    );
}
