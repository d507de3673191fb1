//! Rows as an Arrow IPC stream, for other programs.
//!
//! The types are those that every engine accepts (and Spark compares one by one): signed integers, utf8,
//! bool, float64, date32 and lists of nullable elements, never a dictionary, large or view type. Rows are
//! those of one table, or nested: one row per game, with its rows of the other tables as lists of
//! structures. For rows of a part of a source, `game` and `line` are null.

mod flat;
mod nested;
mod select;

use std::io::{BufWriter, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;

use crate::tables::chunk::ChunkRows;
use crate::tables::encode::Rows;
use crate::tables::error::TableError;
use crate::tables::segment::Origin;
use audit960_types::SplitRow;
use audit960_types::tables::Fits as _;

use flat::FlatRows;
use nested::NestedRows;
pub use select::ColumnSelection;
use select::RowKind;

/// Minimum rows of a batch; only the last may have fewer.
const BATCH_ROWS: usize = 8 << 10;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 20;

/// Writes rows as they come, chunk by chunk in the order of the archive.
pub struct RowStream<W: Write> {
    writer: StreamWriter<BufWriter<W>>,
    rows: PendingRows,
    /// Rows that may still be written.
    left: u64,
    games: u64,
    lines: u64,
}

/// Rows that do not fill a batch yet.
enum PendingRows {
    Flat(FlatRows),
    Nested(NestedRows),
}

impl<W: Write> RowStream<W> {
    /// Starts a stream. `whole` says whether all rows of the sources will come, starting with the first;
    /// `limit` is the maximum number of rows to write.
    ///
    /// # Errors
    /// [`TableError::Output`] if it cannot be written.
    pub fn new(
        selection: &ColumnSelection,
        whole: bool,
        limit: Option<u64>,
        target: W,
    ) -> Result<Self, TableError> {
        let target = BufWriter::with_capacity(BUFFER, target);
        let writer = StreamWriter::try_new(target, &selection.schema);
        let mut writer = writer.map_err(TableError::stream)?;
        writer.flush().map_err(TableError::stream)?;
        let rows = Rows::of_range(whole);
        Ok(Self {
            writer,
            rows: match selection.kind {
                RowKind::Table(table) => PendingRows::Flat(FlatRows::new(selection, table, rows)),
                RowKind::Nested => PendingRows::Nested(NestedRows::new(selection, rows)),
            },
            left: limit.unwrap_or(u64::MAX),
            games: 0,
            lines: 0,
        })
    }

    /// Whether the maximum number of rows has been written.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Adds the rows of the next chunk of `source`.
    ///
    /// # Errors
    /// [`TableError::Output`] if they cannot be written.
    pub fn push(
        &mut self,
        chunk: ChunkRows,
        source: &Arc<str>,
        first_of_source: bool,
    ) -> Result<(), TableError> {
        if first_of_source {
            (self.games, self.lines) = (0, 0);
        }
        let origin = Origin {
            source: Arc::clone(source),
            games: self.games.fit(),
            lines: self.lines.fit(),
        };
        self.games += chunk.games;
        self.lines += chunk.newlines;
        match &mut self.rows {
            PendingRows::Flat(rows) => rows.push(chunk, origin),
            PendingRows::Nested(rows) => {
                let pushed = rows.push(chunk, &origin);
                pushed.map_err(TableError::stream)?;
            }
        }
        if self.waiting() >= BATCH_ROWS.min(usize::try_from(self.left).unwrap_or(usize::MAX)) {
            self.write()?;
        }
        Ok(())
    }

    /// Adds the row about the range, with which nested rows end; other streams ignore it.
    ///
    /// # Errors
    /// [`TableError::Output`] if the row cannot be built.
    pub fn split(&mut self, row: &SplitRow) -> Result<(), TableError> {
        match &mut self.rows {
            PendingRows::Flat(_) => Ok(()),
            PendingRows::Nested(rows) => rows.split(row).map_err(TableError::stream),
        }
    }

    /// Writes the remaining rows and ends the stream.
    ///
    /// # Errors
    /// [`TableError::Output`] if it cannot be written.
    pub fn finish(mut self) -> Result<(), TableError> {
        self.write()?;
        self.writer.finish().map_err(TableError::stream)?;
        let target = self.writer.get_mut();
        target.flush().map_err(TableError::Output)
    }

    const fn waiting(&self) -> usize {
        match &self.rows {
            PendingRows::Flat(rows) => rows.rows(),
            PendingRows::Nested(rows) => rows.rows(),
        }
    }

    fn write(&mut self) -> Result<(), TableError> {
        let batch = match &mut self.rows {
            PendingRows::Flat(rows) => rows.take(),
            PendingRows::Nested(rows) => rows.take(),
        };
        let Some(mut batch) = batch.map_err(TableError::stream)? else {
            return Ok(());
        };
        if let Some(most) = usize::try_from(self.left)
            .ok()
            .filter(|row| *row < batch.num_rows())
        {
            batch = batch.slice(0, most);
        }
        self.left -= batch.num_rows() as u64;
        self.put(&batch)
    }

    fn put(&mut self, batch: &RecordBatch) -> Result<(), TableError> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.writer.write(batch).map_err(TableError::stream)
    }
}
