//! Row groups and files end at fixed row counts.

use std::fs::File;
use std::path::Path;

use audit960_types::FactSink;
use audit960_types::tables::ColumnGroup;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::samples::{Chunk, bare_game, feed_games, full_game, full_incident, incident_at, write};
use crate::tables::RowSet;
use crate::tables::{ChunkTables, TableLimits, TableOptions};

const SMALL: TableOptions = TableOptions {
    rows: RowSet::All,
    columns: ColumnGroup::Always,
    crosscheck: false,
    duplicates: false,
    limits: TableLimits {
        group_rows: 4,
        file_groups: 2,
    },
};

/// The rows of each row group of each file of a table.
fn groups(dir: &Path, table: &str) -> Vec<Vec<i64>> {
    let count = std::fs::read_dir(dir.join(table)).unwrap().count();
    let file = |part: usize| {
        let path = dir.join(table).join(format!("part-{part:05}.parquet"));
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        reader
            .metadata()
            .row_groups()
            .iter()
            .map(RowGroupMetaData::num_rows)
            .collect()
    };
    (0..count).map(file).collect()
}

fn write_games(counts: &[usize]) -> Vec<Vec<i64>> {
    let dir = tempfile::tempdir().unwrap();
    let feeds: Vec<_> = counts
        .iter()
        .map(|&count| move |tables: &mut ChunkTables| feed_games(tables, &vec![bare_game(); count]))
        .collect();
    let chunks: Vec<_> = feeds
        .iter()
        .map(|feed| Chunk {
            source: "a.pgn",
            first: false,
            feed,
            newlines: 0,
        })
        .collect();
    write(dir.path(), SMALL, &chunks);
    groups(dir.path(), "games")
}

#[test]
fn full_groups_and_full_files_then_the_rest() {
    let expected = [vec![4, 4], vec![4, 4], vec![3]];
    assert_eq!(write_games(&[19]), expected);
    assert_eq!(write_games(&[1; 19]), expected);
    assert_eq!(write_games(&[5, 0, 3, 11]), expected);
}

#[test]
fn no_empty_group_follows_a_full_one() {
    assert_eq!(write_games(&[4]), [[4]]);
    assert_eq!(write_games(&[8]), [[4, 4]]);
    assert_eq!(write_games(&[3, 5]), [[4, 4]]);
}

#[test]
fn tables_are_cut_independently() {
    let dir = tempfile::tempdir().unwrap();
    let feed = |tables: &mut ChunkTables| {
        for _ in 0..5 {
            tables.incident(&incident_at(&full_incident(), full_game().identity));
            tables.incident(&incident_at(&full_incident(), full_game().identity));
            tables.game(&bare_game());
        }
    };
    write(dir.path(), SMALL, &[super::samples::only("a.pgn", &feed)]);
    assert_eq!(groups(dir.path(), "games"), [[4, 1]]);
    assert_eq!(groups(dir.path(), "incidents"), [vec![4, 4], vec![2]]);
    assert_eq!(groups(dir.path(), "diagnostics"), [Vec::<i64>::new()]);
}

#[test]
fn the_limits_of_a_run_are_those_of_the_documentation() {
    assert_eq!(
        TableLimits::default(),
        TableLimits {
            group_rows: 65_536,
            file_groups: 16
        }
    );
}
