//! Reads a table batch by batch and checks its types and enumerations.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::{Array, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::FieldRef;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use crate::tables::read::{Lists, ReadError, stored};
use crate::tables::schema::is_stored_as;
use audit960_types::tables::{ColumnDoc, TableSchema};

/// A table being read.
pub(super) struct Table<'f> {
    schema: &'static TableSchema,
    files: std::slice::Iter<'f, PathBuf>,
    open: Option<(&'f Path, ParquetRecordBatchReader, u64)>,
}

/// Rows of one file of a table.
pub(super) struct Batch<'f> {
    pub(super) path: &'f Path,
    /// Number of rows of the file before them.
    pub(super) first: u64,
    pub(super) rows: RecordBatch,
}

impl<'f> Table<'f> {
    /// Reads a table of these files.
    pub(super) fn open(schema: &'static TableSchema, files: &'f [PathBuf]) -> Self {
        Self {
            schema,
            files: files.iter(),
            open: None,
        }
    }

    /// The next rows; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Batch<'f>>, ReadError> {
        loop {
            let Some((path, reader, read)) = &mut self.open else {
                let Some(path) = self.files.next() else {
                    return Ok(None);
                };
                self.open = Some((path, reader(self.schema, path)?, 0));
                continue;
            };
            let Some(rows) = reader.next() else {
                self.open = None;
                continue;
            };
            let rows = rows.map_err(|error| ReadError::new(path, error.to_string()))?;
            let first = *read;
            *read += rows.num_rows() as u64;
            let batch = Batch { path, first, rows };
            batch.require_values(self.schema)?;
            batch.require_labels(self.schema)?;
            return Ok(Some(batch));
        }
    }
}

/// Whether the columns of a Parquet file are those of a table, or of an earlier version of it.
///
/// # Errors
/// [`ReadError`] with the file if they are not, or if it cannot be read.
pub fn require_columns(schema: &TableSchema, path: &Path) -> Result<(), ReadError> {
    reader(schema, path).map(|_| ())
}

/// A reader of a file, if its columns are those of the schema, or of an earlier version of it.
pub(super) fn reader(
    schema: &TableSchema,
    path: &Path,
) -> Result<ParquetRecordBatchReader, ReadError> {
    let wrong = |error: &dyn std::error::Error| ReadError::new(path, error.to_string());
    let file = File::open(path).map_err(|error| wrong(&error))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| wrong(&error))?;
    // Other writers may declare every column nullable; nulls are checked in the rows.
    let same =
        |(column, field): (&ColumnDoc, &FieldRef)| is_stored_as(column.kind, field.data_type());
    let fields = builder.schema().fields();
    let is_known =
        stored(schema, fields).is_some_and(|columns| columns.into_iter().zip(fields).all(same));
    if !is_known {
        let what = format!("its columns are not those of table {}", schema.name);
        return Err(ReadError::new(path, what));
    }
    builder.build().map_err(|error| wrong(&error))
}

impl Batch<'_> {
    /// Its number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.num_rows()
    }

    /// Leaves out its first rows.
    pub(super) fn skip(&mut self, rows: usize) {
        self.first += rows as u64;
        self.rows = self.rows.slice(rows, self.len() - rows);
    }

    /// A difference in one of its rows.
    pub(super) fn wrong(&self, row: usize, what: impl std::fmt::Display) -> ReadError {
        let row = self.first + row as u64;
        ReadError::new(self.path, format!("row {row}: {what}"))
    }

    fn column<A: Array + 'static>(&self, name: &str) -> Result<&A, ReadError> {
        let column = self.rows.column_by_name(name);
        let column = column.and_then(|column| column.as_any().downcast_ref());
        let what = || format!("column {name} is missing or of another type");
        column.ok_or_else(|| ReadError::new(self.path, what()))
    }

    /// A column of text.
    pub(super) fn text(&self, name: &str) -> Result<&StringArray, ReadError> {
        self.column(name)
    }

    /// A column of 64-bit numbers.
    pub(super) fn int64(&self, name: &str) -> Result<&Int64Array, ReadError> {
        self.column(name)
    }

    /// A column of 32-bit numbers.
    pub(super) fn int32(&self, name: &str) -> Result<&Int32Array, ReadError> {
        self.column(name)
    }

    /// The sum of columns of 64-bit numbers, in each row.
    pub(super) fn sums(&self, names: &[&str]) -> Result<impl Fn(usize) -> i64, ReadError> {
        let columns = names.iter().map(|name| self.int64(name));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        Ok(move |row| {
            let numbers = columns.iter().map(|column| column.value(row));
            numbers.fold(0, i64::saturating_add)
        })
    }

    /// A column of lists of 32-bit numbers.
    pub(super) fn int32_lists(&self, name: &str) -> Result<Lists<'_>, ReadError> {
        let lists = Lists::of(self.column(name)?);
        lists.ok_or_else(|| ReadError::new(self.path, format!("column {name} is of another type")))
    }

    /// The declared columns that the file has.
    fn columns(&self, schema: &TableSchema) -> impl Iterator<Item = &'static ColumnDoc> {
        let held = |column: &&ColumnDoc| self.rows.column_by_name(column.name).is_some();
        schema.columns.iter().filter(held)
    }

    fn require_values(&self, schema: &TableSchema) -> Result<(), ReadError> {
        for column in self.columns(schema).filter(|column| !column.nullable) {
            if let Some(values) = self.rows.column_by_name(column.name)
                && values.null_count() > 0
                && let Some(row) = (0..self.len()).find(|row| values.is_null(*row))
            {
                return Err(self.wrong(row, format!("column {} is null", column.name)));
            }
        }
        Ok(())
    }

    fn require_labels(&self, schema: &TableSchema) -> Result<(), ReadError> {
        for column in self.columns(schema) {
            let Some(labels) = column.kind.labels() else {
                continue;
            };
            let known: BTreeSet<&str> = labels.into_iter().collect();
            for (row, value) in self.text(column.name)?.iter().enumerate() {
                if value.is_some_and(|value| !known.contains(value)) {
                    let value = value.unwrap_or_default();
                    let what = format!("{value:?} is not a value of column {}", column.name);
                    return Err(self.wrong(row, what));
                }
            }
        }
        Ok(())
    }
}
