//! The row that a task writes about its range.

use arrow_array::StructArray;
use arrow_schema::ArrowError;
use audit960_types::SplitRow;
use audit960_types::tables::{SPLITS, SplitColumns};

use crate::tables::buffers::ArrowColumns;

use super::select::struct_fields;

/// A row of table `splits`, as a structure.
pub(super) fn structure(row: &SplitRow) -> Result<StructArray, ArrowError> {
    let mut columns = SplitColumns::<ArrowColumns>::default();
    columns.push(row);
    let too_much =
        |column| ArrowError::InvalidArgumentError(format!("column {column} is too long"));
    let columns = columns.take().map_err(too_much)?;
    StructArray::try_new(struct_fields(&SPLITS), columns, None)
}
