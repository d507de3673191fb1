//! The tables of a dataset: every column is declared here, and nowhere else.
//!
//! A declaration says what a column is called, its type, whether it can be null, its unit and meaning, and how
//! it comes from the facts. From it follow the schema of the files and its documentation, the columns that an
//! audit fills, the columns of conditions, comparisons and answers, and their types.

mod aggregates;
mod cell;
mod claims;
mod comparisons;
mod datum;
mod declare;
mod endings;
mod findings;
mod games;
mod known;
mod placed;
mod players;
mod positions;
mod read;
mod read_claims;
mod schema;
mod splits;
mod store;
#[cfg(test)]
mod tests;
mod tree;
mod values;

pub use aggregates::{CASTLING, CastlingColumns, START_POSITIONS, StartPositionColumns};
pub use cell::{Cell, DayNumber, FromCell};
pub use claims::{INCIDENTS, IncidentColumns, REPETITIONS, RepetitionColumns};
pub use comparisons::{CROSSCHECK, CrosscheckColumns, DUPLICATES, DuplicateColumns};
pub use datum::{Datum, TableRow};
pub use endings::{ENDINGS, EndingColumns};
pub use findings::{DIAGNOSTICS, DiagnosticColumns, GAPS, GapColumns};
pub use games::{GAMES, GameColumns};
pub use known::{KNOWN, KnownColumns};
pub use placed::Placed;
pub use players::{PLAYERS, PlayerColumns};
pub use positions::{POSITIONS, PositionColumns};
pub use read::{ReadColumns, ReadRow};
pub use schema::{ColumnDoc, ColumnGroup, ColumnNeeds, ColumnOrigin, ColumnType, TableSchema};
pub use splits::{SPLITS, SplitColumns};
pub use store::{ColumnBuffer, Fits, Store, TakeColumn};
pub use tree::{TREE, TreeColumns};
pub use values::{VALUE_PLACES, ValuePlace, is_value_column};

/// Every table, in the order of the documentation.
pub const SCHEMAS: &[&TableSchema] = &[
    &GAMES,
    &INCIDENTS,
    &REPETITIONS,
    &DIAGNOSTICS,
    &GAPS,
    &POSITIONS,
    &START_POSITIONS,
    &CASTLING,
    &CROSSCHECK,
    &DUPLICATES,
    &TREE,
    &KNOWN,
    &ENDINGS,
    &PLAYERS,
];

/// The schema of a table; `None` if there is no such table.
#[must_use]
pub fn schema(table: &str) -> Option<&'static TableSchema> {
    SCHEMAS.iter().find(|schema| schema.name == table).copied()
}
