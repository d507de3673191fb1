//! Table `positions` as a file of its own, outside any dataset.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use crate::tables::assemble::Assembler;
use crate::tables::chunk::{ChunkRows, TableOptions};
use crate::tables::encode::{Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFile;
use audit960_types::tables::POSITIONS;

/// Writes the rows of table `positions` to one Parquet file, in row groups of fixed size. The other rows of
/// the chunks are dropped.
pub struct PositionFile {
    assembler: Assembler,
    file: TableFile,
}

impl PositionFile {
    /// Starts a file written to `target`; errors name it `name`.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the name if it cannot be written.
    pub fn new(name: &Path, target: Box<dyn Write + Send>) -> Result<Self, TableError> {
        let encoder = TableEncoder::new(&POSITIONS, Rows::OfChunks)?;
        Ok(Self {
            assembler: Assembler::new(TableOptions::default())?,
            file: TableFile::to(&encoder, name.to_owned(), target)?,
        })
    }

    /// Adds the next chunk of `source`.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the name if it cannot be written.
    pub fn push(
        &mut self,
        chunk: ChunkRows,
        source: &Arc<str>,
        first_of_source: bool,
    ) -> Result<(), TableError> {
        let jobs = self.assembler.push(chunk, source, first_of_source).jobs;
        self.file.append_jobs(jobs, POSITIONS.name)
    }

    /// Writes the remaining rows and closes the file.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the name if it cannot be written.
    pub fn finish(mut self) -> Result<(), TableError> {
        let jobs = self.assembler.finish();
        self.file.append_jobs(jobs, POSITIONS.name)?;
        self.file.close()
    }
}
