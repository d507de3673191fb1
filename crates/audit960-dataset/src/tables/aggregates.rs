//! The tables that are computed once, at the end, and are one file each.

use crate::{Adoption, NewFiles};
use arrow_array::{Array as _, ArrayRef};
use audit960_types::tables::{
    CASTLING, CastlingColumns, ENDINGS, EndingColumns, KNOWN, KnownColumns, START_POSITIONS,
    StartPositionColumns, TableSchema,
};
use audit960_types::{CastlingRow, EndingRow, KnownRow, StartPositionRow};

use crate::tables::buffers::ArrowColumns;
use crate::tables::chunk::too_much_text;
use crate::tables::encode::TableEncoder;
use crate::tables::error::TableError;
use crate::tables::files::TableFile;

/// The rows of such a table, as columns.
pub struct AggregateTable {
    schema: &'static TableSchema,
    columns: Vec<ArrayRef>,
}

impl AggregateTable {
    /// Table `start_positions`.
    ///
    /// # Errors
    /// [`TableError::TooMuchText`] if a column would hold more than 2 GiB of text, here as in the others.
    pub fn start_positions(rows: &[StartPositionRow]) -> Result<Self, TableError> {
        let mut columns = StartPositionColumns::<ArrowColumns>::default();
        rows.iter().for_each(|row| columns.push(row));
        Self::of(&START_POSITIONS, columns.take())
    }

    /// Table `castling`.
    ///
    /// # Errors
    /// As [`Self::start_positions`].
    pub fn castling(rows: &[CastlingRow]) -> Result<Self, TableError> {
        let mut columns = CastlingColumns::<ArrowColumns>::default();
        rows.iter().for_each(|row| columns.push(row));
        Self::of(&CASTLING, columns.take())
    }

    /// Table `known`.
    ///
    /// # Errors
    /// As [`Self::start_positions`].
    pub fn known(rows: &[KnownRow]) -> Result<Self, TableError> {
        let mut columns = KnownColumns::<ArrowColumns>::default();
        rows.iter().for_each(|row| columns.push(row));
        Self::of(&KNOWN, columns.take())
    }

    /// Table `endings`.
    ///
    /// # Errors
    /// As [`Self::start_positions`].
    pub fn endings<'a>(rows: impl IntoIterator<Item = EndingRow<'a>>) -> Result<Self, TableError> {
        let mut columns = EndingColumns::<ArrowColumns>::default();
        rows.into_iter().for_each(|row| columns.push(&row));
        Self::of(&ENDINGS, columns.take())
    }

    fn of(
        schema: &'static TableSchema,
        columns: Result<Vec<ArrayRef>, &'static str>,
    ) -> Result<Self, TableError> {
        let columns = columns.map_err(too_much_text(schema))?;
        Ok(Self { schema, columns })
    }

    /// Writes it into a dataset under construction.
    pub(crate) fn write(self, files: &NewFiles) -> Result<(), TableError> {
        let encoder = TableEncoder::whole(self.schema)?;
        let file = TableFile::create(&encoder, files, self.schema.path)?;
        self.write_to(file, &encoder).map(|_| ())
    }

    /// Writes its rows as a file, and returns their number.
    fn write_to(self, mut file: TableFile, encoder: &TableEncoder) -> Result<u64, TableError> {
        let rows = self.columns.first().map_or(0, |column| column.len() as u64);
        file.append_whole(encoder, self.columns)?;
        file.close()?;
        Ok(rows)
    }

    /// Adds it to a dataset whose other tables were written elsewhere.
    ///
    /// # Errors
    /// [`TableError::Io`] or [`TableError::Folder`] with the path if it cannot be written.
    pub fn adopt(self, adoption: &mut Adoption) -> Result<(), TableError> {
        let path = self.schema.path;
        let encoder = TableEncoder::whole(self.schema)?;
        let target = Box::new(adoption.create(path)?);
        let file = TableFile::to(&encoder, path.into(), target)?;
        let rows = self.write_to(file, &encoder)?;
        Ok(adoption.enter(path, rows)?)
    }

    /// Writes it into a folder.
    #[cfg(test)]
    pub(crate) fn write_into(self, dir: &std::path::Path) -> std::path::PathBuf {
        let path = dir.join(self.schema.path);
        let target = Box::new(std::fs::File::create(&path).unwrap());
        let encoder = TableEncoder::whole(self.schema).unwrap();
        let file = TableFile::to(&encoder, path.clone(), target).unwrap();
        self.write_to(file, &encoder).unwrap();
        path
    }
}
