//! Something to be said, before its line and column are counted.

use crate::code::Code;

/// Something to be said about a place of a text. With a [`Finding`](crate::Finding) made of it, what it does to
/// the verdict is known too: the catalogue alone decides that ([`Code::effect`], [`Code::line_verdict`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What kind of thing.
    pub code: Code,
    /// Offset in the text, in bytes; of a remark about a line of positions, in the line.
    pub at: usize,
    /// Length of what it is about, in bytes.
    pub len: usize,
    /// The half-move, from 1.
    pub ply: Option<u32>,
    /// What is to be said, one sentence.
    pub message: String,
}

impl Remark {
    /// About no half-move in particular.
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
