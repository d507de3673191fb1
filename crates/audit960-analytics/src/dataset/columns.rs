//! Converts columns to types of the workspace.

use audit960_board::start::Start;
use audit960_tables::{Ints, Rows, Texts};
use audit960_types::GameResult;

use super::{Dataset, DatasetError};

/// Reads a column of labels. Neighbouring rows are mostly alike, so the last label is tried first.
#[derive(Debug)]
pub struct LabelReader<'r, T: 'static> {
    column: Texts<'r>,
    all: &'static [T],
    as_str: fn(T) -> &'static str,
    last: Option<T>,
}

impl<'r, T: Copy> LabelReader<'r, T> {
    /// A reader of a column that holds these labels.
    ///
    /// # Errors
    /// If the column is missing or holds no text.
    pub fn of(
        rows: &'r Rows,
        column: &str,
        all: &'static [T],
        as_str: fn(T) -> &'static str,
    ) -> Result<Self, DatasetError> {
        Ok(Self {
            column: rows.texts(column)?,
            all,
            as_str,
            last: None,
        })
    }

    /// The label in a row; `None` for null and for strings that are not labels.
    pub fn get(&mut self, row: usize) -> Option<T> {
        let text = self.column.get(row)?;
        let as_str = self.as_str;
        if self.last.is_none_or(|last| as_str(last) != text) {
            self.last = self.all.iter().copied().find(|it| as_str(*it) == text);
        }
        self.last
    }
}

impl<'r> LabelReader<'r, GameResult> {
    /// A reader of column `result`.
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
