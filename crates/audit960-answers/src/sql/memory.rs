//! The memory limit of a query.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use audit960_source::system::resident_memory;

/// Counts what a query has read, and checks the resident memory of the process.
///
/// What is read from the tables is counted exactly, on every system. What the engine builds from it (joins,
/// sorted copies) shows only in the memory of the process, where the system reports it.
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

    /// The limit, in bytes.
    pub(crate) const fn most(&self) -> u64 {
        self.most
    }

    /// Adds rows of this many bytes; `false` if that is too much.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        let held = self.read.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if held > self.most {
            self.exceeded.store(true, Ordering::Relaxed);
        }
        held <= self.most
    }

    /// Starts again from zero: the rows added so far have been dropped.
    pub(crate) fn release(&self) {
        self.read.store(0, Ordering::Relaxed);
    }

    /// Whether the query has exceeded the limit.
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
    fn memory_of_the_process_counts_where_it_is_known() {
        assert_eq!(Memory::new(1).is_exceeded(), cfg!(target_os = "linux"));
    }
}
