//! The progress of a run, for a progress bar.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counts that may be read from another thread while a [`ChunkReader`](crate::ChunkReader) works.
#[derive(Debug, Default)]
pub struct Progress {
    stored_bytes: AtomicU64,
    /// Nanoseconds spent reading them from the operating system.
    reading: AtomicU64,
}

impl Progress {
    /// Stored (compressed) bytes read so far, over all inputs.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        self.stored_bytes.load(Ordering::Relaxed)
    }

    /// Time spent reading them: waiting for a disk, or for the writer of a pipe.
    #[must_use]
    pub fn reading(&self) -> Duration {
        Duration::from_nanos(self.reading.load(Ordering::Relaxed))
    }

    pub(crate) fn add_stored(&self, bytes: u64, elapsed: Duration) {
        self.stored_bytes.fetch_add(bytes, Ordering::Relaxed);
        let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        self.reading.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}
