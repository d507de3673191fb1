//! Work on items by several threads, with the results taken in the order of the items.

use std::collections::BTreeMap;

use audit960_source::system::run_workers;
use parking_lot::{Condvar, Mutex};

use crate::guard::guarded;

/// Items that a result may be ahead of the next one in order, per worker.
const AHEAD: u64 = 4;

/// Works on items with `threads` threads, and passes the results to `take` in the order of the items.
///
/// `next` fills an item and returns its number, from 0, or `None` at the end. Each thread has its own
/// worker and reuses one item. What is in flight is bounded by the number of threads. The first failure
/// ends all work.
///
/// # Errors
/// The first failure of `next`, a worker or `take`.
pub fn in_order<P, W, T>(
    threads: usize,
    next: impl Fn(&mut P) -> anyhow::Result<Option<u64>> + Sync,
    worker: impl Fn() -> W + Sync,
    take: impl FnMut(T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()>
where
    P: Default,
    W: FnMut(&mut P) -> anyhow::Result<T>,
    T: Send,
{
    let stage = Stage {
        taking: Mutex::new(Taking {
            next: 0,
            waiting: BTreeMap::new(),
            take,
            error: None,
        }),
        moved_on: Condvar::new(),
        ahead: AHEAD * threads as u64,
    };
    run_workers(threads, |_| {
        let mut work = worker();
        let mut item = P::default();
        loop {
            let done = guarded(
                || "a worker".to_owned(),
                || match next(&mut item)? {
                    Some(number) => Ok(Some((number, work(&mut item)?))),
                    None => Ok(None),
                },
            );
            let go_on = match done {
                Ok(Some((number, done))) => stage.deliver(number, done),
                Ok(None) => false,
                Err(error) => stage.fail(error),
            };
            if !go_on {
                return;
            }
        }
    })?;
    stage.taking.into_inner().error.map_or(Ok(()), Err)
}

/// Where results are put in order.
struct Stage<T, F> {
    taking: Mutex<Taking<T, F>>,
    moved_on: Condvar,
    ahead: u64,
}

struct Taking<T, F> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    take: F,
    error: Option<anyhow::Error>,
}

impl<T, F: FnMut(T) -> anyhow::Result<()>> Stage<T, F> {
    /// Passes results on as far as they are in order; waits while this one is too far ahead. Returns
    /// whether to go on.
    fn deliver(&self, number: u64, done: T) -> bool {
        let mut guard = self.taking.lock();
        while number > guard.next + self.ahead && guard.error.is_none() {
            self.moved_on.wait(&mut guard);
        }
        let taking = &mut *guard;
        if taking.error.is_none() {
            taking.waiting.insert(number, done);
        }
        while let Some(done) = taking.waiting.remove(&taking.next) {
            taking.next += 1;
            if let Err(error) = (taking.take)(done) {
                taking.error = Some(error);
                taking.waiting.clear();
            }
        }
        let go_on = taking.error.is_none();
        drop(guard);
        self.moved_on.notify_all();
        go_on
    }

    /// Keeps the first failure and wakes all workers; returns that they are not to go on.
    fn fail(&self, error: anyhow::Error) -> bool {
        self.taking.lock().error.get_or_insert(error);
        self.moved_on.notify_all();
        false
    }
}
