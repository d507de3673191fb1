//! The files of one table: row groups in their order, cut into files of fixed size.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use arrow_array::ArrayRef;
use audit960_dataset::{NewFile, NewFiles};
use parquet::arrow::arrow_writer::ArrowColumnChunk;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::writer::SerializedFileWriter;

use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::segment::{Origin, Segment};

/// A Parquet file under construction.
pub(crate) struct TableFile {
    path: PathBuf,
    writer: SerializedFileWriter<BufWriter<Target>>,
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

    /// A file that goes somewhere, called `path` where that fails.
    pub(crate) fn to(
        encoder: &TableEncoder,
        path: PathBuf,
        target: Box<dyn Write + Send>,
    ) -> Result<Self, TableError> {
        Self::begin(encoder, path, Target::Other(target))
    }

    fn begin(encoder: &TableEncoder, path: PathBuf, target: Target) -> Result<Self, TableError> {
        let writer = encoder
            .file(BufWriter::new(target))
            .map_err(TableError::write(&path))?;
        Ok(Self { path, writer })
    }

    pub(crate) fn append(&mut self, columns: Vec<ArrowColumnChunk>) -> Result<(), TableError> {
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

    /// Appends a row group of rows that say all there is to say.
    pub(crate) fn append_whole(
        &mut self,
        encoder: &TableEncoder,
        columns: Vec<ArrayRef>,
    ) -> Result<(), TableError> {
        let nowhere = Origin {
            source: "".into(),
            games: 0,
            lines: 0,
        };
        self.append(encoder.encode(vec![Segment::new(columns, nowhere)])?)
    }

    pub(crate) fn close(self) -> Result<(), TableError> {
        let groups = self.writer.flushed_row_groups().iter();
        let rows: i64 = groups.map(RowGroupMetaData::num_rows).sum();
        let buffer = self.writer.into_inner();
        let buffer = buffer.map_err(TableError::write(&self.path))?;
        // A full disk shows here at the latest.
        let target = buffer.into_inner().map_err(|error| TableError::Io {
            path: self.path,
            source: error.into_error(),
        })?;
        match target {
            Target::Dataset(file) => Ok(file.finish(rows.try_into().unwrap_or(0))?),
            Target::Other(_) => Ok(()),
        }
    }
}

/// The files of a table that has many rows.
pub(crate) struct TableFiles {
    encoder: TableEncoder,
    target: NewFiles,
    file_groups: u64,
    /// Whether there is a file also where there are no rows.
    even_empty: bool,
    /// Row groups that came before their turn.
    early: BTreeMap<u64, Vec<ArrowColumnChunk>>,
    /// Row groups written.
    written: u64,
    /// Files begun.
    files: u64,
    open: Option<TableFile>,
}

impl TableFiles {
    /// A table without rows so far.
    pub(crate) fn new(
        encoder: TableEncoder,
        target: NewFiles,
        file_groups: u64,
        even_empty: bool,
    ) -> Self {
        Self {
            encoder,
            target,
            file_groups: file_groups.max(1),
            even_empty,
            early: BTreeMap::new(),
            written: 0,
            files: 0,
            open: None,
        }
    }

    /// Writes a row group, or keeps it until those before it have come.
    pub(crate) fn append(
        &mut self,
        ordinal: u64,
        columns: Vec<ArrowColumnChunk>,
    ) -> Result<(), TableError> {
        self.early.insert(ordinal, columns);
        while let Some(columns) = self.early.remove(&self.written) {
            self.write(columns)?;
        }
        Ok(())
    }

    fn write(&mut self, columns: Vec<ArrowColumnChunk>) -> Result<(), TableError> {
        let mut file = match self.open.take() {
            Some(file) => file,
            None => self.next_file()?,
        };
        file.append(columns)?;
        self.written += 1;
        if self.written.is_multiple_of(self.file_groups) {
            file.close()
        } else {
            self.open = Some(file);
            Ok(())
        }
    }

    fn next_file(&mut self) -> Result<TableFile, TableError> {
        let path = format!("{}/part-{:05}.parquet", self.encoder.table(), self.files);
        self.files += 1;
        TableFile::create(&self.encoder, &self.target, &path)
    }

    /// Closes the last file. A table without rows gets one all the same, with its schema, unless it is
    /// there for the sake of its rows alone.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        let table = self.encoder.table();
        if !self.early.is_empty() {
            return Err(TableError::MissingRowGroup {
                table,
                ordinal: self.written,
            });
        }
        match self.open.take() {
            Some(file) => file.close(),
            None if self.files == 0 && self.even_empty => self.next_file()?.close(),
            None => Ok(()),
        }
    }
}

/// Writes a table that is one file of one row group.
pub(crate) fn write_whole(
    encoder: &TableEncoder,
    files: &NewFiles,
    path: &str,
    columns: Vec<ArrayRef>,
) -> Result<(), TableError> {
    let mut file = TableFile::create(encoder, files, path)?;
    file.append_whole(encoder, columns)?;
    file.close()
}
