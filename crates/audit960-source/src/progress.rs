//! The progress of a run, for a progress bar.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts that may be read from another thread while a [`ChunkReader`](crate::ChunkReader) works.
#[derive(Debug, Default)]
pub struct Progress {
    stored_bytes: AtomicU64,
}

impl Progress {
    /// Stored (compressed) bytes read so far, over all inputs.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        self.stored_bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_stored(&self, bytes: u64) {
        self.stored_bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}
