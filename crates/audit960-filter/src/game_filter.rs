//! Applies a condition to the games of a dataset, and to those of archives as they are read.

use std::sync::Arc;

use audit960_analytics::Dataset;
use audit960_tables::{ColumnValues, ReadError, Rows};
use audit960_types::GameFacts;
use audit960_types::tables::{ColumnGroup, Placed};

use crate::{Filter, FilterColumn, FilterRow, FilterValue};

/// A condition uses a column that is not known while an archive is read.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("--where: column {} is known only for the games of a dataset", .0.name())]
pub struct ColumnNotInArchives(pub FilterColumn);

/// Rejects a condition that uses one of the columns that are not known while an archive is read.
///
/// # Errors
/// [`ColumnNotInArchives`] with the first such column.
pub fn check_for_archives(
    filter: Option<&Filter>,
    unknown: &[FilterColumn],
) -> Result<(), ColumnNotInArchives> {
    let used = filter.map(Filter::columns).unwrap_or_default();
    match used.iter().find(|column| unknown.contains(column)) {
        Some(column) => Err(ColumnNotInArchives(*column)),
        None => Ok(()),
    }
}

/// The dataset restricted to the games that fulfil a condition; unchanged without one. The condition is evaluated
/// where table `games` is read.
#[must_use]
pub fn filtered(dataset: Dataset, filter: Option<&Filter>) -> Dataset {
    let Some(filter) = filter else {
        return dataset;
    };
    let columns = filter.columns().iter().map(|column| column.name());
    let filter = filter.clone();
    dataset.only(columns.collect(), move |rows| filter.keeps_of(rows))
}

impl Filter {
    /// For each row of table `games`, whether the condition is true; the rows must have its columns.
    ///
    /// # Errors
    /// If they do not.
    pub fn keeps_of(&self, rows: &Rows) -> Result<Vec<bool>, ReadError> {
        let columns = self.columns().iter();
        let columns = columns.map(|column| Ok((*column, rows.values(column.name())?)));
        let columns = columns.collect::<Result<Vec<_>, ReadError>>()?;
        let row = |row| StoredGame {
            columns: &columns,
            row,
        };
        Ok((0..rows.len()).map(|at| self.keeps(&row(at))).collect())
    }
}

/// A row of table `games` as it is stored.
struct StoredGame<'r> {
    columns: &'r [(FilterColumn, ColumnValues<'r>)],
    row: usize,
}

impl FilterRow for StoredGame<'_> {
    fn value(&self, column: FilterColumn) -> FilterValue<'_> {
        let found = self.columns.iter().find(|(known, _)| *known == column);
        let Some((_, values)) = found else {
            return FilterValue::Null;
        };
        let row = self.row;
        match values {
            ColumnValues::Ints(numbers) => FilterValue::number(numbers.get(row)),
            ColumnValues::Floats(numbers) => numbers
                .get(row)
                .map_or(FilterValue::Null, FilterValue::Float),
            ColumnValues::Bools(truths) => {
                truths.get(row).map_or(FilterValue::Null, FilterValue::Bool)
            }
            ColumnValues::Texts(texts) => FilterValue::text(texts.get(row)),
            ColumnValues::Dates(dates) => {
                dates.get(row).map_or(FilterValue::Null, FilterValue::Date)
            }
            ColumnValues::Lists(lists) => lists
                .get(row)
                .map_or(FilterValue::Null, |_| FilterValue::List),
            ColumnValues::FloatLists(lists) => lists
                .get(row)
                .map_or(FilterValue::Null, |_| FilterValue::List),
            _ => FilterValue::Null,
        }
    }
}

/// Selects the games of archives that fulfil a condition, chunk by chunk.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    filter: Option<Arc<Filter>>,
    source: Arc<str>,
}

impl GameFilter {
    /// Columns that are not known, because chunks are read in any order.
    pub const UNKNOWN: &[FilterColumn] =
        &[FilterColumn::named("game"), FilterColumn::named("line")];

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

    /// The last group of columns on request that the condition uses.
    #[must_use]
    pub fn group(&self) -> ColumnGroup {
        let filter = self.filter.as_ref();
        filter.map_or(ColumnGroup::Always, |filter| filter.group())
    }

    /// Sets the source of the games that follow.
    pub fn begin(&mut self, source: &Arc<str>) {
        self.source = Arc::clone(source);
    }

    /// Whether a game is selected.
    #[must_use]
    pub fn keeps(&self, facts: &GameFacts<'_>) -> bool {
        self.keeps_from(&self.source, facts)
    }

    /// Whether a game of a source is selected.
    #[must_use]
    pub fn keeps_from(&self, source: &Arc<str>, facts: &GameFacts<'_>) -> bool {
        let row = || Placed {
            source,
            game: None,
            line: 0,
            facts,
        };
        self.filter
            .as_ref()
            .is_none_or(|filter| filter.keeps(&row()))
    }
}
