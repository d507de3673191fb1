//! Conditions in SQL on games: what `--where` means, for archives and datasets alike.
//!
//! A [`Filter`] is one expression over the columns of table `games`. It is parsed by `sqlparser` (which
//! SQL of `audit960 query` is parsed with, too), checked for the types of its parts, and evaluated row by row with the
//! three truth values of SQL: a row is kept where the condition is true, not where it is null.
//!
//! ```text
//! condition = comparison / condition AND|OR condition / NOT condition / value IS [NOT] NULL|TRUE|FALSE
//!           / value [NOT] IN (value, ...) / value [NOT] BETWEEN value AND value
//!           / text [NOT] LIKE|ILIKE 'pattern'
//! value     = column / number / 'text' / DATE 'YYYY-MM-DD' / TRUE / FALSE / NULL
//!           / value + - * / % value / LOWER(text) / UPPER(text) / LENGTH(text) / ABS(number)
//!           / COALESCE(value, ...)
//! ```
//! Rows come from a [`Row`]: [`GameRow`] is one of the facts of an audit; others may bring their own.

mod chosen;
mod compile;
mod error;
mod evaluate;
mod games;
mod like;
mod usual;
mod value;

pub use chosen::{Chooser, InTable, UnknownInArchives, check_for_archives, chosen};
use compile::Node;
pub use error::FilterError;
pub use games::{Column, GameRow, Row};
pub use usual::Usual;
pub use value::{Kind, Value};

/// A condition on games.
#[derive(Clone, Debug)]
pub struct Filter {
    /// As it was written.
    text: String,
    condition: Node,
    columns: Vec<Column>,
}

impl Filter {
    /// Reads a condition.
    ///
    /// # Errors
    /// [`FilterError`] says what is wrong with it, and which columns there are.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        Ok(Self::of(text, compile::condition(text)?))
    }

    fn of(text: &str, condition: Node) -> Self {
        let mut columns = Vec::new();
        condition.columns(&mut columns);
        columns.sort_unstable();
        columns.dedup();
        Self {
            text: text.to_owned(),
            condition,
            columns,
        }
    }

    /// The condition in SQL as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The columns it asks for, in the order of the table.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether a row fulfils it.
    pub fn keeps(&self, row: &dyn Row) -> bool {
        matches!(self.condition.evaluate(row), Value::Bool(true))
    }
}

impl std::str::FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests;
