//! Table `positions`: in a dataset where there are rows, and as a file of its own.

use std::fs::File;
use std::path::Path;

use audit960_types::tables::ColumnGroup;
use audit960_types::{FactSink, PositionFacts};

use super::samples::{Chunk, bare_position, files, full_game, full_position, only, write};
use super::values::rows;
use crate::tables::RowSet;
use crate::tables::{ChunkRows, ChunkTables, PositionFile, TableLimits, TableOptions};

const OPTIONS: TableOptions = TableOptions {
    rows: RowSet::All,
    columns: ColumnGroup::Always,
    crosscheck: true,
    duplicates: false,
    limits: TableLimits {
        group_rows: 2,
        file_groups: 1,
    },
};

fn feed(tables: &mut ChunkTables) {
    tables.position(&full_position());
    tables.position(&PositionFacts {
        line: 44,
        ..bare_position()
    });
}

const FULL: &str = "source=a.epd|frame_offset=4096|byte_offset=1234|byte_length=87|line=42|\
                    fen=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 3 7|\
                    start_kind=double_chess960|white_start=959|black_start=0|side=white|castling=KQkq|\
                    castling_style=shredder|clock=3|move_number=7|\
                    operations=[{\"opcode\":\"id\",\"operands\":[\"ü\"]}]|verdict=damaged|findings=3|\
                    codes=P005 E017";

const BARE: &str = "source=a.epd|frame_offset=0|byte_offset=0|byte_length=1|line=45|fen=~|\
                    start_kind=unknown|white_start=~|black_start=~|side=~|castling=~|castling_style=none|\
                    clock=~|move_number=~|operations=~|verdict=rejected|findings=0|codes=~";

fn joined(path: &Path) -> Vec<String> {
    rows(path).iter().map(|row| row.join("|")).collect()
}

#[test]
fn rows_come_back_and_lines_go_on_from_chunk_to_chunk() {
    let dir = tempfile::tempdir().unwrap();
    let chunk = |first| Chunk {
        source: "a.epd",
        first,
        feed: &feed,
        newlines: 100,
    };
    write(dir.path(), OPTIONS, &[chunk(true), chunk(false)]);
    let first = joined(&dir.path().join("positions/part-00000.parquet"));
    assert_eq!(first, [FULL, BARE]);
    let second = rows(&dir.path().join("positions/part-00001.parquet"));
    assert_eq!(second[0][4], "line=142");
    assert_eq!(second[1][4], "line=145");
}

#[test]
fn without_rows_there_is_no_table() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        OPTIONS,
        &[only("a.pgn", &|tables| tables.game(&full_game()))],
    );
    let names: Vec<String> = files(dir.path()).into_keys().collect();
    assert!(names.iter().any(|name| name.starts_with("crosscheck")));
    assert!(
        !names.iter().any(|name| name.starts_with("positions")),
        "{names:?}"
    );
    assert!(!dir.path().join("positions").exists());
}

#[test]
fn counts_are_those_of_the_lines() {
    let mut tables = ChunkTables::new(OPTIONS);
    feed(&mut tables);
    let rows = tables.finish(0).unwrap();
    assert_eq!((rows.positions(), rows.games()), (2, 0));
    assert_eq!(tables.finish(0).unwrap().positions(), 0);
    let lines = &tables.tally().lines;
    assert_eq!((lines.verdicts.damaged, lines.verdicts.rejected), (1, 1));
    assert!(lines.numbers.is_empty(), "a pair is not one of the 960");
}

fn chunk_rows() -> ChunkRows {
    let mut tables = ChunkTables::new(TableOptions::default());
    tables.game(&full_game());
    feed(&mut tables);
    tables.finish(100).unwrap()
}

#[test]
fn a_file_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("book.parquet");
    let mut file = PositionFile::new(&path, Box::new(File::create(&path).unwrap())).unwrap();
    let source = "a.epd".into();
    file.push(chunk_rows(), &source, true).unwrap();
    file.push(chunk_rows(), &source, false).unwrap();
    file.finish().unwrap();
    let found = joined(&path);
    assert_eq!(found.len(), 4);
    assert_eq!(found[..2], [FULL, BARE]);
    assert!(found[3].contains("|line=145|"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk full"))
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let written =
        PositionFile::new(Path::new("book.parquet"), Box::new(Full)).and_then(|mut file| {
            file.push(chunk_rows(), &"a.epd".into(), true)?;
            file.finish()
        });
    assert_eq!(written.unwrap_err().to_string(), "book.parquet: disk full");
}
