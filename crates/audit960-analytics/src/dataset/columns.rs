//! From the engine's columns to numbers and text of our own.

use audit960_board::start::Start;
use audit960_types::{GameResult, ScoreTally};
use polars::prelude::{DataFrame, DataType, Expr, PolarsResult, col, lit};

/// Games by result, as sums to be taken of a group: one column a result, named as it is written.
pub(super) fn score_sums() -> impl Iterator<Item = Expr> {
    GameResult::ALL.iter().map(|result| {
        let name = result.as_str();
        col("result").eq(lit(name)).sum().alias(name)
    })
}

/// The groups of an answer, one a row.
pub(super) struct Groups<'a> {
    frame: &'a DataFrame,
    /// Games by result, in the order of [`GameResult::ALL`]; empty if they were not asked for.
    results: Vec<Vec<Option<i64>>>,
}

impl<'a> Groups<'a> {
    /// The rows of a frame.
    pub(super) const fn of(frame: &'a DataFrame) -> Self {
        Self {
            frame,
            results: Vec::new(),
        }
    }

    /// The rows of a frame that holds [`score_sums`].
    pub(super) fn with_scores(frame: &'a DataFrame) -> PolarsResult<Self> {
        let mut groups = Self::of(frame);
        for result in GameResult::ALL {
            groups.results.push(groups.ints(result.as_str())?);
        }
        Ok(groups)
    }

    /// A column of whole numbers.
    pub(super) fn ints(&self, name: &str) -> PolarsResult<Vec<Option<i64>>> {
        let column = self.frame.column(name)?.cast(&DataType::Int64)?;
        Ok(column.i64()?.iter().collect())
    }

    /// A column of text.
    pub(super) fn texts(&self, name: &str) -> PolarsResult<Vec<Option<&'a str>>> {
        Ok(self.frame.column(name)?.str()?.iter().collect())
    }

    /// Games by result of the group in a row.
    pub(super) fn score(&self, row: usize) -> ScoreTally {
        let count = |result: usize| count(self.results[result][row]);
        ScoreTally {
            white_wins: count(GameResult::White as usize),
            black_wins: count(GameResult::Black as usize),
            draws: count(GameResult::Draw as usize),
            unfinished: count(GameResult::Unfinished as usize),
        }
    }
}

/// A number that counts something.
pub(super) fn count(value: Option<i64>) -> u64 {
    value.and_then(|value| u64::try_from(value).ok()).unwrap_or(0)
}

/// The start position of a Scharnagl number, if there is one.
pub(super) fn start(value: Option<i64>) -> Option<Start> {
    value
        .and_then(|number| u16::try_from(number).ok())
        .and_then(Start::new)
}
