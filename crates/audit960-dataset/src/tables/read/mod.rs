//! Reads tables back, one row group at a time, with the schema they were written with.
//!
//! [`row_groups`] opens the files of a table and returns their row groups; [`RowGroup::read`] decodes the
//! requested columns into [`Rows`], whose columns are accessed by name and by the type that the schema
//! states. A file whose columns are missing or of another type is an error with its path, never a wrong
//! answer.

use std::path::{Path, PathBuf};

mod columns;
mod row_group;
mod rows;

pub use columns::{
    Bools, ColumnValues, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, Texts, Values,
};
pub(crate) use row_group::stored;
pub use row_group::{RowGroup, held_group, row_groups};
pub use rows::Rows;

/// A file that cannot be read, does not match the schema, or holds rows that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, with the row.
    pub what: String,
}

impl ReadError {
    /// An error about a file.
    pub(crate) fn new(path: &Path, what: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}
