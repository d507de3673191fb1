//! From arguments to a reader, and the number of threads.

use std::num::NonZeroUsize;
use std::sync::Arc;

use audit960_source::{ChunkReader, Discovery, Limits, Progress, ReaderOptions, discover};

/// Opens inputs: a reader of them within limits, its progress, their size in stored bytes where that is
/// known, and the number of files in folders that are not read.
///
/// # Errors
/// Where an input cannot be opened.
pub fn open(
    inputs: &[String],
    limits: Limits,
) -> anyhow::Result<(ChunkReader, Arc<Progress>, Option<u64>, u64)> {
    Ok(open_discovered(discover(inputs)?, limits))
}

/// A reader of what was discovered, and the other values that [`open`] returns.
pub(crate) fn open_discovered(
    discovery: Discovery,
    limits: Limits,
) -> (ChunkReader, Arc<Progress>, Option<u64>, u64) {
    let progress = Arc::new(Progress::default());
    let reader = ChunkReader::new(
        discovery.inputs,
        ReaderOptions::within(limits),
        Arc::clone(&progress),
    );
    (
        reader,
        progress,
        discovery.stored_bytes,
        discovery.ignored_files,
    )
}

/// The most threads that work: beyond that, starting them and waiting for all of them at a checkpoint takes longer
/// than what they save.
pub const MAX_THREADS: usize = 256;

/// Number of threads, at least 1: what was asked for, else as many as the machine has; at most [`MAX_THREADS`].
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(all).get().min(MAX_THREADS)
}
