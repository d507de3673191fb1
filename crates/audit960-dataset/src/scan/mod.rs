//! The rows of a dataset, read one row group at a time on all threads: which games count, which are copies, and what of
//! them is asked.

mod castling;
mod columns;
mod copies;
mod counted;
mod decode;
mod epd_counts;
mod error;
mod grouping;
mod memory;
mod selection;
mod table_scan;
mod tally;

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::CheckedDataset;
use audit960_types::Moveless;
use audit960_types::tables::ColumnGroup;
use serde_json::Value;

pub use columns::{LabelColumn, StartColumn};
pub use counted::{CountedAnswer, CountedGames, GamesLeftOut, LeftOutCounter};
pub use decode::{DatasetRow, RowError, rows};
pub use epd_counts::LinePair;
pub use error::DatasetError;
pub use grouping::{GroupKey, GroupLabels, Grouping};
pub use memory::Memory;
use selection::GameSelection;
pub use table_scan::{RowGroups, TableScan};

/// A dataset as `audit960 audit` writes it.
#[derive(Clone, Debug)]
pub struct Dataset {
    dir: PathBuf,
    /// Null while it is being written.
    manifest: Arc<Value>,
    /// The files of its tables.
    tables: Arc<BTreeMap<&'static str, Vec<PathBuf>>>,
    /// The games that it is restricted to; `None` for all.
    selection: Option<Arc<GameSelection>>,
    /// Whether some of its games come from an audit that did not look for copies.
    copies_unknown: bool,
    /// The copies among these games, as soon as an answer has asked for them.
    copies: Arc<OnceLock<HashSet<i64>>>,
    moveless: Moveless,
    threads: NonZeroUsize,
    /// What answers may take.
    memory: Arc<Memory>,
}

impl Dataset {
    /// Reads tables of a dataset that is still being written into a folder; it has no manifest.
    #[must_use]
    pub fn unfinished(dir: &Path, tables: BTreeMap<&'static str, Vec<PathBuf>>) -> Self {
        Self::with_tables(dir.to_owned(), Value::Null, tables)
    }

    fn with_tables(
        dir: PathBuf,
        manifest: Value,
        tables: BTreeMap<&'static str, Vec<PathBuf>>,
    ) -> Self {
        // One game has no copy. A dataset that does not say its number may have more.
        let games = manifest["totals"]["games"].as_u64();
        let is_unknown = games.is_none_or(|games| games > 1) && !tables.contains_key("duplicates");
        Self {
            dir,
            manifest: Arc::new(manifest),
            tables: Arc::new(tables),
            selection: None,
            copies_unknown: is_unknown,
            copies: Arc::default(),
            moveless: Moveless::default(),
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory: Arc::new(Memory::new(u64::MAX)),
        }
    }

    /// Reads a checked dataset: the files that its manifest lists, and no others. One thread per available
    /// processor reads it, unless [`Self::with_threads`] says otherwise.
    #[must_use]
    pub fn of(checked: CheckedDataset) -> Self {
        Self::with_tables(checked.dir, checked.manifest.value, checked.tables)
    }

    /// The games of several datasets as one, in this order; `None` if there are none. It has no manifest, and options are the
    /// first one's.
    #[must_use]
    pub fn joined(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        all.into_iter().reduce(|mut one, other| {
            let tables = Arc::make_mut(&mut one.tables);
            for (table, files) in &*other.tables {
                tables.entry(*table).or_default().extend_from_slice(files);
            }
            Self {
                manifest: Arc::default(),
                copies_unknown: one.copies_unknown || other.copies_unknown,
                copies: Arc::default(),
                ..one
            }
        })
    }

    /// The same, read by this many threads; `None` leaves the number unchanged. No answer depends on it.
    #[must_use]
    pub fn with_threads(self, threads: Option<NonZeroUsize>) -> Self {
        let threads = threads.unwrap_or(self.threads);
        Self { threads, ..self }
    }

    /// The same, whose answers are refused if they need more than this many bytes of memory.
    #[must_use]
    pub fn within(self, memory: u64) -> Self {
        let memory = Arc::new(Memory::new(memory));
        Self { memory, ..self }
    }

    /// The memory that its answers may take.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The same, with or without the results of games that have no moves in the answers about results. The
    /// default is without.
    #[must_use]
    pub fn counting(self, moveless: Moveless) -> Self {
        Self { moveless, ..self }
    }

    /// Whether the results of games without moves count.
    #[must_use]
    pub const fn moveless(&self) -> Moveless {
        self.moveless
    }

    /// Its folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its manifest.
    #[must_use]
    pub fn manifest(&self) -> &Value {
        &self.manifest
    }

    /// The last group of columns that were asked for when it was made.
    #[must_use]
    pub fn column_group(&self) -> ColumnGroup {
        let options = &self.manifest()["options"];
        ColumnGroup::asked(options["players"] == true, options["quality"] == true)
    }

    /// The names of its tables.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static str> {
        self.tables.keys().copied().collect()
    }

    /// Whether it has a table, with or without rows.
    #[must_use]
    pub fn has(&self, table: &str) -> bool {
        !self.files(table).is_empty()
    }

    /// The files of a table; none if it has no such table.
    fn files(&self, table: &str) -> &[PathBuf] {
        self.tables.get(table).map_or(&[], Vec::as_slice)
    }
}
