//! Writes the tables of a dataset into its folder: all or nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{FileEntry, NewFiles, Resumption, Storage, UnfinishedDataset};
use audit960_types::{CastlingRow, DuplicateRow, StartPositionRow};
use audit960_types::tables::{DUPLICATES, DuplicateColumns};
use serde_json::{Map, Value};

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::{TableOptions, is_written_if_empty};
use crate::tables::encode::{EncodedRowGroup, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFiles;
use crate::tables::row_file::{RowFile, write_rows};
use crate::tables::state::WriterState;

/// What a dead run left behind.
pub enum ResumedDataset {
    /// Nothing: the dataset starts from scratch.
    Nothing(Box<DatasetWriter>),
    /// Files, and the checkpoint with their state.
    Checkpoint(Box<Unfinished>, Vec<u8>),
    /// The complete dataset.
    Finished,
}

/// The files of a dead run.
pub struct Unfinished {
    work: UnfinishedDataset,
    options: TableOptions,
}

impl Unfinished {
    /// Resumes these files at the state of their checkpoint, and keeps the files `kept` of the dataset that
    /// they are to be added to.
    ///
    /// # Errors
    /// [`TableError::Folder`] or [`TableError::Changed`] with the path if a file is not what the dead
    /// run had written, [`TableError::Io`] if it cannot be read or written.
    pub fn resume(
        self,
        state: &WriterState,
        kept: Vec<FileEntry>,
    ) -> Result<DatasetWriter, TableError> {
        self.work.keep(kept);
        self.work.adopt(state.finished.clone())?;
        let mut writer = DatasetWriter::on(self.work, self.options)?;
        for (table, saved) in writer.tables.iter_mut().zip(&state.tables) {
            table.resume(saved)?;
        }
        writer.work.drop_unfinished()?;
        Ok(writer)
    }
}

/// Writes a dataset. Dropped before [`DatasetWriter::finish`], it leaves nothing behind, unless a
/// checkpoint was saved: then it leaves what [`DatasetWriter::resume`] needs.
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
        Self::create_on(Storage::new(), dir, options)
    }

    /// As [`Self::create`], on the caller's storage.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub fn create_on(
        storage: Storage,
        dir: &Path,
        options: TableOptions,
    ) -> Result<Self, TableError> {
        Self::on(UnfinishedDataset::begin(dir, storage)?, options)
    }

    /// Resumes what a dead run left in a folder; see [`ResumedDataset`].
    ///
    /// # Errors
    /// As [`Self::create`]; [`TableError::Folder`] if a file of an interrupted commit is missing.
    pub fn resume(
        storage: Storage,
        dir: &Path,
        options: TableOptions,
    ) -> Result<ResumedDataset, TableError> {
        Self::resumed(UnfinishedDataset::resume(dir, storage)?, options)
    }

    fn resumed(left: Resumption, options: TableOptions) -> Result<ResumedDataset, TableError> {
        Ok(match left {
            Resumption::Nothing(work) => {
                ResumedDataset::Nothing(Box::new(Self::on(work, options)?))
            }
            Resumption::Checkpoint(work, checkpoint) => {
                ResumedDataset::Checkpoint(Box::new(Unfinished { work, options }), checkpoint)
            }
            Resumption::Finished => ResumedDataset::Finished,
        })
    }

    /// Starts a dataset that replaces the one in a folder, which stays unchanged until the commit.
    ///
    /// # Errors
    /// [`TableError::Folder`] if there is none, if another run is writing there, or if the folder cannot be
    /// written.
    pub fn replace(
        storage: Storage,
        dir: &Path,
        options: TableOptions,
    ) -> Result<Self, TableError> {
        Self::on(UnfinishedDataset::replace(dir, storage)?, options)
    }

    /// Keeps files of the replaced dataset; new rows are added after theirs.
    ///
    /// # Errors
    /// As [`Self::replace`].
    pub fn keep(self, options: TableOptions, kept: Vec<FileEntry>) -> Result<Self, TableError> {
        self.work.keep(kept);
        Self::on(self.work, options)
    }

    fn on(work: UnfinishedDataset, options: TableOptions) -> Result<Self, TableError> {
        let tables = options.row_tables().map(|schema| {
            let encoder = TableEncoder::new(&schema)?;
            let groups = options.limits.file_groups;
            let kept = work.kept(schema.name);
            Ok(
                TableFiles::new(encoder, work.files(), groups, is_written_if_empty(&schema))
                    .behind(kept),
            )
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

    /// The state of the files, for a checkpoint. Every row group cut so far must have been appended.
    ///
    /// # Errors
    /// [`TableError::MissingRowGroup`] if one has not, [`TableError::Io`] with the path if a file cannot
    /// be written.
    pub fn save(&mut self) -> Result<WriterState, TableError> {
        let tables = self.tables.iter_mut().map(TableFiles::save);
        Ok(WriterState {
            tables: tables.collect::<Result<_, _>>()?,
            finished: self.work.finished(),
        })
    }

    /// Saves a checkpoint that holds, among other things, the state from [`Self::save`].
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written; the previous one then stays valid.
    pub fn save_checkpoint(&self, checkpoint: &[u8]) -> Result<(), TableError> {
        Ok(self.work.save(checkpoint)?)
    }

    /// A folder for temporary files of the run, removed with the unfinished work.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be created.
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

    /// Writes a row group as soon as its turn comes. Row groups may arrive in any order.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
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

    /// What creates files of the dataset.
    #[must_use]
    pub fn files(&self) -> NewFiles {
        self.work.files()
    }

    /// Closes the files, adds the aggregate tables and makes the folder a dataset. `fields` are the fields
    /// of its manifest besides the files.
    ///
    /// # Errors
    /// [`TableError::Io`] or [`TableError::Folder`] with the path if something cannot be written or
    /// moved, [`TableError::MissingRowGroup`] if a row group with successors never arrived (missing last
    /// ones are not detected). The folder is not a dataset then.
    pub fn finish(
        mut self,
        start_positions: &[StartPositionRow],
        castling: &[CastlingRow],
        fields: Map<String, Value>,
    ) -> Result<(), TableError> {
        self.close_rows()?;
        let files = self.files();
        write_rows(&files, start_positions)?;
        write_rows(&files, castling)?;
        Ok(self.work.commit(fields)?)
    }

    /// Discards the dataset and removes what was written.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if something cannot be removed.
    pub fn abandon(mut self) -> Result<(), TableError> {
        self.tables.clear();
        self.duplicates = None;
        Ok(self.work.abandon()?)
    }
}
