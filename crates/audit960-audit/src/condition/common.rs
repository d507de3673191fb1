//! The most common conditions, which users ask for by options of their own.

use std::collections::HashSet;
use std::fs::File;
use std::str::FromStr;
use std::sync::Arc;

use audit960_types::shell_word;

use super::column::FilterColumn;
use super::compile::{Node, condition};
use super::{Filter, FilterError, Part};

/// Conditions that must all hold, each with the option that asks for it, as it is typed in a shell.
#[derive(Clone, Debug, Default)]
pub struct CommonFilters(Vec<Part>);

impl CommonFilters {
    /// These conditions and one in SQL.
    ///
    /// # Errors
    /// Those of [`Filter::parse`].
    pub fn sql(mut self, option: impl Into<String>, sql: &str) -> Result<Self, FilterError> {
        self.0.push(Part::of(option, condition(sql)?));
        Ok(self)
    }

    /// These conditions, and that one of the columns contains one of the texts, in any letter case; no condition without texts.
    #[must_use]
    pub fn contains(
        mut self,
        option: impl Into<String>,
        columns: &[&'static str],
        texts: &[String],
    ) -> Self {
        let pairs = texts.iter().flat_map(|text| {
            let text = text.to_lowercase();
            let column = |name| FilterColumn::named(name);
            columns
                .iter()
                .map(move |name| Node::Contains(column(name), text.clone()))
        });
        let any = pairs.reduce(|one, other| Node::Or(Box::new([one, other])));
        self.0.extend(any.map(|any| Part::of(option, any)));
        self
    }

    /// These conditions, and that the game is one of those that were found.
    #[must_use]
    pub fn found(mut self, found: &FoundGames) -> Self {
        let condition = Node::Among(FilterColumn::named("game_id"), found.ids());
        self.0.push(Part::of(
            format!("--found {}", shell_word(found.path())),
            condition,
        ));
        self
    }

    /// These conditions and another one as command-line options, as they are typed in a shell.
    #[must_use]
    pub fn describe(&self, other: Option<&Filter>) -> String {
        let options = self.and(other);
        let options = options.iter().flat_map(Filter::options);
        options.collect::<Vec<_>>().join(" ")
    }

    /// Combines these conditions and another one by `AND`; `None` if there are none.
    #[must_use]
    pub fn and(&self, other: Option<&Filter>) -> Option<Filter> {
        let parts = other.into_iter().flat_map(Filter::parts);
        let parts: Vec<Part> = parts.chain(self.0.iter().cloned()).collect();
        let text = other.map_or("", Filter::as_str);
        (!parts.is_empty()).then(|| Filter::of(text, parts))
    }
}

/// Games by their ids, from a table in CSV with a column `game_id`, as `audit960 find --format csv` writes it.
#[derive(Clone, Debug)]
pub struct FoundGames {
    path: String,
    ids: Arc<HashSet<i64>>,
}

impl FoundGames {
    /// The file that they were read from.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The ids of the games.
    fn ids(&self) -> Arc<HashSet<i64>> {
        Arc::clone(&self.ids)
    }
}

impl FromStr for FoundGames {
    type Err = String;

    /// Reads the file of that path.
    fn from_str(path: &str) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{path}: {error}");
        let file = File::open(path).map_err(|error| failed(&error))?;
        let mut table = csv::Reader::from_reader(file);
        let names = table.headers().map_err(|error| failed(&error))?;
        let Some(column) = names.iter().position(|name| name == "game_id") else {
            return Err(failed(
                &"there is no column game_id: write the file with audit960 find ... --format csv",
            ));
        };
        let mut ids = HashSet::new();
        for (index, row) in table.records().enumerate() {
            let row = row.map_err(|error| failed(&error))?;
            let cell = row.get(column).unwrap_or_default();
            let id = cell
                .parse()
                .map_err(|_| failed(&format!("row {}: {cell:?} is not a game_id", index + 1)))?;
            ids.insert(id);
        }
        Ok(Self {
            path: path.to_owned(),
            ids: Arc::new(ids),
        })
    }
}
