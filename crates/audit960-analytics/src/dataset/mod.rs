//! A dataset on disk, read by polars.
//!
//! This module is the only place that knows polars, and no type of it leaves: answers are tallies,
//! rows of our own, or a [`Frame`](audit960_types::Frame). Queries run on the streaming engine and
//! read no columns but those they need, so memory depends on the answer and not on the archive.

mod castling;
mod chosen;
mod columns;
mod copies;
mod decode;
mod error;
mod lines;
mod openings;
mod pairs;
mod pieces;
mod popularity;
mod query;
mod tally;
mod threads;

#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use audit960_dataset::CheckedDataset;
use polars::prelude::{
    DataFrame, Engine, Expr, LazyFrame, PlRefPath, PolarsResult, ScanArgsParquet, col, lit,
};
use serde_json::Value;

use chosen::Chosen;
pub use decode::{Row, RowError, rows};
pub use error::DatasetError;
pub use lines::LinePair;
pub use openings::OpeningLine;
pub use pairs::StartPair;
pub use popularity::{DrawRule, GroupPopularity, Grouping, PositionCount};
pub use threads::set_threads;

/// A dataset as `audit960 audit` writes it.
#[derive(Clone, Debug)]
pub struct Dataset {
    dir: PathBuf,
    checked: Arc<CheckedDataset>,
    /// The games that it is about, where these are not all.
    chosen: Option<Arc<Chosen>>,
}

impl Dataset {
    /// Reads a dataset that was checked: the files its manifest lists, and no others.
    #[must_use]
    pub fn of(checked: CheckedDataset) -> Self {
        Self {
            dir: checked.dir().to_owned(),
            checked: Arc::new(checked),
            chosen: None,
        }
    }

    /// What its manifest says.
    #[must_use]
    pub fn manifest(&self) -> &Value {
        self.checked.manifest()
    }

    /// The names of the tables that are there.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static str> {
        self.checked.tables().collect()
    }

    /// The files of a table, in order; none if it is not there.
    fn files(&self, table: &str) -> &[PathBuf] {
        self.checked.files(table)
    }

    /// The files of a table that has to be there.
    fn present(&self, table: &'static str) -> Result<&[PathBuf], DatasetError> {
        let files = self.files(table);
        if files.is_empty() {
            return Err(DatasetError::NoTable {
                path: self.dir.clone(),
                table,
            });
        }
        Ok(files)
    }

    /// The rows of a table, none of them read yet.
    fn scan(&self, table: &'static str) -> Result<LazyFrame, DatasetError> {
        let files = self.present(table)?;
        let rows = self.engine(|| scan_files(files))?;
        Ok(match &self.chosen {
            Some(chosen) => chosen.of_table(table, rows),
            None => rows,
        })
    }

    /// The games of a kind of start, with both start numbers known; none of another variant.
    fn games_from(&self, start: audit960_types::StartKind) -> Result<LazyFrame, DatasetError> {
        Ok(self.scan("games")?.filter(of_kind(start)))
    }

    /// Runs a query.
    fn collect(&self, query: LazyFrame) -> Result<DataFrame, DatasetError> {
        // There is but one result, because there is but one query.
        self.engine(|| {
            Ok(query
                .collect_with_engine(Engine::Streaming)?
                .unwrap_single())
        })
    }

    /// Has the engine do something. Where it panics, which bytes no audit wrote can make it do, that is
    /// an error like others.
    fn engine<T>(&self, work: impl FnOnce() -> PolarsResult<T>) -> Result<T, DatasetError> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done.map_err(DatasetError::engine(&self.dir)),
            Err(panic) => Err(DatasetError::panicked(&self.dir, panic.as_ref())),
        }
    }
}

/// That a game is of a kind of start, with its numbers known, of no other variant, and without an
/// illegal move that was replayed all the same.
fn of_kind(start: audit960_types::StartKind) -> Expr {
    let kind = col("start_kind").eq(lit(start.as_str()));
    let chess = col("verdict").neq(lit(audit960_types::Verdict::Foreign.as_str()));
    let legal = col("illegal_kept").eq(lit(0));
    kind.and(chess)
        .and(legal)
        .and(col("white_start").is_not_null())
}

/// The rows of some Parquet files.
fn scan_files(files: &[PathBuf]) -> PolarsResult<LazyFrame> {
    let paths = files
        .iter()
        .map(|file| PlRefPath::try_from_path(file))
        .collect::<PolarsResult<Vec<_>>>()?;
    let mut args = ScanArgsParquet {
        // The paths are exact: `*` and `[` in them are letters, and `year=2020` is no column.
        glob: false,
        ..ScanArgsParquet::default()
    };
    args.hive_options.enabled = Some(false);
    LazyFrame::scan_parquet_files(paths.into_iter().collect(), args)
}
