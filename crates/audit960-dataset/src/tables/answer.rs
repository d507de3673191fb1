//! Answers as Parquet files.

use std::io::{self, Write};

use arrow_schema::{DataType, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::Table;
use crate::tables::column_order::FooterPatcher;
use crate::tables::error::io_error;

/// Maximum rows of a row group.
const GROUP_ROWS: usize = 1 << 17;

/// Writes an answer as a Parquet file, part by part.
pub struct AnswerFile<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<FooterPatcher<W>>,
}

impl<W: Write + Send> AnswerFile<W> {
    /// Starts a file with the columns of `part`; its rows are not written.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer.
    pub fn new(target: W, part: &Table) -> io::Result<Self> {
        let schema = part.schema();
        let properties = WriterProperties::builder()
            .set_created_by("audit960".to_owned())
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(GROUP_ROWS));
        // No statistics for floating-point columns: they may hold NaN, which the type's order does not cover.
        let properties = schema
            .fields()
            .iter()
            .fold(properties, |properties, field| {
                let path: &[&str] = match field.data_type() {
                    DataType::Float64 => &[field.name()],
                    DataType::List(item) if *item.data_type() == DataType::Float64 => {
                        &[field.name(), "list", "item"]
                    }
                    _ => return properties,
                };
                let path = ColumnPath::new(path.iter().map(|name| (*name).to_owned()).collect());
                properties.set_column_statistics_enabled(path, EnabledStatistics::None)
            });
        let target = FooterPatcher::new(target);
        let properties = Some(properties.build());
        let writer = ArrowWriter::try_new(target, SchemaRef::clone(&schema), properties);
        Ok(Self {
            schema,
            writer: writer.map_err(io_error)?,
        })
    }

    /// Writes rows with the same columns.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer; also if the columns differ.
    pub fn write(&mut self, part: &Table) -> io::Result<()> {
        let batch = part.batch(&self.schema).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io_error)
    }

    /// Where the file is written to.
    pub fn target_mut(&mut self) -> &mut W {
        self.writer.inner_mut().target_mut()
    }

    /// Writes the footer, and closes the file.
    ///
    /// # Errors
    /// I/O and encoding errors of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        // Flush the rows first, so that only the footer is held back.
        self.writer.flush().map_err(io_error)?;
        self.writer.inner_mut().hold();
        let held = self.writer.into_inner().map_err(io_error)?;
        held.release(self.schema.fields().len())
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

#[cfg(test)]
mod tests {
    use arrow_array::RecordBatch;
    use audit960_types::tables::DayNumber;

    use super::*;
    use crate::Column;

    /// Every type, nulls among them, in two parts, read back by the Arrow reader.
    #[test]
    fn values_are_read_as_written() {
        use arrow_array::Array as _;
        use arrow_array::cast::AsArray as _;
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
        use parquet::basic::ColumnOrder;

        let part = Table::new(vec![
            Column::new("n", vec![Some(i64::MAX), None]),
            Column::new("x", vec![None, Some(0.1)]),
            Column::new("b", vec![Some(true), None]),
            Column::new("t", vec![Some("é".to_owned()), None]),
            Column::new("d", vec![None, Some(DayNumber(2))]),
            Column::new("l", vec![Some(vec![Some(7), Some(8_i64)]), None]),
            Column::new("f", vec![Some(vec![Some(0.5), None]), None]),
        ]);
        let file = tempfile::tempfile().unwrap();
        let mut answer = AnswerFile::new(file.try_clone().unwrap(), &part).unwrap();
        answer.write(&part).unwrap();
        answer.write(&part.clone().head(0)).unwrap();
        answer.write(&part.clone().head(1)).unwrap();
        assert!(answer.write(&Table::default()).is_err());
        answer.finish().unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let orders = reader.metadata().file_metadata().column_orders().unwrap();
        let of_type = |order: &ColumnOrder| matches!(order, ColumnOrder::TYPE_DEFINED_ORDER(_));
        assert!(orders.len() == 7 && orders.iter().all(of_type));
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
