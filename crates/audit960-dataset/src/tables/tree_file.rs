//! Files of table `tree`, whose row groups any thread encodes.

use std::sync::Arc;

use audit960_types::tables::{TREE, TreeColumns};
use parking_lot::Mutex;

use crate::NewFiles;
use crate::tables::buffers::ArrowColumns;
use crate::tables::encode::{EncodedColumn, Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFile;
use crate::tables::row_file::{GROUP_ROWS, encode, part_path};

/// A file under construction: rows that are sorted.
pub struct TreeFile {
    encoder: Arc<TableEncoder>,
    file: TableFile,
}

/// A row group that is being filled.
pub type TreeGroup = TreeColumns<ArrowColumns>;

impl TreeFile {
    /// Rows of a row group, about.
    pub const GROUP_ROWS: usize = GROUP_ROWS;

    /// Begins a file, by its number.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be created.
    pub fn create(files: &NewFiles, number: usize) -> Result<Self, TableError> {
        let encoder = TableEncoder::new(&TREE, Rows::Whole)?;
        let file = TableFile::create(&encoder, files, &part_path(&TREE, number))?;
        Ok(Self {
            encoder: Arc::new(encoder),
            file,
        })
    }

    /// What encodes its row groups.
    #[must_use]
    pub fn groups(&self) -> TreeGroups {
        TreeGroups {
            encoder: Arc::clone(&self.encoder),
            empty: Mutex::default(),
        }
    }

    /// Appends a row group, whose rows follow those before.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written.
    pub fn append(&mut self, group: Vec<EncodedColumn>) -> Result<(), TableError> {
        self.file.append(group)
    }

    /// Closes the file.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written.
    pub fn finish(self) -> Result<(), TableError> {
        self.file.close()
    }
}

/// Encodes row groups of a file, on any thread.
pub struct TreeGroups {
    encoder: Arc<TableEncoder>,
    /// Those that are not being filled: they have room for the rows of the next one.
    empty: Mutex<Vec<TreeGroup>>,
}

impl TreeGroups {
    /// The row group that `fill` appends rows to, as it is written.
    ///
    /// # Errors
    /// That of `fill`; [`TableError::Encode`] if it has too much text.
    pub fn encode<E: From<TableError>>(
        &self,
        fill: impl FnOnce(&mut TreeGroup) -> Result<(), E>,
    ) -> Result<Vec<EncodedColumn>, E> {
        let mut group = self.empty.lock().pop().unwrap_or_default();
        fill(&mut group)?;
        let encoded = encode(&self.encoder, &mut group)?;
        self.empty.lock().push(group);
        Ok(encoded)
    }
}
