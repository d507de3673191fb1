//! A diagnostic, before its line and column are counted.

use crate::code::Code;

/// A diagnostic about a span of a text, from which a [`Finding`](crate::Finding) is made. Its effect on the
/// verdict is fixed by the catalogue ([`Code::effect`], [`Code::line_verdict`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code in the catalogue.
    pub code: Code,
    /// Byte offset in the text; in the line, where it is about a line of positions.
    pub at: usize,
    /// Length of the span, in bytes.
    pub len: usize,
    /// The half-move, from 1.
    pub ply: Option<u32>,
    /// The message, one sentence.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic about no half-move in particular.
    pub fn new(code: Code, at: usize, len: usize, message: impl Into<String>) -> Self {
        Self {
            code,
            at,
            len,
            ply: None,
            message: message.into(),
        }
    }

    /// The same about a half-move, from 1.
    #[must_use]
    pub fn at_ply(self, ply: u32) -> Self {
        Self {
            ply: Some(ply),
            ..self
        }
    }
}
