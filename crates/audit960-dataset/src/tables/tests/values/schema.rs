//! Files have the columns of the schema, and labels come back.

use super::*;
use crate::tables::tests::players::write_players;
use crate::tables::tests::tree::write_tree;
use crate::tables::write_rows;
use crate::{NewFiles, Storage};
use audit960_types::tables::ColumnGroup;
use audit960_types::{EndingRow, KnownRow};

/// Writes the tables that are made of all games, without rows.
fn write_late_tables(dir: &Path) {
    write_tree(dir, &[]);
    write_players(dir, &[]);
    let files = NewFiles::within(dir, Storage::new());
    write_rows::<KnownRow>(&files, []).unwrap();
    write_rows::<EndingRow<'_>>(&files, []).unwrap();
}

#[test]
fn the_files_have_the_columns_types_and_nullability_of_the_schema() {
    let dir = tempfile::tempdir().unwrap();
    let options = TableOptions {
        crosscheck: true,
        duplicates: true,
        columns: ColumnGroup::LAST,
        ..TableOptions::default()
    };
    write(
        dir.path(),
        options,
        &[only("a.pgn", &|tables| {
            tables.repetition(&repetition_facts(&full_repetition()));
            tables.game(&full_game());
            tables.position(&full_position());
            tables.gap(&Gap {
                identity: Identity::default(),
                byte_length: 3,
                kind: GapKind::Blank,
            });
        })],
    );
    write_late_tables(dir.path());
    for schema in SCHEMAS {
        let path = dir.path().join(schema.path.replace('*', "part-00000"));
        let file = File::open(path).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        // This is the Arrow schema embedded in the file.
        assert_eq!(
            reader.schema().fields(),
            arrow_schema(schema).fields(),
            "{}",
            schema.name
        );
        let metadata = reader.metadata().file_metadata();
        assert_eq!(metadata.created_by(), Some("audit960"));
        let keys: Vec<_> = metadata
            .key_value_metadata()
            .unwrap()
            .iter()
            .map(|pair| &pair.key)
            .collect();
        assert_eq!(
            keys,
            [
                "audit960.format_version",
                "audit960.table",
                "audit960.columns",
                "ARROW:schema"
            ]
        );
    }
}

/// Covers every label: a key that stands for the wrong string would show here.
#[test]
fn every_label_comes_back_as_its_string() {
    use audit960_types::{GameResult, StartKind, Venue};
    let dir = tempfile::tempdir().unwrap();
    let feed = only("a.pgn", &|tables| {
        for (index, &venue) in Venue::ALL.iter().enumerate() {
            let start = StartKind::ALL[index % StartKind::ALL.len()];
            let result = GameResult::ALL[index % GameResult::ALL.len()];
            tables.game(&audit960_types::GameFacts {
                venue,
                start,
                result,
                ..bare_game()
            });
        }
        Code::ALL
            .iter()
            .for_each(|&code| tables.finding(finding(code, None, 0)));
    });
    write(dir.path(), TableOptions::default(), &[feed]);
    for (row, venue) in rows(&dir.path().join("games/part-00000.parquet"))
        .iter()
        .zip(Venue::ALL)
    {
        assert!(row.contains(&format!("venue={venue}")), "{row:?}");
    }
    let found = rows(&dir.path().join("diagnostics/part-00000.parquet"));
    assert_eq!(found.len(), Code::ALL.len());
    for (row, code) in found.iter().zip(Code::ALL) {
        assert!(row.contains(&format!("code={}", code.as_str())), "{row:?}");
        assert!(
            row.contains(&format!("severity={}", code.severity().as_str())),
            "{row:?}"
        );
    }
}

#[test]
fn a_table_without_rows_is_a_file_without_rows() {
    let dir = tempfile::tempdir().unwrap();
    assert!(jobs(TableOptions::default(), &[only("empty.pgn", &|_| {})]).is_empty());
    let options = TableOptions {
        crosscheck: true,
        duplicates: true,
        columns: ColumnGroup::LAST,
        ..TableOptions::default()
    };
    write(dir.path(), options, &[]);
    write_late_tables(dir.path());
    // Positions, repetitions and gaps have no table without rows (tested with them).
    let optional = ["positions", "repetitions", "gaps"];
    for schema in SCHEMAS
        .iter()
        .filter(|schema| !optional.contains(&schema.name))
    {
        let path = dir.path().join(schema.path.replace('*', "part-00000"));
        assert!(rows(&path).is_empty(), "{}", schema.name);
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        assert_eq!(
            reader.schema().fields(),
            arrow_schema(schema).fields(),
            "{}",
            schema.name
        );
    }
}
