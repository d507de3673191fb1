//! Errors of the files.

use std::io;
use std::path::{Path, PathBuf};

/// Why the search for duplicates failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DuplicateError {
    /// A file could not be created, written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl DuplicateError {
    /// A failure of the file system at `path`, for `map_err`.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}
