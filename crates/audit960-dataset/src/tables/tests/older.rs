//! Files that an earlier version wrote, before a table had its last columns.

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use audit960_types::tables::{ColumnGroup, GAMES};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::samples::{feed_games, full_game, only, write};
use crate::tables::{TableOptions, row_groups};

/// The games of a dataset with only some of their columns, in a file of its own.
fn rewritten(dir: &Path, keeps: impl Fn(&str) -> bool) -> PathBuf {
    let from = File::open(dir.join("games/part-00000.parquet")).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(from).unwrap();
    let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    let names = GAMES.up_to(ColumnGroup::Always).names().enumerate();
    let kept: Vec<usize> = names
        .filter(|(_, name)| keeps(name))
        .map(|(index, _)| index)
        .collect();
    let batch = batches[0].project(&kept).unwrap();
    let path = dir.join("rewritten.parquet");
    let file = File::create(&path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    path
}

#[test]
fn columns_that_were_added_later_are_null() {
    let dir = tempfile::tempdir().unwrap();
    let feed = only("a.pgn", &|tables| {
        feed_games(tables, &[full_game(), full_game()]);
    });
    write(dir.path(), TableOptions::default(), &[feed]);
    let read =
        |path: PathBuf, columns: &[&str]| row_groups(&GAMES, &[path]).unwrap()[0].read(columns);
    let later = [
        "move_times",
        "evals",
        "end_ply",
        "end_reason",
        "codes",
        "opening_moves",
        "endings",
        "half_point_uncertain",
        "base_seconds",
        "increment_seconds",
        "time_periods",
        "draw_offers",
    ];
    let older = rewritten(dir.path(), |name| !later.contains(&name));
    let rows = read(older.clone(), &["evals", "plies"]).unwrap();
    assert_eq!(rows.ints("plies").unwrap().get(1), Some(83));
    let table = rows.table().unwrap();
    let evals = table.column("evals").unwrap();
    assert_eq!(
        (evals.cell(0), evals.values.len()),
        (audit960_types::Cell::Null, 2)
    );
    // Nothing but such columns.
    let rows = read(older, &["move_times"]).unwrap();
    assert_eq!((rows.len(), rows.names().count()), (2, 1));
    // A column that every version has, or one before the last, was not added later: the file is damaged.
    for missing in ["plies", "clocks"] {
        let damaged = rewritten(dir.path(), |name| name != missing);
        let error = read(damaged, &[missing]).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("column {missing} is missing")),
            "{error}"
        );
    }
    let damaged = rewritten(dir.path(), |name| {
        !["illegal_kept", "clocks"].contains(&name) && !later.contains(&name)
    });
    assert!(read(damaged, &["illegal_kept"]).is_err());
}
