//! The optional tables.

use serde_json::Map;
use std::fs::File;

use audit960_types::tables::ColumnGroup;
use audit960_types::{
    Code, CrosscheckTally, DuplicateKind, DuplicateRow, FactSink, GameLocation, Identity,
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::samples::{bare_game, disagreement, files, jobs, only, write};
use super::values::rows;
use crate::tables::RowSet;
use crate::tables::{ChunkTables, DatasetWriter, TableLimits, TableOptions};

const BOTH: TableOptions = TableOptions {
    rows: RowSet::All,
    columns: ColumnGroup::Always,
    crosscheck: true,
    duplicates: true,
    limits: TableLimits {
        group_rows: 3,
        file_groups: 2,
    },
};

fn identity(byte_offset: u64) -> Identity {
    Identity {
        frame_offset: 9,
        byte_offset,
    }
}

fn place(source: &str, game: u64) -> GameLocation<'_> {
    GameLocation {
        source,
        identity: identity(100 * game),
        game,
    }
}

/// Two games, with a disagreement about the second, and stray text after them.
fn feed(tables: &mut ChunkTables) {
    tables.add_crosscheck(identity(0), true, None);
    tables.game(&bare_game());
    tables.add_crosscheck(identity(50), true, Some(&disagreement(None)));
    tables.game(&bare_game());
    let stray = disagreement(Some(Code::StrayText));
    tables.add_crosscheck(identity(80), false, Some(&stray));
}

#[test]
fn disagreements_count_from_the_start_of_their_source() {
    let dir = tempfile::tempdir().unwrap();
    let again = |tables: &mut ChunkTables| {
        tables.game(&bare_game());
        feed(tables);
    };
    let mut second = only("a.pgn", &again);
    second.first = false;
    write(dir.path(), BOTH, &[only("a.pgn", &feed), second]);
    let mut found = rows(&dir.path().join("crosscheck/part-00000.parquet"));
    // Two row groups in one file.
    assert_eq!(found.len(), 4);
    let first = "source=a.pgn|frame_offset=9|byte_offset=50|game=1|kind=plies|\
                 ours=3 plies, then the record goes on|theirs=4 plies|explained_by=~|game_id=-4564028771068218097";
    assert_eq!(found.remove(0).join("|"), first);
    assert_eq!(found[0][3..5], ["game=~", "kind=plies"]);
    assert_eq!(found[0][7], "explained_by=S001");
    assert_eq!(
        found[1][3], "game=4",
        "two before the chunk, two before it in the chunk"
    );

    let mut tables = ChunkTables::new(BOTH);
    feed(&mut tables);
    let expected = CrosscheckTally {
        games: 2,
        disagreements: 2,
        unexplained: 1,
    };
    assert_eq!(tables.tally().crosscheck, expected);
}

#[test]
fn duplicates_come_back_in_row_groups_of_fixed_size() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = DatasetWriter::create(dir.path(), BOTH).unwrap();
    for (game, kind) in DuplicateKind::ALL.iter().cycle().take(4).enumerate() {
        writer
            .duplicate(&DuplicateRow {
                copy: place("b.pgn", game as u64 + 5),
                first: place("a.pgn", game as u64),
                kind: *kind,
            })
            .unwrap();
    }
    writer.finish(&[], &[], Map::new()).unwrap();
    let path = dir.path().join("duplicates.parquet");
    let found = rows(&path);
    assert_eq!(found.len(), 4);
    let second = "source=b.pgn|frame_offset=9|byte_offset=600|game=6|first_source=a.pgn|\
                  first_frame_offset=9|first_byte_offset=100|first_game=1|kind=prefix|\
                  game_id=-1491777043715395750|copy_of=1382930787517654858";
    assert_eq!(found[1].join("|"), second);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let groups = reader.metadata().row_groups().iter();
    assert_eq!(
        groups
            .map(parquet::file::metadata::RowGroupMetaData::num_rows)
            .collect::<Vec<_>>(),
        [3, 1]
    );
}

#[test]
fn without_the_options_there_is_neither_table() {
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions::default();
    let mut writer = DatasetWriter::create(dir.path(), options).unwrap();
    for job in jobs(options, &[only("a.pgn", &feed)]) {
        writer.append(job.encode().unwrap()).unwrap();
    }
    let kind = DuplicateKind::SameMoves;
    let row = DuplicateRow {
        copy: place("a.pgn", 1),
        first: place("a.pgn", 0),
        kind,
    };
    writer.duplicate(&row).unwrap();
    writer.finish(&[], &[], Map::new()).unwrap();
    let names: Vec<String> = files(dir.path()).into_keys().collect();
    assert!(names.iter().any(|name| name.starts_with("diagnostics")));
    assert!(
        !names
            .iter()
            .any(|name| name.contains("crosscheck") || name.contains("duplicates"))
    );
}

#[test]
fn scratch_files_are_removed_with_the_unfinished_work() {
    let dir = tempfile::tempdir().unwrap();
    for finish in [false, true] {
        let writer = DatasetWriter::create(dir.path(), BOTH).unwrap();
        let scratch = writer.folder().scratch().unwrap();
        assert_eq!(
            scratch,
            writer.folder().scratch().unwrap(),
            "asking twice is not an error"
        );
        std::fs::write(scratch.join("spill"), "x").unwrap();
        if finish {
            writer.finish(&[], &[], Map::new()).unwrap();
        } else {
            drop(writer);
        }
        assert!(!scratch.exists());
    }
}
