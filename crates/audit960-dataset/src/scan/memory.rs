//! The memory limit of an answer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use audit960_source::system::resident_memory;

use super::DatasetError;

/// Compares the memory of the process with a limit, after each row group that is read.
///
/// What a collector or an engine makes of rows shows only in the memory of the process, where the system reports it. Rows
/// that are held as they were read can be counted exactly, on every system.
#[derive(Debug)]
pub struct Memory {
    most: u64,
    held: AtomicU64,
    exceeded: AtomicBool,
}

impl Memory {
    /// At most so many bytes.
    #[must_use]
    pub const fn new(most: u64) -> Self {
        Self {
            most,
            held: AtomicU64::new(0),
            exceeded: AtomicBool::new(false),
        }
    }

    /// The limit, in bytes.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Adds rows of this many bytes that are held.
    ///
    /// # Errors
    /// If that is too much.
    pub fn hold(&self, bytes: usize) -> Result<(), DatasetError> {
        let bytes = bytes as u64;
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.refuse_if(held > self.most)
    }

    /// Starts again from zero: the rows that were held have been dropped.
    pub fn release(&self) {
        self.held.store(0, Ordering::Relaxed);
    }

    /// Whether the process has more than the limit, or once had.
    #[must_use]
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
            || resident_memory().is_some_and(|held| held > self.most)
    }

    /// Compares the memory of the process.
    ///
    /// # Errors
    /// If it is more than the limit.
    pub fn check(&self) -> Result<(), DatasetError> {
        self.refuse_if(self.is_exceeded())
    }

    /// Refuses what would need so many more bytes, before they are taken.
    ///
    /// # Errors
    /// If that is too much, with the number that is needed.
    pub fn room_for(&self, bytes: u64) -> Result<(), DatasetError> {
        let needed = resident_memory().unwrap_or(0).saturating_add(bytes);
        match needed > self.most {
            true => Err(DatasetError::MemoryNeeded {
                needed,
                most: self.most,
            }),
            false => Ok(()),
        }
    }

    fn refuse_if(&self, exceeded: bool) -> Result<(), DatasetError> {
        if !exceeded {
            return Ok(());
        }
        // Memory that is given back meanwhile changes nothing: the answer is abandoned.
        self.exceeded.store(true, Ordering::Relaxed);
        Err(DatasetError::MemoryExceeded { most: self.most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_until_they_are_gone() {
        let memory = Memory::new(1 << 50);
        assert!(memory.hold(1 << 49).is_ok() && memory.hold(1 << 49).is_ok());
        assert!(!memory.is_exceeded());
        memory.release();
        assert!(memory.hold(1 << 50).is_ok() && !memory.is_exceeded());
        assert!(memory.hold(1).is_err() && memory.is_exceeded());
        memory.release();
        assert!(memory.check().is_err());
    }

    #[test]
    fn memory_of_the_process_counts_where_it_is_known() {
        assert_eq!(Memory::new(1).check().is_err(), cfg!(target_os = "linux"));
        // More than any process has.
        assert!(Memory::new(1 << 50).room_for(1 << 49).is_ok());
        assert!(Memory::new(1 << 50).room_for(1 << 51).is_err());
    }
}
