//! Tables of many files, each written row by row when all games are known: `tree` and `players`.

use std::io::Write;
use std::path::Path;

use arrow_array::ArrayRef;
use audit960_dataset::NewFiles;
use audit960_types::tables::{PLAYERS, PlayerColumns, TREE, TableSchema, TreeColumns};
use audit960_types::{PlayerRow, TreeRow};

use crate::buffers::ArrowColumns;
use crate::chunk::too_much_text;
use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::files::TableFile;

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

/// A file under construction, and the row group that is being filled.
struct PartFile<C> {
    encoder: TableEncoder,
    file: TableFile,
    columns: C,
    rows: usize,
    all: u64,
}

impl<C: Columns> PartFile<C> {
    fn create(files: &NewFiles, number: usize) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(C::TABLE)?;
        let file = TableFile::create(&encoder, files, &part_path(C::TABLE, number))?;
        Ok(Self::new(encoder, file))
    }

    fn to(path: &Path, target: Box<dyn Write + Send>) -> Result<Self, TableError> {
        let encoder = TableEncoder::whole(C::TABLE)?;
        let file = TableFile::to(&encoder, path.to_owned(), target)?;
        Ok(Self::new(encoder, file))
    }

    fn new(encoder: TableEncoder, file: TableFile) -> Self {
        Self {
            encoder,
            file,
            columns: C::default(),
            rows: 0,
            all: 0,
        }
    }

    /// Counts a row that was appended to the columns.
    fn pushed(&mut self) -> Result<(), TableError> {
        self.rows += 1;
        self.all += 1;
        if self.rows == GROUP_ROWS {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), TableError> {
        self.rows = 0;
        let columns = self.columns.take().map_err(too_much_text(C::TABLE))?;
        self.file.append_whole(&self.encoder, columns)
    }

    fn finish(mut self) -> Result<u64, TableError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()?;
        Ok(self.all)
    }
}

/// The path of a file in its dataset, by its number.
fn part_path(table: &TableSchema, number: usize) -> String {
    format!("{}/part-{number:05}.parquet", table.name)
}

/// Declares a file of a table whose rows are complete, and what begins such files in a dataset.
macro_rules! part_file {
    ($file:ident, $files:ident, $columns:ident of $row:ident, $table:ident, $name:literal) => {
        #[doc = concat!("A file of table `", $name, "` under construction: rows that are sorted.")]
        pub struct $file(PartFile<$columns<ArrowColumns>>);

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
                PartFile::create(&self.0, number).map($file)
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
                PartFile::to(path, target).map(Self)
            }

            /// Appends a row.
            ///
            /// # Errors
            /// [`TableError::Io`] with the path if it cannot be written.
            pub fn push(&mut self, row: &$row<'_>) -> Result<(), TableError> {
                self.0.columns.push(row);
                self.0.pushed()
            }

            /// Closes the file, and returns the number of its rows.
            ///
            /// # Errors
            /// [`TableError::Io`] with the path if it cannot be written.
            pub fn finish(self) -> Result<u64, TableError> {
                self.0.finish()
            }
        }
    };
}

part_file!(TreeFile, TreeFiles, TreeColumns of TreeRow, TREE, "tree");
part_file!(PlayerFile, PlayerFiles, PlayerColumns of PlayerRow, PLAYERS, "players");
