//! A fixed number of worker threads: the one way to run threads for work that many share.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

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
/// audit960_platform::run_workers(3, |worker| drop(sum.fetch_add(worker, Ordering::Relaxed)))?;
/// assert_eq!(sum.into_inner(), 0 + 1 + 2);
/// # Ok::<(), audit960_platform::WorkerError>(())
/// ```
pub fn run_workers(threads: usize, work: impl Fn(usize) + Sync) -> Result<(), WorkerError> {
    pool(threads)?.broadcast(|context| work(context.index()));
    Ok(())
}

/// What `of` makes of each item, in their order, computed on at most `threads` threads.
///
/// # Errors
/// [`WorkerError`] if the threads cannot be started.
///
/// # Examples
/// ```
/// let squares = audit960_platform::map_on_workers(2, &[1, 2, 3], |number| number * number)?;
/// assert_eq!(squares, [1, 4, 9]);
/// # Ok::<(), audit960_platform::WorkerError>(())
/// ```
pub fn map_on_workers<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    of: impl Fn(&T) -> R + Sync + Send,
) -> Result<Vec<R>, WorkerError> {
    let pool = pool(threads)?;
    Ok(pool.install(|| items.par_iter().map(of).collect()))
}

fn pool(threads: usize) -> Result<ThreadPool, WorkerError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("audit-{i}"));
    pool.build().map_err(|error| WorkerError {
        threads,
        source: error.into(),
    })
}
