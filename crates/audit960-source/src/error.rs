//! What makes a run fail. Damage in the data is no error, see [`Damage`](crate::Damage).

use std::io;

/// An input could not be had. Every variant names it as the user did.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The input does not exist or may not be read.
    #[error("{path}: cannot be opened")]
    Open {
        /// File or folder.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The input could be opened, but reading it failed on the way.
    #[error("{path}: cannot be read")]
    Read {
        /// File, or `-`.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A zip archive needs random access; one that comes through a pipe is kept in a temporary
    /// file, and that failed.
    #[error("{path}: cannot be kept in a temporary file")]
    Spool {
        /// The input, mostly `-`.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// `-` is named twice, but standard input can be read only once.
    #[error("-: standard input is named more than once")]
    StdinTwice,
}
