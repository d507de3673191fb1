//! A part of a dataset: some games and the rows about them.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::tables::{ReadError, Rows};

use super::{Dataset, DatasetError, TableScan};

/// Tables whose rows are about games.
pub(super) const ABOUT_GAMES: [&str; 6] = [
    "games",
    "incidents",
    "repetitions",
    "diagnostics",
    "duplicates",
    "crosscheck",
];

/// Decides for each row of table `games` whether its game is selected.
type Choice = Box<dyn Fn(&Rows) -> Result<Vec<bool>, ReadError> + Send + Sync>;

/// The games that are selected.
pub(super) struct GameSelection {
    /// Columns of table `games` that the choice needs.
    columns: Vec<&'static str>,
    keeps: Choice,
    /// Their ids, as soon as rows of another table have been asked for.
    ids: OnceLock<HashSet<i64>>,
}

impl fmt::Debug for GameSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSelection")
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl GameSelection {
    /// The columns of a table that [`Self::narrow`] needs.
    pub(super) fn columns(&self, table: &str) -> &[&'static str] {
        match table {
            "games" => &self.columns,
            _ => &["game_id"],
        }
    }

    /// Clears `keeps` for the rows of games that are not selected. For another table than `games`, the ids must be
    /// known.
    pub(super) fn narrow(
        &self,
        table: &str,
        rows: &Rows,
        keeps: &mut [bool],
    ) -> Result<(), ReadError> {
        if table == "games" {
            for (keep, selected) in keeps.iter_mut().zip((self.keeps)(rows)?) {
                *keep &= selected;
            }
            return Ok(());
        }
        let numbers = rows.ints("game_id")?;
        for (row, keep) in keeps.iter_mut().enumerate() {
            let ids = self.ids.get();
            let selected = |number| ids.is_some_and(|ids| ids.contains(&number));
            *keep = *keep && numbers.get(row).is_some_and(selected);
        }
        Ok(())
    }
}

impl Dataset {
    /// The dataset with only the games for which `keeps` is true, called with rows of these columns of
    /// table `games` whenever that table is read. Incidents, repetitions, findings and copies are those of these
    /// games; EPD and FEN lines, which are not games, are left out. Aggregate tables still cover all games.
    #[must_use]
    pub fn only(
        &self,
        columns: Vec<&'static str>,
        keeps: impl Fn(&Rows) -> Result<Vec<bool>, ReadError> + Send + Sync + 'static,
    ) -> Self {
        let selection = GameSelection {
            columns,
            keeps: Box::new(keeps),
            ids: OnceLock::new(),
        };
        Self {
            selection: Some(Arc::new(selection)),
            copies: Arc::default(),
            ..self.clone()
        }
    }

    /// Finds the ids of the selected games, once, if rows of a table can only be selected by them.
    pub(super) fn find_selected(&self, table: &str) -> Result<(), DatasetError> {
        let Some(selection) = &self.selection else {
            return Ok(());
        };
        if table == "games" || !ABOUT_GAMES.contains(&table) || selection.ids.get().is_some() {
            return Ok(());
        }
        let reading = TableScan::of("games", &["game_id"]);
        let parts = self.fold(&reading, HashSet::new, |found, _, rows| {
            let numbers = rows.ints("game_id")?;
            found.extend((0..rows.len()).filter_map(|row| numbers.get(row)));
            Ok(())
        })?;
        // Another thread may have found the same.
        selection
            .ids
            .get_or_init(|| parts.into_iter().flatten().collect());
        Ok(())
    }

    /// The dataset with all its games. What is looked up by the id of a game is read from this one, so that ids need
    /// not be collected from the games first.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            selection: None,
            copies: Arc::default(),
            ..self.clone()
        }
    }

    /// Whether it is only a part of the dataset in its folder.
    #[must_use]
    pub const fn is_part(&self) -> bool {
        self.selection.is_some()
    }
}
