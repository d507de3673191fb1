//! Typed access to the rows of an answer.

use audit960_types::{Cell, Frame};

/// A column that is missing, or a value of another type than the schema gives it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// The answer has no such column.
    #[error("column {0} is missing")]
    Missing(String),
    /// The column holds a value that no audit writes there.
    #[error("column {column} cannot hold {value}")]
    Odd {
        /// The column.
        column: String,
        /// What it holds.
        value: String,
    },
}

type Result<T> = std::result::Result<T, RowError>;

/// The rows of an answer, in order.
pub fn rows(frame: &Frame) -> impl Iterator<Item = Row<'_>> {
    (0..frame.rows()).map(move |row| Row { frame, row })
}

/// A row of an answer. A value of another type than the schema gives it is an error: a dataset may
/// come from anywhere.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The answer.
    pub frame: &'a Frame,
    /// The row, from 0.
    pub row: usize,
}

impl Row<'_> {
    fn cell(&self, name: &str) -> Result<Cell<'_>> {
        match self.frame.column(name) {
            Some(column) => Ok(column.cell(self.row)),
            None => Err(RowError::Missing(name.to_owned())),
        }
    }

    fn odd(name: &str, cell: Cell<'_>) -> RowError {
        RowError::Odd {
            column: name.to_owned(),
            value: format!("{cell:?}"),
        }
    }

    /// The text of a column, `None` where it is null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn opt_text(&self, name: &str) -> Result<Option<String>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            Cell::Text(text) => Ok(Some(text.to_owned())),
            other => Err(Self::odd(name, other)),
        }
    }

    /// The text of a column that is never null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn text(&self, name: &str) -> Result<String> {
        self.opt_text(name)?
            .ok_or_else(|| Self::odd(name, Cell::Null))
    }

    /// The number of a column, `None` where it is null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn opt_number<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            cell @ Cell::Int(value) => T::try_from(value)
                .map(Some)
                .map_err(|_| Self::odd(name, cell)),
            other => Err(Self::odd(name, other)),
        }
    }

    /// The number of a column that is never null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn number<T: TryFrom<i64>>(&self, name: &str) -> Result<T> {
        self.opt_number(name)?
            .ok_or_else(|| Self::odd(name, Cell::Null))
    }

    /// The list of numbers of a column that is never null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn numbers<T: std::str::FromStr>(&self, name: &str) -> Result<Vec<T>> {
        let cell = self.cell(name)?;
        let list = match cell {
            Cell::Text(text) => text.strip_prefix('[').and_then(|it| it.strip_suffix(']')),
            _ => None,
        };
        let numbers = |list: &str| {
            let numbers = list.split_terminator(',');
            numbers.map(|number| number.parse().ok()).collect()
        };
        list.and_then(numbers).ok_or_else(|| Self::odd(name, cell))
    }

    /// The floating-point number of a column, `None` where it is null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn opt_float(&self, name: &str) -> Result<Option<f64>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            Cell::Float(value) => Ok(Some(value)),
            other => Err(Self::odd(name, other)),
        }
    }

    /// The boolean of a column that is never null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn truth(&self, name: &str) -> Result<bool> {
        match self.cell(name)? {
            Cell::Bool(value) => Ok(value),
            other => Err(Self::odd(name, other)),
        }
    }

    /// The boolean of a column, `None` where it is null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn opt_bool(&self, name: &str) -> Result<Option<bool>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            Cell::Bool(value) => Ok(Some(value)),
            other => Err(Self::odd(name, other)),
        }
    }

    /// The value of an enumeration in a column that is never null.
    ///
    /// # Errors
    /// Where the column is missing or holds something else.
    pub fn label<T: Copy>(
        &self,
        name: &str,
        all: &[T],
        as_str: impl Fn(T) -> &'static str,
    ) -> Result<T> {
        let cell = self.cell(name)?;
        all.iter()
            .copied()
            .find(|&value| cell == Cell::Text(as_str(value)))
            .ok_or_else(|| Self::odd(name, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::{Column, Side};

    #[test]
    fn values_that_no_audit_writes_are_errors() {
        let frame = Frame::new(vec![
            Column::new(
                "side",
                vec![Some("white".to_owned()), Some("red".to_owned()), None],
            ),
            Column::new("ply", vec![Some(7_i64), Some(-1), None]),
        ]);
        let row = |row| Row { frame: &frame, row };
        let side = |at| row(at).label("side", Side::ALL, Side::as_str);
        assert_eq!(side(0).unwrap(), Side::White);
        assert_eq!(
            side(1).unwrap_err().to_string(),
            "column side cannot hold Text(\"red\")"
        );
        assert!(side(2).is_err());
        assert_eq!(row(0).number::<u32>("ply").unwrap(), 7);
        assert!(row(1).number::<u32>("ply").is_err());
        assert!(row(2).number::<u32>("ply").is_err());
        assert_eq!(row(2).opt_number::<u32>("ply").unwrap(), None);
        assert!(row(0).text("ply").is_err());
        assert_eq!(
            row(0).text("date").unwrap_err().to_string(),
            "column date is missing"
        );
    }
}
