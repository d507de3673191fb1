//! Rows read back: which, with which columns, in which order.

use audit960_dataset::{Column, Table};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use audit960_dataset::tables::{DatasetWriter, TableOptions};
use audit960_types::tables::schema;
use audit960_types::{Cell, GameFacts, GameResult};
use serde_json::Map;

use super::{Dataset, OPTIONS, TableScan, dataset, game, open};

/// Ten games in row groups of three and files of two groups, of 0, 1, 2, ... half-moves.
fn games() -> Vec<GameFacts<'static>> {
    let numbered = |number: u32| GameFacts {
        plies: number,
        white: number.is_multiple_of(2).then_some("Even"),
        ..game(7, GameResult::Draw)
    };
    (0..10).map(numbered).collect()
}

fn plies(found: &Table) -> Vec<Cell<'_>> {
    let column = found.column("plies").unwrap();
    (0..found.rows()).map(|row| column.cell(row)).collect()
}

#[test]
fn rows_come_in_the_order_of_the_table_for_any_number_of_threads() {
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games())]);
    let all: Vec<Cell<'_>> = (0..10).map(Cell::Int).collect();
    for threads in [1, 2, 7, 100] {
        let dataset = dataset.clone().with_threads(NonZeroUsize::new(threads));
        let read = dataset.read(&TableScan::of("games", &["plies"])).unwrap();
        assert_eq!(plies(&read), all, "{threads} threads");
        assert_eq!(dataset.count("games").unwrap(), 10);
    }
}

#[test]
fn a_condition_leaves_rows_out_and_may_read_other_columns() {
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games())]);
    let read = |wanted: fn(i64) -> bool| {
        let reading = TableScan::of("games", &["white"]).only(&["plies"], move |rows| {
            let plies = rows.ints("plies")?;
            let is_wanted = |row| plies.get(row).is_some_and(wanted);
            Ok((0..rows.len()).map(is_wanted).collect())
        });
        dataset.read(&reading).unwrap()
    };
    let found = read(|plies| plies >= 8);
    assert_eq!(found.columns().len(), 1);
    let names = |found: &Table| -> Vec<bool> {
        let cells = (0..found.rows()).map(|row| found.columns()[0].cell(row));
        cells.map(|cell| cell == Cell::Text("Even")).collect()
    };
    assert_eq!(names(&found), [true, false]);
    assert_eq!(names(&read(|plies| plies == 5)), [false]);
    assert!(names(&read(|plies| plies > 20)).is_empty());
}

#[test]
fn a_part_has_the_rows_of_its_games_alone() {
    let mut games = games();
    for (number, game) in games.iter_mut().enumerate() {
        game.identity.byte_offset = number as u64 * 100;
    }
    games[4].incidents = 2;
    games[5].incidents = 1;
    let (_dir, whole, _) = dataset(&[("a.pgn", &games)]);
    let part = whole.only(vec!["plies"], |rows| {
        let plies = rows.ints("plies")?;
        Ok((0..rows.len())
            .map(|row| plies.get(row) == Some(4))
            .collect())
    });
    assert!(part.is_part() && !whole.is_part());
    assert_eq!(
        plies(&part.read(&TableScan::of("games", &["plies"])).unwrap()),
        [Cell::Int(4)]
    );
    assert_eq!(
        (
            whole.count("incidents").unwrap(),
            part.count("incidents").unwrap()
        ),
        (3, 2)
    );
    assert_eq!(part.tally().unwrap().value.positions[&7].incidents, 2);
    // Aggregates still cover all games.
    assert_eq!(part.count("start_positions").unwrap(), 960);
}

/// The condition is asked of each row group of the games whenever they are read.
#[test]
fn the_results_of_a_part_need_the_games_once() {
    let mut games = games();
    games[4].incidents = 2;
    let (_dir, whole, _) = dataset(&[("a.pgn", &games)]);
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let part = whole.only(vec!["plies"], move |rows| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(vec![true; rows.len()])
    });
    assert_eq!(
        part.tally().unwrap().value.positions,
        whole.tally().unwrap().value.positions
    );
    let row_groups = asked.swap(0, Ordering::Relaxed);
    part.read(&TableScan::of("games", &["plies"])).unwrap();
    assert_eq!(row_groups, asked.load(Ordering::Relaxed));
}

/// Without a row there is no value to tell the type by: the declaration does.
#[test]
fn a_scan_without_rows_has_the_types_of_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let options = TableOptions {
        crosscheck: true,
        duplicates: true,
        ..OPTIONS
    };
    let writer = DatasetWriter::create(folder.path(), options).unwrap();
    writer.finish(&[], &[], Map::new()).unwrap();
    let empty = open(folder.path());
    let (_dir, full, _) = dataset(&[("a.pgn", &games())]);
    for table in ["games", "incidents", "start_positions", "castling"] {
        let names: Vec<&str> = schema(table).unwrap().names().collect();
        let read = |from: &Dataset| from.read(&TableScan::of(table, &names)).unwrap();
        let (none, some) = (read(&empty), read(&full));
        assert_eq!(none.rows(), 0, "{table}");
        for (none, some) in none.columns().iter().zip(some.columns()) {
            let type_of = |column: &Column| column.values.data_type().clone();
            assert_eq!(type_of(none), type_of(some), "{table}.{}", none.name);
        }
    }
    let unknown = empty
        .read(&TableScan::of("games", &["colour"]))
        .unwrap_err();
    assert_eq!(unknown.to_string(), "table games has no column colour");
}

#[test]
fn a_column_that_is_not_there_is_named() {
    let (_dir, dataset, _) = dataset(&[("a.pgn", &games())]);
    let error = dataset
        .read(&TableScan::of("games", &["colour"]))
        .unwrap_err();
    let error = error.to_string();
    assert!(error.ends_with("column colour is missing"), "{error}");
    assert!(error.contains("part-00000.parquet"), "{error}");
}
