//! Errors of building and writing tables.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use crate::FolderError;
use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or folder of the dataset cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A column would hold more than the 2 GiB of text that one batch of rows can have.
    #[error("table {table}: column {column} would hold more than 2 GiB of text at once")]
    TooMuchText {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// A row group with successors never arrived.
    #[error("table {table}: row group {ordinal} was never written")]
    MissingRowGroup {
        /// The table.
        table: &'static str,
        /// Its ordinal in the table, from 0.
        ordinal: u64,
    },
    /// A file of a dead run differs from its checkpoint.
    #[error(
        "{}: cannot resume: the file has changed since the interrupted run wrote it; audit without --resume \
         starts over",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Rows could not be written to the output.
    #[error("the rows cannot be written: {0}")]
    Output(#[source] io::Error),
    /// There is no such table or column.
    #[error("{0}")]
    Unknown(String),
    /// The Parquet encoder failed.
    #[error("table {table}: {source}")]
    Encode {
        /// The table.
        table: &'static str,
        /// The encoder's error.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl TableError {
    /// A failure of the Parquet writer while it wrote to `path`, for `map_err`.
    pub(crate) fn write(path: &Path) -> impl FnOnce(ParquetError) -> Self {
        move |error| FolderError::io(path)(io_error(error)).into()
    }

    /// A failure of an Arrow stream.
    pub(crate) fn stream(error: ArrowError) -> Self {
        Self::Output(match error {
            ArrowError::IoError(_, source) => source,
            other => io::Error::other(other),
        })
    }

    /// A failure of the encoder, for `map_err`.
    pub(crate) fn encode<E>(table: &'static str) -> impl FnOnce(E) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        move |source| Self::Encode {
            table,
            source: source.into(),
        }
    }
}

/// An error of the Parquet writer as that of the file it writes, if it is one.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
