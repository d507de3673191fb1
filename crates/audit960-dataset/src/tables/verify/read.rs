//! Reads a table batch by batch and checks its types and enumerations.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::FieldRef;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use super::Inconsistency;
use crate::tables::read::stored;
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
    pub(super) fn next(&mut self) -> Result<Option<Batch<'f>>, Inconsistency> {
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
            let rows = rows.map_err(|error| Inconsistency::new(path, error.to_string()))?;
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
/// [`Inconsistency`] with the file if they are not, or if it cannot be read.
pub fn require_columns(schema: &TableSchema, path: &Path) -> Result<(), Inconsistency> {
    reader(schema, path).map(|_| ())
}

/// A reader of a file, if its columns are those of the schema, or of an earlier version of it.
pub(super) fn reader(
    schema: &TableSchema,
    path: &Path,
) -> Result<ParquetRecordBatchReader, Inconsistency> {
    let wrong = |error: &dyn std::error::Error| Inconsistency::new(path, error.to_string());
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
        return Err(Inconsistency::new(path, what));
    }
    builder.build().map_err(|error| wrong(&error))
}

impl Batch<'_> {
    /// Its number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.num_rows()
    }

    /// A difference in one of its rows.
    pub(super) fn wrong(&self, row: usize, what: impl std::fmt::Display) -> Inconsistency {
        let row = self.first + row as u64;
        Inconsistency::new(self.path, format!("row {row}: {what}"))
    }

    fn column(&self, name: &str) -> Result<&dyn Array, Inconsistency> {
        let column = self.rows.column_by_name(name);
        let missing = || Inconsistency::new(self.path, format!("column {name} is missing"));
        Ok(column.ok_or_else(missing)?.as_ref())
    }

    fn of_type<'a, T>(&self, name: &str, found: Option<&'a T>) -> Result<&'a T, Inconsistency> {
        let what = || Inconsistency::new(self.path, format!("column {name} is of another type"));
        found.ok_or_else(what)
    }

    /// A column of text.
    pub(super) fn text(&self, name: &str) -> Result<&StringArray, Inconsistency> {
        self.of_type(name, self.column(name)?.as_string_opt())
    }

    /// A column of 64-bit numbers.
    pub(super) fn int64(&self, name: &str) -> Result<&Int64Array, Inconsistency> {
        self.of_type(name, self.column(name)?.as_primitive_opt::<Int64Type>())
    }

    /// A column of 32-bit numbers.
    pub(super) fn int32(&self, name: &str) -> Result<&Int32Array, Inconsistency> {
        self.of_type(name, self.column(name)?.as_primitive_opt::<Int32Type>())
    }

    /// A column of lists of 32-bit numbers: the numbers of each row.
    pub(super) fn int32_lists(
        &self,
        name: &str,
    ) -> Result<impl Fn(usize) -> Vec<i32>, Inconsistency> {
        let lists = self.of_type(name, self.column(name)?.as_list_opt::<i32>())?;
        let numbers = self.of_type(name, lists.values().as_primitive_opt::<Int32Type>())?;
        Ok(move |row| {
            let [from, to] = [row, row + 1].map(|at| lists.value_offsets()[at] as usize);
            numbers.values()[from..to].to_vec()
        })
    }

    /// The declared columns that the file has.
    fn columns(&self, schema: &TableSchema) -> impl Iterator<Item = &'static ColumnDoc> {
        let held = |column: &&ColumnDoc| self.rows.column_by_name(column.name).is_some();
        schema.columns.iter().filter(held)
    }

    fn require_values(&self, schema: &TableSchema) -> Result<(), Inconsistency> {
        for column in self.columns(schema).filter(|column| !column.nullable) {
            let values = self.column(column.name)?;
            if values.null_count() > 0
                && let Some(row) = (0..self.len()).find(|row| values.is_null(*row))
            {
                return Err(self.wrong(row, format!("column {} is null", column.name)));
            }
        }
        Ok(())
    }

    fn require_labels(&self, schema: &TableSchema) -> Result<(), Inconsistency> {
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
