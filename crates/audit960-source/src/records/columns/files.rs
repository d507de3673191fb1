//! Batches of rows of a file. Whatever the engines make of a damaged file, it costs the rows it holds.

use std::fs::File;
use std::io::Seek as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Schema};

use super::ColumnForm;
use super::groups::{Footer, Groups};
use super::messages::{Listed, Messages};
use super::names::TableColumn;
use super::values::has_text;

/// What comes next in a file. Rows are numbered from 0.
pub(super) enum Part {
    /// Rows from the one with number `first` on.
    Rows { first: u64, batch: RecordBatch },
    /// Rows that cannot be read.
    Lost {
        first: u64,
        rows: u64,
        /// Whether there are so many of them; else at least one.
        rows_known: bool,
        reason: String,
    },
}

impl Part {
    /// Cuts off what follows so many rows, if they are there to be read.
    pub(super) fn split_off(&mut self, count: usize) -> Option<Self> {
        let Self::Rows { first, batch } = self else {
            return None;
        };
        let rest = batch
            .num_rows()
            .checked_sub(count)
            .filter(|rest| *rest > 0)?;
        let rest = Self::Rows {
            first: first.saturating_add(count as u64),
            batch: batch.slice(count, rest),
        };
        *batch = batch.slice(0, count);
        Some(rest)
    }
}

/// A file whose columns are known and not yet chosen.
pub(super) enum Opened {
    Parquet(Footer),
    Arrow(Listed),
}

/// Reads the chosen columns of a file.
pub(super) enum Batches {
    Parquet(Box<Groups>),
    Arrow(Box<Messages>),
}

/// Runs an engine, whose panics on damaged files count as errors.
pub(super) fn guarded<T, E: ToString>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("its parts contradict each other".to_owned()),
    }
}

impl Batches {
    /// Leaves out the row groups and messages that do not begin in a range of the stored bytes.
    pub(super) fn restrict(&mut self, range: &Range<u64>) {
        match self {
            Self::Parquet(groups) => groups.restrict(range),
            Self::Arrow(messages) => messages.restrict(range),
        }
    }

    /// The next part of the file; `None` at its end.
    ///
    /// # Errors
    /// Why the file cannot be read on.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        match self {
            Self::Parquet(groups) => Ok(groups.next()),
            Self::Arrow(messages) => messages.next(),
        }
    }
}

impl Opened {
    /// Opens a file.
    pub(super) fn new(form: ColumnForm, mut file: File) -> Result<Self, String> {
        file.rewind().map_err(|error| error.to_string())?;
        guarded(|| {
            Ok::<_, String>(match form {
                ColumnForm::Parquet => Self::Parquet(Footer::read(file)?),
                ColumnForm::ArrowFile => Self::Arrow(Listed::file(file)?),
                ColumnForm::ArrowStream => Self::Arrow(Listed::stream(file)?),
            })
        })
    }

    /// Its columns.
    pub(super) fn columns(&self) -> Vec<TableColumn> {
        let columns = self.schema().fields().iter().map(|field| TableColumn {
            name: field.name().clone(),
            unreadable: (!has_text(field.data_type())).then(|| kind_of(field.data_type())),
        });
        columns.collect()
    }

    /// What it says of its columns.
    pub(super) fn schema(&self) -> &Schema {
        match self {
            Self::Parquet(footer) => footer.schema(),
            Self::Arrow(listed) => listed.schema(),
        }
    }

    /// Whether its writer added a note with this name.
    pub(super) fn has_note(&self, name: &str) -> bool {
        match self {
            Self::Parquet(footer) => footer.has_note(name),
            Self::Arrow(listed) => listed.schema().metadata().contains_key(name),
        }
    }

    /// Chooses columns, by ascending index.
    pub(super) fn project(self, indices: Vec<usize>) -> Batches {
        match self {
            Self::Parquet(footer) => Batches::Parquet(Box::new(footer.project(indices))),
            Self::Arrow(listed) => Batches::Arrow(Box::new(listed.project(indices))),
        }
    }
}

/// The name of a type, without what it is made of.
fn kind_of(kind: &DataType) -> String {
    let name = kind.to_string();
    let end = name.find(['(', '<', '{', ' ']).unwrap_or(name.len());
    name.get(..end).unwrap_or_default().to_owned()
}
