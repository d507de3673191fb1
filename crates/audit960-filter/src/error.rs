//! Why a condition cannot be understood.

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// It is not SQL, or goes on after the condition.
    #[error("the condition cannot be read: {0}")]
    Syntax(String),
    /// Table `games` has no such column.
    #[error("table games has no column {name}; its columns are {columns}")]
    NoColumn {
        /// The name.
        name: String,
        /// The names there are.
        columns: String,
    },
    /// A part of SQL that conditions on games do not have.
    #[error("{0} is not supported in a condition on games")]
    Unsupported(String),
    /// A part has another kind than its place asks for.
    #[error("{0}")]
    Kind(String),
}
