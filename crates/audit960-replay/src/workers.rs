//! A fixed number of worker threads that fetch their own work.

use rayon::ThreadPoolBuilder;

/// The error that the worker threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} worker threads")]
#[non_exhaustive]
pub struct WorkerError {
    /// Number of threads requested.
    pub threads: usize,
    /// The cause; boxed, so that no version of rayon is part of the public interface.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

/// Runs `work` once on each of `threads` threads, with the index of the thread from 0, and returns when all
/// have finished. Reading, replaying and encoding all happen inside `work`, so at most that many threads
/// are busy.
///
/// # Errors
/// [`WorkerError`] if the threads cannot be started.
///
/// # Examples
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let sum = AtomicUsize::new(0);
/// audit960_replay::run_workers(3, |worker| drop(sum.fetch_add(worker, Ordering::Relaxed)))?;
/// assert_eq!(sum.into_inner(), 0 + 1 + 2);
/// # Ok::<(), audit960_replay::WorkerError>(())
/// ```
pub fn run_workers(threads: usize, work: impl Fn(usize) + Sync) -> Result<(), WorkerError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("audit-{i}"))
        .build()
        .map_err(|error| WorkerError {
            threads,
            source: error.into(),
        })?;
    pool.broadcast(|context| work(context.index()));
    Ok(())
}
