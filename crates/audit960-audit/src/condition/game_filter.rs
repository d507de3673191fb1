//! Applies a condition to the games of a dataset, and to those of archives as they are read.

use std::path::PathBuf;
use std::sync::Arc;

use audit960_dataset::Dataset;
use audit960_dataset::tables::{ColumnValues, ReadError, Rows};
use audit960_types::GameFacts;
use audit960_types::tables::{ColumnNeeds, Datum, Placed};

use super::{Filter, FilterColumn, FilterRow};

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

/// A condition uses a column that a dataset does not have, because it was not asked for.
#[derive(Clone, Debug, thiserror::Error)]
#[error("--where: column {} is known only where the audit had {option}; the dataset {} was made without it",
        .column.name(), .dataset.display())]
pub struct ColumnNotInDataset {
    /// The column.
    pub column: FilterColumn,
    /// What has to be asked for.
    pub option: &'static str,
    /// The folder of the dataset.
    pub dataset: PathBuf,
}

/// Rejects a condition that uses a column which was not asked for when the dataset was made.
///
/// # Errors
/// [`ColumnNotInDataset`] with the first such column.
pub fn check_for_dataset(
    filter: Option<&Filter>,
    dataset: &Dataset,
) -> Result<(), ColumnNotInDataset> {
    let options = &dataset.manifest()["options"];
    let used = filter.map(Filter::columns).unwrap_or_default();
    let missing = used.iter().find_map(|column| {
        let needs = column.needs();
        let option = if needs.moves && options["with_moves"] == false {
            "--with-moves"
        } else if needs.positions && options["positions"].is_null() {
            "--positions"
        } else {
            let group = needs.group;
            let is_there = group.is_within(dataset.column_group());
            group.option().filter(|_| !is_there)?
        };
        Some((*column, option))
    });
    match missing {
        None => Ok(()),
        Some((column, option)) => Err(ColumnNotInDataset {
            column,
            option,
            dataset: dataset.dir().to_owned(),
        }),
    }
}

/// The dataset restricted to the games that fulfil a condition; unchanged without one. The condition is evaluated
/// where table `games` is read.
///
/// # Errors
/// As [`check_for_dataset`].
pub fn filtered(dataset: Dataset, filter: Option<&Filter>) -> Result<Dataset, ColumnNotInDataset> {
    check_for_dataset(filter, &dataset)?;
    let Some(filter) = filter else {
        return Ok(dataset);
    };
    let columns = filter.columns().iter().map(|column| column.name());
    let filter = filter.clone();
    Ok(dataset.only(columns.collect(), move |rows| filter.keeps_of(rows)))
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
    fn value(&self, column: FilterColumn) -> Datum<'_> {
        let found = self.columns.iter().find(|(known, _)| *known == column);
        found.map_or(Datum::Null, |(_, values)| values.get(self.row))
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

    /// What has to be asked for so that games have the columns that the condition uses.
    #[must_use]
    pub fn needs(&self) -> ColumnNeeds {
        let filter = self.filter.as_ref();
        filter.map_or_else(ColumnNeeds::default, |filter| filter.needs())
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
