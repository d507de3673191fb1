//! What each worker does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use audit960_duplicates::Spill;
use audit960_epd::{LineAudit, Text};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, Format, SharedReader, promises_games};
use audit960_tables::{ChunkTables, DatasetWriter, TableOptions};
use audit960_types::{FactSink, Gap, GapKind, Tally};

use super::observed::Observed;
use super::ordered::{Delivery, Ordered};
use super::{Bar, ChunkSink};

/// What the workers of an audit share.
pub(super) struct Shared {
    pub(super) reader: SharedReader,
    pub(super) ordered: Ordered,
    pub(super) writer: Mutex<DatasetWriter>,
    pub(super) tally: Mutex<Tally>,
    /// Where games go that are to be compared with all others.
    pub(super) spill: Option<Spill>,
    pub(super) failed: AtomicBool,
    pub(super) error: Mutex<Option<anyhow::Error>>,
}

/// A lock whose holder panicked is as good as any: the panic ends the run by itself.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Works until there is nothing left or somebody has failed; the first failure is kept.
    pub(super) fn work(&self, options: &AuditOptions, tables: TableOptions) {
        let mut sink = ChunkTables::new(tables);
        if self.ordered.prints_all() {
            sink.keep_all_findings();
        }
        if let Err(error) = self.work_on(options, tables.crosscheck, &mut sink) {
            self.failed.store(true, Ordering::Relaxed);
            lock(&self.error).get_or_insert(error);
            self.ordered.give_up();
        }
        lock(&self.tally).merge(sink.tally());
    }

    fn work_on(
        &self,
        options: &AuditOptions,
        crosscheck: bool,
        sink: &mut ChunkTables,
    ) -> anyhow::Result<()> {
        let mut auditor = Auditor::new(options.clone());
        let mut collector = self.spill.as_ref().map(Spill::collector);
        let mut chunk = Chunk::default();
        while !self.failed.load(Ordering::Relaxed) && self.reader.next_chunk(&mut chunk)? {
            let lines = if crosscheck || collector.is_some() {
                let mut observed = Observed::new(sink, &chunk, crosscheck, collector.as_mut());
                let lines = replay_chunk(&mut auditor, &chunk, &mut observed);
                observed.finish()?;
                lines
            } else {
                replay_chunk(&mut auditor, &chunk, sink)
            };
            let delivery = Delivery {
                rows: sink.finish(lines)?,
                source: chunk.source,
                source_name: chunk.source_name.clone(),
                first_of_source: chunk.first_of_source,
                bytes: chunk.bytes.len() as u64 + chunk.dropped,
            };
            for job in self.ordered.deliver(chunk.sequence, delivery)? {
                let group = job.encode()?;
                lock(&self.writer).append(group)?;
            }
        }
        if let Some(collector) = &mut collector {
            collector.flush()?;
        }
        Ok(())
    }
}

/// Replays chunk after chunk into a sink.
pub(super) fn fold_chunks<S: ChunkSink>(
    reader: &SharedReader,
    options: &AuditOptions,
    bar: &Bar,
    mut sink: S,
) -> anyhow::Result<S> {
    let mut auditor = Auditor::new(options.clone());
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk)? {
        sink.begin(&chunk);
        replay_chunk(&mut auditor, &chunk, &mut sink);
        bar.advance();
    }
    Ok(sink)
}

/// Replays a chunk, or reads its lines of positions; gives the number of its line ends.
pub(crate) fn replay_chunk(auditor: &mut Auditor, chunk: &Chunk, sink: &mut impl FactSink) -> u64 {
    let identity = |position: usize| chunk.identity(position);
    if let Some(finding) = chunk.opening_finding() {
        sink.finding(finding);
    }
    let lines = match chunk.format {
        Format::Pgn => auditor.audit(
            &chunk.bytes,
            chunk.spans(),
            &identity,
            chunk.dropped > 0,
            sink,
        ),
        Format::Epd => {
            let lines = LineAudit {
                misnamed: chunk.first_of_source && promises_games(&chunk.source_name),
                cut: chunk.dropped > 0,
                ..LineAudit::default()
            };
            let text = Text {
                bytes: &chunk.bytes,
                first_line: 0,
                identity: &identity,
            };
            lines.run(&text, sink)
        }
    };
    if chunk.dropped > 0 {
        sink.gap(&Gap {
            identity: chunk.identity(chunk.bytes.len()),
            byte_length: chunk.dropped,
            kind: GapKind::Oversize,
        });
    }
    let lines = lines + chunk.dropped_lines;
    for finding in chunk.closing_findings(lines) {
        sink.finding(finding);
    }
    lines
}
