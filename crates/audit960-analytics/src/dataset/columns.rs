//! From the engine's columns to numbers and text of our own.

use audit960_board::start::Start;
use audit960_types::{GameResult, ScoreTally};
use polars::prelude::{DataFrame, DataType, Expr, PolarsError, col, lit};

use super::{Dataset, DatasetError};

/// Games by result, as sums to be taken of a group: one column a result, named as it is written.
pub(super) fn score_sums() -> impl Iterator<Item = Expr> {
    GameResult::ALL.iter().map(|result| {
        let name = result.as_str();
        col("result").eq(lit(name)).sum().alias(name)
    })
}

/// Reads a column of labels. Neighbours are mostly alike, so the last one is tried first.
pub(super) struct LabelReader<T: 'static> {
    all: &'static [T],
    as_str: fn(T) -> &'static str,
    last: Option<T>,
}

impl<T: Copy> LabelReader<T> {
    /// A reader of these labels.
    pub(super) const fn new(all: &'static [T], as_str: fn(T) -> &'static str) -> Self {
        Self {
            all,
            as_str,
            last: None,
        }
    }

    /// The label; `None` for null and for what no audit writes.
    pub(super) fn read(&mut self, text: Option<&str>) -> Option<T> {
        let text = text?;
        let as_str = self.as_str;
        if self.last.is_none_or(|last| as_str(last) != text) {
            self.last = self.all.iter().copied().find(|it| as_str(*it) == text);
        }
        self.last
    }
}

/// The groups of an answer, one a row.
pub(super) struct Groups<'a> {
    dataset: &'a Dataset,
    frame: &'a DataFrame,
}

impl<'a> Groups<'a> {
    /// The rows of an answer about a dataset.
    pub(super) const fn new(dataset: &'a Dataset, frame: &'a DataFrame) -> Self {
        Self { dataset, frame }
    }

    /// The dataset.
    pub(super) const fn dataset(&self) -> &'a Dataset {
        self.dataset
    }

    /// The rows themselves.
    pub(super) const fn rows(&self) -> &'a DataFrame {
        self.frame
    }

    /// A column of whole numbers.
    pub(super) fn ints(&self, name: &str) -> Result<Vec<Option<i64>>, DatasetError> {
        let column = self.frame.column(name).and_then(|column| {
            let column = column.cast(&DataType::Int64)?;
            Ok(column.i64()?.iter().collect())
        });
        column.map_err(self.failure())
    }

    /// A column that counts something: null is nought.
    pub(super) fn counts(&self, name: &str) -> Result<Vec<u64>, DatasetError> {
        let column = self.ints(name)?.into_iter();
        Ok(column
            .map(|value| value.and_then(|value| u64::try_from(value).ok()))
            .map(Option::unwrap_or_default)
            .collect())
    }

    /// A column of text.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<Option<&'a str>>, DatasetError> {
        let column = self.frame.column(name).and_then(|column| column.str());
        Ok(column.map_err(self.failure())?.iter().collect())
    }

    /// A column of start positions, given by Scharnagl number.
    pub(super) fn starts(&self, name: &str) -> Result<Vec<Start>, DatasetError> {
        let column = self.ints(name)?.into_iter();
        column.map(|number| self.dataset.start(number)).collect()
    }

    /// Games by result, where [`score_sums`] were asked for.
    pub(super) fn scores(&self) -> Result<Vec<ScoreTally>, DatasetError> {
        let mut scores = vec![ScoreTally::default(); self.frame.height()];
        for result in GameResult::ALL {
            for (score, count) in scores.iter_mut().zip(self.counts(result.as_str())?) {
                *match result {
                    GameResult::White => &mut score.white_wins,
                    GameResult::Draw => &mut score.draws,
                    GameResult::Black => &mut score.black_wins,
                    GameResult::Unfinished => &mut score.unfinished,
                } = count;
            }
        }
        Ok(scores)
    }

    fn failure(&self) -> impl FnOnce(PolarsError) -> DatasetError {
        DatasetError::engine(&self.dataset.dir)
    }
}

impl Dataset {
    /// The start position of a Scharnagl number in a table.
    pub(super) fn start(&self, number: Option<i64>) -> Result<Start, DatasetError> {
        number
            .and_then(|number| u16::try_from(number).ok())
            .and_then(Start::new)
            .ok_or_else(|| DatasetError::NoStart {
                path: self.dir.clone(),
                number,
            })
    }
}
