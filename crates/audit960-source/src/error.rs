//! Errors that fail a run. Damage in the data is not one of them, see [`Damage`](crate::Damage).

use std::io;

/// An input could not be read. Every variant names it as the user did.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The input does not exist or may not be read.
    #[error("{path}: cannot be opened")]
    Open {
        /// File or folder.
        path: String,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The input could be opened, but not read to its end.
    #[error("{path}: cannot be read")]
    Read {
        /// File, or `-`.
        path: String,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// A zip archive needs random access; one from a pipe is copied to a temporary file, and that failed.
    #[error("{path}: cannot be copied to a temporary file")]
    Spool {
        /// The input, usually `-`.
        path: String,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// `-` is named twice, but standard input can be read only once.
    #[error("-: standard input is named more than once")]
    StdinTwice,
}

impl SourceError {
    /// The error of an input that cannot be opened.
    pub(crate) fn open(name: &str) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::Open {
            path: name.to_owned(),
            source,
        }
    }

    /// The error of an input that cannot be read.
    pub(crate) fn read(name: &str) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::Read {
            path: name.to_owned(),
            source,
        }
    }
}
