//! A fixed number of workers that pull their work themselves.

use rayon::ThreadPoolBuilder;

/// The pool could not be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} worker threads")]
#[non_exhaustive]
pub struct WorkerError {
    /// Number of threads asked for.
    pub threads: usize,
    /// Why not; boxed, so that no version of rayon is part of the public interface.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

/// Runs `work` once on each of `threads` threads and returns when all are through. Reading,
/// replaying and encoding all happen inside `work`, so no more than that many threads are busy.
///
/// # Errors
/// [`WorkerError`] where the threads cannot be started.
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
