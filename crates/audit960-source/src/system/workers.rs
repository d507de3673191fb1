//! A fixed number of worker threads: the one way to run threads for work that many share.

use std::sync::{Mutex, MutexGuard, PoisonError};

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
pub fn try_on_workers<T, R: Send, E: Send + From<WorkerError>>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let left = Mutex::new(items.into_iter().enumerate());
    let done = Mutex::new((Vec::new(), None));
    run_workers(threads, |_| {
        while lock(&done).1.is_none() {
            let next = lock(&left).next();
            let Some((number, item)) = next else { return };
            match work(item) {
                Ok(result) => lock(&done).0.push((number, result)),
                Err(error) => {
                    lock(&done).1.get_or_insert(error);
                }
            }
        }
    })?;
    let (mut results, error) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(error);
    }
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
/// let both = audit960_source::system::run_beside(2, || 1 + 1, || "here")?;
/// assert_eq!(both, (2, "here"));
/// # Ok::<(), audit960_source::system::WorkerError>(())
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
        .start_handler(|_| crate::system::keep_freed_memory());
    pool.build().map_err(|error| WorkerError {
        threads,
        source: error.into(),
    })
}
