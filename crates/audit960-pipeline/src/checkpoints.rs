//! When checkpoints are saved, and whether a run that goes on reads what the one before had read.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::ensure;
use audit960_duplicates::SpillState;
use audit960_source::Chunk;
use audit960_tables::WriterState;
use audit960_types::NamedCounts;

use crate::checkpoint::{Checkpoint, DeliveredState, Run, text_sum};
use crate::gate::Gate;

/// The checkpoints of a run.
pub(crate) struct Checkpoints {
    /// Where workers meet before one is saved.
    pub(crate) gate: Gate,
    /// Chunks from one to the next.
    pub(crate) every: u64,
    /// Number of the first chunk that is replayed: those before it only have to be the same.
    pub(crate) from: u64,
    /// Sum over the text of the chunks that the run before had done with.
    expected: u64,
    /// The same over all chunks so far.
    text: AtomicU64,
    read_again: AtomicBool,
    run: Run,
}

impl Checkpoints {
    /// Those of a run that begins, or goes on from chunk `from`, before which the text has the sum
    /// `expected`.
    pub(crate) fn new(workers: usize, every: u64, run: Run, (from, expected): (u64, u64)) -> Self {
        let every = every.max(1);
        let next = if from == 0 { every } else { from };
        Self {
            gate: Gate::new(workers, next),
            every,
            from,
            expected,
            text: AtomicU64::new(0),
            read_again: AtomicBool::new(from == 0),
            run,
        }
    }

    /// Takes notice of the text of a chunk.
    pub(crate) fn read(&self, chunk: &Chunk) {
        let sum = text_sum(chunk.sequence, &chunk.bytes);
        self.text.fetch_add(sum, Ordering::Relaxed);
    }

    /// Whether everything has been read again that the run before had read.
    pub(crate) fn is_read_again(&self) -> bool {
        self.read_again.load(Ordering::Relaxed)
    }

    /// An error if the text so far is not that of the run before.
    pub(crate) fn require_same_text(&self) -> anyhow::Result<()> {
        ensure!(
            self.text.load(Ordering::Relaxed) == self.expected,
            "the inputs were changed since the audit was begun; audit without --resume begins anew"
        );
        self.read_again.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// What is saved before chunk `next`.
    pub(crate) fn checkpoint(
        &self,
        next: u64,
        tally: NamedCounts,
        delivered: DeliveredState,
        writer: WriterState,
        spill: Option<SpillState>,
    ) -> Checkpoint {
        Checkpoint {
            run: self.run.clone(),
            next,
            text: self.text.load(Ordering::Relaxed),
            tally,
            delivered,
            writer,
            spill,
        }
    }
}
