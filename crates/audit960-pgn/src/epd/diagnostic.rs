//! Diagnostics of an EPD line: what departs from the standard.

use crate::fen::FenDiagnostic;

/// A departure from the standard, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdDiagnostic {
    /// Column, from 1, in bytes.
    pub column: u32,
    /// Length in bytes.
    pub len: u32,
    /// What is wrong.
    pub kind: EpdDiagnosticKind,
}

impl EpdDiagnostic {
    pub(super) const fn new(column: u32, len: usize, kind: EpdDiagnosticKind) -> Self {
        let len = len as u32;
        Self { column, len, kind }
    }
}

/// A way in which an EPD line departs from the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpdDiagnosticKind {
    /// Something in the fields that EPD shares with FEN.
    Field(FenDiagnostic),
    /// No space between the en-passant field and the clock: `-0 1`.
    GluedFields,
    /// NUL bytes after the record.
    ControlBytes,
    /// Text between semicolons that does not begin with an opcode. Kept as the name of an operation.
    NotAnOperation,
    /// An operation lacks its semicolon.
    Unclosed,
    /// A string lacks its quotes.
    Unquoted,
    /// A string lacks its closing quote; it is read up to the next semicolon.
    UnclosedString,
    /// Text among moves that is not part of a move: a space before a check mark, a comma, a move number,
    /// an annotation mark.
    MovePunctuation,
}

impl EpdDiagnosticKind {
    /// Whether it is about the operations, not about the fields before them.
    #[must_use]
    pub const fn is_about_operations(self) -> bool {
        !matches!(
            self,
            Self::Field(_) | Self::GluedFields | Self::ControlBytes
        )
    }
}

/// Diagnostics, in the order in which they were found.
pub(super) type Notes = Vec<EpdDiagnostic>;
