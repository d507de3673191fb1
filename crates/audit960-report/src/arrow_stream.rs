//! Tables as Arrow IPC streams, for programs that want to know the types of columns.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, RecordBatch, RecordBatchOptions,
    StringArray,
};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use audit960_types::{Table, Values};

/// The metadata in which a stream says what holds for all its rows, as a JSON object.
pub const ABOUT: &str = "audit960.about";

/// Writes tables with the same columns as record batches.
pub(crate) struct ArrowStream {
    schema: SchemaRef,
    /// Encodes into memory, which is passed on after each table.
    writer: StreamWriter<Vec<u8>>,
}

impl ArrowStream {
    /// Begins a stream of tables with these columns; writes no row. Whole numbers are `int64`, fractions `float64`,
    /// days `date32`, texts `utf8`.
    pub(crate) fn new(columns: &Table, about: Option<&str>) -> io::Result<Self> {
        let fields = columns.columns().iter().map(|column| {
            let kind = match column.values {
                Values::Int(_) => DataType::Int64,
                Values::Float(_) => DataType::Float64,
                Values::Bool(_) => DataType::Boolean,
                Values::Date(_) => DataType::Date32,
                Values::Text(_) => DataType::Utf8,
            };
            Field::new(&column.name, kind, true)
        });
        let about = about.map(|about| (ABOUT.to_owned(), about.to_owned()));
        let schema = Schema::new_with_metadata(
            fields.collect::<Vec<_>>(),
            about.into_iter().collect::<HashMap<_, _>>(),
        );
        let writer = StreamWriter::try_new(Vec::new(), &schema).map_err(io_error)?;
        Ok(Self {
            schema: Arc::new(schema),
            writer,
        })
    }

    pub(crate) fn write(&mut self, part: &Table, out: &mut dyn Write) -> io::Result<()> {
        if part.rows() > 0 {
            let arrays = part.columns().iter().map(|column| array(&column.values));
            let batch = RecordBatch::try_new_with_options(
                Arc::clone(&self.schema),
                arrays.collect(),
                &RecordBatchOptions::new().with_row_count(Some(part.rows())),
            );
            self.writer
                .write(&batch.map_err(io_error)?)
                .map_err(io_error)?;
        }
        self.pass_on(out)
    }

    pub(crate) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.finish().map_err(io_error)?;
        self.pass_on(out)
    }

    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let encoded = self.writer.get_mut();
        out.write_all(encoded)?;
        encoded.clear();
        Ok(())
    }
}

impl std::fmt::Debug for ArrowStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("ArrowStream");
        shown.field("schema", &self.schema).finish_non_exhaustive()
    }
}

fn array(values: &Values) -> ArrayRef {
    match values {
        Values::Int(values) => Arc::new(Int64Array::from_iter(values)),
        Values::Float(values) => Arc::new(Float64Array::from_iter(values)),
        Values::Bool(values) => Arc::new(BooleanArray::from_iter(values)),
        Values::Date(values) => Arc::new(Date32Array::from_iter(values)),
        Values::Text(values) => Arc::new(StringArray::from_iter(values)),
    }
}

fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}
