//! Errors in a condition.

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// It is not SQL, or text follows the condition.
    #[error("the condition cannot be read: {0}")]
    Syntax(String),
    /// Table `games` has no such column.
    #[error("table games has no column {name}{meant}; its columns are {columns}")]
    UnknownColumn {
        /// The name.
        name: String,
        /// The column that may have been meant, as a question.
        meant: String,
        /// The names of all columns.
        columns: String,
    },
    /// A column is compared with a text that it never holds.
    #[error("{column} is never '{value}'{meant}; it is one of {values}")]
    NoSuchValue {
        /// The column.
        column: &'static str,
        /// The text.
        value: String,
        /// The value that may have been meant, as a question.
        meant: String,
        /// All values of the column.
        values: String,
    },
    /// A part of SQL that conditions on games do not support.
    #[error("{0} is not supported in a condition on games")]
    Unsupported(String),
    /// A part is of the wrong kind.
    #[error("{0}")]
    Kind(String),
}
