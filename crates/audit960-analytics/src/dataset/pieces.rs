//! A table read piece by piece, so that memory does not depend on its size.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use polars::prelude::{DataFrame, Engine, Expr, IdxSize, LazyFrame, len};

use super::columns::Groups;
use super::threads::threads;
use super::{Dataset, DatasetError, scan_files};

/// Rows of a piece: those of a row group.
const ROWS: u64 = 1 << 16;

/// Some rows of a file.
struct Piece {
    file: PathBuf,
    first: u64,
}

/// What is read of a table.
pub(super) struct Reading {
    /// The table.
    pub(super) table: &'static str,
    /// Which rows.
    pub(super) filter: Expr,
    /// Which columns, `game_id` among them.
    pub(super) columns: Vec<Expr>,
}

impl Dataset {
    /// Has all rows of a reading taken in by as many collectors as there are threads, each row by
    /// one of them and in no order. What the collectors hold must not depend on who got what.
    pub(super) fn read_pieces<T: Send>(
        &self,
        reading: &Reading,
        make: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, &Groups<'_>) -> Result<(), DatasetError> + Sync,
    ) -> Result<Vec<T>, DatasetError> {
        let pieces = self.pieces(reading.table)?;
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            let mut collector = make();
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                let rows = self.piece(reading, piece);
                let taken = rows.and_then(|rows| take(&mut collector, &Groups::new(self, &rows)));
                if let Err(error) = taken {
                    // Nobody else need begin another piece.
                    next.store(pieces.len(), Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        failure.get_or_insert(error);
                    }
                    break;
                }
            }
            collector
        };
        let workers = threads().min(pieces.len()).max(1);
        let collectors: Vec<T> = thread::scope(|scope| -> Result<_, DatasetError> {
            let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let done = running.into_iter().map(thread::ScopedJoinHandle::join);
            let done = done
                .map(|it| it.map_err(|panic| DatasetError::panicked(&self.dir, panic.as_ref())));
            done.collect::<Result<_, _>>()
        })?;
        match failure.into_inner().ok().flatten() {
            Some(error) => Err(error),
            None => Ok(collectors),
        }
    }

    fn pieces(&self, table: &'static str) -> Result<Vec<Piece>, DatasetError> {
        let mut pieces = Vec::new();
        for file in self.present(table)? {
            let rows = self.collect(
                self.rows_of(std::slice::from_ref(file))?
                    .select([len().alias("rows")]),
            )?;
            let rows = Groups::new(self, &rows).counts("rows")?;
            let rows = rows.first().copied().unwrap_or(0);
            pieces.extend((0..rows).step_by(ROWS as usize).map(|first| Piece {
                file: file.clone(),
                first,
            }));
        }
        Ok(pieces)
    }

    fn piece(&self, reading: &Reading, piece: &Piece) -> Result<DataFrame, DatasetError> {
        let rows = self
            .rows_of(std::slice::from_ref(&piece.file))?
            .slice(piece.first.cast_signed(), ROWS as IdxSize)
            .filter(reading.filter.clone())
            .select(reading.columns.clone());
        let rows =
            self.engine(|| Ok(rows.collect_with_engine(Engine::InMemory)?.unwrap_single()))?;
        match &self.chosen {
            Some(chosen) => self.engine(|| chosen.of_rows(&rows)),
            None => Ok(rows),
        }
    }

    fn rows_of(&self, files: &[PathBuf]) -> Result<LazyFrame, DatasetError> {
        self.engine(|| scan_files(files))
    }
}
