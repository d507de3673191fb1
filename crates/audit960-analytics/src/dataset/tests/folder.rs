//! What is a dataset, and which files belong to it.

use std::fs;

use audit960_types::{Cell, GameResult};

use super::{OPTIONS, dataset, game, write};
use crate::{Dataset, DatasetError};

#[test]
fn a_folder_without_manifest_is_no_dataset() {
    let dir = tempfile::tempdir().unwrap();
    let error = Dataset::open(dir.path()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{} is no dataset: manifest.json is missing",
            dir.path().display()
        )
    );
    assert!(!Dataset::is_at(dir.path()));
    assert!(!Dataset::is_at(&dir.path().join("nowhere")));
}

#[test]
fn a_table_that_is_missing_is_named() {
    let (dir, dataset, _) = dataset(&[("a.pgn", &[game(0, GameResult::Draw)])]);
    fs::remove_dir_all(dir.path().join("games")).unwrap();
    let error = dataset.tally().unwrap_err();
    assert!(matches!(
        error,
        DatasetError::NoTable { table: "games", .. }
    ));
    assert_eq!(
        error.to_string(),
        format!("{}: table games is missing", dir.path().display())
    );
    let tables = dataset.tables().unwrap();
    assert_eq!(
        tables,
        ["incidents", "diagnostics", "start_positions", "castling"]
    );
}

#[test]
fn a_damaged_file_is_an_error_with_the_path() {
    let (dir, dataset, _) = dataset(&[("a.pgn", &[game(0, GameResult::Draw)])]);
    fs::write(dir.path().join("games/part-00000.parquet"), b"PAR1, not").unwrap();
    let error = dataset.tally().unwrap_err().to_string();
    assert!(error.contains(&dir.path().display().to_string()), "{error}");
}

#[test]
fn names_are_taken_as_they_are() {
    // Wildcards and partitions in the path mean nothing, other files are left alone.
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("year=2020/[a]*{b}?");
    let games = [game(3, GameResult::White), game(3, GameResult::Draw)];
    write(&dir, OPTIONS, &[("a.pgn", &games), ("b.pgn", &games)]);
    fs::write(dir.join("games/notes.txt"), "no table").unwrap();
    let dataset = Dataset::open(&dir).unwrap();
    assert_eq!(dataset.tally().unwrap().positions[&3].score.games(), 4);
    let frame = dataset.query("SELECT * FROM games").unwrap();
    // The table's columns, and none made of the folder's name.
    assert_eq!((frame.rows(), frame.columns().len()), (4, 54));
    assert_eq!(frame.column("source").unwrap().cell(3), Cell::Text("b.pgn"));
}

#[test]
fn an_empty_archive_has_no_rows() {
    let (_dir, dataset, _) = dataset(&[]);
    assert!(dataset.tally().unwrap().positions.is_empty());
    assert!(dataset.pairs().unwrap().is_empty());
    let start = audit960_board::start::ORTHODOX;
    assert!(dataset.openings(start, 4).unwrap().is_empty());
    assert_eq!(dataset.query("SELECT * FROM games").unwrap().rows(), 0);
    let positions = dataset.query("SELECT start FROM start_positions").unwrap();
    assert_eq!(positions.rows(), 960);
}
