//! What is said of a FEN that was read otherwise than written, in games and in EPD alike.

use std::fmt;

use audit960_types::{CastlingLetter, Code};

use super::MAX_COUNTER;
use crate::text::shown;

/// Something in a FEN that had to be read otherwise than written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenNote {
    /// The text ends before its fourth field, the en-passant square.
    FieldsMissing,
    /// A character of the castling field is no castling letter.
    CastlingCharacter(u8),
    /// A letter of the castling field stands there twice.
    RepeatedLetter(CastlingLetter),
    /// The en-passant field is no square.
    EnPassantText,
    /// WinBoard's field for pieces in hand or checks stands before the clock.
    SeventhField,
    /// Clock or move number is no number, or only one of them is there.
    Counter,
    /// The move number is 0; moves are counted from 1.
    NumberZero,
    /// Two digits stand side by side in a rank.
    AdjacentDigits,
    /// Something follows the last field.
    Tail,
}

impl FenNote {
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

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FieldsMissing => f.write_str("fields of the FEN are missing"),
            Self::CastlingCharacter(byte) => {
                let character = shown(&[byte]);
                write!(
                    f,
                    "castling field: {character} is no castling letter; dropped"
                )
            }
            Self::RepeatedLetter(letter) => {
                let letter = char::from(letter.letter());
                write!(f, "castling field: {letter} stands twice")
            }
            Self::EnPassantText => f.write_str("the en-passant field is no square; ignored"),
            Self::SeventhField => f.write_str("the FEN has a field for pieces in hand; ignored"),
            Self::Counter => write!(
                f,
                "a counter of the FEN is no number up to {MAX_COUNTER}; clock 0, move 1"
            ),
            Self::NumberZero => f.write_str("the move number of the FEN is 0; read as 1"),
            Self::AdjacentDigits => {
                f.write_str("two digits stand side by side in a rank; added up")
            }
            Self::Tail => f.write_str("text behind the FEN; ignored"),
        }
    }
}
