//! Errors of a query.

use std::any::Any;
use std::io;
use std::path::PathBuf;

use audit960_dataset::{Dataset, DatasetError};
use audit960_types::did_you_mean;
use audit960_types::tables::SCHEMAS;
use polars::prelude::PolarsError;

use crate::sql::scan::{self, Names};

/// The text that introduces the query plan in an error message of the engine.
const PLAN: &str = "Resolved plan until failure:";

/// What comes before the name of a column that an answer would have twice.
const TWICE: &str = "duplicate output name '";

/// A failure of the run, never of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The statement is not a query, or is a query that is not supported.
    #[error("{0}")]
    InvalidQuery(String),
    /// The tables cannot be read, or a query cannot be answered.
    #[error("{}: {message}", path.display())]
    Engine {
        /// The dataset.
        path: PathBuf,
        /// What the engine says.
        message: String,
    },
    /// The dataset cannot be read.
    #[error("{0}")]
    Dataset(#[from] DatasetError),
    /// The query needs more memory than it may use.
    #[error(
        "the query needs more than {} MiB of memory (--max-memory): select fewer columns or rows; \
         a query without ORDER BY, GROUP BY, DISTINCT, JOIN or aggregates needs hardly any",
        most >> 20
    )]
    MemoryExceeded {
        /// The limit, in bytes.
        most: u64,
    },
    /// The answer could not be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The file for the answer cannot be written.
    #[error(transparent)]
    File(#[from] audit960_dataset::FolderError),
    /// A column of the answer is of a type that has no text form here.
    #[error("column {column} is of type {kind}, which cannot be printed")]
    Unprintable {
        /// The column.
        column: String,
        /// Its type, as the engine names it.
        kind: String,
    },
}

impl QueryError {
    /// A panic while a dataset was queried.
    pub(crate) fn panicked(dataset: &Dataset, panic: &(dyn Any + Send)) -> Self {
        Self::Dataset(DatasetError::panicked(dataset.dir(), panic))
    }

    /// A thread could not be started.
    pub(crate) fn thread(dataset: &Dataset, error: &io::Error) -> Self {
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: error.to_string(),
        }
    }

    /// An error of the engine, without its query plan.
    pub(crate) fn engine(dataset: &Dataset, names: &Names, error: &PolarsError) -> Self {
        let text = error.to_string();
        // The engine's own advice is for another language.
        if let Some((_, name)) = text.split_once(TWICE)
            && let Some((name, _)) = name.split_once('\'')
        {
            return Self::InvalidQuery(format!(
                "the answer would have two columns named {name}: rename one with AS"
            ));
        }
        // What follows is the engine's plan, once for every layer it passed through.
        let message = text.split(PLAN).next().unwrap_or_default().trim_end();
        if let Some(unknown) = unknown_name(message, &scan::table_names(dataset), names) {
            return Self::InvalidQuery(unknown);
        }
        Self::Engine {
            path: dataset.dir().to_owned(),
            message: message.to_owned(),
        }
    }
}

/// What the engine says of a name that it does not know, with the names that may be meant.
fn unknown_name(message: &str, tables: &[&str], names: &Names) -> Option<String> {
    let between = |start: &str, end: &str| {
        let (_, rest) = message.split_once(start)?;
        rest.split_once(end)
    };
    if let Some((name, _)) = between("relation '", "' was not found") {
        return Some(no_table(name, tables));
    }
    if let Some((name, _)) = between("unable to find column \"", "\"") {
        // The engine knows the columns that the query names alone.
        let asked: Vec<_> = SCHEMAS
            .iter()
            .filter(|table| names.has(table.name))
            .collect();
        let meant = did_you_mean(name, asked.iter().flat_map(|table| table.names()));
        let table = asked.first().map_or("games", |table| table.name);
        return Some(format!(
            "there is no column {name}{meant}; DESCRIBE {table} lists those of table {table}"
        ));
    }
    let (name, rest) = between("no column named '", "' found in table '")?;
    let (table, _) = rest.split_once('\'')?;
    Some(format!("{table} has no column {name}"))
}

/// That there is no such table, and which there are.
pub(crate) fn no_table(name: &str, tables: &[&str]) -> String {
    let meant = did_you_mean(name, tables.iter().copied());
    let tables = tables.join(", ");
    format!("there is no table {name}{meant}; the tables are {tables}")
}

#[cfg(test)]
mod tests {
    use sqlparser::dialect::GenericDialect;
    use sqlparser::tokenizer::Tokenizer;

    use super::*;

    #[test]
    fn names_that_are_not_known_are_named_with_those_that_are() {
        let names =
            |sql: &str| Names::of(&Tokenizer::new(&GenericDialect, sql).tokenize().unwrap());
        let told = |message| {
            let asked = names("SELECT wite FROM games");
            unknown_name(message, &["games", "gaps"], &asked)
        };
        assert_eq!(
            told("relation 'gamez' was not found").unwrap(),
            "there is no table gamez (did you mean games?); the tables are games, gaps"
        );
        assert_eq!(
            told("not found: unable to find column \"wite\"; valid columns: [\"site\", \"white\"]")
                .unwrap(),
            "there is no column wite (did you mean white?); DESCRIBE games lists those of table games"
        );
        assert_eq!(
            told("no column named 'wite' found in table 'g'").unwrap(),
            "g has no column wite"
        );
        assert_eq!(told("unsupported function 'f'"), None);
        // A column of another table is none of the one that is asked.
        let message = "unable to find column \"venue\"; valid columns: []";
        assert_eq!(
            unknown_name(
                message,
                &["games", "castling"],
                &names("SELECT venue FROM castling")
            )
            .unwrap(),
            "there is no column venue; DESCRIBE castling lists those of table castling"
        );
    }
}
