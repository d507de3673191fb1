//! Applies a condition to the games of a dataset, and to those of archives as they are read.

use std::sync::Arc;

use audit960_analytics::{Dataset, DatasetError};
use audit960_law::Day;
use audit960_types::tables::Placed;
use audit960_types::{Cell, Frame, GameFacts};

use crate::{Column, Filter, Kind, Row, Value};

/// A condition uses a column that is not known while an archive is read.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("--where: column {} is known only for the games of a dataset", .0.name())]
pub struct ColumnNotInArchives(pub Column);

/// Rejects a condition that uses one of the columns that are not known while an archive is read.
///
/// # Errors
/// [`ColumnNotInArchives`] with the first such column.
pub fn check_for_archives(
    filter: Option<&Filter>,
    unknown: &[Column],
) -> Result<(), ColumnNotInArchives> {
    let used = filter.map(Filter::columns).unwrap_or_default();
    match used.iter().find(|column| unknown.contains(column)) {
        Some(column) => Err(ColumnNotInArchives(*column)),
        None => Ok(()),
    }
}

/// The dataset restricted to the games that fulfil a condition; unchanged without one.
///
/// # Errors
/// If table `games` cannot be read.
pub fn chosen(dataset: Dataset, filter: Option<&Filter>) -> Result<Dataset, DatasetError> {
    let Some(filter) = filter else {
        return Ok(dataset);
    };
    let columns: Vec<&str> = filter
        .columns()
        .iter()
        .map(|column| column.name())
        .collect();
    dataset.only(&columns, |frame, row| {
        filter.keeps(&FrameRow { frame, row })
    })
}

/// Selects the games of archives that fulfil a condition, chunk by chunk.
#[derive(Clone, Debug, Default)]
pub struct GameSelector {
    filter: Option<Arc<Filter>>,
    source: Arc<str>,
}

impl GameSelector {
    /// Columns that are not known, because chunks are read in any order.
    pub const UNKNOWN: &[Column] = &[Column::named("game"), Column::named("line")];

    /// Selects the games that fulfil a condition; all games without one.
    #[must_use]
    pub fn new(filter: Option<Filter>) -> Self {
        Self {
            filter: filter.map(Arc::new),
            source: Arc::default(),
        }
    }

    /// Whether the condition uses a column that games have only where their moves are asked for.
    #[must_use]
    pub fn needs_moves(&self) -> bool {
        self.filter
            .as_ref()
            .is_some_and(|filter| filter.needs_moves())
    }

    /// Sets the source of the games that follow.
    pub fn begin(&mut self, source: &Arc<str>) {
        self.source = Arc::clone(source);
    }

    /// Whether a game is selected.
    #[must_use]
    pub fn keeps(&self, facts: &GameFacts<'_>) -> bool {
        let row = || Placed {
            source: &self.source,
            game: None,
            line: 0,
            facts,
        };
        self.filter
            .as_ref()
            .is_none_or(|filter| filter.keeps(&row()))
    }
}

/// A row of table `games` of a dataset.
pub struct FrameRow<'f> {
    /// Rows of the table.
    pub frame: &'f Frame,
    /// Index of the row in them, from 0.
    pub row: usize,
}

impl Row for FrameRow<'_> {
    fn value(&self, column: Column) -> Value<'_> {
        let found = self.frame.column(column.name());
        match found.map_or(Cell::Null, |column| column.cell(self.row)) {
            Cell::Null => Value::Null,
            Cell::Int(number) => Value::Int(number),
            Cell::Float(number) => Value::Float(number),
            Cell::Bool(truth) => Value::Bool(truth),
            Cell::Text(text) if column.kind() == Kind::Date => {
                Day::parse(text).map_or(Value::Null, |day| Value::Date(day.days_since_1970()))
            }
            Cell::Text(_) if column.kind() == Kind::List => Value::List,
            Cell::Text(text) => Value::text(Some(text)),
        }
    }
}
