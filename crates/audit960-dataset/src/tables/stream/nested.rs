//! One row per game, with its rows of the other tables.
//!
//! Rows from between two games go with the second one. Rows from after the last game of a chunk go into a row
//! without a game, and so does the row about the range. So the concatenated lists of all rows are the tables
//! in their order.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, ListArray, RecordBatch, RecordBatchOptions, StructArray, new_empty_array,
    new_null_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::{concat, concat_batches};

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::ChunkRows;
use crate::tables::encode::Rows;
use crate::tables::segment::{Origin, Segment};
use audit960_types::tables::{GAMES, SPLITS, SplitColumns, TableSchema};

use super::flat::{StreamColumn, stream_columns};
use super::select::{ColumnSelection, INNER, struct_fields, struct_item};

use audit960_types::SplitRow;

/// Nested rows that are waiting for their batch.
pub(super) struct NestedRows {
    schema: SchemaRef,
    columns: Vec<NestedColumn>,
    batches: Vec<RecordBatch>,
    rows: usize,
}

enum NestedColumn {
    /// A column of the game.
    Game(StreamColumn),
    /// The rows of an inner table: its index in [`INNER`], the table, and its columns.
    Inner(usize, &'static TableSchema, Vec<StreamColumn>),
}

impl NestedRows {
    pub(super) fn new(selection: &ColumnSelection, rows: Rows) -> Self {
        let games = stream_columns(&GAMES, rows)
            .into_iter()
            .map(NestedColumn::Game);
        let inner = INNER.iter().enumerate();
        let inner = inner
            .map(|(index, table)| NestedColumn::Inner(index, table, stream_columns(table, rows)));
        let all = games.chain(inner).enumerate();
        let wanted = |(index, _): &(usize, _)| selection.columns.contains(index);
        Self {
            schema: Arc::clone(&selection.schema),
            columns: all.filter(wanted).map(|(_, column)| column).collect(),
            batches: Vec::new(),
            rows: 0,
        }
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Adds the rows of a chunk.
    pub(super) fn push(&mut self, chunk: ChunkRows, origin: &Origin) -> Result<(), ArrowError> {
        let marks = chunk.marks;
        let mut ends = marks.after_games;
        let games = ends.len();
        if ends.last().copied().unwrap_or_default() != marks.rows {
            ends.push(marks.rows);
        }
        let rows = ends.len();
        let segments: Vec<Segment> = chunk
            .columns
            .into_iter()
            .map(|columns| Segment::new(columns, origin.clone()))
            .collect();
        let of = |table: usize| segments.get(table..=table).unwrap_or_default();
        let array = |column: &NestedColumn| -> Result<ArrayRef, ArrowError> {
            match column {
                NestedColumn::Game(column) => {
                    let values = column.array(of(0))?;
                    if rows == games {
                        return Ok(values);
                    }
                    let none = new_null_array(values.data_type(), rows - games);
                    concat(&[&*values, &*none])
                }
                NestedColumn::Inner(index, table, columns) => {
                    let ends = ends
                        .iter()
                        .map(|ends| ends.get(*index).copied().unwrap_or(0));
                    let offsets: Vec<i32> = std::iter::once(0).chain(ends).collect();
                    let values = inner_values(table, columns, of(*index + 1))?;
                    list(table, offsets, values)
                }
            }
        };
        let arrays = self.columns.iter().map(array);
        let arrays = arrays.collect::<Result<_, _>>()?;
        self.add(arrays, rows)
    }

    /// Adds the row about the range, as a row without a game.
    pub(super) fn split(&mut self, row: &SplitRow) -> Result<(), ArrowError> {
        let array = |column: &NestedColumn| match column {
            NestedColumn::Game(column) => Ok(new_null_array(&column.data_type(), 1)),
            // The last inner table is `splits`.
            NestedColumn::Inner(index, table, _) if *index + 1 == INNER.len() => {
                list(table, vec![0, 1], split_structure(row)?)
            }
            NestedColumn::Inner(_, table, _) => list(table, vec![0, 0], empty(table)?),
        };
        let arrays = self.columns.iter().map(array);
        let arrays = arrays.collect::<Result<_, _>>()?;
        self.add(arrays, 1)
    }

    fn add(&mut self, arrays: Vec<ArrayRef>, rows: usize) -> Result<(), ArrowError> {
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let schema = Arc::clone(&self.schema);
        let batch = RecordBatch::try_new_with_options(schema, arrays, &options)?;
        self.rows += rows;
        self.batches.push(batch);
        Ok(())
    }

    /// Takes all waiting rows as one batch; `None` if there are none.
    pub(super) fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        self.rows = 0;
        let batches = std::mem::take(&mut self.batches);
        match batches.len() {
            0 => Ok(None),
            _ => concat_batches(&self.schema, &batches).map(Some),
        }
    }
}

/// The rows of an inner table in a chunk, as structures; `splits` has none there.
fn inner_values(
    table: &TableSchema,
    columns: &[StreamColumn],
    segments: &[Segment],
) -> Result<StructArray, ArrowError> {
    let rows: usize = segments.iter().map(|segment| segment.rows).sum();
    if rows == 0 || table.name == INNER[INNER.len() - 1].name {
        return empty(table);
    }
    let arrays = columns.iter().map(|column| column.array(segments));
    StructArray::try_new(
        struct_fields(table),
        arrays.collect::<Result<_, _>>()?,
        None,
    )
}

fn empty(table: &TableSchema) -> Result<StructArray, ArrowError> {
    let row = new_empty_array(&DataType::Struct(struct_fields(table)));
    Ok(StructArray::from(row.to_data()))
}

fn list(
    table: &TableSchema,
    offsets: Vec<i32>,
    values: StructArray,
) -> Result<ArrayRef, ArrowError> {
    let offsets = OffsetBuffer::new(offsets.into());
    let list = ListArray::try_new(struct_item(table), offsets, Arc::new(values), None)?;
    Ok(Arc::new(list))
}

/// A row of table `splits`, as a structure.
fn split_structure(row: &SplitRow) -> Result<StructArray, ArrowError> {
    let mut columns = SplitColumns::<ArrowColumns>::default();
    columns.push(row);
    let too_much =
        |column| ArrowError::InvalidArgumentError(format!("column {column} is too long"));
    let columns = columns.take().map_err(too_much)?;
    StructArray::try_new(struct_fields(&SPLITS), columns, None)
}
