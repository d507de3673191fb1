//! Tables of many files, each written when all games are known: `tree` by row groups, `players` row by row.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::NewFiles;
use arrow_array::ArrayRef;
use audit960_types::tables::{PLAYERS, PlayerColumns, TREE, TableSchema, TreeColumns};
use audit960_types::{PlayerRow, TreeRow};

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::too_much_text;
use crate::tables::encode::{ColumnChunk, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFile;

/// Rows of a row group: who asks for a position or a player reads one.
const GROUP_ROWS: usize = 1 << 14;

/// Columns under construction.
trait Columns: Default {
    const TABLE: &'static TableSchema;

    fn take(&mut self) -> Result<Vec<ArrayRef>, &'static str>;
}

impl Columns for TreeColumns<ArrowColumns> {
    const TABLE: &'static TableSchema = &TREE;

    fn take(&mut self) -> Result<Vec<ArrayRef>, &'static str> {
        self.take()
    }
}

impl Columns for PlayerColumns<ArrowColumns> {
    const TABLE: &'static TableSchema = &PLAYERS;

    fn take(&mut self) -> Result<Vec<ArrayRef>, &'static str> {
        self.take()
    }
}

/// A row group that is being filled, by any thread.
struct PartGroup<C> {
    encoder: Arc<TableEncoder>,
    columns: C,
    rows: usize,
}

impl<C: Columns> PartGroup<C> {
    fn new(encoder: &Arc<TableEncoder>) -> Self {
        Self {
            encoder: Arc::clone(encoder),
            columns: C::default(),
            rows: 0,
        }
    }

    fn encode(&mut self) -> Result<EncodedGroup, TableError> {
        let columns = self.columns.take().map_err(too_much_text(C::TABLE))?;
        Ok(EncodedGroup {
            columns: self.encoder.encode_whole(columns)?,
            rows: std::mem::take(&mut self.rows),
        })
    }
}

/// A row group as it is written.
pub struct EncodedGroup {
    columns: Vec<ColumnChunk>,
    rows: usize,
}

/// A file under construction.
struct PartFile {
    encoder: Arc<TableEncoder>,
    file: TableFile,
    rows: u64,
}

impl PartFile {
    fn create(
        table: &'static TableSchema,
        files: &NewFiles,
        number: usize,
    ) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(table)?;
        let file = TableFile::create(&encoder, files, &part_path(table, number))?;
        Ok(Self::new(encoder, file))
    }

    fn to(
        table: &'static TableSchema,
        path: &Path,
        target: Box<dyn Write + Send>,
    ) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(table)?;
        let file = TableFile::to(&encoder, path.to_owned(), target)?;
        Ok(Self::new(encoder, file))
    }

    fn new(encoder: TableEncoder, file: TableFile) -> Self {
        Self {
            encoder: Arc::new(encoder),
            file,
            rows: 0,
        }
    }

    fn append(&mut self, group: EncodedGroup) -> Result<(), TableError> {
        self.rows += group.rows as u64;
        self.file.append(group.columns)
    }

    fn finish(self) -> Result<u64, TableError> {
        self.file.close()?;
        Ok(self.rows)
    }
}

/// The path of a file in its dataset, by its number.
fn part_path(table: &TableSchema, number: usize) -> String {
    format!("{}/part-{number:05}.parquet", table.name)
}

/// Declares what begins the files of a table whose rows are complete, in a dataset or elsewhere.
macro_rules! part_files {
    ($file:ident, $files:ident, $table:ident, $name:literal) => {
        #[doc = concat!("Begins the files of table `", $name, "` of a dataset under construction.")]
        #[derive(Clone, Debug)]
        pub struct $files(NewFiles);

        impl $files {
            pub(crate) const fn of(files: NewFiles) -> Self {
                Self(files)
            }

            /// Begins a file, by its number.
            ///
            /// # Errors
            /// [`TableError::Io`] or [`TableError::Folder`] with the path if it cannot be created.
            pub fn create(&self, number: usize) -> Result<$file, TableError> {
                PartFile::create(&$table, &self.0, number).map($file::of)
            }
        }

        impl $file {
            /// The path of a file in its dataset, by its number.
            #[must_use]
            pub fn path(number: usize) -> String {
                part_path(&$table, number)
            }

            /// A file that is written to `target`; errors name it `path`.
            ///
            /// # Errors
            /// [`TableError::Io`] if it cannot be written.
            pub fn to(path: &Path, target: Box<dyn Write + Send>) -> Result<Self, TableError> {
                PartFile::to(&$table, path, target).map(Self::of)
            }
        }
    };
}

part_files!(TreeFile, TreeFiles, TREE, "tree");
part_files!(PlayerFile, PlayerFiles, PLAYERS, "players");

/// A file of table `tree` under construction: row groups that any thread encodes.
pub struct TreeFile(PartFile);

impl TreeFile {
    /// Rows of a row group, about: who asks for a position reads one.
    pub const GROUP_ROWS: usize = GROUP_ROWS;

    const fn of(file: PartFile) -> Self {
        Self(file)
    }

    /// What encodes its row groups.
    #[must_use]
    pub fn groups(&self) -> TreeGroups {
        TreeGroups {
            encoder: Arc::clone(&self.0.encoder),
            empty: Mutex::default(),
        }
    }

    /// Appends a row group, whose rows follow those before.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn append(&mut self, group: EncodedGroup) -> Result<(), TableError> {
        self.0.append(group)
    }

    /// Closes the file, and returns the number of its rows.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn finish(self) -> Result<u64, TableError> {
        self.0.finish()
    }
}

/// Encodes row groups of a file of table `tree`, on any thread.
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
    ) -> Result<EncodedGroup, E> {
        let empty = self.empty().pop();
        let mut group = empty.unwrap_or_else(|| TreeGroup(PartGroup::new(&self.encoder)));
        fill(&mut group)?;
        let encoded = group.0.encode()?;
        self.empty().push(group);
        Ok(encoded)
    }

    fn empty(&self) -> MutexGuard<'_, Vec<TreeGroup>> {
        self.empty.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A row group of table `tree` that is being filled: rows that are sorted.
pub struct TreeGroup(PartGroup<TreeColumns<ArrowColumns>>);

impl TreeGroup {
    /// Appends a row.
    pub fn push(&mut self, row: &TreeRow<'_>) {
        self.0.columns.push(row);
        self.0.rows += 1;
    }
}

/// A file of table `players` under construction: rows that are sorted.
pub struct PlayerFile {
    file: PartFile,
    group: PartGroup<PlayerColumns<ArrowColumns>>,
}

impl PlayerFile {
    fn of(file: PartFile) -> Self {
        Self {
            group: PartGroup::new(&file.encoder),
            file,
        }
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn push(&mut self, row: &PlayerRow<'_>) -> Result<(), TableError> {
        self.group.columns.push(row);
        self.group.rows += 1;
        match self.group.rows < GROUP_ROWS {
            true => Ok(()),
            false => self.file.append(self.group.encode()?),
        }
    }

    /// Closes the file, and returns the number of its rows.
    ///
    /// # Errors
    /// [`TableError::Io`] with the path if it cannot be written.
    pub fn finish(mut self) -> Result<u64, TableError> {
        if self.group.rows > 0 {
            self.file.append(self.group.encode()?)?;
        }
        self.file.finish()
    }
}
