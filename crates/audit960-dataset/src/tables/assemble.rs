//! Assembles chunks, in the order of the archive, into row groups of a fixed number of rows, or fewer where
//! rows are long.

use std::collections::VecDeque;
use std::sync::Arc;

use audit960_types::Finding;
use audit960_types::tables::{Fits as _, TableSchema};

use crate::tables::chunk::{ChunkRows, TableOptions};
use crate::tables::encode::{ColumnJob, EncodedRowGroup, Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::layout::BATCH_ROWS;
use crate::tables::segment::{Origin, Segment, take_front};
use crate::tables::state::{AssemblerState, QueueState};

/// Number of small segments that are merged into one.
const MERGED: usize = 64;

/// Bytes at which a row group is full whatever its row count; it ends with the chunk that reaches them.
const GROUP_BYTES: usize = 256 << 20;

/// The result of adding a chunk.
#[must_use]
pub struct Assembled {
    /// Row groups that are now full.
    pub jobs: Vec<RowGroupJob>,
    /// The findings that the chunk kept for printing, in order. `game` and `line` now count from 0 in the
    /// source.
    pub findings: Vec<Finding>,
}

/// Concatenates chunks. Sequential and cheap: rows are copied here only where chunks have few of them.
pub struct Assembler {
    tables: Vec<Queue>,
    /// Games and lines of the source before the next chunk.
    games: u64,
    lines: u64,
}

impl Assembler {
    /// An empty assembler.
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Parquet library rejects a schema.
    pub fn new(options: TableOptions) -> Result<Self, TableError> {
        Self::with(options, Rows::OfChunks)
    }

    /// An empty assembler for chunks of this kind of rows.
    pub(crate) fn with(options: TableOptions, rows: Rows) -> Result<Self, TableError> {
        let queue = |(table, schema): (usize, TableSchema)| -> Result<Queue, TableError> {
            let encoder = TableEncoder::new(&schema, rows)?;
            Ok(Queue {
                table,
                encoder: Arc::new(encoder),
                group_rows: options.limits.group_rows.max(1),
                group_bytes: GROUP_BYTES,
                segments: VecDeque::new(),
                rows: 0,
                bytes: 0,
                groups: 0,
            })
        };
        Ok(Self {
            tables: options
                .row_tables()
                .enumerate()
                .map(queue)
                .collect::<Result<_, _>>()?,
            games: 0,
            lines: 0,
        })
    }

    /// Adds the next chunk of `source`, its first if `first_of_source`, and returns the row groups that are
    /// now full. Chunks must come in the order of the archive, sources in the order of the dataset.
    pub fn push(
        &mut self,
        chunk: ChunkRows,
        source: &Arc<str>,
        first_of_source: bool,
    ) -> Assembled {
        if first_of_source {
            self.games = 0;
            self.lines = 0;
        }
        let origin = Origin {
            source: Arc::clone(source),
            games: self.games.fit(),
            lines: self.lines.fit(),
        };
        let mut findings = chunk.findings;
        for finding in &mut findings {
            finding.line += self.lines;
            finding.game = finding.game.map(|game| game + self.games);
        }
        self.games += chunk.games;
        self.lines += chunk.newlines;
        let mut jobs = Vec::new();
        for (queue, columns) in self.tables.iter_mut().zip(chunk.columns) {
            queue.push(Segment::new(columns, origin.clone()), &mut jobs);
        }
        Assembled { jobs, findings }
    }

    /// The current state, for [`Self::resume`].
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Arrow library rejects rows.
    pub fn save(&self) -> Result<AssemblerState, TableError> {
        let queues = self.tables.iter().map(Queue::save);
        Ok(AssemblerState {
            games: self.games,
            lines: self.lines,
            queues: queues.collect::<Result<_, _>>()?,
        })
    }

    /// Restores an assembler that was saved with the same options.
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Arrow library rejects the rows.
    pub fn resume(options: TableOptions, state: &AssemblerState) -> Result<Self, TableError> {
        let mut assembler = Self::new(options)?;
        assembler.games = state.games;
        assembler.lines = state.lines;
        for (queue, saved) in assembler.tables.iter_mut().zip(&state.queues) {
            queue.resume(saved)?;
        }
        Ok(assembler)
    }

    /// The remaining row groups, each shorter than a full one.
    #[must_use]
    pub fn finish(mut self) -> Vec<RowGroupJob> {
        self.tables
            .iter_mut()
            .filter(|queue| queue.rows > 0)
            .map(Queue::cut)
            .collect()
    }
}

/// The rows of a table that are waiting for a full row group.
struct Queue {
    table: usize,
    encoder: Arc<TableEncoder>,
    group_rows: usize,
    group_bytes: usize,
    segments: VecDeque<Segment>,
    rows: usize,
    bytes: usize,
    groups: u64,
}

impl Queue {
    fn save(&self) -> Result<QueueState, TableError> {
        let segments = self.segments.iter().map(Segment::save);
        let segments = segments.collect::<Result<_, _>>();
        Ok(QueueState {
            groups: self.groups,
            segments: segments.map_err(TableError::encode(self.encoder.table()))?,
        })
    }

    fn resume(&mut self, state: &QueueState) -> Result<(), TableError> {
        let segments = state.segments.iter().map(Segment::restore);
        let segments: Result<VecDeque<_>, _> = segments.collect();
        self.segments = segments.map_err(TableError::encode(self.encoder.table()))?;
        self.groups = state.groups;
        self.rows = self.segments.iter().map(|segment| segment.rows).sum();
        self.bytes = self.segments.iter().map(Segment::bytes).sum();
        Ok(())
    }

    fn push(&mut self, segment: Segment, jobs: &mut Vec<RowGroupJob>) {
        if segment.rows == 0 {
            return;
        }
        self.rows += segment.rows;
        self.bytes += segment.bytes();
        self.segments.push_back(segment);
        self.merge();
        // Rows of a few kilobytes each would fill the memory before there are enough of them.
        while self.rows >= self.group_rows || self.rows > 0 && self.bytes >= self.group_bytes {
            jobs.push(self.cut());
        }
    }

    /// Merges the last segments if they are many and small: findings and incidents may be rare and wait
    /// through all chunks of an archive. Merged segments are merged again when they are as many, so a row
    /// is copied only a few times.
    fn merge(&mut self) {
        while let Some(from) = self.segments.len().checked_sub(MERGED) {
            let last = self.segments.range(from..);
            let levels = || last.clone().map(|segment| segment.level);
            let rows: usize = last.clone().map(|segment| segment.rows).sum();
            if rows > BATCH_ROWS || levels().min() != levels().max() {
                return;
            }
            let last: Vec<Segment> = last.cloned().collect();
            // Segments whose text does not fit into one array stay as they are.
            let Ok(merged) = self.encoder.merge(&last) else {
                return;
            };
            self.segments.truncate(from);
            self.segments.push_back(merged);
        }
    }

    /// Cuts a row group off the front: a full one, or all remaining rows.
    fn cut(&mut self) -> RowGroupJob {
        let segments = take_front(&mut self.segments, self.group_rows);
        self.rows -= segments.iter().map(|segment| segment.rows).sum::<usize>();
        self.bytes = self.segments.iter().map(Segment::bytes).sum();
        let ordinal = self.groups;
        self.groups += 1;
        RowGroupJob {
            table: self.table,
            ordinal,
            encoder: Arc::clone(&self.encoder),
            segments,
        }
    }
}

/// A row group to be encoded; any worker may do it.
#[must_use]
pub struct RowGroupJob {
    table: usize,
    ordinal: u64,
    encoder: Arc<TableEncoder>,
    segments: Vec<Segment>,
}

impl RowGroupJob {
    /// The name of its table.
    pub(crate) fn table(&self) -> &'static str {
        self.encoder.table()
    }

    /// Encodes the row group, the expensive step.
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Parquet library fails.
    pub fn encode(self) -> Result<EncodedRowGroup, TableError> {
        let (parts, whole) = self.split()?;
        let columns = parts.into_iter().map(ColumnJob::encode);
        Ok(whole.with(columns.collect::<Result<_, _>>()?))
    }

    /// Splits the row group into columns, which idle workers can encode in any order, and the row group that is to have
    /// them ([`EncodedRowGroup::with`]).
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Parquet library fails.
    pub fn split(self) -> Result<(Vec<ColumnJob>, EncodedRowGroup), TableError> {
        let parts = self.encoder.split(self.segments)?;
        let whole = EncodedRowGroup {
            table: self.table,
            ordinal: self.ordinal,
            columns: Vec::new(),
        };
        Ok((parts, whole))
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::{Code, FactSink as _};

    use super::*;
    use crate::tables::chunk::ChunkTables;
    use crate::tables::tests::samples::finding;

    #[test]
    fn long_rows_fill_a_row_group_sooner() {
        let options = TableOptions::default();
        let mut tables = ChunkTables::new(options);
        let mut assembler = Assembler::new(options).unwrap();
        assembler.tables[3].group_bytes = 10_000;
        let source: Arc<str> = "a.pgn".into();
        let mut groups = Vec::new();
        for _ in 0..20 {
            let mut long = finding(Code::CheckMark, None, 0);
            long.message = "x".repeat(3000);
            tables.finding(long);
            let rows = tables.finish(10).unwrap();
            let jobs = assembler.push(rows, &source, false).jobs;
            groups.extend(jobs.iter().map(|job| job.segments.len()));
        }
        groups.extend(assembler.finish().iter().map(|job| job.segments.len()));
        assert_eq!(groups, [4, 4, 4, 4, 4]);
    }

    #[test]
    fn rare_rows_of_many_chunks_are_few_segments() {
        let options = TableOptions::default();
        let mut tables = ChunkTables::new(options);
        let mut assembler = Assembler::new(options).unwrap();
        let source: Arc<str> = "a.pgn".into();
        for chunk in 0..10_000 {
            tables.finding(finding(Code::CheckMark, Some(0), 0));
            let rows = tables.finish(10).unwrap();
            let assembled = assembler.push(rows, &source, chunk == 0);
            assert!(assembled.jobs.is_empty());
        }
        let findings = &assembler.tables[3];
        assert_eq!(findings.rows, 10_000);
        assert!(findings.segments.len() < 3 * MERGED);
    }
}
