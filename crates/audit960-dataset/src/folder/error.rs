//! Errors about the folder of a dataset.

use std::io;
use std::path::{Path, PathBuf};

/// An error about the folder of a dataset. Each message names the path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file or folder could not be created, written, synced, moved or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The output folder exists and is not empty.
    #[error("{}: the output folder exists and is not empty; name another one, or go on with --resume, or add to it with --append", path.display())]
    NotEmpty {
        /// The output folder.
        path: PathBuf,
    },
    /// Another run is writing to the output folder.
    #[error("{}: another run is writing here", path.display())]
    InUse {
        /// Its folder of unfinished work.
        path: PathBuf,
    },
    /// Something that audit960 did not make has a name that audit960 uses.
    #[error("{}: {what}; audit960 did not make it and leaves it alone", path.display())]
    Foreign {
        /// Its path.
        path: PathBuf,
        /// What was found there.
        what: String,
    },
    /// A run died while publishing a dataset.
    #[error(
        "{}: a run ended while publishing its dataset here; audit --resume completes it",
        path.display()
    )]
    InterruptedCommit {
        /// The folder.
        path: PathBuf,
    },
    /// The file to write exists and is not a regular file, or the path does not name a file.
    #[error("{} is not a regular file, and is left alone", path.display())]
    NoRegularFile {
        /// Its path.
        path: PathBuf,
    },
    /// The file to write is one that the command reads.
    #[error(
        "{} is also an input ({}); it is left alone, because writing it would destroy what is read",
        path.display(),
        input.display()
    )]
    OutputIsInput {
        /// Its path.
        path: PathBuf,
        /// The input.
        input: PathBuf,
    },
    /// The file to write is inside a dataset.
    #[error(
        "{} is inside the dataset {}, which holds only what audit960 audit wrote; write it elsewhere",
        path.display(),
        dataset.display()
    )]
    OutputInDataset {
        /// Its path.
        path: PathBuf,
        /// The folder of the dataset.
        dataset: PathBuf,
    },
    /// Two outputs of a command are one file.
    #[error("{}: two outputs cannot go to one file", path.display())]
    OutputTwice {
        /// Its path.
        path: PathBuf,
    },
    /// The folder is not a dataset.
    #[error("{} is not a dataset: {why}", path.display())]
    NoDataset {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// The dataset has another format version.
    #[error(
        "{} has format version {version}, but this program reads {}; audit the archive again",
        path.display(),
        crate::folder::FORMAT_VERSION
    )]
    Version {
        /// The folder.
        path: PathBuf,
        /// The version in its manifest, or `unknown`.
        version: String,
    },
    /// The dataset does not match its manifest.
    #[error("{}: {what}; the dataset is damaged, audit the archive again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl FolderError {
    /// Wraps an I/O error at `path`, for `map_err`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// The same failure of the file system, about what has this name.
    pub(crate) fn of(self, path: &Path) -> Self {
        match self {
            Self::Io { source, .. } => Self::io(path)(source),
            other => other,
        }
    }

    /// The kind of a failure of the file system.
    pub(crate) fn kind(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Io { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    /// The error [`FolderError::Damaged`].
    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}
