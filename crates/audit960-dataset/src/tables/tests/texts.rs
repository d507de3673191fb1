//! Text is read back alike, whether the file stores each one or places in a dictionary.

use std::fs::File;
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::samples::{bare_game, feed_games, full_game, only, write};
use crate::tables::schema::arrow_schema;
use crate::tables::{ChunkTables, Rows, TableOptions, row_groups};
use audit960_types::tables::{ColumnGroup, GAMES};

/// Games of three kinds: with an event of their own, with a common one, without one.
fn games_file(folder: &tempfile::TempDir) -> PathBuf {
    let names: Vec<String> = (0..40).map(|number| format!("Cup {number}")).collect();
    let games: Vec<_> = (0..120)
        .map(|row| match row % 3 {
            0 => bare_game(),
            1 => full_game(),
            _ => {
                let mut game = full_game();
                game.event = Some(&names[row / 3]);
                game
            }
        })
        .collect();
    let feed = |tables: &mut ChunkTables| feed_games(tables, &games);
    write(
        folder.path(),
        TableOptions {
            columns: ColumnGroup::LAST,
            ..TableOptions::default()
        },
        &[only("a.pgn", &feed)],
    );
    folder.path().join("games/part-00000.parquet")
}

/// A column as the library reads it: one text a row.
fn plain(file: &PathBuf, column: &str) -> Vec<Option<String>> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
    let mut read = Vec::new();
    for batch in reader.build().unwrap() {
        let batch = batch.unwrap();
        let texts = batch.column_by_name(column).unwrap().as_string::<i32>();
        read.extend(texts.iter().map(|text| text.map(str::to_owned)));
    }
    read
}

fn texts(rows: &Rows, column: &str) -> Vec<Option<String>> {
    let texts = rows.texts(column).unwrap();
    let get = |row| texts.get(row).map(str::to_owned);
    (0..rows.len()).map(get).collect()
}

#[test]
fn every_text_column_is_read_as_the_library_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = games_file(&folder);
    let [row_group] = &row_groups(&GAMES, std::slice::from_ref(&file)).unwrap()[..] else {
        panic!("one row group");
    };
    let arrow = arrow_schema(&GAMES);
    let (mut present, mut absent) = (0, 0);
    let columns = arrow.fields().iter();
    for field in columns.filter(|field| field.data_type() == &DataType::Utf8) {
        let column = field.name().as_str();
        let expected = plain(&file, column);
        let rows = row_group.read(&[column, "plies"]).unwrap();
        assert_eq!(texts(&rows, column), expected, "{column}");
        let lengths = rows.mapped(column, str::len).unwrap();
        for (row, text) in expected.iter().enumerate() {
            assert_eq!(
                lengths.get(row),
                text.as_ref().map(String::len),
                "{column} {row}"
            );
        }
        // One row in ten, which are skipped to, and two in three, which are selected from all.
        for keep in [|row| row % 10 == 1, |row| row % 3 != 0] {
            let keeps: Vec<bool> = (0..rows.len()).map(keep).collect();
            let chosen = expected.iter().enumerate();
            let chosen = chosen.filter(|(row, _)| keeps[*row]).map(|(_, text)| text);
            let chosen: Vec<_> = chosen.cloned().collect();
            let some = row_group.read_only(&[column], keeps).unwrap();
            assert_eq!(texts(&some, column), chosen, "{column}");
        }
        match expected.iter().flatten().count() {
            0 => absent += 1,
            _ => present += 1,
        }
    }
    assert!(
        present > 20,
        "{present} columns with text, {absent} without"
    );
}

/// What is computed from a text is computed once for each distinct one.
#[test]
fn a_common_text_is_mapped_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = games_file(&folder);
    let row_group = &row_groups(&GAMES, &[file]).unwrap()[0];
    let rows = row_group.read(&["event"]).unwrap();
    let calls = std::cell::Cell::new(0);
    let mapped = rows.mapped("event", |text| {
        calls.set(calls.get() + 1);
        text.len()
    });
    assert_eq!(calls.get(), 41, "40 cups and the common one");
    assert_eq!(mapped.unwrap().get(0), None);
}
