//! What can go wrong with a ledger.

use std::io;

use audit960_analytics::{DatasetError, RowError};
use audit960_tables::ReadError;

/// What a function of this crate gives.
pub(crate) type Result<T, E = LedgerError> = std::result::Result<T, E>;

/// A failure of the run, never of the data of an archive.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The dataset cannot be read.
    #[error("{0}")]
    Dataset(#[from] DatasetError),
    /// A row of the dataset holds what no audit writes.
    #[error("{0}")]
    Row(#[from] RowError),
    /// A file of the dataset cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A claim is about a game that the dataset does not have.
    #[error("a claim is about game {0}, which is not in table games; audit960 verify tells more")]
    GameMissing(i64),
    /// The output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file that is watched cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(std::path::PathBuf, #[source] io::Error),
    /// The moves of a game cannot be played.
    #[error("{game}: {reason}")]
    Unplayable {
        /// The game, or its start position where nothing else is known.
        game: String,
        /// Why.
        reason: String,
    },
    /// A name that fits no game, or several.
    #[error("{0}")]
    NoSuchGame(String),
}

impl LedgerError {
    /// The moves of `game` cannot be played.
    pub(crate) fn unplayable(game: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Unplayable {
            game: game.into(),
            reason: reason.into(),
        }
    }
}
