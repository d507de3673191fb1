//! Queries, and their answers in our own types.

use audit960_types::{Cell, Frame, GameFacts, GameResult, Values};

use audit960_tables::TableOptions;

use super::{OPTIONS, dataset, game, incident, open, write};
use crate::DatasetError;

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

fn rows(frame: &Frame) -> Vec<Vec<Cell<'_>>> {
    let row = |row| frame.columns().iter().map(|c| c.cell(row)).collect();
    (0..frame.rows()).map(row).collect()
}

fn answer(sql: &str) -> Result<Frame, DatasetError> {
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games())]);
    dataset.query(sql)
}

#[test]
fn every_kind_of_value_arrives() {
    let frame = answer(
        "SELECT white, plies, result = '1-0' AS won, plies / 2.0 AS moves FROM games \
         ORDER BY white NULLS LAST, plies",
    )
    .unwrap();
    let names: Vec<&str> = frame.columns().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["white", "plies", "won", "moves"]);
    let large = Cell::Int(2_000_000_000);
    assert_eq!(
        rows(&frame),
        [
            [
                Cell::Text("Aronian"),
                Cell::Int(3),
                Cell::Bool(false),
                Cell::Float(1.5)
            ],
            [
                Cell::Text("Aronian"),
                large,
                Cell::Bool(true),
                Cell::Float(1e9)
            ],
            [
                Cell::Text("O'Kelly"),
                large,
                Cell::Bool(false),
                Cell::Float(1e9)
            ],
            [Cell::Null, Cell::Int(0), Cell::Bool(true), Cell::Float(0.0)],
        ]
    );
}

#[test]
fn sums_do_not_overflow() {
    // Columns of 32 bits; 4,000,000,003 needs 33.
    let frame = answer("SELECT SUM(plies) AS sum, COUNT(*) AS count FROM games").unwrap();
    assert_eq!(rows(&frame), [[Cell::Int(4_000_000_003), Cell::Int(4)]]);
}

#[test]
fn groups_joins_and_filters() {
    let frame = answer(
        "SELECT result, COUNT(*) AS n FROM games WHERE white_start = 518 GROUP BY result \
         ORDER BY result",
    )
    .unwrap();
    assert_eq!(
        rows(&frame),
        [
            [Cell::Text("0-1"), Cell::Int(1)],
            [Cell::Text("1-0"), Cell::Int(1)],
            [Cell::Text("1/2-1/2"), Cell::Int(1)],
        ]
    );
    let frame = answer(
        "SELECT g.game, i.material FROM games AS g JOIN incidents AS i \
         ON g.source = i.source AND g.game = i.game",
    )
    .unwrap();
    let material = incident().material;
    assert_eq!(rows(&frame), [[Cell::Int(2), Cell::Text(&material)]]);
    let frame = answer("SELECT arrangement, games FROM start_positions WHERE games > 1").unwrap();
    assert_eq!(rows(&frame), [[Cell::Text("RNBQKBNR"), Cell::Int(3)]]);
    assert_eq!(answer("SELECT * FROM castling").unwrap().rows(), 42);
    assert_eq!(answer("SELECT * FROM diagnostics").unwrap().rows(), 0);
}

#[test]
fn optional_tables_are_found_where_they_are() {
    let (_dir, without, _) = dataset(&[("a.pgn", &games())]);
    assert!(without.query("SELECT * FROM duplicates").is_err());
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        crosscheck: true,
        duplicates: true,
        ..OPTIONS
    };
    write(dir.path(), options, &[("a.pgn", &games())]);
    let with = open(dir.path());
    for table in ["duplicates", "crosscheck"] {
        let frame = with.query(&format!("SELECT * FROM {table}")).unwrap();
        assert_eq!(frame.rows(), 0);
    }
}

#[test]
fn whole_numbers_beyond_64_bits_keep_their_digits() {
    let frame =
        answer("SELECT CAST('18446744073709551615' AS BIGINT UNSIGNED) AS n FROM castling LIMIT 1");
    let Ok(frame) = frame else {
        panic!("{frame:?}")
    };
    assert_eq!(rows(&frame), [[Cell::Text("18446744073709551615")]]);
}

#[test]
fn lists_of_whole_numbers_are_text_as_in_json() {
    let frame = answer("SELECT ARRAY_AGG(plies) AS list FROM games WHERE plies < 4").unwrap();
    let Cell::Text(list) = rows(&frame)[0][0] else {
        panic!("{frame:?}")
    };
    assert!(list.starts_with('[') && list.ends_with(']'), "{list}");
    let numbers = list[1..list.len() - 1].split(',').map(str::parse::<i64>);
    assert!(numbers.into_iter().all(|number| number.is_ok()), "{list}");
}

#[test]
fn an_answer_that_is_no_value_is_refused() {
    let error = answer("SELECT ARRAY_AGG(result) AS list FROM games").unwrap_err();
    assert!(matches!(error, DatasetError::Unprintable { .. }), "{error}");
    assert!(error.to_string().starts_with("column list is of type"));
}

#[test]
fn what_is_wrong_with_a_query_is_said() {
    for (sql, what) in [
        ("SELECT nothing FROM games", "nothing"),
        ("SELECT CAST('noon' AS TIME) AS time", "noon"),
        ("SELECT * FROM nowhere", "nowhere"),
        ("SELEC * FROM games", "SELEC"),
        ("", "one"),
    ] {
        let error = answer(sql).unwrap_err();
        assert!(matches!(error, DatasetError::Engine { .. }));
        assert!(error.to_string().contains(what), "{sql}: {error}");
        // The engine's plan is nobody's business.
        assert!(!error.to_string().contains("plan"), "{sql}: {error}");
    }
}

#[test]
fn columns_are_kept_apart_by_type() {
    let frame = answer("SELECT score, start, arrangement FROM start_positions LIMIT 1").unwrap();
    let kinds: Vec<&str> = frame
        .columns()
        .iter()
        .map(|column| match column.values {
            Values::Int(_) => "int",
            Values::Float(_) => "float",
            Values::Bool(_) => "bool",
            Values::Text(_) => "text",
        })
        .collect();
    assert_eq!(kinds, ["float", "int", "text"]);
}

#[test]
fn a_dataset_is_only_read() {
    let (dir, dataset, _) = dataset(&[("a.pgn", &games())]);
    let _ = dataset.query("DELETE FROM games");
    let _ = dataset.query("DROP TABLE games");
    let again = open(dir.path());
    let count = again.query("SELECT COUNT(*) AS n FROM games").unwrap();
    assert_eq!(rows(&count), [[Cell::Int(4)]]);
}
