//! The pieces of a table, read one at a time on demand.

use audit960_tables::{Rows, TablePiece};

use super::{Dataset, DatasetError, TableScan};

/// The pieces of a table (row groups of its files), in the order of the table.
#[derive(Debug)]
pub struct Pieces {
    dataset: Dataset,
    pieces: Vec<TablePiece>,
}

impl Pieces {
    /// The number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are no pieces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The wanted rows of a piece; `None` after the last piece.
    ///
    /// # Errors
    /// [`DatasetError`] if it cannot be read.
    pub fn read(
        &self,
        reading: &TableScan<'_>,
        piece: usize,
    ) -> Result<Option<Rows>, DatasetError> {
        let piece = self.pieces.get(piece);
        let read = |piece| self.dataset.guarded(|| self.dataset.piece(reading, piece));
        piece.map(read).transpose()
    }
}

impl Dataset {
    /// The pieces of a table, to be read one at a time.
    ///
    /// # Errors
    /// [`DatasetError`] if the table is missing or cannot be opened.
    pub fn pieces_of(&self, table: &'static str) -> Result<Pieces, DatasetError> {
        self.find_selected(table)?;
        Ok(Pieces {
            dataset: self.clone(),
            pieces: self.pieces(table)?,
        })
    }

    /// The number of threads that read it.
    #[must_use]
    pub const fn threads(&self) -> std::num::NonZeroUsize {
        self.threads
    }
}
