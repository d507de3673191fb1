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

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use polars::prelude::{
    DataFrame, Engine, Expr, LazyFrame, PlRefPath, PolarsResult, ScanArgsParquet, col, lit,
};

use chosen::Chosen;
pub use decode::{Row, RowError, rows};
pub use error::DatasetError;
pub use lines::LinePair;
pub use openings::OpeningLine;
pub use pairs::StartPair;
pub use popularity::{DrawRule, GroupPopularity, Grouping, PositionCount};
pub use threads::set_threads;

/// The file that makes a folder a dataset.
const MANIFEST: &str = "manifest.json";

/// The tables a dataset can have: `NAME.parquet`, or a folder `NAME` of Parquet files.
const TABLES: [&str; 9] = [
    "games",
    "incidents",
    "repetitions",
    "diagnostics",
    "start_positions",
    "castling",
    "positions",
    "duplicates",
    "crosscheck",
];

/// A dataset as `audit960 audit` writes it.
#[derive(Clone, Debug)]
pub struct Dataset {
    dir: PathBuf,
    /// The games that it is about, where these are not all.
    chosen: Option<Arc<Chosen>>,
}

impl Dataset {
    /// Whether a folder is a dataset.
    #[must_use]
    pub fn is_at(dir: &Path) -> bool {
        dir.join(MANIFEST).is_file()
    }

    /// Opens the dataset in a folder.
    ///
    /// # Errors
    /// [`DatasetError::NoManifest`] if it holds no manifest.
    pub fn open(dir: &Path) -> Result<Self, DatasetError> {
        if Self::is_at(dir) {
            Ok(Self {
                dir: dir.to_owned(),
                chosen: None,
            })
        } else {
            Err(DatasetError::NoManifest {
                path: dir.to_owned(),
            })
        }
    }

    /// The names of the tables that are there.
    ///
    /// # Errors
    /// [`DatasetError::Io`] if a folder cannot be read.
    pub fn tables(&self) -> Result<Vec<&'static str>, DatasetError> {
        let mut present = Vec::new();
        for table in TABLES {
            if !self.files(table)?.is_empty() {
                present.push(table);
            }
        }
        Ok(present)
    }

    /// The files of a table, in order; none if it is not there.
    fn files(&self, table: &str) -> Result<Vec<PathBuf>, DatasetError> {
        let single = self.dir.join(format!("{table}.parquet"));
        if single.is_file() {
            return Ok(vec![single]);
        }
        let folder = self.dir.join(table);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&folder).and_then(|entries| {
            entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<Vec<_>, _>>()
        });
        let mut files = entries.map_err(|cause| DatasetError::Io {
            path: folder,
            cause,
        })?;
        files.retain(|path| path.extension().is_some_and(|end| end == "parquet"));
        files.sort_unstable();
        Ok(files)
    }

    /// The files of a table that has to be there.
    fn present(&self, table: &'static str) -> Result<Vec<PathBuf>, DatasetError> {
        let files = self.files(table)?;
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
        let rows = scan_files(&self.present(table)?).map_err(DatasetError::engine(&self.dir))?;
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
        let result = query.collect_with_engine(Engine::Streaming);
        let result = result.map_err(DatasetError::engine(&self.dir))?;
        // There is but one result, because there is but one query.
        Ok(result.unwrap_single())
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
