//! The row groups of a table, read one at a time on demand.

use crate::tables::{RowGroup, Rows};

use super::{Dataset, DatasetError, TableScan};

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
