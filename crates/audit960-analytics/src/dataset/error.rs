//! What can go wrong while a dataset is read.

use std::any::Any;
use std::path::{Path, PathBuf};

use audit960_tables::ReadError;

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// A table is not there.
    #[error("{}: table {table} is missing", path.display())]
    NoTable {
        /// The dataset.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// A file of a table cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The reader of Parquet broke off.
    #[error(
        "{}: reading broke off ({message}); the dataset may be damaged, audit960 verify tells",
        path.display()
    )]
    Panicked {
        /// The dataset.
        path: PathBuf,
        /// What the panic says.
        message: String,
    },
    /// A game or a position of the dataset has a start number that is none.
    #[error("{}: {} is no number of a start position", path.display(),
        number.map_or_else(|| "null".to_owned(), |number| number.to_string()))]
    NoStart {
        /// The dataset.
        path: PathBuf,
        /// The number.
        number: Option<i64>,
    },
}

impl DatasetError {
    /// A panic over the dataset at `path`.
    pub fn panicked(path: &Path, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&'static str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Panicked {
            path: path.to_owned(),
            message: text.unwrap_or("without a reason").to_owned(),
        }
    }
}
