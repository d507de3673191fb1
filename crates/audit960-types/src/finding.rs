//! One finding about an archive.

use crate::code::Code;
use crate::identity::Identity;

/// What the audit has to say about a span of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its code in the catalogue.
    pub code: Code,
    /// Where its game begins, or its own offset where it belongs to no game.
    pub identity: Identity,
    /// Ordinal of the game, from 0 within the text that was read; `None` for text that belongs to no
    /// game.
    pub game: Option<u64>,
    /// Line, from 0 within the text that was read.
    pub line: u64,
    /// Column, from 1, in bytes.
    pub column: u32,
    /// Half-move the finding is about, from 1.
    pub ply: Option<u32>,
    /// The message, one sentence.
    pub message: String,
    /// The line of text, shortened around the span.
    pub excerpt: String,
    /// Start and length of the span in `excerpt`, in characters.
    pub caret: (u32, u32),
}

impl Finding {
    /// A finding that belongs to no game and has no text to show.
    #[must_use]
    pub fn of_line(code: Code, identity: Identity, line: u64, message: String) -> Self {
        Self {
            code,
            identity,
            game: None,
            line,
            column: 1,
            ply: None,
            message,
            excerpt: String::new(),
            caret: (0, 0),
        }
    }
}
