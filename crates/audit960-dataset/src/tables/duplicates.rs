//! Table `duplicates`: one file, written row by row after everything else is known.

use crate::NewFiles;
use audit960_types::DuplicateRow;
use audit960_types::tables::{DUPLICATES, DuplicateColumns};

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::too_much_text;
use crate::tables::encode::TableEncoder;
use crate::tables::error::TableError;
use crate::tables::files::TableFile;

/// The file under construction, and the row group that is being filled.
pub(crate) struct DuplicateFile {
    encoder: TableEncoder,
    file: TableFile,
    columns: DuplicateColumns<ArrowColumns>,
    rows: usize,
    group_rows: usize,
}

impl DuplicateFile {
    /// A table without rows so far.
    pub(crate) fn create(files: &NewFiles, group_rows: usize) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(&DUPLICATES)?;
        let file = TableFile::create(&encoder, files, DUPLICATES.path)?;
        Ok(Self {
            encoder,
            file,
            columns: DuplicateColumns::default(),
            rows: 0,
            group_rows: group_rows.max(1),
        })
    }

    /// Appends a row.
    pub(crate) fn push(&mut self, row: &DuplicateRow<'_>) -> Result<(), TableError> {
        self.columns.push(row);
        self.rows += 1;
        if self.rows == self.group_rows {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), TableError> {
        self.rows = 0;
        let columns = self.columns.take().map_err(too_much_text(&DUPLICATES))?;
        self.file.append_whole(&self.encoder, columns)
    }

    /// Closes the file.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()
    }
}
