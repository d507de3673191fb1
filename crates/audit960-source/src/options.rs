//! The options of a reader.

use crate::limits::Limits;

/// Usual length of a chunk in bytes.
pub const CHUNK_BYTES: usize = 2 << 20;

/// How text is cut into chunks, and the limits of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Target length of a chunk in bytes: it ends with the last span that fits, or with the first if that is
    /// longer. At least 1, at most `max_span_bytes`.
    pub target_bytes: usize,
    /// Length in bytes beyond which the rest of a span is ignored.
    pub max_span_bytes: usize,
    /// How much memory the reader may use, and how much text inputs may give.
    pub limits: Limits,
}

impl ReaderOptions {
    /// The default options within these limits: chunks of [`CHUNK_BYTES`].
    #[must_use]
    pub fn within(limits: Limits) -> Self {
        Self {
            target_bytes: CHUNK_BYTES,
            max_span_bytes: limits.max_span_bytes(),
            limits,
        }
    }
}

impl Default for ReaderOptions {
    fn default() -> Self {
        Self::within(Limits::default())
    }
}
