//! The errors of this crate.

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
    /// A claim refers to a game that the dataset does not have.
    #[error("a claim refers to game {0}, which is not in table games; see audit960 verify")]
    GameMissing(i64),
    /// The output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A watched file cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(std::path::PathBuf, #[source] io::Error),
    /// The moves of a game cannot be played.
    #[error("{game}: {reason}")]
    Unplayable {
        /// The name of the game, or its start position if no name is known.
        game: String,
        /// Why the moves cannot be played.
        reason: String,
    },
    /// A name matches no game, or several.
    #[error("{0}")]
    NoSuchGame(String),
}

impl LedgerError {
    /// The error that the moves of `game` cannot be played.
    pub(crate) fn unplayable(game: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Unplayable {
            game: game.into(),
            reason: reason.into(),
        }
    }
}
