//! What in a line of EPD had to be read otherwise than the standard writes it.

use crate::fen::FenNote;

/// Something that had to be read otherwise than written, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdNote {
    /// Column, from 1, in bytes.
    pub column: u32,
    /// How many bytes it has.
    pub len: u32,
    /// What it is.
    pub kind: EpdNoteKind,
}

/// What had to be read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpdNoteKind {
    /// Something in the fields that EPD shares with FEN.
    Field(FenNote),
    /// No blank stands between the en-passant field and the clock: `-0 1`.
    GluedFields,
    /// NUL bytes stand behind the record.
    ControlBytes,
    /// Text between semicolons does not begin with an opcode. Kept as the name of an operation.
    NotAnOperation,
    /// An operation lacks its semicolon.
    Unclosed,
    /// A string lacks its quotes.
    Unquoted,
    /// A string lacks its closing quote; it is taken up to the next semicolon.
    UnclosedString,
    /// Among moves stands what belongs to none: a blank before a check mark, a comma, a move
    /// number, an annotation mark.
    MovePunctuation,
}

impl EpdNoteKind {
    /// Whether it is about the operations, not about the fields before them.
    #[must_use]
    pub const fn is_about_operations(self) -> bool {
        !matches!(
            self,
            Self::Field(_) | Self::GluedFields | Self::ControlBytes
        )
    }
}

/// Notes in the order in which they were made.
pub(super) type Notes = Vec<EpdNote>;
