//! Offsets in a span and in a text.

/// An offset from the start of the span that is being read, in bytes, as the grammar counts. It becomes one in
/// the text by `GameReplay::in_text` alone; bare numbers count from the start of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SpanAt(pub(super) usize);
