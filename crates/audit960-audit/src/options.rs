//! Options of an audit.

use std::sync::Arc;

use audit960_dataset::Storage;
use audit960_dataset::tables::{RowSet, TableOptions};
use audit960_law::{LawTable, VenueTable};
use audit960_replay::AuditOptions;
use audit960_source::{CHUNK_BYTES, Limits, given_columns};
use audit960_types::tables::ColumnGroup;
use serde_json::{Value, json};

use crate::examine::Examination;
use crate::values::TableValues;

/// Options of an audit.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads to use for everything, at least 1.
    pub threads: usize,
    /// How games are replayed.
    pub audit: AuditOptions,
    /// Whether every game is read a second time.
    pub crosscheck: bool,
    /// Whether copies of earlier games are searched for.
    pub duplicates: bool,
    /// Whether there is a table `players`; its columns of games must be among those of `audit`.
    pub players: bool,
    /// What is searched for in damaged and rejected games.
    pub examination: Examination,
    /// Limits on memory, and on the text that inputs may expand to.
    pub limits: Limits,
    /// Endgame tables that are asked what positions with claims are worth.
    pub table_values: Option<TableValues>,
    /// Texts of the user's tables, for the manifest.
    pub table_texts: TableTexts,
    /// How the files of the dataset are written.
    pub storage: Storage,
    /// The rows that the dataset has.
    pub rows: RowSet,
    /// Where row groups and files end. Only tests have a reason to change it.
    pub table_limits: audit960_dataset::tables::TableLimits,
    /// Chunks (about 2 MiB of text each) from one checkpoint to the next; each source begins a chunk.
    /// `None` for about 4 GiB.
    pub checkpoint_chunks: Option<u64>,
}

/// Chunks from one checkpoint to the next: about 4 GiB of text. All workers wait for each other there,
/// which takes as long as a few chunks.
pub(crate) const CHECKPOINT_CHUNKS: u64 = checkpoint_chunks(4096);

/// Chunks that hold this many megabytes (2^20 bytes) of text, rounded up.
#[must_use]
pub const fn checkpoint_chunks(megabytes: u64) -> u64 {
    megabytes.div_ceil((CHUNK_BYTES >> 20) as u64)
}

/// The texts of the user's tables; `None` for those that are built in.
#[derive(Clone, Debug, Default)]
pub struct TableTexts {
    /// The law table.
    pub law: Option<String>,
    /// The venue table.
    pub venues: Option<String>,
}

impl TableTexts {
    /// The law table.
    ///
    /// # Errors
    /// Where the user's text is not a law table; the message names the line.
    pub fn law(&self) -> anyhow::Result<Arc<LawTable>> {
        Ok(Arc::new(match &self.law {
            Some(text) => LawTable::parse(text)?,
            None => LawTable::builtin().clone(),
        }))
    }

    /// The venue table.
    ///
    /// # Errors
    /// As [`Self::law`].
    pub fn venues(&self) -> anyhow::Result<Arc<VenueTable>> {
        Ok(Arc::new(match &self.venues {
            Some(text) => VenueTable::parse(text)?,
            None => VenueTable::builtin().clone(),
        }))
    }
}

/// The options of the tables of an audit.
pub(crate) fn table_options(options: &Options) -> TableOptions {
    TableOptions {
        crosscheck: options.crosscheck,
        duplicates: options.duplicates,
        columns: options.audit.columns,
        rows: options.rows,
        limits: options.table_limits,
    }
}

/// The options that change rows.
pub(crate) fn row_options(options: &Options) -> Value {
    let mut stated = json!({
        "with_moves": options.audit.with_moves,
        "crosscheck": options.crosscheck,
        "duplicates": options.duplicates,
        "infer_start": options.examination.starts.is_some(),
        "double_start": options.examination.starts.is_some_and(|starts| starts.double),
        "propose": options.examination.repairs,
        "keep_illegal": options.audit.keep_illegal,
        "max_memory": options.limits.memory,
        "max_expansion": options.limits.expansion.ratio,
        "max_text": options.limits.expansion.total,
        "law_table": options.table_texts.law,
        "venue_table": options.table_texts.venues,
    });
    let given = given_columns();
    if !given.is_empty() {
        stated["input_columns"] = given.iter().cloned().collect();
    }
    // Without tables nothing is said of them, as in datasets that are older than this option.
    if let Some(tables) = &options.table_values {
        stated["tablebase"] = tables.record().clone();
    }
    if let Some(plies) = options.audit.opening_plies {
        stated["positions"] = plies.into();
    }
    if options.audit.columns >= ColumnGroup::Quality {
        stated["quality"] = true.into();
    }
    if options.players {
        stated["players"] = true.into();
    }
    stated
}
