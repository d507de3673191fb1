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

/// Runs `work` once on each of `threads` threads, with the index of the thread from 0, and returns, when all
/// have finished, what each made. Reading, replaying and encoding all happen inside `work`, so at most that many threads
/// are busy.
///
/// # Errors
/// [`WorkerError`] if the threads cannot be started.
///
/// # Examples
/// ```
/// let made = audit960_source::system::run_workers(3, |worker| worker)?;
/// assert_eq!(made, [0, 1, 2]);
/// # Ok::<(), audit960_source::system::WorkerError>(())
/// ```
pub fn run_workers<R: Send>(
    threads: usize,
    work: impl Fn(usize) -> R + Sync,
) -> Result<Vec<R>, WorkerError> {
    Ok(pool(threads)?.broadcast(|context| work(context.index())))
}

/// What `of` makes of each item, in their order, computed on at most `threads` threads; of one, on this thread.
///
/// # Errors
/// [`WorkerError`] if the threads cannot be started.
///
/// # Examples
/// ```
/// let squares = audit960_source::system::map_on_workers(2, &[1, 2, 3], |number| number * number)?;
/// assert_eq!(squares, [1, 4, 9]);
/// # Ok::<(), audit960_source::system::WorkerError>(())
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

/// What `work` makes of each item, in their order, on at most `threads` threads. No item is begun after a failure.
///
/// # Errors
/// The first failure; [`WorkerError`] if the threads cannot be started.
///
/// # Examples
/// ```
/// use audit960_source::system::{WorkerError, try_on_workers};
///
/// let squares = try_on_workers(2, 1..4, |number| Ok::<_, WorkerError>(number * number))?;
/// assert_eq!(squares, [1, 4, 9]);
/// # Ok::<(), WorkerError>(())
/// ```
pub fn try_on_workers<T: Send, R: Send, E: Send + From<WorkerError>>(
    threads: usize,
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<R, E> + Sync + Send,
) -> Result<Vec<R>, E> {
    let items: Vec<T> = items.into_iter().collect();
    // Each is a long piece of work.
    let items = items.into_par_iter().with_max_len(1);
    pool(threads)?.install(|| items.map(work).collect())
}

/// What two pieces of work return, each on a thread of its own where there may be more than one.
///
/// # Errors
/// [`WorkerError`] if the thread cannot be started.
///
/// # Panics
/// As the work.
///
/// # Examples
/// ```
/// let both = audit960_source::system::run_beside(2, || 1 + 1, || "here")?;
/// assert_eq!(both, (2, "here"));
/// # Ok::<(), audit960_source::system::WorkerError>(())
/// ```
pub fn run_beside<A: Send, B: Send>(
    threads: usize,
    beside: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B + Send,
) -> Result<(A, B), WorkerError> {
    Ok(pool(threads.min(2))?.join(beside, here))
}

fn pool(threads: usize) -> Result<ThreadPool, WorkerError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("audit-{i}"))
        .start_handler(|_| crate::system::keep_freed_memory());
    pool.build().map_err(|error| WorkerError {
        threads,
        source: error.into(),
    })
}
