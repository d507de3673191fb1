//! What can go wrong with a query.

use std::any::Any;
use std::io;
use std::path::PathBuf;

use audit960_analytics::{Dataset, DatasetError};
use polars::prelude::PolarsError;

/// Where the engine's account of its plan begins in a message.
const PLAN: &str = "Resolved plan until failure:";

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The statement asks nothing, or asks it in a way that is not answered.
    #[error("{0}")]
    NoQuestion(String),
    /// The tables cannot be read, or a query cannot be answered.
    #[error("{}: {message}", path.display())]
    Engine {
        /// The dataset.
        path: PathBuf,
        /// What the engine says.
        message: String,
    },
    /// The dataset cannot be read.
    #[error("{0}")]
    Dataset(#[from] DatasetError),
    /// The query would hold more than it may.
    #[error(
        "the query needs more memory than {} MiB (--max-memory): ask for fewer columns or rows; rows \
         that depend on no others, without ORDER BY, GROUP BY, DISTINCT or JOIN, need hardly any",
        most >> 20
    )]
    TooMuch {
        /// What it may hold, in bytes.
        most: u64,
    },
    /// The answer could not be handed on.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The file for the answer cannot be written.
    #[error(transparent)]
    File(#[from] audit960_dataset::FolderError),
    /// A column of an answer holds neither numbers nor text.
    #[error("column {column} is of type {kind}, which cannot be printed")]
    Unprintable {
        /// The column.
        column: String,
        /// Its type, as the engine names it.
        kind: String,
    },
}

impl QueryError {
    /// A panic over a dataset.
    pub(crate) fn panicked(dataset: &Dataset, panic: &(dyn Any + Send)) -> Self {
        Self::Dataset(DatasetError::panicked(dataset.dir(), panic))
    }

    /// No thread to be had.
    pub(crate) fn thread(dataset: &Dataset, error: &io::Error) -> Self {
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: error.to_string(),
        }
    }

    /// A failure of the engine over a dataset.
    pub(crate) fn engine(dataset: &Dataset, error: &PolarsError) -> Self {
        let text = error.to_string();
        // What follows is the engine's plan, once for every layer it passed through.
        let message = text.split(PLAN).next().unwrap_or_default().trim_end();
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: message.to_owned(),
        }
    }
}
