//! Writes the tables of a dataset into its folder: all or nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{Storage, UnfinishedDataset};
use audit960_types::tables::{DUPLICATES, DuplicateColumns};
use audit960_types::{CastlingRow, DuplicateRow, StartPositionRow};
use serde_json::Value;

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::{TableOptions, is_written_if_empty};
use crate::tables::encode::{EncodedRowGroup, Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFiles;
use crate::tables::row_file::{RowFile, write_rows};
use crate::tables::state::WriterState;

/// Writes a dataset. Dropped before [`DatasetWriter::finish`], it leaves nothing behind, unless a
/// checkpoint was saved: then it leaves what [`UnfinishedDataset::resume`] needs.
pub struct DatasetWriter {
    /// Emptied by `finish`.
    tables: Vec<TableFiles>,
    duplicates: Option<RowFile<DuplicateColumns<ArrowColumns>>>,
    work: UnfinishedDataset,
}

impl DatasetWriter {
    /// Starts a dataset in a folder that is empty or does not exist; the `_inprogress` of a dead run is
    /// deleted.
    ///
    /// # Errors
    /// [`TableError::Folder`] if the folder holds anything else, if another run is writing there, or if it
    /// cannot be created.
    pub fn create(dir: &Path, options: TableOptions) -> Result<Self, TableError> {
        Self::new(UnfinishedDataset::begin(dir, Storage::new())?, options)
    }

    /// Writes the files of a dataset under construction.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if a file cannot be created.
    pub fn new(work: UnfinishedDataset, options: TableOptions) -> Result<Self, TableError> {
        let tables = options.row_tables().map(|schema| {
            let encoder = TableEncoder::new(&schema, Rows::OfChunks)?;
            let groups = Some(options.limits.file_groups);
            let (is_written, kept) = (is_written_if_empty(&schema), work.kept(schema.name));
            Ok(TableFiles::new(
                encoder,
                work.files(),
                groups,
                is_written,
                kept,
            ))
        });
        let tables = tables.collect::<Result<_, TableError>>()?;
        let duplicates = options
            .duplicates
            .then(|| RowFile::create(&work.files(), DUPLICATES.path, options.limits.group_rows));
        Ok(Self {
            tables,
            duplicates: duplicates.transpose()?,
            work,
        })
    }

    /// Resumes the files of a dead run at the state of their checkpoint.
    ///
    /// # Errors
    /// [`TableError::Folder`] or [`TableError::Changed`] with the path if a file is not what the dead
    /// run had written, [`TableError::Folder`] if it cannot be read or written.
    pub fn resume(
        work: UnfinishedDataset,
        options: TableOptions,
        state: &WriterState,
    ) -> Result<Self, TableError> {
        work.adopt(state.finished.clone())?;
        let mut writer = Self::new(work, options)?;
        for (table, saved) in writer.tables.iter_mut().zip(&state.tables) {
            table.resume(saved)?;
        }
        writer.work.drop_unfinished()?;
        Ok(writer)
    }

    /// The folder of the dataset.
    #[must_use]
    pub const fn folder(&self) -> &UnfinishedDataset {
        &self.work
    }

    /// The state of the files, for a checkpoint. Every row group cut so far must have been appended.
    ///
    /// # Errors
    /// [`TableError::MissingRowGroup`] if one has not, [`TableError::Folder`] with the path if a file cannot
    /// be written.
    pub fn save(&mut self) -> Result<WriterState, TableError> {
        let tables = self.tables.iter_mut().map(TableFiles::save);
        Ok(WriterState {
            tables: tables.collect::<Result<_, _>>()?,
            finished: self.work.finished(),
        })
    }

    /// Appends a row of table `duplicates`; without that table, does nothing. Rows must come in the
    /// order of the archive.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written, [`TableError::TooMuchText`] if a row
    /// group would hold more than 2 GiB of text.
    pub fn duplicate(&mut self, row: &DuplicateRow<'_>) -> Result<(), TableError> {
        self.duplicates
            .as_mut()
            .map_or(Ok(()), |file| file.push(row))
    }

    /// Writes a row group as soon as its turn comes. Row groups may arrive in any order.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written.
    pub fn append(&mut self, group: EncodedRowGroup) -> Result<(), TableError> {
        self.tables[group.table].append(group.ordinal, group.columns)
    }

    /// Closes the files of all rows so far: nothing can be appended any more. Returns the files of each table, those that
    /// are kept from another dataset among them, in the order of its rows.
    ///
    /// # Errors
    /// As [`Self::finish`].
    pub fn close_rows(&mut self) -> Result<BTreeMap<&'static str, Vec<PathBuf>>, TableError> {
        for table in self.tables.drain(..) {
            table.finish()?;
        }
        if let Some(file) = self.duplicates.take() {
            file.finish()?;
        }
        Ok(self.work.tables())
    }

    /// Closes the files, adds the aggregate tables and makes the folder a dataset. `fields` are the fields
    /// of its manifest besides the files.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if something cannot be written or
    /// moved, [`TableError::MissingRowGroup`] if a row group with successors never arrived (missing last
    /// ones are not detected). The folder is not a dataset then.
    pub fn finish(
        mut self,
        start_positions: &[StartPositionRow],
        castling: &[CastlingRow],
        fields: impl Into<Value>,
    ) -> Result<(), TableError> {
        self.close_rows()?;
        let files = self.work.files();
        write_rows(&files, start_positions)?;
        write_rows(&files, castling)?;
        Ok(self.work.commit(fields)?)
    }
}
