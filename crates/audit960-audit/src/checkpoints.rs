//! When checkpoints are saved, and whether a resumed run reads the same text as the previous one.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use audit960_dataset::copies::SpillState;
use audit960_dataset::tables::WriterState;
use audit960_source::{Chunk, InputProblem};
use audit960_types::Tally;

use crate::checkpoint::{Checkpoint, DeliveredState, RunIdentity, text_sum};
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
    /// Number of the chunk that reports the first unreadable input: an incomplete dataset keeps the
    /// checkpoint before it. [`NONE`] until then, [`OTHERWISE`] where there can be no such checkpoint.
    first_failed: AtomicU64,
    run: RunIdentity,
}

/// No input has failed.
const NONE: u64 = u64::MAX;

/// There is no checkpoint to go back to.
const OTHERWISE: u64 = u64::MAX - 1;

/// The text is not that of the previous run.
#[derive(Debug)]
pub(crate) struct InputsChanged;

impl fmt::Display for InputsChanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the inputs have changed since the audit was begun; audit without --resume starts over",
        )
    }
}

impl std::error::Error for InputsChanged {}

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
            first_failed: AtomicU64::new(NONE),
            run,
        }
    }

    /// Makes a dataset keep no checkpoint: its own folder has too little to resume from.
    pub(crate) fn keep_none(&self) {
        self.first_failed.store(OTHERWISE, Ordering::Relaxed);
    }

    /// Inspects a chunk in its turn, before any worker gets the next one: at the first unreadable input,
    /// all workers are to meet.
    pub(crate) fn notice(&self, chunk: &Chunk) {
        let unreadable = matches!(chunk.trouble, Some(InputProblem::Unreadable(_)));
        if !unreadable || self.first_failed.load(Ordering::Relaxed) != NONE {
            return;
        }
        // An input that failed after its beginning is cut into other chunks when it can be read further,
        // and a failure before the last checkpoint was noticed by the previous run.
        let can_be_kept = chunk.first_of_source && chunk.sequence >= self.from.max(1);
        let first = if can_be_kept {
            chunk.sequence
        } else {
            OTHERWISE
        };
        self.first_failed.store(first, Ordering::Relaxed);
        if can_be_kept {
            self.gate.stop_before(first);
        }
    }

    /// Whether the checkpoint before this chunk is the one that an incomplete dataset keeps.
    pub(crate) fn is_kept(&self, next: u64) -> bool {
        self.first_failed.load(Ordering::Relaxed) == next
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
        if self.text.load(Ordering::Relaxed) != self.expected {
            return Err(InputsChanged.into());
        }
        self.read_again.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The checkpoint that is saved before chunk `next`.
    pub(crate) fn checkpoint(
        &self,
        next: u64,
        tally: Tally,
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
