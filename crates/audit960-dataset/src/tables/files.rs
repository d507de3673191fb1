//! The files of one table: its row groups in order, a fixed number of them per file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use crate::{FolderError, NewFile, NewFiles};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::writer::SerializedFileWriter;
use serde::{Deserialize, Serialize};

use crate::tables::assemble::RowGroupJob;
use crate::tables::column_order::FooterPatcher;
use crate::tables::encode::{EncodedColumn, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::footer;

/// A Parquet file under construction.
pub(crate) struct TableFile {
    path: PathBuf,
    writer: SerializedFileWriter<FooterPatcher<BufWriter<Target>>>,
}

/// Where a Parquet file goes.
enum Target {
    /// Into a dataset.
    Dataset(Box<NewFile>),
    /// Anywhere.
    Other(Box<dyn Write + Send>),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Dataset(file) => file.write(bytes),
            Self::Other(target) => target.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Dataset(file) => file.flush(),
            Self::Other(target) => target.flush(),
        }
    }
}

impl TableFile {
    /// A file of a dataset; `path` is relative to it.
    pub(crate) fn create(
        encoder: &TableEncoder,
        files: &NewFiles,
        path: &str,
    ) -> Result<Self, TableError> {
        let file = files.create(path)?;
        Self::begin(encoder, files.place(path), Target::Dataset(Box::new(file)))
    }

    /// A file written to `target`; errors name it `path`.
    pub(crate) fn to(
        encoder: &TableEncoder,
        path: PathBuf,
        target: Box<dyn Write + Send>,
    ) -> Result<Self, TableError> {
        Self::begin(encoder, path, Target::Other(target))
    }

    fn begin(encoder: &TableEncoder, path: PathBuf, target: Target) -> Result<Self, TableError> {
        let writer = encoder
            .file(FooterPatcher::new(BufWriter::new(target)))
            .map_err(TableError::write(&path))?;
        Ok(Self { path, writer })
    }

    pub(crate) fn append(&mut self, columns: Vec<EncodedColumn>) -> Result<(), TableError> {
        let mut group = self
            .writer
            .next_row_group()
            .map_err(TableError::write(&self.path))?;
        for column in columns {
            column
                .append_to_row_group(&mut group)
                .map_err(TableError::write(&self.path))?;
        }
        group.close().map_err(TableError::write(&self.path))?;
        Ok(())
    }

    /// Appends the row groups of its table.
    pub(crate) fn append_jobs(
        &mut self,
        jobs: Vec<RowGroupJob>,
        table: &str,
    ) -> Result<(), TableError> {
        let mut jobs = jobs.into_iter().filter(|job| job.table() == table);
        jobs.try_for_each(|job| self.append(job.encode()?.columns))
    }

    /// Syncs the row groups so far to disk and returns what is needed to resume the file.
    fn save(&mut self, path: String) -> Result<OpenFile, TableError> {
        let place = self.path.clone();
        let io = |source| TableError::from(FolderError::io(&place)(source));
        self.writer.flush().map_err(io)?;
        let (size, hash) = match self.writer.inner().target().get_ref() {
            Target::Dataset(file) => {
                file.sync().map_err(io)?;
                file.so_far()
            }
            Target::Other(_) => (0, 0),
        };
        Ok(OpenFile {
            path,
            size,
            hash,
            footer: footer::write(self.writer.flushed_row_groups())
                .map_err(TableError::write(&self.path))?,
        })
    }

    /// Copies the row groups of an unfinished file into this new one.
    fn resume(&mut self, open: &OpenFile, files: &NewFiles) -> Result<(), TableError> {
        let before = files.unfinished(&open.path)?;
        let groups = footer::read(&open.footer).map_err(TableError::write(&self.path))?;
        for group in groups {
            let copied = self.copy(&before, &group);
            copied.map_err(TableError::write(&self.path))?;
        }
        let again = self.save(open.path.clone())?;
        if again != *open {
            return Err(TableError::Changed {
                path: files.place(&open.path),
            });
        }
        Ok(())
    }

    /// Copies an encoded row group unchanged.
    fn copy(&mut self, from: &File, group: &RowGroupMetaData) -> Result<(), ParquetError> {
        let mut copy = self.writer.next_row_group()?;
        for column in group.columns() {
            let close = ColumnCloseResult {
                bytes_written: column.compressed_size().try_into().unwrap_or(0),
                rows_written: group.num_rows().try_into().unwrap_or(0),
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            copy.append_column(from, close)?;
        }
        copy.close()?;
        Ok(())
    }

    pub(crate) fn close(mut self) -> Result<(), TableError> {
        let groups = self.writer.flushed_row_groups().iter();
        let rows: i64 = groups.map(RowGroupMetaData::num_rows).sum();
        let columns = self.writer.schema_descr().num_columns();
        let path = self.path.clone();
        let io = |source| TableError::from(FolderError::io(&path)(source));
        self.writer.flush().map_err(io)?;
        self.writer.inner_mut().hold();
        let held = self.writer.into_inner();
        let held = held.map_err(TableError::write(&self.path))?;
        let buffer = held.release(columns).map_err(io)?;
        // A full disk shows here at the latest.
        let target = buffer.into_inner();
        let target = target.map_err(|error| io(error.into_error()))?;
        match target {
            Target::Dataset(file) => Ok(file.finish(rows.try_into().unwrap_or(0))?),
            Target::Other(_) => Ok(()),
        }
    }
}

/// A file that has row groups and is not finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OpenFile {
    /// Relative to the dataset.
    path: String,
    /// Bytes of its row groups, and their XXH3-128.
    size: u64,
    hash: u128,
    /// A footer that locates the row groups.
    footer: Vec<u8>,
}

/// The state of the files of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FilesState {
    written: u64,
    files: u64,
    open: Option<OpenFile>,
}

/// The files of a table that has many rows.
pub(crate) struct TableFiles {
    encoder: TableEncoder,
    target: NewFiles,
    /// Row groups of a file; `None` for all of them in one, which is named after the table.
    file_groups: Option<u64>,
    /// Whether to write a file even if there are no rows.
    write_if_empty: bool,
    /// Row groups that arrived before their turn.
    early: BTreeMap<u64, Vec<EncodedColumn>>,
    /// Row groups written.
    written: u64,
    /// Files started.
    files: u64,
    open: Option<TableFile>,
}

impl TableFiles {
    /// A table without rows so far, after this many existing files.
    pub(crate) fn new(
        encoder: TableEncoder,
        target: NewFiles,
        file_groups: Option<u64>,
        write_if_empty: bool,
        files: u64,
    ) -> Self {
        Self {
            encoder,
            target,
            file_groups,
            write_if_empty,
            early: BTreeMap::new(),
            written: 0,
            files,
            open: None,
        }
    }

    /// The state of the files. Every row group cut so far must have arrived.
    pub(crate) fn save(&mut self) -> Result<FilesState, TableError> {
        if !self.early.is_empty() {
            return Err(self.missing());
        }
        let path = self.path(self.files.saturating_sub(1));
        Ok(FilesState {
            written: self.written,
            files: self.files,
            open: match &mut self.open {
                Some(file) => Some(file.save(path)?),
                None => None,
            },
        })
    }

    /// Resumes at the state of a dead run, whose finished files are in place.
    pub(crate) fn resume(&mut self, state: &FilesState) -> Result<(), TableError> {
        self.written = state.written;
        self.files = state.files;
        if let Some(open) = &state.open {
            let mut file = TableFile::create(&self.encoder, &self.target, &open.path)?;
            file.resume(open, &self.target)?;
            self.open = Some(file);
        }
        Ok(())
    }

    /// Writes a row group, or keeps it until those before it have arrived.
    pub(crate) fn append(
        &mut self,
        ordinal: u64,
        columns: Vec<EncodedColumn>,
    ) -> Result<(), TableError> {
        self.early.insert(ordinal, columns);
        while let Some(columns) = self.early.remove(&self.written) {
            self.write(columns)?;
        }
        Ok(())
    }

    fn write(&mut self, columns: Vec<EncodedColumn>) -> Result<(), TableError> {
        let mut file = match self.open.take() {
            Some(file) => file,
            None => self.next_file()?,
        };
        file.append(columns)?;
        self.written += 1;
        let is_full = |groups: u64| self.written.is_multiple_of(groups.max(1));
        if self.file_groups.is_some_and(is_full) {
            file.close()
        } else {
            self.open = Some(file);
            Ok(())
        }
    }

    fn next_file(&mut self) -> Result<TableFile, TableError> {
        let path = self.path(self.files);
        self.files += 1;
        TableFile::create(&self.encoder, &self.target, &path)
    }

    /// The path of a file in the dataset, by its number.
    fn path(&self, number: u64) -> String {
        let table = self.encoder.table();
        match self.file_groups {
            Some(_) => format!("{table}/part-{number:05}.parquet"),
            None => format!("{table}.parquet"),
        }
    }

    fn missing(&self) -> TableError {
        TableError::MissingRowGroup {
            table: self.encoder.table(),
            ordinal: self.written,
        }
    }

    /// Closes the last file. A table without rows still gets one, with its schema, if `write_if_empty` is set.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        if !self.early.is_empty() {
            return Err(self.missing());
        }
        match self.open.take() {
            Some(file) => file.close(),
            None if self.files == 0 && self.write_if_empty => self.next_file()?.close(),
            None => Ok(()),
        }
    }
}
