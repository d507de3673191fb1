//! Compares two datasets row by row, wherever their files end.

use std::path::PathBuf;

use arrow_array::RecordBatch;

use super::read::{Batch, Table};
use crate::tables::ReadError;
use audit960_types::tables::{SCHEMAS, TableSchema};

/// The first row in which the files of a table differ from `others`, the reference; `None` if all rows are
/// equal or there is no such table.
///
/// # Errors
/// If a file cannot be read, with its path.
pub fn first_difference(
    table: &str,
    files: &[PathBuf],
    others: &[PathBuf],
) -> Result<Option<ReadError>, ReadError> {
    let Some(schema) = SCHEMAS.iter().find(|schema| schema.name == table) else {
        return Ok(None);
    };
    let (mut ours, mut theirs) = (Side::of(schema, files), Side::of(schema, others));
    let mut equal = 0;
    loop {
        let here = files.last().or(others.last());
        let ends = |what: &str| {
            let what = format!("table {table}: after {equal} equal rows, {what}");
            here.map(|path| ReadError::new(path, what))
        };
        match (ours.ready()?, theirs.ready()?) {
            (false, false) => return Ok(None),
            (true, false) => return Ok(ends("the inputs give no more rows")),
            (false, true) => return Ok(ends("the table ends")),
            (true, true) => {}
        }
        let (Some(one), Some(other)) = (&mut ours.batch, &mut theirs.batch) else {
            return Ok(None);
        };
        let rows = one.len().min(other.len());
        let [left, right] = [&one.rows, &other.rows].map(|batch| batch.slice(0, rows));
        if let Some((row, column)) = unequal(schema, &left, &right) {
            let what = format!("column {column} differs from the inputs");
            return Ok(Some(one.wrong(row, what)));
        }
        equal += rows as u64;
        one.skip(rows);
        other.skip(rows);
    }
}

/// One of the two tables, and the rows read of it that have not been compared.
struct Side<'f> {
    table: Table<'f>,
    batch: Option<Batch<'f>>,
}

impl<'f> Side<'f> {
    fn of(schema: &'static TableSchema, files: &'f [PathBuf]) -> Self {
        Self {
            table: Table::open(schema, files),
            batch: None,
        }
    }

    /// Whether there are rows left.
    fn ready(&mut self) -> Result<bool, ReadError> {
        while self.batch.as_ref().is_none_or(|batch| batch.len() == 0) {
            self.batch = self.table.next()?;
            if self.batch.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The first row and column in which two batches of the same length differ.
fn unequal(
    schema: &'static TableSchema,
    ours: &RecordBatch,
    theirs: &RecordBatch,
) -> Option<(usize, &'static str)> {
    let columns = || {
        let both = |name| Some((ours.column_by_name(name)?, theirs.column_by_name(name)?));
        schema
            .names()
            .filter_map(move |name| Some((name, both(name)?)))
    };
    let differs = |row: usize| {
        let mut columns = columns();
        columns.find(|(_, (one, other))| one.slice(row, 1) != other.slice(row, 1))
    };
    if columns().all(|(_, (one, other))| one == other) {
        return None;
    }
    (0..ours.num_rows()).find_map(|row| differs(row).map(|(name, _)| (row, name)))
}
