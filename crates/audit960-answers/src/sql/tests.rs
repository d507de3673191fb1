//! Queries, and their answers in our own types.

mod meaning;
mod row_groups;

use audit960_dataset::tables::{RowSet, TableLimits, TableOptions};
use std::path::Path;

use audit960_dataset::{Dataset, Table};
use audit960_types::{Cell, GameFacts, GameResult};

use crate::questions::tests::{self as fixtures, game, open};
use crate::sql::{QueryError, stream, write_answer};

fn query(dataset: &Dataset, sql: &str) -> Result<Table, QueryError> {
    query_within(dataset, sql, u64::MAX)
}

/// The answer to a query as one table.
fn query_within(dataset: &Dataset, sql: &str, max_memory: u64) -> Result<Table, QueryError> {
    let mut parts = Vec::new();
    stream(&dataset.clone().within(max_memory), sql, |part| {
        parts.push(part);
        Ok(())
    })?;
    Ok(Table::joined(parts).unwrap_or_default())
}

/// Small row groups and files, so that a few games make several of each.
const OPTIONS: TableOptions = TableOptions {
    rows: RowSet::All,
    crosscheck: false,
    duplicates: false,
    columns: audit960_types::tables::ColumnGroup::Always,
    limits: TableLimits {
        group_rows: 2,
        file_groups: 1,
    },
};

/// Writes a dataset of one source, with one incident to each game that has any.
fn write(dir: &Path, options: TableOptions, games: &[GameFacts<'_>]) -> Dataset {
    fixtures::write(dir, options, &[("a.pgn", games)]);
    open(dir)
}

fn dataset(games: &[GameFacts<'_>]) -> (tempfile::TempDir, Dataset) {
    let dir = tempfile::tempdir().unwrap();
    let dataset = write(dir.path(), OPTIONS, games);
    (dir, dataset)
}

fn games() -> Vec<GameFacts<'static>> {
    let player = |white, plies, result| GameFacts {
        white: Some(white),
        plies,
        ..game(518, result)
    };
    vec![
        player("Aronian", 2_000_000_000, GameResult::White),
        player("O'Kelly", 2_000_000_000, GameResult::Draw),
        GameFacts {
            white: None,
            incidents: 1,
            max_clock: Some(120),
            ..game(0, GameResult::White)
        },
        player("Aronian", 3, GameResult::Black),
    ]
}

fn rows(found: &Table) -> Vec<Vec<Cell<'_>>> {
    let row = |row| found.columns().iter().map(|c| c.cell(row)).collect();
    (0..found.rows()).map(row).collect()
}

fn answer(sql: &str) -> Result<Table, QueryError> {
    let (_dir, dataset) = dataset(&games());
    query(&dataset, sql)
}

#[test]
fn every_kind_of_value_arrives() {
    let found = answer(
        "SELECT white, plies, result = '1-0' AS won, plies / 2.0 AS moves FROM games \
         ORDER BY white NULLS LAST, plies",
    )
    .unwrap();
    let names: Vec<&str> = found.columns().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["white", "plies", "won", "moves"]);
    const LARGE: Cell<'_> = Cell::Int(2_000_000_000);
    assert_eq!(
        rows(&found),
        [
            [
                Cell::Text("Aronian"),
                Cell::Int(3),
                Cell::Bool(false),
                Cell::Float(1.5)
            ],
            [
                Cell::Text("Aronian"),
                LARGE,
                Cell::Bool(true),
                Cell::Float(1e9)
            ],
            [
                Cell::Text("O'Kelly"),
                LARGE,
                Cell::Bool(false),
                Cell::Float(1e9)
            ],
            [Cell::Null, Cell::Int(0), Cell::Bool(true), Cell::Float(0.0)],
        ]
    );
}

#[test]
fn what_is_computed_without_a_name_is_called_as_it_is_written() {
    let titles = |sql: &str| {
        let found = answer(sql).unwrap();
        let columns = found.columns().iter();
        columns
            .map(|column| column.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        titles(
            "SELECT result, avg(plies), count(*), plies + 1 AS next FROM games GROUP BY result, plies"
        ),
        ["result", "avg(plies)", "count(*)", "next"]
    );
    assert_eq!(titles("SELECT games.white FROM games"), ["white"]);
    assert_eq!(
        titles("SELECT max(plies) FROM games UNION ALL SELECT count(*) FROM games"),
        ["max(plies)"]
    );
}

#[test]
fn groups_that_are_equal_have_one_order() {
    let first = |sql: &str| {
        let found = answer(sql).unwrap();
        let column = found.column("white").unwrap();
        (0..found.rows())
            .map(|row| format!("{:?}", column.cell(row)))
            .collect::<Vec<_>>()
    };
    for sql in [
        "SELECT white, count(*) FROM games GROUP BY white",
        "SELECT DISTINCT white FROM games",
        "SELECT white, 1 AS n FROM games GROUP BY white ORDER BY n DESC",
    ] {
        let found = first(sql);
        assert_eq!(
            found,
            ["Text(\"Aronian\")", "Text(\"O'Kelly\")", "Null"],
            "{sql}"
        );
    }
}

#[test]
fn sums_do_not_overflow() {
    // Columns of 32 bits; 4,000,000,003 needs 33.
    let found = answer("SELECT SUM(plies) AS sum, COUNT(*) AS count FROM games").unwrap();
    assert_eq!(rows(&found), [[Cell::Int(4_000_000_003), Cell::Int(4)]]);
}

#[test]
fn groups_joins_and_filters() {
    let found = answer(
        "SELECT result, COUNT(*) AS n FROM games WHERE white_start = 518 GROUP BY result \
         ORDER BY result",
    )
    .unwrap();
    assert_eq!(
        rows(&found),
        [
            [Cell::Text("0-1"), Cell::Int(1)],
            [Cell::Text("1-0"), Cell::Int(1)],
            [Cell::Text("1/2-1/2"), Cell::Int(1)],
        ]
    );
    let found = answer(
        "SELECT g.game, i.material FROM games AS g JOIN incidents AS i \
         ON g.source = i.source AND g.game = i.game",
    )
    .unwrap();
    let material = fixtures::incident().material;
    assert_eq!(rows(&found), [[Cell::Int(2), Cell::Text(&material)]]);
    let found = answer("SELECT arrangement, games FROM start_positions WHERE games > 1").unwrap();
    assert_eq!(rows(&found), [[Cell::Text("RNBQKBNR"), Cell::Int(3)]]);
    assert_eq!(answer("SELECT * FROM castling").unwrap().rows(), 42);
    assert_eq!(answer("SELECT * FROM diagnostics").unwrap().rows(), 0);
}

#[test]
fn optional_tables_are_found_where_they_are() {
    let (_dir, without) = dataset(&games());
    assert!(query(&without, "SELECT * FROM duplicates").is_err());
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        crosscheck: true,
        duplicates: true,
        ..OPTIONS
    };
    let with = write(dir.path(), options, &games());
    for table in ["duplicates", "crosscheck"] {
        let found = query(&with, &format!("SELECT * FROM {table}")).unwrap();
        assert_eq!(found.rows(), 0);
    }
}

#[test]
fn whole_numbers_beyond_64_bits_keep_their_digits() {
    let found =
        answer("SELECT CAST('18446744073709551615' AS BIGINT UNSIGNED) AS n FROM castling LIMIT 1");
    let Ok(found) = found else {
        panic!("{found:?}")
    };
    assert_eq!(rows(&found), [[Cell::Text("18446744073709551615")]]);
}

#[test]
fn lists_of_numbers_are_lists() {
    let found = answer("SELECT ARRAY_AGG(plies) AS list FROM games WHERE plies < 4").unwrap();
    let found = rows(&found).remove(0).remove(0);
    let Cell::Ints(mut list) = found else {
        panic!("{found:?}")
    };
    list.sort_unstable();
    assert_eq!(list, [Some(0), Some(3)]);
    let found = answer("SELECT ARRAY_AGG(plies / 2.0) AS list FROM games WHERE plies < 1").unwrap();
    assert_eq!(rows(&found), [[Cell::Floats(vec![Some(0.0)])]]);
}

#[test]
fn two_columns_of_one_name_are_refused_in_words_of_sql() {
    let error = answer("SELECT plies, plies FROM games").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the answer would have two columns named plies: rename one with AS"
    );
}

#[test]
fn an_answer_that_cannot_be_printed_is_refused() {
    let error = answer("SELECT ARRAY_AGG(result) AS list FROM games").unwrap_err();
    assert!(matches!(error, QueryError::Unprintable { .. }), "{error}");
    assert!(error.to_string().starts_with("column list is of type"));
}

#[test]
fn errors_say_what_is_wrong() {
    for (sql, what) in [
        ("SELECT nothing FROM games", "nothing"),
        ("SELECT CAST('noon' AS TIME) AS time", "noon"),
        ("SELECT * FROM nowhere", "nowhere"),
        (
            "SELECT * FROM read_csv('https://example.org/a.csv')",
            "read_csv",
        ),
    ] {
        let error = answer(sql).unwrap_err();
        assert!(
            matches!(
                error,
                QueryError::Engine { .. } | QueryError::InvalidQuery(_)
            ),
            "{sql}: {error}"
        );
        assert!(error.to_string().contains(what), "{sql}: {error}");
        // The engine's plan is not shown.
        assert!(!error.to_string().contains("plan"), "{sql}: {error}");
    }
}

#[test]
fn only_a_single_query_is_answered() {
    for (sql, what) in [
        ("SELEC * FROM games", "SELEC"),
        ("", "one query is answered at a time, not 0"),
        (
            "SELECT 1; SELECT 2",
            "one query is answered at a time, not 2",
        ),
        ("DELETE FROM games", "a dataset is never changed"),
        ("DROP TABLE games", "a dataset is never changed"),
        (
            "CREATE TABLE x AS SELECT * FROM games",
            "a dataset is never changed",
        ),
        (
            "INSERT INTO games SELECT * FROM games",
            "a dataset is never changed",
        ),
        ("UPDATE games SET plies = 0", "a dataset is never changed"),
        ("TRUNCATE TABLE games", "a dataset is never changed"),
        ("SELECT 'open", "string"),
        (
            "SELECT plies FROM games WHERE plies = MAX(plies)",
            "not allowed in WHERE",
        ),
        (
            "SELECT * FROM (SELECT plies FROM games WHERE SUM(plies) > 3) AS g",
            "not allowed in WHERE",
        ),
    ] {
        let error = answer(sql).unwrap_err();
        assert!(
            matches!(error, QueryError::InvalidQuery(_)),
            "{sql}: {error:?}"
        );
        assert!(error.to_string().contains(what), "{sql}: {error}");
    }
    // Expressions too deep for the stack are refused, long lists are not.
    let many = format!("SELECT 1{} AS n FROM games", " + 1".repeat(5_000));
    assert!(answer(&many).unwrap_err().to_string().contains("operators"));
    let some = format!("SELECT 1{} AS n FROM castling LIMIT 1", " + 1".repeat(500));
    assert_eq!(rows(&answer(&some).unwrap()), [[Cell::Int(501)]]);
    let list = (0..5_000).map(|number| number.to_string());
    let list = list.collect::<Vec<_>>().join(", ");
    let sql = format!("SELECT COUNT(*) AS n FROM games WHERE plies IN ({list})");
    assert_eq!(rows(&answer(&sql).unwrap()), [[Cell::Int(2)]]);
}

/// Tables are read at the same time by an engine with few threads, each with a condition: there is no
/// deadlock.
#[test]
fn tables_that_are_joined_do_not_wait_for_each_other() {
    let many: Vec<_> = (0..40).flat_map(|_| games()).collect();
    let (_dir, dataset) = dataset(&many);
    for _ in 0..20 {
        let found = query(
            &dataset,
            "SELECT COUNT(*) AS n FROM games AS a JOIN games AS b ON a.plies = b.plies \
             JOIN games AS c ON c.plies = b.plies \
             WHERE a.plies = 3 AND b.result = '0-1' AND c.white LIKE 'A%'",
        );
        assert_eq!(rows(&found.unwrap()), [[Cell::Int(40 * 40 * 40)]]);
    }
}

#[test]
fn conditions_on_single_rows_and_on_all_rows_hold() {
    for (condition, games) in [
        ("plies > 3", 2),
        ("plies > 3 AND white LIKE 'O%'", 1),
        ("white IS NULL", 1),
        ("white IS NOT NULL AND result IN ('1-0', '0-1')", 2),
        ("NOT (white = 'Aronian')", 1),
        ("LENGTH(white) = 7", 3),
        ("plies BETWEEN 0 AND 3", 2),
        ("UPPER(white) = 'ARONIAN'", 2),
        ("CASE WHEN white = 'Aronian' THEN plies ELSE 0 END > 1", 2),
        ("plies IN (SELECT MAX(plies) FROM games)", 2),
        (
            "white_start IN (SELECT start FROM start_positions WHERE games = 3)",
            3,
        ),
        ("moves_hash % 2 = 0", 4),
    ] {
        let found = answer(&format!(
            "SELECT COUNT(*) AS n FROM games WHERE {condition}"
        ));
        assert_eq!(rows(&found.unwrap()), [[Cell::Int(games)]], "{condition}");
    }
    let found = answer("SELECT white, plies FROM games WHERE plies < 4 ORDER BY plies LIMIT 1");
    assert_eq!(rows(&found.unwrap()), [[Cell::Null, Cell::Int(0)]]);
    let found = answer("SELECT result FROM games LIMIT 3");
    assert_eq!(found.unwrap().rows(), 3);
}

#[test]
fn columns_are_kept_apart_by_type() {
    let found = answer(
        "SELECT score, start, arrangement, DATE '2024-02-29' AS day FROM start_positions LIMIT 1",
    )
    .unwrap();
    assert_eq!(rows(&found)[0][3], Cell::Date(19_782));
    let kinds = found
        .columns()
        .iter()
        .map(|column| column.values.data_type());
    use arrow_schema::DataType::{Date32, Float64, Int64, Utf8};
    assert!(kinds.eq([&Float64, &Int64, &Utf8, &Date32]));
}
