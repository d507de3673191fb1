//! Diagnostics of a FEN, in games and in EPD.

use audit960_types::{CastlingLetter, Code};

use super::MAX_MOVE_COUNT;
use crate::text::shown;

/// A way in which a FEN departs from the standard, and what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenDiagnostic {
    /// The text ends before its fourth field, the en-passant square.
    #[error("fields of the FEN are missing")]
    FieldsMissing,
    /// A character of the castling field is not a castling letter.
    #[error("castling field: {} is not a castling letter; dropped", shown(&[*.0]))]
    CastlingCharacter(u8),
    /// A letter of the castling field is repeated.
    #[error("castling field: {} is repeated", char::from(.0.letter()))]
    RepeatedLetter(CastlingLetter),
    /// The en-passant field is not a square.
    #[error("the en-passant field is not a square; ignored")]
    EnPassantText,
    /// WinBoard's field for pieces in hand or checks comes before the clock.
    #[error("the FEN has a field for pieces in hand; ignored")]
    SeventhField,
    /// Half-move clock or move number is not a number, or only one of them is there.
    #[error("FEN clock or move number missing, invalid or above {MAX_MOVE_COUNT}; read as 0 or 1")]
    Counter,
    /// The move number is 0; moves are counted from 1.
    #[error("the move number of the FEN is 0; read as 1")]
    NumberZero,
    /// A rank has two adjacent digits.
    #[error("a rank has two adjacent digits; added up")]
    AdjacentDigits,
    /// Something follows the last field.
    #[error("text after the FEN; ignored")]
    Tail,
}

impl FenDiagnostic {
    /// The code of its finding.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::FieldsMissing => Code::FenFieldsMissing,
            Self::CastlingCharacter(_) => Code::RightWithoutRook,
            Self::RepeatedLetter(_) => Code::RepeatedRight,
            Self::EnPassantText => Code::ImpossibleEnPassant,
            Self::SeventhField => Code::SevenFieldFen,
            Self::Counter | Self::NumberZero => Code::FenCounter,
            Self::AdjacentDigits => Code::FenDigits,
            Self::Tail => Code::FenTail,
        }
    }
}
