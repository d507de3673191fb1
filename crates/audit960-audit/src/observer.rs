//! Observers of an audit: its progress and its findings.

use std::io;
use std::sync::Arc;

use audit960_source::{IgnoredFiles, Progress};
use audit960_types::Finding;

/// Counts of what has been put in order so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct ProgressCounts {
    /// Games.
    pub games: u64,
    /// Lines of positions.
    pub positions: u64,
    /// Findings that were kept for printing.
    pub findings: u64,
}

/// Follows an audit. Every method has a default that does nothing. Calls come from any of the
/// workers, one at a time and in the order of the archive.
pub trait Observer: Sync {
    /// The audit begins to read; `stored_bytes` is the size of all inputs, where it is known.
    fn begin(&self, _progress: &Arc<Progress>, _stored_bytes: Option<u64>) {}

    /// Whether every finding is wanted, not only the first of each code and chunk.
    fn wants_all_findings(&self) -> bool {
        false
    }

    /// Findings of a chunk of a source, in order.
    ///
    /// # Errors
    /// An error ends the audit.
    fn findings(&self, _source: &str, _findings: &[Finding]) -> io::Result<()> {
        Ok(())
    }

    /// Whether the audit is to stop before its end; asked before each chunk.
    fn is_stopped(&self) -> bool {
        false
    }

    /// A chunk was put in order; in a pass that writes nothing, it was replayed, and nothing is counted.
    fn advance(&self, _counts: ProgressCounts) {}

    /// Files beside the archives of folders that are not read. The outcome of an audit names them.
    fn ignored(&self, _files: &IgnoredFiles) {}

    /// Some of a source could not be read, or it holds nothing: the message of the finding that an audit has of it.
    fn loss(&self, _source: &str, _what: &str) {}

    /// All chunks are read, or the audit has failed.
    fn end(&self) {}
}

/// The audit was stopped by its [`Observer`].
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// An observer that ignores findings and progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}
