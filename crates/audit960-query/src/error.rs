//! Errors of a query.

use std::any::Any;
use std::io;
use std::path::PathBuf;

use audit960_analytics::{Dataset, DatasetError};
use polars::prelude::PolarsError;

/// The text that introduces the query plan in an error message of the engine.
const PLAN: &str = "Resolved plan until failure:";

/// What comes before the name of a column that an answer would have twice.
const TWICE: &str = "duplicate output name '";

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The statement is not a query, or is a query that is not supported.
    #[error("{0}")]
    InvalidQuery(String),
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
    /// The query needs more memory than it may use.
    #[error(
        "the query needs more than {} MiB of memory (--max-memory): select fewer columns or rows; \
         a query without ORDER BY, GROUP BY, DISTINCT, JOIN or aggregates needs hardly any",
        most >> 20
    )]
    MemoryExceeded {
        /// The limit, in bytes.
        most: u64,
    },
    /// The answer could not be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The file for the answer cannot be written.
    #[error(transparent)]
    File(#[from] audit960_dataset::FolderError),
    /// A column of the answer is of a type that has no text form here.
    #[error("column {column} is of type {kind}, which cannot be printed")]
    Unprintable {
        /// The column.
        column: String,
        /// Its type, as the engine names it.
        kind: String,
    },
}

impl QueryError {
    /// A panic while a dataset was queried.
    pub(crate) fn panicked(dataset: &Dataset, panic: &(dyn Any + Send)) -> Self {
        Self::Dataset(DatasetError::panicked(dataset.dir(), panic))
    }

    /// A thread could not be started.
    pub(crate) fn thread(dataset: &Dataset, error: &io::Error) -> Self {
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: error.to_string(),
        }
    }

    /// An error of the engine, without its query plan.
    pub(crate) fn engine(dataset: &Dataset, error: &PolarsError) -> Self {
        let text = error.to_string();
        // The engine's own advice is for another language.
        if let Some((_, name)) = text.split_once(TWICE)
            && let Some((name, _)) = name.split_once('\'')
        {
            return Self::InvalidQuery(format!(
                "the answer would have two columns named {name}: rename one with AS"
            ));
        }
        // What follows is the engine's plan, once for every layer it passed through.
        let message = text.split(PLAN).next().unwrap_or_default().trim_end();
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: message.to_owned(),
        }
    }
}
