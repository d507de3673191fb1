//! Errors in a condition.

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// It is not SQL, or text follows the condition.
    #[error("the condition cannot be read: {0}")]
    Syntax(String),
    /// Table `games` has no such column.
    #[error("table games has no column {name}; its columns are {columns}")]
    UnknownColumn {
        /// The name.
        name: String,
        /// The names of all columns.
        columns: String,
    },
    /// A part of SQL that conditions on games do not support.
    #[error("{0} is not supported in a condition on games")]
    Unsupported(String),
    /// A part is of the wrong kind.
    #[error("{0}")]
    Kind(String),
}
