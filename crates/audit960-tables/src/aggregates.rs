//! The tables that are computed once, at the end: `start_positions` and `castling`.

use arrow_array::{Array as _, ArrayRef};
use audit960_dataset::Adoption;
use audit960_types::tables::{CASTLING, CastlingColumns, START_POSITIONS, StartPositionColumns};
use audit960_types::{CastlingRow, StartPositionRow};

use crate::buffers::ArrowColumns;
use crate::chunk::too_much_text;
use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::files::TableFile;

/// Adds tables `start_positions` and `castling` to a dataset whose other tables were written elsewhere.
///
/// # Errors
/// [`TableError::Io`] or [`TableError::Folder`] with the path if they cannot be written.
pub fn adopt_aggregates(
    adoption: &mut Adoption,
    starts: &[StartPositionRow],
    castles: &[CastlingRow],
) -> Result<(), TableError> {
    let tables = [
        (&START_POSITIONS, start_positions(starts)?),
        (&CASTLING, castling(castles)?),
    ];
    for (table, columns) in tables {
        let rows = columns.first().map_or(0, |column| column.len() as u64);
        let encoder = TableEncoder::whole(table)?;
        let target = Box::new(adoption.create(table.path)?);
        let mut file = TableFile::to(&encoder, table.path.into(), target)?;
        file.append_whole(&encoder, columns)?;
        file.close()?;
        adoption.enter(table.path, rows)?;
    }
    Ok(())
}

/// The columns of table `start_positions`.
pub(crate) fn start_positions(rows: &[StartPositionRow]) -> Result<Vec<ArrayRef>, TableError> {
    let mut columns = StartPositionColumns::<ArrowColumns>::default();
    rows.iter().for_each(|row| columns.push(row));
    columns.take().map_err(too_much_text(&START_POSITIONS))
}

/// The columns of table `castling`.
pub(crate) fn castling(rows: &[CastlingRow]) -> Result<Vec<ArrayRef>, TableError> {
    let mut columns = CastlingColumns::<ArrowColumns>::default();
    rows.iter().for_each(|row| columns.push(row));
    columns.take().map_err(too_much_text(&CASTLING))
}
