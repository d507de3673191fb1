//! The tables of a dataset, written into its folder: everything or nothing.

use std::path::{Path, PathBuf};

use audit960_dataset::{Storage, Work};
use audit960_types::{CastlingRow, DuplicateRow, StartPositionRow};
use serde_json::{Map, Value};

use crate::aggregates;
use crate::chunk::TableOptions;
use crate::duplicates::DuplicateFile;
use crate::encode::{EncodedRowGroup, TableEncoder};
use crate::error::TableError;
use crate::files::{TableFiles, write_whole};
use crate::schema::{CASTLING, GAPS, POSITIONS, REPETITIONS, START_POSITIONS};

/// Writes a dataset. Dropped before [`DatasetWriter::finish`] it leaves nothing behind.
pub struct DatasetWriter {
    /// Emptied by `finish`.
    tables: Vec<TableFiles>,
    duplicates: Option<DuplicateFile>,
    work: Work,
}

impl DatasetWriter {
    /// Begins a dataset in a folder that is empty or does not exist; what a dead run left in its
    /// `_inprogress` is thrown away.
    ///
    /// # Errors
    /// [`TableError::Folder`] if there is anything else, if another run writes there, or if the file
    /// system refuses.
    pub fn create(dir: &Path, options: TableOptions) -> Result<Self, TableError> {
        Self::create_on(Storage::new(), dir, options)
    }

    /// The same on a storage of the caller's.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub fn create_on(
        storage: Storage,
        dir: &Path,
        options: TableOptions,
    ) -> Result<Self, TableError> {
        let work = Work::begin(dir, storage)?;
        let tables = options.row_tables().iter().map(|schema| {
            // Many archives have no rows for them: their dataset has no such table.
            let even_empty = ![POSITIONS.name, REPETITIONS.name, GAPS.name].contains(&schema.name);
            let encoder = TableEncoder::new(schema)?;
            let groups = options.limits.file_groups;
            Ok(TableFiles::new(encoder, work.files(), groups, even_empty))
        });
        let tables = tables.collect::<Result<_, TableError>>()?;
        let duplicates = options
            .duplicates
            .then(|| DuplicateFile::create(&work.files(), options.limits.group_rows));
        Ok(Self {
            tables,
            duplicates: duplicates.transpose()?,
            work,
        })
    }

    /// A folder for files that only the run itself needs. It goes with the unfinished work.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be made.
    pub fn scratch(&self) -> Result<PathBuf, TableError> {
        Ok(self.work.scratch()?)
    }

    /// Appends a row of table `duplicates`; without that table, does nothing. Rows must come in the
    /// order of the archive.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written, [`TableError::TooMuchText`] if a row
    /// group would hold more than 2 GiB of text.
    pub fn duplicate(&mut self, row: &DuplicateRow<'_>) -> Result<(), TableError> {
        self.duplicates
            .as_mut()
            .map_or(Ok(()), |file| file.push(row))
    }

    /// Writes a row group as soon as its turn has come. They may arrive in any order.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn append(&mut self, group: EncodedRowGroup) -> Result<(), TableError> {
        self.tables[group.table].append(group.ordinal, group.columns)
    }

    /// Closes the files, adds the aggregate tables and makes the folder a dataset. `told` is what its
    /// manifest says besides the files.
    ///
    /// # Errors
    /// [`TableError::Io`] or [`TableError::Folder`] with the path if something cannot be written or
    /// moved, [`TableError::MissingRowGroup`] if one never arrived that others were to follow (whether
    /// the last ones have arrived, the caller knows). The folder is no dataset then.
    pub fn finish(
        mut self,
        start_positions: &[StartPositionRow],
        castling: &[CastlingRow],
        told: Map<String, Value>,
    ) -> Result<(), TableError> {
        for table in self.tables.drain(..) {
            table.finish()?;
        }
        if let Some(file) = self.duplicates.take() {
            file.finish()?;
        }
        let files = self.work.files();
        write_whole(
            &TableEncoder::new(&START_POSITIONS)?,
            &files,
            START_POSITIONS.path,
            aggregates::start_positions(start_positions)?,
        )?;
        write_whole(
            &TableEncoder::new(&CASTLING)?,
            &files,
            CASTLING.path,
            aggregates::castling(castling)?,
        )?;
        Ok(self.work.commit(told)?)
    }

    /// Gives the dataset up and removes what was written.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if something cannot be removed.
    pub fn abandon(mut self) -> Result<(), TableError> {
        self.tables.clear();
        self.duplicates = None;
        Ok(self.work.abandon()?)
    }
}
