//! Converts columns to types of the workspace.

use crate::tables::{Ints, MappedTexts, Rows};
use audit960_board::start::Start;
use audit960_types::Label;

use super::{Dataset, DatasetError};

/// A column of labels.
#[derive(Clone, Debug)]
pub struct LabelColumn<'r, T> {
    labels: MappedTexts<'r, Option<T>>,
}

impl<'r, T: Label> LabelColumn<'r, T> {
    /// The column with a name.
    ///
    /// # Errors
    /// If the column is missing or holds no text.
    pub fn of(rows: &'r Rows, column: &str) -> Result<Self, DatasetError> {
        Ok(Self {
            labels: rows.mapped(column, T::of_text)?,
        })
    }

    /// The label in a row; `None` for null and for strings that are not labels.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<T> {
        self.labels.get(row).flatten()
    }
}

/// A column of start positions, given by Scharnagl number.
#[derive(Clone, Debug)]
pub struct StartColumn<'r> {
    dataset: &'r Dataset,
    numbers: Ints<'r>,
}

impl<'r> StartColumn<'r> {
    /// The column with a name.
    ///
    /// # Errors
    /// If the column is missing or holds no numbers.
    pub fn of(dataset: &'r Dataset, rows: &'r Rows, column: &str) -> Result<Self, DatasetError> {
        Ok(Self {
            dataset,
            numbers: rows.ints(column)?,
        })
    }

    /// The start position in a row.
    ///
    /// # Errors
    /// If it is not a Scharnagl number.
    pub fn get(&self, row: usize) -> Result<Start, DatasetError> {
        self.dataset.start(self.numbers.get(row))
    }
}

impl Dataset {
    /// The start position of a Scharnagl number in a table.
    ///
    /// # Errors
    /// If it is none.
    pub fn start(&self, number: Option<i64>) -> Result<Start, DatasetError> {
        number
            .and_then(|number| u16::try_from(number).ok())
            .and_then(Start::new)
            .ok_or_else(|| DatasetError::InvalidStart {
                path: self.dir.clone(),
                number,
            })
    }
}
