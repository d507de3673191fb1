//! Converts columns to types of the workspace.

use audit960_board::start::Start;
use audit960_tables::{Ints, MappedTexts, Rows};
use audit960_types::GameResult;

use super::{Dataset, DatasetError};

/// A column of labels.
#[derive(Clone, Debug)]
pub struct LabelColumn<'r, T> {
    labels: MappedTexts<'r, Option<T>>,
}

impl<'r, T: Copy> LabelColumn<'r, T> {
    /// The column, whose labels are these.
    ///
    /// # Errors
    /// If the column is missing or holds no text.
    pub fn of(
        rows: &'r Rows,
        column: &str,
        all: &'static [T],
        as_str: fn(T) -> &'static str,
    ) -> Result<Self, DatasetError> {
        let label = |text: &str| all.iter().copied().find(|it| as_str(*it) == text);
        Ok(Self {
            labels: rows.mapped(column, label)?,
        })
    }

    /// The label in a row; `None` for null and for strings that are not labels.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<T> {
        self.labels.get(row).flatten()
    }
}

impl<'r> LabelColumn<'r, GameResult> {
    /// Column `result`.
    pub(super) fn results(rows: &'r Rows) -> Result<Self, DatasetError> {
        Self::of(rows, "result", GameResult::ALL, GameResult::as_str)
    }
}

/// A column of start positions, given by Scharnagl number.
pub(super) struct Starts<'r> {
    dataset: &'r Dataset,
    numbers: Ints<'r>,
}

impl<'r> Starts<'r> {
    pub(super) fn of(
        dataset: &'r Dataset,
        rows: &'r Rows,
        column: &str,
    ) -> Result<Self, DatasetError> {
        Ok(Self {
            dataset,
            numbers: rows.ints(column)?,
        })
    }

    /// The start position in a row.
    pub(super) fn get(&self, row: usize) -> Result<Start, DatasetError> {
        self.dataset.start(self.numbers.get(row))
    }
}

impl Dataset {
    /// The start position of a Scharnagl number in a table.
    pub(super) fn start(&self, number: Option<i64>) -> Result<Start, DatasetError> {
        number
            .and_then(|number| u16::try_from(number).ok())
            .and_then(Start::new)
            .ok_or_else(|| DatasetError::InvalidStart {
                path: self.dir.clone(),
                number,
            })
    }
}
