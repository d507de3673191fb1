//! When checkpoints are saved, and whether a resumed run reads the same text as the previous one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::bail;
use audit960_source::Chunk;

use crate::checkpoint::{RunIdentity, text_sum};
use crate::gate::Gate;

/// The checkpoints of a run.
pub(crate) struct Checkpoints {
    /// Where workers meet before one is saved.
    pub(crate) gate: Gate,
    /// Chunks from one to the next.
    pub(crate) every: u64,
    /// Number of the first chunk that is replayed: the text before it only has to be the same.
    pub(crate) from: u64,
    /// Sum over the text of the chunks that the previous run had finished.
    expected: u64,
    /// The same over all chunks so far.
    text: AtomicU64,
    read_again: AtomicBool,
    /// The run that they are of.
    pub(crate) run: RunIdentity,
}

impl Checkpoints {
    /// Checkpoints of a run that begins, or is resumed at chunk `from`, before which the text has the sum
    /// `expected`.
    pub(crate) fn new(
        workers: usize,
        every: u64,
        run: RunIdentity,
        (from, expected): (u64, u64),
    ) -> Self {
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

    /// The sum over the text so far.
    pub(crate) fn text(&self) -> u64 {
        self.text.load(Ordering::Relaxed)
    }

    /// Adds the text of a chunk to the sum.
    pub(crate) fn read(&self, chunk: &Chunk) {
        let sum = text_sum(chunk);
        self.text.fetch_add(sum, Ordering::Relaxed);
    }

    /// Whether everything that the previous run had read has been read again.
    pub(crate) fn is_read_again(&self) -> bool {
        self.read_again.load(Ordering::Relaxed)
    }

    /// Fails if the text so far is not that of the previous run.
    pub(crate) fn require_same_text(&self) -> anyhow::Result<()> {
        if self.text() != self.expected {
            bail!(
                "the inputs have changed since the audit was begun; audit without --resume starts over"
            );
        }
        self.read_again.store(true, Ordering::Relaxed);
        Ok(())
    }
}
