//! A part of a dataset: the games that somebody has chosen, and what they hold.

use std::collections::HashSet;
use std::sync::Arc;

use audit960_types::Frame;
use polars::prelude::{
    BooleanChunked, Column, DataFrame, IntoLazy, JoinArgs, JoinType, LazyFrame, NewChunkedArray,
    PolarsResult, col, lit,
};

use super::columns::Groups;
use super::pieces::Reading;
use super::{Dataset, DatasetError};

/// Tables of which each row is about a game.
const ABOUT_GAMES: [&str; 6] = [
    "games",
    "incidents",
    "repetitions",
    "diagnostics",
    "duplicates",
    "crosscheck",
];

/// The numbers of the games that were chosen.
#[derive(Debug)]
pub(super) struct Chosen {
    numbers: HashSet<i64>,
    /// The same as a table of one column.
    frame: DataFrame,
}

impl Chosen {
    /// The rows of some games that were chosen.
    pub(super) fn of_rows(&self, rows: &DataFrame) -> PolarsResult<DataFrame> {
        let numbers = rows.column("game_id")?.i64()?;
        let among = numbers
            .iter()
            .map(|number| number.is_some_and(|number| self.numbers.contains(&number)));
        let mask: Vec<bool> = among.collect();
        rows.filter(&BooleanChunked::from_slice("chosen".into(), &mask))
    }

    /// The same of rows that nobody has read yet.
    pub(super) fn of_table(&self, table: &str, rows: LazyFrame) -> LazyFrame {
        if !ABOUT_GAMES.contains(&table) {
            return rows;
        }
        let by = [col("game_id")];
        let args = JoinArgs::new(JoinType::Inner);
        rows.join(self.frame.clone().lazy(), by.clone(), by, args)
    }
}

impl Dataset {
    /// The dataset with only those of its games for which `keeps` is true, asked with rows of these
    /// columns of table `games`. Incidents, repetitions, findings and copies are those of these
    /// games; lines of positions, which are no games, are left out. Tables of aggregates say of
    /// all games what they said.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn only(
        &self,
        columns: &[&str],
        keeps: impl Fn(&Frame, usize) -> bool + Sync,
    ) -> Result<Self, DatasetError> {
        let mut read = vec![col("game_id")];
        read.extend(
            columns
                .iter()
                .filter(|name| **name != "game_id")
                .map(|name| col(*name)),
        );
        let reading = Reading {
            table: "games",
            filter: lit(true),
            columns: read,
        };
        let parts = self.read_pieces(&reading, Vec::new, |found: &mut Vec<i64>, rows| {
            let frame = rows.to_frame()?;
            for (row, number) in rows.ints("game_id")?.into_iter().enumerate() {
                if let Some(number) = number.filter(|_| keeps(&frame, row)) {
                    found.push(number);
                }
            }
            Ok(())
        })?;
        let mut numbers: Vec<i64> = parts.into_iter().flatten().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let frame = DataFrame::new(numbers.len(), vec![Column::new("game_id".into(), &numbers)]);
        let frame = frame.map_err(DatasetError::engine(&self.dir))?;
        let numbers = numbers.into_iter().collect();
        Ok(Self {
            dir: self.dir.clone(),
            checked: Arc::clone(&self.checked),
            chosen: Some(Arc::new(Chosen { numbers, frame })),
        })
    }

    /// Whether it is a part of what its folder holds.
    #[must_use]
    pub const fn is_part(&self) -> bool {
        self.chosen.is_some()
    }
}

impl Groups<'_> {
    /// The rows as a table of our own.
    fn to_frame(&self) -> Result<Frame, DatasetError> {
        self.dataset().frame(self.rows())
    }
}
