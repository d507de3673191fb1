//! Offsets in a span and in a text.

/// An offset in bytes from the start of the current span, as the parser counts. Only `GameReplay::in_text`
/// converts it to an offset in the text; plain numbers count from the start of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SpanAt(pub(super) usize);
