//! What can go wrong with the folder of a dataset.

use std::io;
use std::path::{Path, PathBuf};

/// A failure of the run. Each message names the path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file or folder could not be made, written, synced, moved or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The output folder holds something already.
    #[error("{}: the output folder exists and is not empty", path.display())]
    NotEmpty {
        /// Which.
        path: PathBuf,
    },
    /// Another run is writing to the output folder.
    #[error("{}: another run is writing here", path.display())]
    InUse {
        /// Its folder of unfinished work.
        path: PathBuf,
    },
    /// Something lies where audit960 would put its own and was not made by it.
    #[error("{}: {what}; audit960 did not make it and leaves it alone", path.display())]
    Foreign {
        /// Where.
        path: PathBuf,
        /// What it is.
        what: String,
    },
    /// A run died while it published a dataset.
    #[error(
        "{}: a run ended while it put its dataset here; audit --resume finishes what it began",
        path.display()
    )]
    HalfDone {
        /// The folder.
        path: PathBuf,
    },
    /// Something that is no regular file lies where one is to be written, or the path names none.
    #[error("{} is no regular file, and is left alone", path.display())]
    NoRegularFile {
        /// Where.
        path: PathBuf,
    },
    /// There is no dataset.
    #[error("{} is no dataset: {why}", path.display())]
    NoDataset {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A dataset of another format version.
    #[error(
        "{} is of format version {version}, this program reads version {}: without it claims cannot be \
         judged; audit the archive again",
        path.display(),
        crate::FORMAT_VERSION
    )]
    Version {
        /// The dataset.
        path: PathBuf,
        /// The version its manifest states.
        version: String,
    },
    /// A dataset is not what its manifest says.
    #[error("{}: {what}; the dataset is damaged, audit the archive again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl FolderError {
    /// A failure of the file system at `path`, for `map_err`.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// A dataset that is not what its manifest says.
    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}
