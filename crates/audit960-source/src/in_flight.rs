//! Bytes in flight: read, and still in use.

use std::fmt;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

/// Counts the bytes in flight, with a limit.
#[derive(Debug)]
pub(crate) struct InFlightLimit {
    most: u64,
    taken: Mutex<u64>,
    freed: Condvar,
}

impl InFlightLimit {
    pub(crate) fn new(most: u64) -> Arc<Self> {
        Arc::new(Self {
            most: most.max(1),
            taken: Mutex::new(0),
            freed: Condvar::new(),
        })
    }

    /// Waits until fewer bytes than the limit are in flight. The next lease may exceed the limit, so that a
    /// chunk of any length can be read; then others wait.
    pub(crate) fn wait(&self) {
        let full = |taken: &mut u64| *taken >= self.most;
        self.freed.wait_while(&mut self.taken.lock(), full);
    }

    /// Adds this many bytes.
    pub(crate) fn lease(self: &Arc<Self>, bytes: u64) -> Lease {
        *self.taken.lock() += bytes;
        Lease(Some((Arc::clone(self), bytes)))
    }
}

/// A number of bytes in flight; dropping it frees them.
#[derive(Default)]
pub struct Lease(Option<(Arc<InFlightLimit>, u64)>);

impl Lease {
    /// Changes the number of bytes: the text is gone, and its results have another length.
    pub fn resize(&mut self, bytes: u64) {
        if let Some((flight, taken)) = &mut self.0 {
            let mut all = flight.taken.lock();
            *all = *all - *taken + bytes;
            *taken = bytes;
            drop(all);
            flight.freed.notify_all();
        }
    }
}

/// Shows the name only.
impl fmt::Debug for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lease")
    }
}

/// A clone holds no bytes.
impl Clone for Lease {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.resize(0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_reader_waits_until_there_is_room() {
        let flight = InFlightLimit::new(100);
        flight.wait();
        let mut one = flight.lease(60);
        flight.wait();
        let two = flight.lease(500);
        let through = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                flight.wait();
                through.store(true, Ordering::SeqCst);
            });
            thread::sleep(Duration::from_millis(20));
            assert!(!through.load(Ordering::SeqCst));
            drop(two.clone());
            one.resize(99);
            thread::sleep(Duration::from_millis(20));
            assert!(!through.load(Ordering::SeqCst));
            drop(two);
        });
        assert!(through.into_inner());
        assert_eq!(*flight.taken.lock(), 99);
    }
}
