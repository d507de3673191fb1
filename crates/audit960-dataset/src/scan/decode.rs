//! Typed access to the rows of an answer.

use crate::Table;
use audit960_types::Cell;
use audit960_types::tables::{FromCell, ReadRow};

/// A column that is missing, or a value of another type than the schema gives it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// The answer has no such column.
    #[error("column {0} is missing")]
    Missing(String),
    /// The column holds a value that no audit writes there.
    #[error("column {column} cannot hold {value}")]
    Unexpected {
        /// The column.
        column: String,
        /// What it holds.
        value: String,
    },
}

type Result<T> = std::result::Result<T, RowError>;

/// The rows of an answer, in order.
pub fn rows(table: &Table) -> impl Iterator<Item = DatasetRow<'_>> {
    (0..table.rows()).map(move |row| DatasetRow { table, row })
}

/// A row of an answer. A value of another type than the schema gives it is an error: a dataset may
/// come from anywhere.
#[derive(Clone, Copy, Debug)]
pub struct DatasetRow<'a> {
    /// The answer.
    pub table: &'a Table,
    /// The row, from 0.
    pub row: usize,
}

impl DatasetRow<'_> {
    fn cell(&self, name: &str) -> Result<Cell<'_>> {
        match self.table.column(name) {
            Some(column) => Ok(column.cell(self.row)),
            None => Err(RowError::Missing(name.to_owned())),
        }
    }

    /// The value of a column; an optional one is `None` where it is null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn get<T: FromCell>(&self, name: &str) -> Result<T> {
        let value = T::from_cell(self.cell(name)?);
        value.ok_or_else(|| RowError::Unexpected {
            column: name.to_owned(),
            value: self
                .cell(name)
                .map_or_else(|error| error.to_string(), |cell| format!("{cell:?}")),
        })
    }
}

impl ReadRow for DatasetRow<'_> {
    type Error = RowError;

    fn has(&self, column: &str) -> bool {
        self.table.column(column).is_some()
    }

    fn value<V: FromCell>(&self, column: &str) -> Result<V> {
        self.get(column)
    }

    fn unexpected(&self, column: &str, value: &str) -> RowError {
        RowError::Unexpected {
            column: column.to_owned(),
            value: format!("{value:?}"),
        }
    }
}

/// Declares what is decoded from rows of a table: a structure whose fields are columns. Its constant `COLUMNS`
/// lists them for a scan, its function `of` decodes a row.
#[macro_export]
macro_rules! row_of {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($column:ident: $type:ty),+ $(,)? }) => {
        $(#[$meta])*
        $visibility struct $name {
            $($column: $type),+
        }

        impl $name {
            /// Its columns.
            $visibility const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),+];

            /// Decodes a row.
            $visibility fn of(row: &$crate::DatasetRow<'_>) -> Result<Self, $crate::RowError> {
                Ok(Self { $($column: row.get(stringify!($column))?),+ })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;
    use audit960_types::Side;

    #[test]
    fn values_that_no_audit_writes_are_errors() {
        let table = Table::new(vec![
            Column::new(
                "side",
                vec![Some("white".to_owned()), Some("red".to_owned()), None],
            ),
            Column::new("ply", vec![Some(7_i64), Some(-1), None]),
        ]);
        let row = |row| DatasetRow { table: &table, row };
        let side = |at| row(at).get::<Side>("side");
        assert_eq!(side(0).unwrap(), Side::White);
        assert_eq!(
            side(1).unwrap_err().to_string(),
            "column side cannot hold Text(\"red\")"
        );
        assert!(side(2).is_err());
        assert_eq!(row(0).get::<u32>("ply").unwrap(), 7);
        assert!(row(1).get::<u32>("ply").is_err());
        assert!(row(2).get::<u32>("ply").is_err());
        assert_eq!(row(2).get::<Option<u32>>("ply").unwrap(), None);
        assert!(row(0).get::<String>("ply").is_err());
        assert_eq!(
            row(0).get::<String>("date").unwrap_err().to_string(),
            "column date is missing"
        );
    }
}
