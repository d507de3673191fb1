//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock whose holder panicked is as good as any: the panic ends the run by itself.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
