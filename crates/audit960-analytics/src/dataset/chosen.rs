//! A part of a dataset: chosen games and the rows about them.

use std::collections::HashSet;
use std::sync::Arc;

use audit960_tables::{ReadError, Rows};
use audit960_types::Frame;

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

/// The ids of the chosen games.
#[derive(Debug)]
pub(super) struct GameSelection(HashSet<i64>);

impl GameSelection {
    /// Clears `keeps` for the rows of games that are not chosen.
    pub(super) fn narrow(&self, rows: &Rows, keeps: &mut [bool]) -> Result<(), ReadError> {
        let numbers = rows.ints("game_id")?;
        for (row, keep) in keeps.iter_mut().enumerate() {
            let chosen = |number| self.0.contains(&number);
            *keep = *keep && numbers.get(row).is_some_and(chosen);
        }
        Ok(())
    }
}

impl Dataset {
    /// The dataset with only the games for which `keeps` is true, called with rows of these columns of
    /// table `games`. Incidents, repetitions, findings and copies are those of these games; EPD and FEN
    /// lines, which are not games, are left out. Aggregate tables still cover all games.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn only(
        &self,
        columns: &[&str],
        keeps: impl Fn(&Frame, usize) -> bool + Sync,
    ) -> Result<Self, DatasetError> {
        let mut read = vec!["game_id"];
        read.extend(columns.iter().filter(|name| **name != "game_id"));
        let reading = TableScan::of("games", &read);
        let parts = self.fold(&reading, HashSet::new, |found, _, rows| {
            let (frame, numbers) = (rows.frame()?, rows.ints("game_id")?);
            let kept = (0..rows.len()).filter(|row| keeps(&frame, *row));
            found.extend(kept.filter_map(|row| numbers.get(row)));
            Ok(())
        })?;
        let numbers = parts.into_iter().flatten().collect();
        Ok(Self {
            chosen: Some(Arc::new(GameSelection(numbers))),
            ..self.clone()
        })
    }

    /// Whether it is only a part of the dataset in its folder.
    #[must_use]
    pub const fn is_part(&self) -> bool {
        self.chosen.is_some()
    }
}
