//! Rows written by arrow's own writers, against lines argued from PGN.

use std::io::{Seek as _, Write as _};
use std::sync::Arc;

use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{ArrayRef, Date32Array, DictionaryArray, Int16Array, ListArray, StringArray};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use super::*;

mod shapes;

fn lines(form: ColumnForm, bytes: &[u8]) -> Result<Vec<(u64, String)>, String> {
    assert_eq!(ColumnForm::detect(bytes), Some(form));
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    let mut records = ColumnRecords::open(form, file).map_err(|error| error.to_string())?;
    let mut lines = TranslatedText::default();
    while translate(&mut records, &mut lines)? {}
    Ok(lines.lines())
}

/// Translates the next rows; false at the end.
fn translate(records: &mut ColumnRecords, lines: &mut TranslatedText) -> Result<bool, String> {
    let mut rows = records.next_rows()?;
    let any = rows.is_some();
    while let Some(batch) = rows {
        rows = batch.translate(lines);
    }
    Ok(any)
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap()
}

fn parquet(batch: &RecordBatch, group_rows: usize) -> Vec<u8> {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group_rows))
        .build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn games() -> RecordBatch {
    let text = |values: [Option<&str>; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    batch(vec![
        ("White", text([Some("a \"b\""), None, Some("c")])),
        (
            "WhiteElo",
            Arc::new(Int16Array::from(vec![Some(1500), None, None])),
        ),
        (
            "WhiteRatingDiff",
            Arc::new(Int16Array::from(vec![Some(5), None, None])),
        ),
        ("Result", text([Some("1-0"), Some("0-1"), None])),
        // 2024-02-29.
        (
            "UTCDate",
            Arc::new(Date32Array::from(vec![Some(19_782), None, None])),
        ),
        ("end_type", text([Some("resign"), Some("Normal"), None])),
        (
            "moves",
            text([Some("e2e4 e7e5"), Some("1. e4 {x} e5"), None]),
        ),
        (
            "clocks",
            Arc::new(ListArray::from_iter_primitive::<Float64Type, _, _>(vec![
                Some(vec![Some(180.0), None]),
                None,
                None,
            ])),
        ),
    ])
}

const EXPECTED: [&str; 3] = [
    "[Event \"?\"] [Site \"?\"] [Date \"2024.02.29\"] [Round \"-\"] [White \"a \\\"b\\\"\"] [Black \"?\"] [Result \"1-0\"] \
     [WhiteElo \"1500\"] [WhiteRatingDiff \"+5\"] [UTCDate \"2024.02.29\"] [Termination \"Resignation\"] \
     e4 { [%clk 0:03:00] } e5 1-0\n",
    "[Event \"?\"] [Site \"?\"] [Date \"????.??.??\"] [Round \"-\"] [White \"?\"] [Black \"?\"] [Result \"0-1\"] \
     [Termination \"Normal\"] 1. e4 {x} e5 0-1\n",
    "% it has no movetext\n",
];

/// A Parquet file whose footer says that each of its row groups has `rows` rows.
fn footer_says(bytes: &[u8], rows: i64) -> Vec<u8> {
    use parquet::file::metadata::{ParquetMetaDataReader, ParquetMetaDataWriter};
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let metadata = ParquetMetaDataReader::new()
        .parse_and_finish(&file)
        .unwrap();
    let mut builder = metadata.into_builder();
    for group in builder.take_row_groups() {
        let forged = group.into_builder().set_num_rows(rows).build().unwrap();
        builder = builder.add_row_group(forged);
    }
    let length: [u8; 4] = *bytes[bytes.len() - 8..].first_chunk().unwrap();
    let data = bytes.len() - 8 - u32::from_le_bytes(length) as usize;
    let mut forged = bytes[..data].to_vec();
    ParquetMetaDataWriter::new(&mut forged, &builder.build())
        .finish()
        .unwrap();
    forged
}

/// Two row groups of three rows each: whatever the footer says of their number, no two rows have one place.
#[test]
fn a_footer_that_counts_fewer_rows_costs_the_row_group() {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(3))
        .build();
    let (batch, mut whole) = (games(), Vec::new());
    let mut writer = ArrowWriter::try_new(&mut whole, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let read = |rows| lines(ColumnForm::Parquet, &footer_says(&whole, rows)).unwrap();
    assert_eq!(read(3).len(), 6);
    for said in [1, 2] {
        let lines = read(said);
        let places: std::collections::BTreeSet<u64> = lines.iter().map(|(at, _)| *at).collect();
        assert_eq!(places.len(), lines.len(), "{lines:?}");
        assert!(
            lines
                .iter()
                .any(|(_, line)| line.contains("more rows than the footer says")),
            "{lines:?}"
        );
    }
}

#[test]
fn rows_are_the_same_in_every_form() {
    let batch = games();
    let expected: Vec<(u64, String)> = (0..).zip(EXPECTED.map(str::to_owned)).collect();
    for group_rows in [1, 2, 100] {
        let found = lines(ColumnForm::Parquet, &parquet(&batch, group_rows)).unwrap();
        assert_eq!(found, expected);
    }
    for (form, bytes) in arrow(&batch) {
        assert_eq!(lines(form, &bytes).unwrap(), expected);
    }
}

/// The rows as an Arrow file and as a stream.
fn arrow(batch: &RecordBatch) -> [(ColumnForm, Vec<u8>); 2] {
    let mut file = Vec::new();
    let mut writer = FileWriter::try_new(&mut file, &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let mut stream = Vec::new();
    let mut writer = StreamWriter::try_new(&mut stream, &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    [
        (ColumnForm::ArrowFile, file),
        (ColumnForm::ArrowStream, stream),
    ]
}

#[test]
fn a_broken_row_group_costs_its_rows() {
    let moves: Vec<String> = (0..90)
        .map(|row| format!("1. e4 {{game {row}}} e5"))
        .collect();
    let batch = batch(vec![(
        "movetext",
        Arc::new(StringArray::from(moves)) as ArrayRef,
    )]);
    let bytes = parquet(&batch, 30);
    let whole = lines(ColumnForm::Parquet, &bytes).unwrap();
    assert_eq!(whole.len(), 90);
    // The pages of the second row group.
    let at = memchr::memmem::find(&bytes, b"game 31}").unwrap();
    let mut broken = bytes.clone();
    broken[at - 600..at + 300].fill(0xFF);
    let found = lines(ColumnForm::Parquet, &broken).unwrap();
    let lost = |line: &(u64, String)| {
        line.1.starts_with("% rows ") && line.1.contains("are lost: row group")
    };
    assert!(found.iter().any(lost), "{found:?}");
    assert_eq!(found.len(), 90, "lines count rows");
    assert_eq!(found[60..], whole[60..], "the last row group is read");
    // Without its footer nothing is known of it.
    assert!(lines(ColumnForm::Parquet, &bytes[..bytes.len() - 100]).is_err());
}

/// The engines panic on some of these; that is an error like others.
#[test]
fn any_changed_byte_is_an_error_or_a_line() {
    let table = (ColumnForm::Parquet, parquet(&games(), 2));
    for (form, bytes) in arrow(&games()).into_iter().chain([table]) {
        for at in 8..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            if let Ok(lines) = lines(form, &broken) {
                assert!(lines.iter().all(|(_, line)| line.ends_with('\n')));
            }
        }
    }
}

#[test]
fn a_footer_cannot_be_longer_than_its_file() {
    let [(form, bytes), _] = arrow(&games());
    assert_eq!(lines(form, &bytes).unwrap().len(), 3);
    // The length of the footer stands before the magic number at the end; a longer one is not there.
    let mut broken = bytes.clone();
    let at = broken.len() - 10;
    broken[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = lines(form, &broken).unwrap_err();
    assert_eq!(error, "its footer is longer than it can be");
}

#[test]
fn ranges_that_tile_a_file_have_each_row_once() {
    let moves: Vec<String> = (0..40)
        .map(|row| format!("1. e4 {{game {row}}} e5"))
        .collect();
    let column = Arc::new(StringArray::from(moves)) as ArrayRef;
    let whole = batch(vec![("movetext", column)]);
    let batches: Vec<RecordBatch> = (0..40).step_by(8).map(|row| whole.slice(row, 8)).collect();
    let mut stream = Vec::new();
    let mut writer = StreamWriter::try_new(&mut stream, &whole.schema()).unwrap();
    batches
        .iter()
        .for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    drop(writer);
    let mut file = Vec::new();
    let mut writer = FileWriter::try_new(&mut file, &whole.schema()).unwrap();
    batches
        .iter()
        .for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    drop(writer);
    for (form, bytes) in [
        (ColumnForm::Parquet, parquet(&whole, 8)),
        (ColumnForm::ArrowFile, file),
        (ColumnForm::ArrowStream, stream),
    ] {
        let expected = lines(form, &bytes).unwrap();
        assert_eq!(expected.len(), 40);
        let size = bytes.len() as u64;
        for step in [1, 7, size / 3, size] {
            let (mut found, mut parts) = (TranslatedText::default(), 0);
            for start in (0..size).step_by(step as usize) {
                let mut opened = tempfile::tempfile().unwrap();
                opened.write_all(&bytes).unwrap();
                let records = ColumnRecords::open(form, opened).unwrap();
                let mut records = records.within(&(start..(start + step).min(size)));
                let before = found.lines().len();
                while translate(&mut records, &mut found).unwrap() {}
                parts += usize::from(found.lines().len() > before);
            }
            assert_eq!(found.lines(), expected, "{form:?} by {step}");
            assert!(parts == 5 || step > 7, "{form:?} by {step}: {parts}");
        }
    }
}

/// 300 rows come in parts of 128; of rows of 300 KiB four make more than 1 MiB, and the others are left for later.
#[test]
fn rows_come_in_parts_of_bounded_length() {
    for (count, comment, parts) in [(300, 0, vec![128, 128, 44]), (10, 300 << 10, vec![4, 4, 2])] {
        let moves = (0..count).map(|row| format!("e4 {{{row}{}}}", "x".repeat(comment)));
        let moves: StringArray = moves.map(Some).collect();
        let table = batch(vec![("moves", Arc::new(moves) as ArrayRef)]);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&parquet(&table, 1000)).unwrap();
        let mut records = ColumnRecords::open(ColumnForm::Parquet, file).unwrap();
        let (mut lines, mut found) = (TranslatedText::default(), Vec::new());
        while let Some(rows) = records.next_rows().unwrap() {
            let mut next = Some(rows);
            while let Some(rows) = next {
                let before = lines.lines().len();
                next = rows.translate(&mut lines);
                found.push(lines.lines().len() - before);
            }
        }
        assert_eq!(found, parts);
        let starts = |(row, line): &(u64, String)| line.contains(&format!("{{{row}"));
        let lines = lines.lines();
        assert!(lines.iter().all(starts));
        assert!(lines.iter().map(|(row, _)| *row).eq(0..count));
    }
}

#[test]
fn a_cell_that_is_too_long_costs_its_row() {
    let long = format!("e4 {{{}}}", "x".repeat(9 << 20));
    // Each row has the same text, which a dictionary holds once.
    let moves: DictionaryArray<Int32Type> = (0..500)
        .map(|row| {
            if row % 100 == 7 {
                "e4 e5"
            } else {
                long.as_str()
            }
        })
        .collect();
    let words = ListArray::from(
        arrow_array::FixedSizeListArray::try_new(
            Arc::new(arrow_schema::Field::new(
                "item",
                arrow_schema::DataType::Utf8,
                true,
            )),
            2,
            Arc::new(StringArray::from(vec!["e4", "e5", long.as_str(), "e5"])),
            None,
        )
        .unwrap(),
    );
    let moves = batch(vec![("moves", Arc::new(moves) as ArrayRef)]);
    let words = batch(vec![("moves", Arc::new(words) as ArrayRef)]);
    for (form, bytes) in arrow(&moves) {
        let found = lines(form, &bytes).unwrap();
        let short = found.iter().filter(|(_, line)| line.ends_with("e4 e5 *\n"));
        assert_eq!((found.len(), short.count()), (500, 5));
        assert_eq!(found[0].1, "% a cell is longer than 8 MiB\n");
    }
    for (form, bytes) in arrow(&words) {
        let found = lines(form, &bytes).unwrap();
        assert!(found[0].1.ends_with("e4 e5 *\n"), "{}", found[0].1);
        assert_eq!(found[1].1, "% a cell is longer than 8 MiB\n");
    }
}

#[test]
fn a_file_without_moves_says_what_to_do() {
    let batch = batch(vec![(
        "a",
        Arc::new(StringArray::from(vec!["x"])) as ArrayRef,
    )]);
    let error = lines(ColumnForm::Parquet, &parquet(&batch, 1)).unwrap_err();
    assert!(
        error.contains("--input-columns movetext=NAME; columns: a"),
        "{error}"
    );
}
