//! Rows read back from a dataset: the inverse of the declarations.

use std::fmt;
use std::marker::PhantomData;

use super::FromCell;

/// A row whose columns can be asked by name. A dataset may come from anywhere, so any value may be missing or wrong.
pub trait ReadRow {
    /// A column is missing, or holds what no audit writes there.
    type Error;

    /// Whether there is such a column.
    fn has(&self, column: &str) -> bool;

    /// The value of a column; an optional one is `None` where it is null.
    ///
    /// # Errors
    /// If the column is missing or holds something else.
    fn value<V: FromCell>(&self, column: &str) -> Result<V, Self::Error>;

    /// The error for a value of a column that cannot be read.
    fn unexpected(&self, column: &str, value: &str) -> Self::Error;
}

/// A row of the table that is filled from `F`, with a method for each column that is declared: no other place spells
/// their names.
pub struct ReadColumns<'r, R, F> {
    /// The row.
    pub row: &'r R,
    facts: PhantomData<F>,
}

impl<'r, R: ReadRow, F> ReadColumns<'r, R, F> {
    /// The columns of a row.
    pub const fn of(row: &'r R) -> Self {
        Self {
            row,
            facts: PhantomData,
        }
    }
}

impl<R: fmt::Debug, F> fmt::Debug for ReadColumns<'_, R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReadColumns").field(&self.row).finish()
    }
}
