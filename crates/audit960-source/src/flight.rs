//! Bytes in flight: what was read and is not done with.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many bytes there may be, and how many there are.
#[derive(Debug)]
pub(crate) struct Flight {
    most: u64,
    taken: Mutex<u64>,
    freed: Condvar,
}

impl Flight {
    pub(crate) fn new(most: u64) -> Arc<Self> {
        Arc::new(Self {
            most: most.max(1),
            taken: Mutex::new(0),
            freed: Condvar::new(),
        })
    }

    /// Waits until there is room for more. Whoever takes more than there is room for makes others wait,
    /// never itself: so one chunk is read whatever its length.
    pub(crate) fn wait(&self) {
        let full = |taken: &mut u64| *taken >= self.most;
        drop(
            self.freed
                .wait_while(self.taken(), full)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    /// Takes so many bytes.
    pub(crate) fn lease(self: &Arc<Self>, bytes: u64) -> Lease {
        *self.taken() += bytes;
        Lease(Some((Arc::clone(self), bytes)))
    }

    /// A lock whose holder panicked is as good as any: the panic ends the run by itself.
    fn taken(&self) -> MutexGuard<'_, u64> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes in flight that somebody answers for; they are free again when it is dropped.
#[derive(Default)]
pub struct Lease(Option<(Arc<Flight>, u64)>);

impl Lease {
    /// Takes so many bytes in place of those taken before: the text is gone, and what was made of it
    /// has another length.
    pub fn resize(&mut self, bytes: u64) {
        if let Some((flight, taken)) = &mut self.0 {
            let mut all = flight.taken();
            *all = *all - *taken + bytes;
            *taken = bytes;
            drop(all);
            flight.freed.notify_all();
        }
    }
}

/// Who counts the bytes is no one's business.
impl fmt::Debug for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lease")
    }
}

/// A copy answers for nothing.
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
    fn who_comes_too_early_waits_for_room() {
        let flight = Flight::new(100);
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
        assert_eq!(*flight.taken(), 99);
    }
}
