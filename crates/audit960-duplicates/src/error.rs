//! What can go wrong with the files.

use std::io;
use std::path::{Path, PathBuf};

/// Why duplicates could not be looked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DuplicateError {
    /// A file could not be made, written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
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
