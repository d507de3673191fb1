//! The games that an earlier search found.

use std::collections::HashSet;
use std::fs::File;
use std::str::FromStr;
use std::sync::Arc;

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
    pub(super) fn ids(&self) -> Arc<HashSet<i64>> {
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
