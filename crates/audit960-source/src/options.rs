//! How text is cut.

use crate::limits::Limits;

/// How text is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Length of a chunk in bytes: it ends with the last span that ends within, or with the first
    /// one if that is longer. At least 1, at most `longest_span`.
    pub target_bytes: usize,
    /// Length in bytes beyond which the rest of a span is passed over.
    pub longest_span: usize,
    /// What the reader may take, and what inputs may give.
    pub limits: Limits,
}

impl ReaderOptions {
    /// The usual ones within these limits.
    #[must_use]
    pub const fn within(limits: Limits) -> Self {
        Self {
            target_bytes: 1 << 20,
            longest_span: limits.longest_span(),
            limits,
        }
    }
}

impl Default for ReaderOptions {
    fn default() -> Self {
        Self::within(Limits::default())
    }
}
