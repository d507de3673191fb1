//! Files of rows that are complete when they are written, and come in order.

use arrow_array::ArrayRef;
use audit960_types::tables::{
    CASTLING, CastlingColumns, DUPLICATES, DuplicateColumns, ENDINGS, EndingColumns, KNOWN,
    KnownColumns, PLAYERS, PlayerColumns, SPLITS, START_POSITIONS, SplitColumns,
    StartPositionColumns, TREE, TableSchema, TreeColumns,
};
use audit960_types::{
    CastlingRow, DuplicateRow, EndingRow, KnownRow, PlayerRow, SplitRow, StartPositionRow, TreeRow,
};

use crate::NewFiles;
use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::too_much_text;
use crate::tables::encode::{EncodedColumn, Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFile;

/// Columns under construction.
pub trait RowColumns: Default {
    /// Their table.
    const TABLE: &'static TableSchema;

    /// Takes the rows so far. The error is the name of a column that became too large.
    ///
    /// # Errors
    /// If a column would hold more than 2 GiB of text.
    fn take(&mut self) -> Result<Vec<ArrayRef>, &'static str>;
}

/// A row that is complete.
pub trait WholeRow {
    /// Its table's columns.
    type Columns: RowColumns;

    /// Appends it to columns.
    fn push_to(&self, columns: &mut Self::Columns);
}

impl<R: WholeRow> WholeRow for &R {
    type Columns = R::Columns;

    fn push_to(&self, columns: &mut Self::Columns) {
        (*self).push_to(columns);
    }
}

macro_rules! whole_rows {
    ($($row:ty: $columns:ident of $table:ident;)+) => {
        $(
            impl RowColumns for $columns<ArrowColumns> {
                const TABLE: &'static TableSchema = &$table;

                fn take(&mut self) -> Result<Vec<ArrayRef>, &'static str> {
                    self.take()
                }
            }

            impl WholeRow for $row {
                type Columns = $columns<ArrowColumns>;

                fn push_to(&self, columns: &mut Self::Columns) {
                    columns.push(self);
                }
            }
        )+
    };
}

whole_rows! {
    DuplicateRow<'_>: DuplicateColumns of DUPLICATES;
    StartPositionRow: StartPositionColumns of START_POSITIONS;
    CastlingRow: CastlingColumns of CASTLING;
    TreeRow<'_>: TreeColumns of TREE;
    KnownRow: KnownColumns of KNOWN;
    EndingRow<'_>: EndingColumns of ENDINGS;
    PlayerRow<'_>: PlayerColumns of PLAYERS;
    SplitRow: SplitColumns of SPLITS;
}

/// Rows of a row group of `tree` and `players`: who asks for a position or a player reads one.
pub(crate) const GROUP_ROWS: usize = 1 << 14;

/// The rows so far, encoded as a row group.
pub(crate) fn encode<C: RowColumns>(
    encoder: &TableEncoder,
    columns: &mut C,
) -> Result<Vec<EncodedColumn>, TableError> {
    encoder.encode_whole(columns.take().map_err(too_much_text(C::TABLE))?)
}

/// A file under construction, and the row group that is being filled.
pub struct RowFile<C> {
    encoder: TableEncoder,
    file: TableFile,
    columns: C,
    rows: usize,
    group_rows: usize,
}

/// A file of table `players`.
pub type PlayerFile = RowFile<PlayerColumns<ArrowColumns>>;

/// The path of a file in its dataset, by its number.
pub(crate) fn part_path(table: &TableSchema, number: usize) -> String {
    format!("{}/part-{number:05}.parquet", table.name)
}

impl<C: RowColumns> RowFile<C> {
    /// Begins a file of a table that has many, by its number.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be created.
    pub fn part(files: &NewFiles, number: usize) -> Result<Self, TableError> {
        Self::create(files, &part_path(C::TABLE, number), GROUP_ROWS)
    }

    /// A file without rows so far, at a path in its dataset; `group_rows` is the number of rows of a row group.
    pub(crate) fn create(
        files: &NewFiles,
        path: &str,
        group_rows: usize,
    ) -> Result<Self, TableError> {
        let encoder = TableEncoder::new(C::TABLE, Rows::Whole)?;
        Ok(Self {
            file: TableFile::create(&encoder, files, path)?,
            encoder,
            columns: C::default(),
            rows: 0,
            group_rows: group_rows.max(1),
        })
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if it cannot be written, [`TableError::TooMuchText`] if a row group would
    /// hold more than 2 GiB of text.
    pub fn push<R: WholeRow<Columns = C>>(&mut self, row: &R) -> Result<(), TableError> {
        row.push_to(&mut self.columns);
        self.rows += 1;
        match self.rows < self.group_rows {
            true => Ok(()),
            false => self.end_group(),
        }
    }

    fn end_group(&mut self) -> Result<(), TableError> {
        self.rows = 0;
        self.file.append(encode(&self.encoder, &mut self.columns)?)
    }

    /// Closes the file.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn finish(mut self) -> Result<(), TableError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()
    }
}

/// Writes a table that is one file of one row group.
///
/// # Errors
/// As [`RowFile::push`]; [`TableError::Folder`] with the path if the file cannot be created.
pub fn write_rows<R: WholeRow>(
    files: &NewFiles,
    rows: impl IntoIterator<Item = R>,
) -> Result<(), TableError> {
    let path = <R::Columns as RowColumns>::TABLE.path;
    let mut file = RowFile::<R::Columns>::create(files, path, usize::MAX)?;
    rows.into_iter().try_for_each(|row| file.push(&row))?;
    file.finish()
}
