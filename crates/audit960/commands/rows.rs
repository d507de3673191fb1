//! Rows of an answer, as the types their columns have.

use anyhow::{Context as _, anyhow};
use audit960_types::{Cell, Frame};

/// The rows of an answer, in order.
pub(crate) fn rows(frame: &Frame) -> impl Iterator<Item = Row<'_>> {
    (0..frame.rows()).map(move |row| Row { frame, row })
}

/// A row of an answer. A value of another type than the schema gives it is an error: a dataset may
/// come from anywhere.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) row: usize,
}

impl Row<'_> {
    fn cell(&self, name: &str) -> anyhow::Result<Cell<'_>> {
        let column = self.frame.column(name);
        Ok(column
            .with_context(|| format!("column {name} is missing"))?
            .cell(self.row))
    }

    fn odd(name: &str, cell: Cell<'_>) -> anyhow::Error {
        anyhow!("column {name} cannot hold {cell:?}")
    }

    pub(crate) fn maybe_text(&self, name: &str) -> anyhow::Result<Option<String>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            Cell::Text(text) => Ok(Some(text.to_owned())),
            other => Err(Self::odd(name, other)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> anyhow::Result<String> {
        self.maybe_text(name)?
            .ok_or_else(|| Self::odd(name, Cell::Null))
    }

    pub(crate) fn maybe_number<T: TryFrom<i64>>(&self, name: &str) -> anyhow::Result<Option<T>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            cell @ Cell::Int(value) => T::try_from(value)
                .map(Some)
                .map_err(|_| Self::odd(name, cell)),
            other => Err(Self::odd(name, other)),
        }
    }

    pub(crate) fn number<T: TryFrom<i64>>(&self, name: &str) -> anyhow::Result<T> {
        self.maybe_number(name)?
            .ok_or_else(|| Self::odd(name, Cell::Null))
    }

    pub(crate) fn maybe_float(&self, name: &str) -> anyhow::Result<Option<f64>> {
        match self.cell(name)? {
            Cell::Null => Ok(None),
            Cell::Float(value) => Ok(Some(value)),
            other => Err(Self::odd(name, other)),
        }
    }

    pub(crate) fn truth(&self, name: &str) -> anyhow::Result<bool> {
        match self.cell(name)? {
            Cell::Bool(value) => Ok(value),
            other => Err(Self::odd(name, other)),
        }
    }

    /// One of the strings of an enumeration.
    pub(crate) fn label<T: Copy>(
        &self,
        name: &str,
        all: &[T],
        as_str: impl Fn(T) -> &'static str,
    ) -> anyhow::Result<T> {
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
    fn values_that_no_audit_writes_are_told() {
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
        assert_eq!(row(2).maybe_number::<u32>("ply").unwrap(), None);
        assert!(row(0).text("ply").is_err());
        assert_eq!(
            row(0).text("date").unwrap_err().to_string(),
            "column date is missing"
        );
    }
}
