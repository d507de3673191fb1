//! What can go wrong while a dataset is read.

use std::any::Any;
use std::path::{Path, PathBuf};

use polars::prelude::PolarsError;

/// Where the engine's account of its plan begins in a message.
const PLAN: &str = "Resolved plan until failure:";

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
        table: &'static str,
    },
    /// The tables cannot be read, or a query cannot be answered.
    #[error("{}: {message}", path.display())]
    Engine {
        /// The dataset.
        path: PathBuf,
        /// What the engine says.
        message: String,
    },
    /// The engine broke off.
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
    /// A column of an answer holds neither numbers nor text.
    #[error("column {column} is of type {kind}, which cannot be printed")]
    Unprintable {
        /// The column.
        column: String,
        /// Its type, as the engine names it.
        kind: String,
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
    pub(crate) fn panicked(path: &Path, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&'static str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Panicked {
            path: path.to_owned(),
            message: text.unwrap_or("without a reason").to_owned(),
        }
    }

    /// A failure of the engine over the dataset at `path`, for `map_err`.
    pub(crate) fn engine(path: &Path) -> impl FnOnce(PolarsError) -> Self {
        move |error| {
            let text = error.to_string();
            // What follows is the engine's plan, once for every layer it passed through.
            let message = text.split(PLAN).next().unwrap_or_default().trim_end();
            Self::Engine {
                path: path.to_owned(),
                message: message.to_owned(),
            }
        }
    }
}
