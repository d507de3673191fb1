//! What is a dataset, and which files belong to it.

use std::fs;

use audit960_types::{Cell, GameResult};

use super::{OPTIONS, TableScan, dataset, game, open, write};

#[test]
fn a_table_that_is_missing_is_named() {
    let (dir, dataset, _) = dataset(&[("a.pgn", &[game(0, GameResult::Draw)])]);
    assert_eq!(
        dataset.tables(),
        [
            "castling",
            "diagnostics",
            "games",
            "incidents",
            "start_positions"
        ]
    );
    let error = dataset.read(&TableScan::of("positions", &["fen"]));
    let error = error.unwrap_err().to_string();
    assert!(error.ends_with("table positions is missing"), "{error}");
    fs::remove_dir_all(dir.path().join("games")).unwrap();
    let error = dataset.tally().unwrap_err();
    let name = dir.path().display().to_string();
    assert!(error.to_string().contains(&name), "{error}");
}

#[test]
fn a_damaged_file_is_an_error_with_the_path() {
    let (dir, dataset, _) = dataset(&[("a.pgn", &[game(0, GameResult::Draw)])]);
    fs::write(dir.path().join("games/part-00000.parquet"), b"PAR1, not").unwrap();
    let error = dataset.tally().unwrap_err().to_string();
    assert!(error.contains(&dir.path().display().to_string()), "{error}");
}

#[test]
fn names_are_literal() {
    // Wildcards and partitions in the path mean nothing, and other files are ignored.
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("year=2020/[a]*{b}?");
    let games = [game(3, GameResult::White), game(3, GameResult::Draw)];
    write(&dir, OPTIONS, &[("a.pgn", &games), ("b.pgn", &games)]);
    fs::write(dir.join("games/notes.txt"), "no table").unwrap();
    let dataset = open(&dir);
    assert_eq!(
        dataset.tally().unwrap().value.moveless_positions[&3]
            .score
            .games(),
        4
    );
    let columns = audit960_types::tables::GAMES.columns.iter();
    let columns: Vec<&str> = columns.map(|column| column.name).collect();
    let frame = dataset.read(&TableScan::of("games", &columns)).unwrap();
    assert_eq!((frame.rows(), frame.columns().len()), (4, columns.len()));
    assert_eq!(frame.column("source").unwrap().cell(3), Cell::Text("b.pgn"));
}

#[test]
fn an_empty_archive_has_no_rows() {
    let (_dir, dataset, _) = dataset(&[]);
    assert!(dataset.tally().unwrap().value.positions.is_empty());
    assert!(crate::pairs(&dataset).unwrap().value.is_empty());
    let start = audit960_board::start::ORTHODOX;
    assert!(
        crate::openings(&dataset, start, 4)
            .unwrap()
            .value
            .is_empty()
    );
    let rows = |table, column| {
        dataset
            .read(&TableScan::of(table, &[column]))
            .unwrap()
            .rows()
    };
    assert_eq!(rows("games", "plies"), 0);
    assert_eq!(dataset.count("games").unwrap(), 0);
    assert_eq!(rows("start_positions", "start"), 960);
}
