//! Columns that this crate encodes, beside the same columns as the Parquet library encodes them.

use std::sync::Arc;

use arrow_array::{ArrayRef, Date32Array, Int32Array, Int64Array, StringArray, UInt8Array};
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::RowGroupMetaData;

use audit960_types::{Ending, Verdict};

use super::*;
use crate::tables::segment::Origin;
use audit960_types::tables::{ColumnDoc, ColumnGroup, ColumnOrigin, ColumnType, TableSchema};
use audit960_types::texts;

/// A table with columns of every kind that this crate encodes.
const SAMPLE: TableSchema = TableSchema {
    name: "sample",
    path: "sample/*.parquet",
    meaning: "One row per row.",
    columns: &[
        column("source", ColumnType::Text, false),
        column("event", ColumnType::Text, true),
        column("verdict", ColumnType::Label(texts::<Verdict>), false),
        column("ending", ColumnType::Label(texts::<Ending>), true),
        column("year", ColumnType::Int32, true),
        column("plies", ColumnType::Int32, false),
        column("byte_offset", ColumnType::Int64, false),
        column("game", ColumnType::Int64, true),
        column("date_from", ColumnType::Date, true),
    ],
};

const fn column(name: &'static str, kind: ColumnType, nullable: bool) -> ColumnDoc {
    ColumnDoc {
        name,
        kind,
        nullable,
        unit: "",
        meaning: "",
        origin: match name.as_bytes() {
            b"source" => ColumnOrigin::Source,
            b"game" => ColumnOrigin::Game,
            _ => ColumnOrigin::Row,
        },
        tag: None,
        group: ColumnGroup::Always,
    }
}

/// Numbers by a linear congruence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
        (self.0 >> 33) % bound
    }

    /// `None` never, always, or now and then, by `absent` of 3.
    fn some<T>(&mut self, absent: u64, value: T) -> Option<T> {
        let present = match absent {
            0 => true,
            1 => false,
            _ => self.below(3) > 0,
        };
        present.then_some(value)
    }

    /// A text: short ones recur.
    fn text(&mut self, kinds: u64) -> String {
        let kind = self.below(kinds);
        match kind % 7 {
            0 => String::new(),
            1 => format!("é{kind}"),
            2 => "x".repeat(30 + kind as usize % 40),
            _ => kind.to_string(),
        }
    }

    /// A number: near the one before, anywhere, or an extreme.
    fn number(&mut self, last: i64, spread: u64) -> i64 {
        match self.below(40) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => 0,
            _ => last.wrapping_add(self.below(spread) as i64 - spread as i64 / 2),
        }
    }

    /// Columns of `rows` rows.
    fn columns(&mut self, rows: usize) -> Vec<ArrayRef> {
        let kinds = [1, 5, 400, 100_000][self.below(4) as usize];
        let spread = [1, 3, 1000, u64::from(u32::MAX)][self.below(4) as usize];
        let absent: Vec<u64> = (0..5).map(|_| self.below(3)).collect();
        let stay = self.below(2) == 0;
        let (mut text, mut label, mut number) = (self.text(kinds), 0, 0);
        let mut source = Vec::new();
        let (mut event, mut verdict, mut ending) = (Vec::new(), Vec::new(), Vec::new());
        let (mut year, mut plies, mut offset) = (Vec::new(), Vec::new(), Vec::new());
        let (mut game, mut date) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            if !stay || self.below(20) == 0 {
                text = self.text(kinds);
                label = self.below(4) as u8;
            }
            number = self.number(number, spread);
            source.push(text.clone());
            event.push(self.some(absent[0], text.clone()));
            verdict.push(label);
            ending.push(self.some(absent[1], label));
            year.push(self.some(absent[2], number as i32));
            plies.push(number as i32);
            offset.push(number);
            game.push(self.some(absent[3], number));
            date.push(self.some(absent[4], number as i32));
        }
        vec![
            Arc::new(StringArray::from(source)),
            Arc::new(StringArray::from(event)),
            Arc::new(UInt8Array::from(verdict)),
            Arc::new(UInt8Array::from(ending)),
            Arc::new(Int32Array::from(year)),
            Arc::new(Int32Array::from(plies)),
            Arc::new(Int64Array::from(offset)),
            Arc::new(Int64Array::from(game)),
            Arc::new(Date32Array::from(date)),
        ]
    }
}

fn segments(pieces: Vec<Vec<ArrayRef>>) -> Vec<Segment> {
    let segment = |columns| Segment::new(columns, Origin::default());
    pieces.into_iter().map(segment).collect()
}

/// A file of one row group.
fn file(encoder: &TableEncoder, columns: Vec<EncodedColumn>) -> Bytes {
    let mut file = encoder.file(Vec::new()).unwrap();
    let mut group = file.next_row_group().unwrap();
    for column in columns {
        column.append_to_row_group(&mut group).unwrap();
    }
    group.close().unwrap();
    file.into_inner().unwrap().into()
}

/// The rows of a file and what its footer says of the row group.
fn read(file: Bytes) -> (Vec<arrow_array::RecordBatch>, RowGroupMetaData) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let group = reader.metadata().row_group(0).clone();
    let reader = reader.with_batch_size(1 << 20).build().unwrap();
    (reader.collect::<Result<_, _>>().unwrap(), group)
}

/// How many columns this crate has encoded, after comparing rows and statistics with the library's.
fn compare(pieces: Vec<Vec<ArrayRef>>) -> usize {
    let encoder = TableEncoder::new(&SAMPLE, Rows::Whole).unwrap();
    let batches = batches(segments(pieces.clone()));
    let library = encoder.writers().unwrap().into_iter().enumerate();
    let library = library.map(|(index, writer)| {
        let chunk = encoder.encode_with_library(index, writer, &batches);
        EncodedColumn::Library(chunk.unwrap())
    });
    let (expected, by_library) = read(file(&encoder, library.collect()));
    let columns = encoder.encode(segments(pieces)).unwrap();
    let own = columns
        .iter()
        .filter(|column| matches!(column, EncodedColumn::Own(_)))
        .count();
    let (found, by_us) = read(file(&encoder, columns));
    assert_eq!(found, expected);
    assert_eq!(by_us.num_rows(), by_library.num_rows());
    for (ours, theirs) in by_us.columns().iter().zip(by_library.columns()) {
        let name = ours.column_path();
        assert_eq!(ours.statistics(), theirs.statistics(), "{name}");
        assert_eq!(ours.num_values(), theirs.num_values(), "{name}");
        assert_eq!(ours.compression(), theirs.compression(), "{name}");
    }
    own
}

#[test]
fn columns_are_read_back_as_the_library_writes_them() {
    let mut random = Random(1);
    let mut own = 0;
    for round in 0..150 {
        let longest = [1, 40, 700, 9000][round % 4];
        let pieces = (0..=random.below(4))
            .map(|_| {
                let rows = 1 + random.below(longest) as usize;
                random.columns(rows)
            })
            .collect();
        own += compare(pieces);
    }
    // Some texts are too long for statistics; nothing else is left to the library.
    assert!(own > 130 * SAMPLE.columns.len(), "{own}");
}

#[test]
fn long_texts_are_left_to_the_library() {
    let columns = |texts: usize, length: usize| -> Vec<ArrayRef> {
        let mut columns = Random(7).columns(texts);
        let texts: Vec<String> = (0..texts).map(|n| format!("{n:0length$}")).collect();
        columns[0] = Arc::new(StringArray::from(vec!["a"; texts.len()]));
        columns[1] = Arc::new(StringArray::from(texts));
        columns
    };
    let all = SAMPLE.columns.len();
    // A minimum or maximum of more than 64 bytes.
    assert_eq!(compare(vec![columns(100, 64)]), all);
    assert_eq!(compare(vec![columns(100, 65)]), all - 1);
    // A dictionary of more than 1 MiB.
    assert_eq!(compare(vec![columns(16_384, 64)]), all);
    assert_eq!(compare(vec![columns(16_385, 64)]), all - 1);
}
