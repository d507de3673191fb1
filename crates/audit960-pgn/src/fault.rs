//! The error of the grammar: where it failed and what was expected.

use nom::error::{ErrorKind, ParseError};

/// What was expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Eight ranks of eight squares.
    Placement,
    /// `w` or `b`.
    SideToMove,
    /// Letters of a castling field.
    Castling,
    /// A square on the third or sixth rank, or `-`.
    EnPassant,
    /// A tag pair.
    TagPair,
    /// A closing brace.
    ClosingBrace,
    /// A closing parenthesis.
    ClosingParenthesis,
    /// Something a nom combinator looked for.
    Nom(ErrorKind),
}

/// A failure of the grammar: the input that was left when it happened, and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// Input from the place of failure on.
    pub at: &'a [u8],
    /// What was expected there.
    pub kind: FaultKind,
}

impl<'a> Fault<'a> {
    /// A recoverable nom error.
    pub(crate) fn error(at: &'a [u8], kind: FaultKind) -> nom::Err<Self> {
        nom::Err::Error(Self { at, kind })
    }
}

impl<'a> ParseError<&'a [u8]> for Fault<'a> {
    fn from_error_kind(at: &'a [u8], kind: ErrorKind) -> Self {
        Self {
            at,
            kind: FaultKind::Nom(kind),
        }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Result of a grammar rule: what is left and what was read.
pub(crate) type Parsed<'a, T> = nom::IResult<&'a [u8], T, Fault<'a>>;
