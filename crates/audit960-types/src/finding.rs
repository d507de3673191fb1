//! One finding about an archive.

use crate::code::Code;
use crate::identity::Identity;

/// Something the audit has to say about a place in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub code: Code,
    /// The game it belongs to, or the place itself where it belongs to none.
    pub identity: Identity,
    /// Ordinal of the game, counted from 0 within the piece of text that was read; `None` for text
    /// that belongs to no game.
    pub game: Option<u64>,
    /// Line, counted from 0 within the piece of text that was read.
    pub line: u64,
    /// Column, from 1, in bytes.
    pub column: u32,
    /// Half-move the finding is about, from 1.
    pub ply: Option<u32>,
    /// What is to be said, one sentence.
    pub message: String,
    /// The line of text, shortened around the place.
    pub excerpt: String,
    /// Where the place begins in `excerpt`, in characters, and how many characters it has.
    pub caret: (u32, u32),
}

impl Finding {
    /// One that belongs to no game and is about no text that could be shown.
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
