//! A stream of the rows of one table.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt8Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::take::take;

use crate::tables::chunk::{ChunkRows, ROW_TABLES};
use crate::tables::encode::{ColumnEncoder, Rows, columns};
use crate::tables::segment::{Origin, Segment};
use audit960_types::tables::{ColumnType, TableSchema};

use super::select::{ColumnSelection, stream_type};

/// Rows of one table that are waiting for their batch.
pub(super) struct FlatRows {
    /// The index of the table's arrays in a chunk.
    table: usize,
    columns: Vec<StreamColumn>,
    schema: SchemaRef,
    segments: Vec<Segment>,
    rows: usize,
}

impl FlatRows {
    pub(super) fn new(
        selection: &ColumnSelection,
        table: &'static TableSchema,
        rows: Rows,
    ) -> Self {
        let index = ROW_TABLES.iter().position(|known| known.name == table.name);
        let mut all: Vec<Option<StreamColumn>> =
            stream_columns(table, rows).into_iter().map(Some).collect();
        let wanted = selection.columns.iter();
        Self {
            table: index.unwrap_or(usize::MAX),
            columns: wanted
                .filter_map(|index| all.get_mut(*index)?.take())
                .collect(),
            schema: Arc::clone(&selection.schema),
            segments: Vec::new(),
            rows: 0,
        }
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn push(&mut self, mut chunk: ChunkRows, origin: Origin) {
        let Some(columns) = chunk.columns.get_mut(self.table) else {
            return;
        };
        let segment = Segment::new(std::mem::take(columns), origin);
        if segment.rows > 0 {
            self.rows += segment.rows;
            self.segments.push(segment);
        }
    }

    /// Takes all waiting rows as one batch; `None` if there are none.
    pub(super) fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let rows = std::mem::take(&mut self.rows);
        let segments = std::mem::take(&mut self.segments);
        if rows == 0 {
            return Ok(None);
        }
        let arrays = self.columns.iter().map(|column| column.array(&segments));
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(
            Arc::clone(&self.schema),
            arrays.collect::<Result<_, _>>()?,
            &options,
        )
        .map(Some)
    }
}

/// A column of a stream.
pub(super) struct StreamColumn {
    column: ColumnEncoder,
    kind: ColumnType,
}

/// The stream columns of a table that is assembled from chunks.
pub(super) fn stream_columns(table: &TableSchema, rows: Rows) -> Vec<StreamColumn> {
    let kinds = table.columns.iter().map(|doc| doc.kind);
    columns(table, rows)
        .into_iter()
        .zip(kinds)
        .map(|(column, kind)| StreamColumn { column, kind })
        .collect()
}

impl StreamColumn {
    /// Its type.
    pub(super) fn data_type(&self) -> DataType {
        stream_type(self.kind)
    }

    /// The values of these rows.
    pub(super) fn array(&self, segments: &[Segment]) -> Result<ArrayRef, ArrowError> {
        plain(self.column.array(segments)?, self.kind)
    }
}

/// The same values in the type of a stream: no dictionary keys, nullable list elements.
fn plain(array: ArrayRef, kind: ColumnType) -> Result<ArrayRef, ArrowError> {
    match array.data_type() {
        DataType::Dictionary(key, _) if **key == DataType::UInt8 => {
            let dictionary = array.as_dictionary::<UInt8Type>();
            take(dictionary.values(), dictionary.keys(), None)
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_dictionary::<Int32Type>();
            take(dictionary.values(), dictionary.keys(), None)
        }
        DataType::List(_) => {
            let data = array.to_data().into_builder().data_type(stream_type(kind));
            Ok(make_array(data.build()?))
        }
        _ => Ok(array),
    }
}
