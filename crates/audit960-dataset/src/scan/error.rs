//! Errors of reading a dataset.

use std::any::Any;
use std::path::{Path, PathBuf};

use crate::FolderError;
use crate::tables::ReadError;

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// A table is missing.
    #[error("{}: table {table} is missing", path.display())]
    NoTable {
        /// The dataset.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// A table has no such column.
    #[error("table {table} has no column {column}")]
    NoColumn {
        /// The table.
        table: &'static str,
        /// The column.
        column: String,
    },
    /// A file of a table cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A temporary file for what is made of its rows cannot be written.
    #[error("{0}")]
    Temporary(#[from] FolderError),
    /// The threads that read it cannot be started.
    #[error("{0}")]
    Workers(#[from] audit960_source::system::WorkerError),
    /// The Parquet reader panicked.
    #[error(
        "{}: reading failed ({message}); the dataset may be damaged: audit960 verify checks it",
        path.display()
    )]
    Panicked {
        /// The dataset.
        path: PathBuf,
        /// The message of the panic.
        message: String,
    },
    /// An answer has taken more memory than it may.
    #[error(
        "the answer needs more than {} MiB of memory (--max-memory): allow more, or ask about fewer games, groups or \
         columns",
        most >> 20
    )]
    MemoryExceeded {
        /// The limit, in bytes.
        most: u64,
    },
    /// An answer would take more memory than it may.
    #[error(
        "the answer needs {} MiB of memory and may use {} (--max-memory): allow more, or ask about fewer games",
        needed.div_ceil(1 << 20), most >> 20
    )]
    MemoryNeeded {
        /// What the process has and would take, in bytes.
        needed: u64,
        /// The limit, in bytes.
        most: u64,
    },
    /// A game or a position of the dataset has a start number that is not a Scharnagl number.
    #[error("{}: {} is not a Scharnagl number", path.display(),
        number.map_or_else(|| "null".to_owned(), |number| number.to_string()))]
    InvalidStart {
        /// The dataset.
        path: PathBuf,
        /// The number.
        number: Option<i64>,
    },
}

impl DatasetError {
    /// The error for a panic while the dataset at `path` was read.
    pub fn panicked(path: &Path, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&'static str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Panicked {
            path: path.to_owned(),
            message: text.unwrap_or("no message").to_owned(),
        }
    }
}
