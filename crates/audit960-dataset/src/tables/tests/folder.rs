//! All or nothing: what a run leaves in its folder.

use serde_json::Map;
use std::fs;
use std::path::Path;

use crate::{Fault, Storage, UnfinishedDataset, is_dataset};
use audit960_types::tables::ColumnGroup;

use super::samples::{feed_games, full_game, jobs, only, write};
use crate::tables::RowSet;
use crate::tables::{
    DatasetWriter, RowGroupJob, TableError, TableLimits, TableOptions, count_rows,
};

const OPTIONS: TableOptions = TableOptions {
    rows: RowSet::All,
    columns: ColumnGroup::Always,
    crosscheck: false,
    duplicates: false,
    limits: TableLimits {
        group_rows: 2,
        file_groups: 2,
    },
};

fn some_jobs() -> Vec<RowGroupJob> {
    jobs(
        OPTIONS,
        &[only("a.pgn", &|tables| {
            feed_games(tables, &vec![full_game(); 5]);
        })],
    )
}

fn entries(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_finished_run_leaves_a_dataset_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new/out");
    let mut writer = DatasetWriter::create(&out, OPTIONS).unwrap();
    assert_eq!(entries(&out), ["_inprogress"]);
    for job in some_jobs() {
        writer.append(job.encode().unwrap()).unwrap();
    }
    assert!(!is_dataset(&out));
    writer.finish(&[], &[], Map::new()).unwrap();
    assert!(is_dataset(&out));
    let all = [
        "castling.parquet",
        "diagnostics",
        "games",
        "incidents",
        "manifest.json",
        "start_positions.parquet",
    ];
    assert_eq!(entries(&out), all);
    assert_eq!(
        entries(&out.join("games")),
        ["part-00000.parquet", "part-00001.parquet"]
    );
}

#[test]
fn an_abandoned_run_leaves_the_folder_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let new = dir.path().join("out");
    for out in [dir.path(), &new] {
        let mut writer = DatasetWriter::create(out, OPTIONS).unwrap();
        for job in some_jobs() {
            writer.append(job.encode().unwrap()).unwrap();
        }
        drop(writer);
        assert!(entries(dir.path()).is_empty());
    }
}

#[test]
fn a_missing_row_group_is_an_error_and_leaves_no_dataset() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = DatasetWriter::create(dir.path(), OPTIONS).unwrap();
    for job in some_jobs().into_iter().skip(1) {
        writer.append(job.encode().unwrap()).unwrap();
    }
    let error = writer.finish(&[], &[], Map::new()).unwrap_err();
    assert!(
        matches!(
            error,
            TableError::MissingRowGroup {
                table: "games",
                ordinal: 0
            }
        ),
        "{error}"
    );
    assert!(entries(dir.path()).is_empty());
}

#[test]
fn a_write_that_fails_names_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let storage = Storage::failing(Fault::From(8));
    let work = UnfinishedDataset::begin(dir.path(), storage).unwrap();
    let mut writer = DatasetWriter::new(work, OPTIONS).unwrap();
    let failed = some_jobs()
        .into_iter()
        .try_for_each(|job| writer.append(job.encode().unwrap()))
        .unwrap_err();
    let message = failed.to_string();
    assert!(message.contains("_inprogress/games/part-0000"), "{message}");
    assert!(message.contains("operation 8 fails"), "{message}");
}

#[test]
fn rows_are_counted_from_footers() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        OPTIONS,
        &[only("a.pgn", &|tables| {
            feed_games(tables, &vec![full_game(); 5]);
        })],
    );
    let count = |name: &str| count_rows(&dir.path().join(name));
    assert_eq!(count("games/part-00000.parquet"), Ok(4));
    assert_eq!(count("games/part-00001.parquet"), Ok(1));
    assert!(
        count("manifest.json")
            .unwrap_err()
            .contains("is not a Parquet file")
    );
}
