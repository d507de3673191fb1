//! From arguments to a reader, and the number of threads.

use std::num::NonZeroUsize;
use std::sync::Arc;

use audit960_source::{
    ChunkReader, Discovery, IgnoredFiles, Limits, Progress, ReaderOptions, discover,
};

/// Inputs that are open.
pub struct OpenInputs {
    /// Reads them within limits.
    pub reader: ChunkReader,
    /// How far it has come.
    pub progress: Arc<Progress>,
    /// Their size in stored bytes; `None` where that is not known.
    pub stored_bytes: Option<u64>,
    /// The number of files in folders that are not read.
    pub ignored_files: IgnoredFiles,
}

/// Opens inputs.
///
/// # Errors
/// Where an input cannot be opened.
pub fn open(inputs: &[String], limits: Limits) -> anyhow::Result<OpenInputs> {
    Ok(open_discovered(discover(inputs)?, limits))
}

/// Opens what was discovered.
pub(crate) fn open_discovered(discovery: Discovery, limits: Limits) -> OpenInputs {
    let progress = Arc::new(Progress::default());
    let reader = ChunkReader::new(
        discovery.inputs,
        ReaderOptions::within(limits),
        Arc::clone(&progress),
    );
    OpenInputs {
        reader,
        progress,
        stored_bytes: discovery.stored_bytes,
        ignored_files: discovery.ignored_files,
    }
}

/// The most threads that work: beyond that, starting them and waiting for all of them at a checkpoint takes longer
/// than what they save.
pub const MAX_THREADS: usize = 256;

/// Number of threads, at least 1: what was asked for, else as many as the machine has; at most [`MAX_THREADS`].
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(all).get().min(MAX_THREADS)
}
