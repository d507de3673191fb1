//! Query answers as Parquet files.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, ListBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use audit960_types::{Column, Table, Values};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::tables::column_order::FooterPatcher;

/// Maximum rows of a row group.
const GROUP_ROWS: usize = 1 << 17;

/// The type of a column of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerType {
    /// 64-bit signed integer.
    Int64,
    /// 64-bit floating-point number.
    Float64,
    /// True or false.
    Bool,
    /// UTF-8 text.
    Text,
    /// Calendar date; in frames, text `YYYY-MM-DD`.
    Date,
    /// List of 64-bit signed integers; in frames, JSON text.
    Int64List,
    /// List of 64-bit floating-point numbers; in frames, JSON text.
    Float64List,
}

/// Writes an answer as a Parquet file, part by part.
pub struct AnswerFile<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<FooterPatcher<W>>,
}

impl<W: Write + Send> AnswerFile<W> {
    /// Starts a file with the columns of `part`, one type each; its rows are not written.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer.
    pub fn new(target: W, part: &Table, types: &[AnswerType]) -> io::Result<Self> {
        let fields = part.columns().iter().zip(types).map(|(column, kind)| {
            let kind = match kind {
                AnswerType::Int64 => DataType::Int64,
                AnswerType::Float64 => DataType::Float64,
                AnswerType::Bool => DataType::Boolean,
                AnswerType::Text => DataType::Utf8,
                AnswerType::Date => DataType::Date32,
                AnswerType::Int64List => DataType::new_list(DataType::Int64, true),
                AnswerType::Float64List => DataType::new_list(DataType::Float64, true),
            };
            Field::new(&column.name, kind, true)
        });
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let properties = WriterProperties::builder()
            .set_created_by("audit960".to_owned())
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(GROUP_ROWS));
        // No statistics for floating-point columns: they may hold NaN, which the type's order does not cover.
        let leaves = part.columns().iter().zip(types);
        let properties = leaves.fold(properties, |properties, (column, kind)| {
            let path: &[&str] = match kind {
                AnswerType::Float64 => &[&column.name],
                AnswerType::Float64List => &[&column.name, "list", "item"],
                _ => return properties,
            };
            let path = ColumnPath::new(path.iter().map(|name| (*name).to_owned()).collect());
            properties.set_column_statistics_enabled(path, EnabledStatistics::None)
        });
        let target = FooterPatcher::new(target);
        let properties = Some(properties.build());
        let writer = ArrowWriter::try_new(target, Arc::clone(&schema), properties);
        Ok(Self {
            schema,
            writer: writer.map_err(io_error)?,
        })
    }

    /// Writes rows with the same columns.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer; also if the number of columns differs.
    pub fn write(&mut self, part: &Table) -> io::Result<()> {
        if part.columns().len() != self.schema.fields().len() {
            return Err(io::Error::other(
                "parts of an answer differ in their columns",
            ));
        }
        if part.rows() == 0 {
            return Ok(());
        }
        let columns = part.columns().iter().zip(self.schema.fields());
        let columns = columns.map(|(column, field)| array(column, field.data_type()));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns.collect());
        let batch = batch.map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io_error)
    }

    /// Writes the footer and closes the file.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        // Flush the rows first, so that only the footer is held back.
        self.writer.flush().map_err(io_error)?;
        self.writer.inner_mut().hold();
        let held = self.writer.into_inner().map_err(io_error)?;
        held.release(self.schema.fields().len()).map(drop)
    }
}

impl<W: Write + Send> std::fmt::Debug for AnswerFile<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let schema = &self.schema;
        f.debug_struct("AnswerFile")
            .field("schema", schema)
            .finish_non_exhaustive()
    }
}

/// The values of a column. A list that cannot be parsed becomes null; no answer contains one.
fn array(column: &Column, kind: &DataType) -> ArrayRef {
    match (&column.values, kind) {
        (Values::Int(values), _) => Arc::new(Int64Array::from_iter(values)),
        (Values::Float(values), _) => Arc::new(Float64Array::from_iter(values)),
        (Values::Bool(values), _) => Arc::new(BooleanArray::from_iter(values)),
        (Values::Date(values), _) => Arc::new(Date32Array::from_iter(values)),
        (Values::Text(values), DataType::List(item)) if *item.data_type() == DataType::Float64 => {
            let mut lists = ListBuilder::new(Float64Builder::new());
            for text in values {
                lists.append_option(text.as_deref().and_then(numbers::<f64>));
            }
            Arc::new(lists.finish())
        }
        (Values::Text(values), DataType::List(_)) => {
            let mut lists = ListBuilder::new(Int64Builder::new());
            for text in values {
                lists.append_option(text.as_deref().and_then(numbers::<i64>));
            }
            Arc::new(lists.finish())
        }
        (Values::Text(values), _) => Arc::new(StringArray::from_iter(values)),
    }
}

/// Parses a list like `[4,null,12]`.
fn numbers<N: FromStr>(text: &str) -> Option<Vec<Option<N>>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let numbers = inner.split_terminator(',');
    numbers
        .map(|number| match number {
            "null" => Some(None),
            number => number.parse().ok().map(Some),
        })
        .collect()
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_back() {
        assert_eq!(numbers::<i64>("[]"), Some(vec![]));
        assert_eq!(
            numbers("[4,null,-12]"),
            Some(vec![Some(4), None, Some(-12)])
        );
        assert_eq!(numbers("[0.5,null]"), Some(vec![Some(0.5), None]));
        assert_eq!(numbers::<i64>("4"), None);
    }

    /// Every type, nulls among them, in two parts, read back by the Arrow reader.
    #[test]
    fn values_are_read_as_written() {
        use arrow_array::Array as _;
        use arrow_array::cast::AsArray as _;
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
        use parquet::basic::ColumnOrder;

        let text = |values: [Option<&str>; 2]| {
            values
                .iter()
                .map(|text| text.map(str::to_owned))
                .collect::<Vec<_>>()
        };
        let part = Table::new(vec![
            Column::new("n", vec![Some(i64::MAX), None]),
            Column::new("x", vec![None, Some(0.1)]),
            Column::new("b", Values::Bool(vec![Some(true), None])),
            Column::new("t", text([Some("é"), None])),
            Column::new("d", Values::Date(vec![None, Some(2)])),
            Column::new("l", text([Some("[7,8]"), None])),
            Column::new("f", text([Some("[0.5,null]"), None])),
        ]);
        let types = [
            AnswerType::Int64,
            AnswerType::Float64,
            AnswerType::Bool,
            AnswerType::Text,
            AnswerType::Date,
            AnswerType::Int64List,
            AnswerType::Float64List,
        ];
        let file = tempfile::tempfile().unwrap();
        let mut answer = AnswerFile::new(file.try_clone().unwrap(), &part, &types).unwrap();
        answer.write(&part).unwrap();
        answer.write(&part.clone().head(0)).unwrap();
        answer.write(&part.clone().head(1)).unwrap();
        assert!(answer.write(&Table::default()).is_err());
        answer.finish().unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let orders = reader.metadata().file_metadata().column_orders().unwrap();
        let of_type = |order: &ColumnOrder| matches!(order, ColumnOrder::TYPE_DEFINED_ORDER(_));
        assert!(orders.len() == types.len() && orders.iter().all(of_type));
        let columns = reader.metadata().row_group(0).columns().iter();
        let kept: Vec<bool> = columns
            .map(|column| column.statistics().is_some())
            .collect();
        assert_eq!(kept, [true, false, true, true, true, true, false]);
        let reader = reader.build().unwrap();
        let rows: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
        let rows = arrow_select::concat::concat_batches(&rows[0].schema(), &rows).unwrap();
        assert_eq!(rows.num_rows(), 3);
        let numbers = rows
            .column(0)
            .as_primitive::<arrow_array::types::Int64Type>();
        assert_eq!(
            numbers.iter().collect::<Vec<_>>(),
            [Some(i64::MAX), None, Some(i64::MAX)]
        );
        let days = rows
            .column(4)
            .as_primitive::<arrow_array::types::Date32Type>();
        assert_eq!(days.iter().collect::<Vec<_>>(), [None, Some(2), None]);
        assert_eq!(rows.column(3).as_string::<i32>().value(0), "é");
        assert!(rows.column(2).is_null(1) && rows.column(1).is_null(0));
        let list = rows.column(5).as_list::<i32>().value(2);
        assert_eq!(
            list.as_primitive::<arrow_array::types::Int64Type>()
                .values(),
            &[7, 8]
        );
        let list = rows.column(6).as_list::<i32>().value(0);
        let list = list.as_primitive::<arrow_array::types::Float64Type>();
        assert_eq!(list.iter().collect::<Vec<_>>(), [Some(0.5), None]);
    }
}
