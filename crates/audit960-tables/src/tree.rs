//! Table `tree`: files of rows that are sorted, each with a part of the positions.

use std::io::Write;
use std::path::Path;

use audit960_dataset::NewFiles;
use audit960_types::TreeRow;
use audit960_types::tables::{TREE, TreeColumns};

use crate::buffers::ArrowColumns;
use crate::chunk::too_much_text;
use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::files::TableFile;

/// Rows of a row group: who asks for a position reads one.
const GROUP_ROWS: usize = 1 << 14;

/// A file under construction, and the row group that is being filled.
pub struct TreeFile {
    encoder: TableEncoder,
    file: TableFile,
    columns: TreeColumns<ArrowColumns>,
    rows: usize,
    all: u64,
}

/// Begins the files of a dataset under construction.
#[derive(Clone, Debug)]
pub struct TreeFiles(NewFiles);

impl TreeFiles {
    pub(crate) const fn of(files: NewFiles) -> Self {
        Self(files)
    }

    /// Begins a file, by its number.
    ///
    /// # Errors
    /// [`TableError::Io`] or [`TableError::Folder`] with the path if it cannot be created.
    pub fn create(&self, number: usize) -> Result<TreeFile, TableError> {
        let encoder = TableEncoder::whole(&TREE)?;
        let file = TableFile::create(&encoder, &self.0, &TreeFile::path(number))?;
        Ok(TreeFile::new(encoder, file))
    }
}

impl TreeFile {
    /// The path of a file in its dataset, by its number.
    #[must_use]
    pub fn path(number: usize) -> String {
        format!("{}/part-{number:05}.parquet", TREE.name)
    }

    /// A file that is written to `target`; errors name it `path`.
    ///
    /// # Errors
    /// [`TableError::Io`] if it cannot be written.
    pub fn to(path: &Path, target: Box<dyn Write + Send>) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(&TREE)?;
        let file = TableFile::to(&encoder, path.to_owned(), target)?;
        Ok(Self::new(encoder, file))
    }

    fn new(encoder: TableEncoder, file: TableFile) -> Self {
        Self {
            encoder,
            file,
            columns: TreeColumns::default(),
            rows: 0,
            all: 0,
        }
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn push(&mut self, row: &TreeRow<'_>) -> Result<(), TableError> {
        self.columns.push(row);
        self.rows += 1;
        self.all += 1;
        if self.rows == GROUP_ROWS {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), TableError> {
        self.rows = 0;
        let columns = self.columns.take().map_err(too_much_text(&TREE))?;
        self.file.append_whole(&self.encoder, columns)
    }

    /// Closes the file, and returns the number of its rows.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn finish(mut self) -> Result<u64, TableError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()?;
        Ok(self.all)
    }
}
