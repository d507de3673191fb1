//! What a query may hold.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use audit960_platform::resident_memory;

/// Counts what a query has read, and asks the system what the process holds.
///
/// What the tables give is counted exactly, on every system. What the engine makes of it (joins, sorted
/// copies) only the system can tell, where it does.
#[derive(Debug)]
pub(crate) struct Memory {
    most: u64,
    read: AtomicU64,
    exceeded: AtomicBool,
}

impl Memory {
    pub(crate) const fn new(most: u64) -> Self {
        Self {
            most,
            read: AtomicU64::new(0),
            exceeded: AtomicBool::new(false),
        }
    }

    /// What may be held, in bytes.
    pub(crate) const fn most(&self) -> u64 {
        self.most
    }

    /// Takes in rows of so many bytes; `false` if that is too much.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        let held = self.read.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if held > self.most {
            self.exceeded.store(true, Ordering::Relaxed);
        }
        held <= self.most
    }

    /// What was taken in so far is gone.
    pub(crate) fn release(&self) {
        self.read.store(0, Ordering::Relaxed);
    }

    /// Whether the query went beyond what it may hold.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
            || resident_memory().is_some_and(|held| held > self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_until_they_are_gone() {
        let memory = Memory::new(1 << 50);
        assert!(memory.take(1 << 49) && memory.take(1 << 49));
        assert!(!memory.is_exceeded());
        memory.release();
        assert!(memory.take(1 << 50) && !memory.is_exceeded());
        assert!(!memory.take(1) && memory.is_exceeded());
    }

    #[test]
    fn what_the_process_holds_counts_where_it_is_known() {
        assert_eq!(Memory::new(1).is_exceeded(), cfg!(target_os = "linux"));
    }
}
