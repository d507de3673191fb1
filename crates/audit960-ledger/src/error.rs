//! The errors of this crate.

use std::fmt::Display;
use std::io;

use audit960_dataset::tables::ReadError;
use audit960_dataset::{DatasetError, RowError};

/// The result type of this crate.
pub(crate) type Result<T, E = LedgerError> = std::result::Result<T, E>;

/// A failure of the run itself; errors in the data of an archive are findings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The dataset cannot be read.
    #[error("{0}")]
    Dataset(#[from] DatasetError),
    /// A row of the dataset holds a value that no audit writes.
    #[error("{0}")]
    Row(#[from] RowError),
    /// A file of the dataset cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Anything else, in words: a name that matches no game, moves that cannot be played, a claim that cannot be made.
    #[error("{0}")]
    Text(String),
}

impl LedgerError {
    /// The error that the moves of `game` cannot be played.
    pub(crate) fn unplayable(game: impl Display, reason: impl Display) -> Self {
        Self::Text(format!("{game}: {reason}"))
    }

    /// The error that a claim refers to a game that the dataset does not have.
    pub(crate) fn game_missing(game: i64) -> Self {
        Self::Text(format!(
            "a claim refers to game {game}, which is not in table games; see audit960 verify"
        ))
    }
}
