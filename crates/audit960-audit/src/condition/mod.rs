//! Conditions in SQL on games: what `--where` means, for archives and datasets alike.
//!
//! A [`Filter`] is one expression over the columns of table `games`. It is parsed by `sqlparser` (as the SQL
//! of `audit960 query` is), type-checked, and evaluated row by row with the three truth values of SQL: a row
//! is kept where the condition is true, not where it is null.
//!
//! ```text
//! condition = comparison / condition AND|OR condition / NOT condition / value IS [NOT] NULL|TRUE|FALSE
//!           / value [NOT] IN (value, ...) / value [NOT] BETWEEN value AND value
//!           / text [NOT] LIKE|ILIKE 'pattern'
//! value     = column / number / 'text' / DATE 'YYYY-MM-DD' / TRUE / FALSE / NULL
//!           / value + - * / % value / LOWER(text) / UPPER(text) / LENGTH(text) / ABS(number)
//!           / COALESCE(value, ...)
//! ```
//! Its columns are those declared in [`audit960_types::tables`]; of a list a condition can ask whether it is
//! null. Values come from a [`FilterRow`]: the facts of an audit with their place, or the rows of a dataset.

mod by_tags;
mod column;
mod common;
mod compile;
mod functions;
mod game_filter;
mod met;
mod value;

pub use by_tags::by_tags;
pub use column::{FilterColumn, FilterRow};
pub use common::{CommonFilters, FoundGames};
pub use compile::FilterError;
use compile::Node;
pub use game_filter::{
    ColumnNotInArchives, ColumnNotInDataset, GameFilter, check_for_archives, check_for_dataset,
    filtered,
};
use met::{PartRecord, Record};
pub use value::Kind;

use std::sync::Arc;

use audit960_types::shell_word;
use audit960_types::tables::ColumnNeeds;

/// A condition on games.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The SQL text as it was written.
    text: String,
    /// What must all be true.
    parts: Arc<[Node]>,
    columns: Vec<FilterColumn>,
    record: Arc<Record>,
}

/// A condition, and the option that asks for it.
#[derive(Clone, Debug)]
struct Part {
    option: String,
    condition: Node,
}

impl Part {
    fn of(option: impl Into<String>, condition: Node) -> Self {
        Self {
            option: option.into(),
            condition,
        }
    }
}

impl Filter {
    /// Parses a condition.
    ///
    /// # Errors
    /// [`FilterError`]: bad syntax, an unknown column, or a part that is unsupported or of the wrong kind.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        let option = format!("--where {}", shell_word(text));
        let part = Part::of(option, compile::condition(text)?);
        Ok(Self::of(text, vec![part]))
    }

    fn of(text: &str, parts: Vec<Part>) -> Self {
        let mut columns = Vec::new();
        for part in &parts {
            part.condition.columns(&mut columns);
        }
        columns.sort_unstable();
        columns.dedup();
        let (records, parts): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .map(|part| (PartRecord::of(part.option), part.condition))
            .unzip();
        Self {
            text: text.to_owned(),
            parts: parts.into(),
            columns,
            record: Arc::new(Record::of(records)),
        }
    }

    /// This condition and another one; either of them may be none.
    #[must_use]
    pub fn both(one: Option<&Self>, other: Option<&Self>) -> Option<Self> {
        let parts: Vec<Part> = [one, other]
            .into_iter()
            .flatten()
            .flat_map(Self::parts)
            .collect();
        (!parts.is_empty()).then(|| Self::of("", parts))
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        let parts = self.options().zip(&*self.parts);
        parts.map(|(option, condition)| Part::of(option, condition.clone()))
    }

    /// The options that ask for it.
    fn options(&self) -> impl Iterator<Item = &str> {
        self.record.parts.iter().map(PartRecord::option)
    }

    /// The SQL text as it was written; empty if the condition was not written in SQL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The columns it uses, each once, in the order of the table.
    #[must_use]
    pub fn columns(&self) -> &[FilterColumn] {
        &self.columns
    }

    /// What has to be asked for so that games have the columns that it uses.
    #[must_use]
    pub fn needs(&self) -> ColumnNeeds {
        let needs = self.columns.iter().map(|column| column.needs());
        needs.fold(ColumnNeeds::default(), ColumnNeeds::and)
    }

    /// Whether it is true for a row.
    pub fn keeps(&self, row: &dyn FilterRow) -> bool {
        let keeps = self.parts.iter().all(|part| part.truth(row) == Some(true));
        if !self.record.is_met() {
            self.record.note(keeps);
            for (record, part) in self.record.parts.iter().zip(&*self.parts) {
                record.note(part.truth(row));
            }
        }
        keeps
    }

    /// Why an answer is empty: which conditions no game met of those that this filter and its clones were asked
    /// about. `None` if a game met all of them, and if there was no game.
    #[must_use]
    pub fn why_none(&self) -> Option<String> {
        self.record.why_none()
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
