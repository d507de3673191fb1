//! What each worker does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use audit960_dataset::copies::{GameCollector, Spill};
use audit960_dataset::tables::{ChunkTables, DatasetWriter, TableOptions};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, SharedReader};
use audit960_types::Tally;
use parking_lot::Mutex;

use crate::checkpoint::{Checkpoint, Checkpoints, distance};
use crate::guard::{described, panic_message};
use crate::observed::Observed;
use crate::ordered::{Delivery, Ordered};
use crate::replay::replay_chunk;

/// What the workers of an audit share.
pub(crate) struct Shared<'o> {
    pub(crate) reader: SharedReader,
    pub(crate) ordered: Ordered<'o>,
    pub(crate) writer: Mutex<DatasetWriter>,
    pub(crate) tally: Mutex<Tally>,
    /// Where checkpoints are saved.
    pub(crate) checkpoints: Checkpoints,
    /// Where games to be compared with all others are collected.
    pub(crate) spill: Option<Spill>,
    pub(crate) failed: AtomicBool,
    pub(crate) error: Mutex<Option<anyhow::Error>>,
}

/// The error of a panic while a chunk was read.
fn panicked(chunk: &Chunk, panic: &(dyn Any + Send)) -> anyhow::Error {
    anyhow!(
        "{}: a bug in audit960; please report it: {}",
        described(chunk),
        panic_message(panic)
    )
}

impl Shared<'_> {
    /// Works until there is nothing left or a worker has failed; the first failure is kept.
    pub(crate) fn work(&self, options: &AuditOptions, tables: TableOptions) {
        let mut sink = ChunkTables::new(tables);
        if self.ordered.keeps_all() {
            sink.keep_all_findings();
        }
        let mut chunk = Chunk::default();
        let worked = catch_unwind(AssertUnwindSafe(|| {
            self.work_on(options, tables.crosscheck, &mut sink, &mut chunk)
        }));
        let worked = worked.unwrap_or_else(|panic| Err(panicked(&chunk, panic.as_ref())));
        let ended = worked.and_then(|()| self.checkpoints.gate.leave(|next| self.meet(next)));
        if let Err(error) = ended {
            self.failed.store(true, Ordering::Relaxed);
            self.error.lock().get_or_insert(error);
            self.ordered.give_up();
            self.checkpoints.gate.give_up();
        }
    }

    /// Hands over what the worker has counted and gathered.
    fn rest(
        &self,
        sink: &mut ChunkTables,
        collector: Option<&mut GameCollector<'_>>,
    ) -> anyhow::Result<()> {
        self.tally.lock().merge(&sink.take_tally());
        if let Some(collector) = collector {
            collector.flush()?;
        }
        Ok(())
    }

    /// Whether the run is to end early.
    fn is_over(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.ordered.is_stopped()
    }

    /// When all workers have handed over what they have, up to chunk `next`: saves a checkpoint. At the
    /// first meeting of a resumed run, it compares the text that has been read again instead.
    fn meet(&self, next: u64) -> anyhow::Result<u64> {
        if self.checkpoints.is_read_again() {
            self.save()?;
        } else {
            self.checkpoints.require_same_text()?;
        }
        Ok(next + distance(self.checkpoints.every, self.ordered.sources() as u64))
    }

    /// Saves a checkpoint before the next chunk. No chunk may be in progress.
    pub(crate) fn save(&self) -> anyhow::Result<()> {
        let (next, delivered) = self.ordered.save()?;
        let mut writer = self.writer.lock();
        let checkpoint = Checkpoint {
            run: self.checkpoints.run.clone(),
            next,
            text: self.checkpoints.text(),
            tally: self.tally.lock().clone(),
            delivered,
            writer: writer.save()?,
            spill: self.spill.as_ref().map(Spill::save).transpose()?,
        };
        Ok(writer.folder().save(&checkpoint.write()?)?)
    }

    fn work_on(
        &self,
        options: &AuditOptions,
        crosscheck: bool,
        sink: &mut ChunkTables,
        chunk: &mut Chunk,
    ) -> anyhow::Result<()> {
        let mut auditor = Auditor::new(options.clone());
        let mut collector = self.spill.as_ref().map(Spill::collector);
        while !self.is_over() && self.reader.next_chunk(chunk)? {
            let (sequence, gate) = (chunk.sequence, &self.checkpoints.gate);
            if gate.is_before(sequence) {
                self.rest(sink, collector.as_mut())?;
                // Workers that are still on their way there may need the memory.
                chunk.lease.resize(0);
                while gate.is_before(sequence) {
                    gate.wait(|next| self.meet(next))?;
                    if self.is_over() {
                        return Ok(());
                    }
                }
                chunk.lease.resize(chunk.bytes.len() as u64);
            }
            self.checkpoints.read(chunk);
            if sequence < self.checkpoints.from {
                continue;
            }
            if chunk.first_of_source {
                sink.begin_source();
            }
            let lines = if crosscheck || collector.is_some() {
                let mut observed = Observed::new(sink, chunk, crosscheck, collector.as_mut());
                let lines = replay_chunk(&mut auditor, chunk, &mut observed);
                observed.finish()?;
                lines
            } else {
                replay_chunk(&mut auditor, chunk, sink)
            };
            let rows = sink.finish(lines)?;
            let mut lease = std::mem::take(&mut chunk.lease);
            lease.resize(rows.memory());
            let delivery = Delivery {
                rows,
                source: chunk.source,
                source_name: chunk.source_name.clone(),
                first_of_source: chunk.first_of_source,
                last_of_source: chunk.last_of_source,
                troubled: chunk.trouble.is_some() || chunk.damage.is_some(),
                bytes: chunk.bytes.len() as u64 + chunk.dropped,
                lease,
            };
            for job in self.ordered.deliver(chunk.sequence, delivery)? {
                let group = job.encode()?;
                self.writer.lock().append(group)?;
            }
        }
        self.rest(sink, collector.as_mut())
    }
}
