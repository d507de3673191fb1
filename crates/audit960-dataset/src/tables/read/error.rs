//! Errors of reading a table.

use std::path::{Path, PathBuf};

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
