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

/// What `of` makes of each item, in their order, computed on at most `threads` threads; of one, on this thread.
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
    if threads < 2 || items.len() < 2 {
        return Ok(items.iter().map(of).collect());
    }
    let pool = pool(threads)?;
    Ok(pool.install(|| items.par_iter().map(of).collect()))
}

/// What two pieces of work return: `beside` runs on a thread of its own where there may be more than one.
///
/// # Errors
/// [`WorkerError`] if the thread cannot be started.
///
/// # Panics
/// As the work.
///
/// # Examples
/// ```
/// let both = audit960_platform::run_beside(2, || 1 + 1, || "here")?;
/// assert_eq!(both, (2, "here"));
/// # Ok::<(), audit960_platform::WorkerError>(())
/// ```
pub fn run_beside<A: Send, B>(
    threads: usize,
    beside: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B,
) -> Result<(A, B), WorkerError> {
    if threads < 2 {
        return Ok((beside(), here()));
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("audit-beside".into());
        let thread = thread.spawn_scoped(scope, beside);
        let thread = thread.map_err(|error| WorkerError {
            threads,
            source: error.into(),
        })?;
        let of_here = here();
        match thread.join() {
            Ok(of_beside) => Ok((of_beside, of_here)),
            Err(panicked) => std::panic::resume_unwind(panicked),
        }
    })
}

fn pool(threads: usize) -> Result<ThreadPool, WorkerError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("audit-{i}"))
        .start_handler(|_| crate::keep_freed_memory());
    pool.build().map_err(|error| WorkerError {
        threads,
        source: error.into(),
    })
}
