//! A table read one row group at a time, so that memory does not depend on its size.

use crate::{Column, Table};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::tables::{ReadError, RowGroup, Rows, held_group, row_groups};
use audit960_source::system::run_workers;
use audit960_types::tables::{ColumnGroup, schema};

use super::selection::ABOUT_GAMES;
use super::{Dataset, DatasetError};

/// Clears a flag for each row of a row group that is not wanted.
type Condition<'a> = Box<dyn Fn(&Rows, &mut [bool]) -> Result<(), ReadError> + Sync + 'a>;

/// The rows and columns to read of a table.
pub struct TableScan<'a> {
    table: &'static str,
    columns: Vec<&'a str>,
    asked: Vec<&'a str>,
    condition: Option<Condition<'a>>,
    /// A column of text, and the texts that are looked for in it.
    among: Option<(&'a str, Vec<&'a str>)>,
}

impl<'a> TableScan<'a> {
    /// All rows of a table, with these columns.
    #[must_use]
    pub fn of(table: &'static str, columns: &[&'a str]) -> Self {
        Self {
            table,
            columns: columns.to_vec(),
            asked: Vec::new(),
            condition: None,
            among: None,
        }
    }

    /// Only the rows that have one of these texts in a column. Row groups that cannot have one, by their smallest and
    /// largest text, are not read.
    #[must_use]
    pub fn among(self, column: &'a str, texts: &[&'a str]) -> Self {
        let wanted: HashSet<&str> = texts.iter().copied().collect();
        let condition = move |rows: &Rows| {
            let found = rows.texts(column)?;
            let is_wanted = |row| found.get(row).is_some_and(|text| wanted.contains(text));
            Ok((0..rows.len()).map(is_wanted).collect())
        };
        Self {
            among: Some((column, texts.to_vec())),
            ..self
        }
        .only(&[column], condition)
    }

    /// Whether a row group can have a wanted row.
    fn may_be_in(&self, row_group: &RowGroup) -> bool {
        self.among.as_ref().is_none_or(|(column, texts)| {
            let may_have = |text: &&str| row_group.may_have_text(column, text);
            texts.iter().any(may_have)
        })
    }

    /// Of the rows that are wanted so far only those for which `condition` is true, called with rows of the columns
    /// `asked`. If most rows are unwanted, their other columns are not decoded.
    #[must_use]
    pub fn only(
        self,
        asked: &[&'a str],
        condition: impl Fn(&Rows) -> Result<Vec<bool>, ReadError> + Sync + 'a,
    ) -> Self {
        self.narrowed(asked, move |rows, keeps| {
            for (keep, more) in keeps.iter_mut().zip(condition(rows)?) {
                *keep &= more;
            }
            Ok(())
        })
    }

    /// Of the rows that are wanted so far only those that `narrow` leaves, which is called with rows of the columns
    /// `asked` and what is wanted of them so far.
    #[must_use]
    pub fn narrowed(
        mut self,
        asked: &[&'a str],
        narrow: impl Fn(&Rows, &mut [bool]) -> Result<(), ReadError> + Sync + 'a,
    ) -> Self {
        for column in asked {
            if !self.asked.contains(column) {
                self.asked.push(column);
            }
        }
        let before = self.condition.take();
        self.condition = Some(Box::new(move |rows, keeps| {
            if let Some(before) = &before {
                before(rows, keeps)?;
            }
            narrow(rows, keeps)
        }));
        self
    }
}

impl std::fmt::Debug for TableScan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading")
            .field("table", &self.table)
            .field("columns", &self.columns)
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

impl Dataset {
    /// Distributes the rows of a scan over one collector per thread, in no particular order, each row to one
    /// of them. The combined result must not depend on which collector got which row. `take` also gets the
    /// index of the row group in the order of the table.
    ///
    /// # Errors
    /// [`DatasetError`] if the table is missing or cannot be read; an error of `take`.
    pub fn fold<T: Send>(
        &self,
        reading: &TableScan<'_>,
        make: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, usize, &Rows) -> Result<(), DatasetError> + Sync,
    ) -> Result<Vec<T>, DatasetError> {
        let row_groups = self.row_groups(reading.table)?;
        let numbered = row_groups.iter().enumerate();
        let row_groups: Vec<_> = numbered
            .filter(|(_, row_group)| reading.may_be_in(row_group))
            .collect();
        self.find_selected(reading.table)?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut collector = make();
            while let Some((number, row_group)) =
                row_groups.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let rows = self.guarded(|| self.row_group(reading, row_group));
                rows.and_then(|rows| take(&mut collector, *number, &rows))
                    .and_then(|()| self.memory.check())
                    // The other threads need not start another row group.
                    .inspect_err(|_| next.store(row_groups.len(), Ordering::Relaxed))?;
            }
            Ok(collector)
        };
        let workers = self.threads.get().min(row_groups.len()).max(1);
        let collectors = self.guarded(|| Ok(run_workers(workers, |_| work())?))?;
        collectors.into_iter().collect()
    }

    /// The rows of a scan in the order of the table, whole numbers with 64 bits.
    ///
    /// # Errors
    /// [`DatasetError`] if the table is missing or cannot be read.
    pub fn read(&self, reading: &TableScan<'_>) -> Result<Table, DatasetError> {
        let parts = self.fold(reading, Vec::new, |parts, number, rows| {
            parts.push((number, rows.table()?));
            Ok(())
        })?;
        let mut parts: Vec<(usize, Table)> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|(number, _)| *number);
        match Table::joined(parts.into_iter().map(|(_, part)| part)) {
            Some(joined) => Ok(joined),
            None => Self::empty(reading),
        }
    }

    /// The number of rows of a table; 0 if the table is missing.
    ///
    /// # Errors
    /// [`DatasetError`] if the table cannot be read.
    pub fn count(&self, table: &'static str) -> Result<u64, DatasetError> {
        if !self.has(table) {
            return Ok(0);
        }
        if self.selection.is_none() || !ABOUT_GAMES.contains(&table) {
            let row_groups = self.row_groups(table)?;
            return Ok(row_groups
                .iter()
                .map(|row_group| row_group.rows() as u64)
                .sum());
        }
        let counted = self.fold(
            &TableScan::of(table, &["game_id"]),
            || 0,
            |count, _, rows| {
                *count += rows.len() as u64;
                Ok(())
            },
        )?;
        Ok(counted.into_iter().sum())
    }

    /// The last group of columns on request that a table has; the first one if the table is missing.
    ///
    /// # Errors
    /// [`DatasetError`] if the table cannot be read.
    pub fn group(&self, table: &'static str) -> Result<ColumnGroup, DatasetError> {
        if !self.has(table) {
            return Ok(ColumnGroup::Always);
        }
        match schema(table) {
            Some(schema) => self.guarded(|| Ok(held_group(schema, self.files(table))?)),
            None => Ok(ColumnGroup::Always),
        }
    }

    /// The row groups of a table, which must exist.
    fn row_groups(&self, table: &'static str) -> Result<Vec<RowGroup>, DatasetError> {
        let files = self.files(table);
        match schema(table) {
            Some(schema) if !files.is_empty() => self.guarded(|| Ok(row_groups(schema, files)?)),
            _ => Err(DatasetError::NoTable {
                path: self.dir.clone(),
                table: table.to_owned(),
            }),
        }
    }

    /// The wanted rows of a row group.
    fn row_group(
        &self,
        reading: &TableScan<'_>,
        row_group: &RowGroup,
    ) -> Result<Rows, DatasetError> {
        let selection = self.selection.as_ref();
        let selection = selection.filter(|_| ABOUT_GAMES.contains(&reading.table));
        let mut asked = reading.asked.clone();
        for column in selection.map_or(&[][..], |selection| selection.columns(reading.table)) {
            if !asked.contains(column) {
                asked.push(column);
            }
        }
        if asked.is_empty() && selection.is_none() {
            return Ok(row_group.read(&reading.columns)?);
        }
        let rows = row_group.read(&asked)?;
        let mut keeps = vec![true; rows.len()];
        // First, so that conditions see only rows of selected games as wanted.
        if let Some(selection) = selection {
            selection.narrow(reading.table, &rows, &mut keeps)?;
        }
        if let Some(condition) = &reading.condition {
            condition(&rows, &mut keeps)?;
        }
        Ok(row_group.read_only(&reading.columns, keeps)?)
    }

    /// Runs `work` and turns a panic into an error: the Parquet reader may panic on bytes that no audit
    /// wrote.
    fn guarded<T>(
        &self,
        work: impl FnOnce() -> Result<T, DatasetError>,
    ) -> Result<T, DatasetError> {
        catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|panic| Err(DatasetError::panicked(&self.dir, panic.as_ref())))
    }

    /// The columns of a scan without rows.
    fn empty(reading: &TableScan<'_>) -> Result<Table, DatasetError> {
        let table = schema(reading.table);
        let columns = reading.columns.iter().map(|name| {
            let declared = table.and_then(|table| table.column(name));
            let declared = declared.ok_or_else(|| DatasetError::NoColumn {
                table: reading.table,
                column: (*name).to_owned(),
            })?;
            Ok(Column::declared(declared, std::iter::empty()))
        });
        Ok(Table::new(columns.collect::<Result<_, DatasetError>>()?))
    }
}

/// The row groups of the files of a table, in the order of the table.
#[derive(Debug)]
pub struct RowGroups {
    dataset: Dataset,
    row_groups: Vec<RowGroup>,
}

impl RowGroups {
    /// The number of row groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.row_groups.len()
    }

    /// Whether there are no row groups.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row_groups.is_empty()
    }

    /// The wanted rows of a row group; `None` after the last one.
    ///
    /// # Errors
    /// [`DatasetError`] if it cannot be read.
    pub fn read(
        &self,
        reading: &TableScan<'_>,
        row_group: usize,
    ) -> Result<Option<Rows>, DatasetError> {
        let row_group = self.row_groups.get(row_group);
        let read = |row_group| {
            self.dataset
                .guarded(|| self.dataset.row_group(reading, row_group))
        };
        row_group.map(read).transpose()
    }
}

impl Dataset {
    /// The row groups of a table, to be read one at a time.
    ///
    /// # Errors
    /// [`DatasetError`] if the table is missing or cannot be opened.
    pub fn row_groups_of(&self, table: &'static str) -> Result<RowGroups, DatasetError> {
        self.find_selected(table)?;
        Ok(RowGroups {
            dataset: self.clone(),
            row_groups: self.row_groups(table)?,
        })
    }

    /// The number of threads that read it.
    #[must_use]
    pub const fn threads(&self) -> std::num::NonZeroUsize {
        self.threads
    }
}
