//! Diagnostics of a FEN, in games and in EPD.

use std::fmt;

use audit960_types::{CastlingLetter, Code};

use super::MAX_MOVE_COUNT;
use crate::text::shown;

/// A way in which a FEN departs from the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenDiagnostic {
    /// The text ends before its fourth field, the en-passant square.
    FieldsMissing,
    /// A character of the castling field is not a castling letter.
    CastlingCharacter(u8),
    /// A letter of the castling field is repeated.
    RepeatedLetter(CastlingLetter),
    /// The en-passant field is not a square.
    EnPassantText,
    /// WinBoard's field for pieces in hand or checks comes before the clock.
    SeventhField,
    /// Half-move clock or move number is not a number, or only one of them is there.
    Counter,
    /// The move number is 0; moves are counted from 1.
    NumberZero,
    /// A rank has two adjacent digits.
    AdjacentDigits,
    /// Something follows the last field.
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

impl fmt::Display for FenDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FieldsMissing => f.write_str("fields of the FEN are missing"),
            Self::CastlingCharacter(byte) => {
                let character = shown(&[byte]);
                write!(
                    f,
                    "castling field: {character} is not a castling letter; dropped"
                )
            }
            Self::RepeatedLetter(letter) => {
                let letter = char::from(letter.letter());
                write!(f, "castling field: {letter} is repeated")
            }
            Self::EnPassantText => f.write_str("the en-passant field is not a square; ignored"),
            Self::SeventhField => f.write_str("the FEN has a field for pieces in hand; ignored"),
            Self::Counter => write!(
                f,
                "FEN clock or move number missing, invalid or above {MAX_MOVE_COUNT}; read as 0 or 1"
            ),
            Self::NumberZero => f.write_str("the move number of the FEN is 0; read as 1"),
            Self::AdjacentDigits => f.write_str("a rank has two adjacent digits; added up"),
            Self::Tail => f.write_str("text after the FEN; ignored"),
        }
    }
}
