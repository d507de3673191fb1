//! What a grammar rule expected where it failed: a nom error within the crate,
//! [`FenError`](crate::FenError) and [`EpdError`](crate::EpdError) outside.

use nom::error::{ErrorKind, ParseError};

/// What was expected where a text could not be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Expected {
    /// Eight ranks of eight squares.
    #[error("eight ranks of eight squares")]
    Placement,
    /// `w` or `b`.
    #[error("the side to move, w or b")]
    SideToMove,
    /// Another form of text.
    #[error("another form of text")]
    Syntax,
}

/// The failure of a rule: the remaining input and what was expected. Private to the crate, so that no
/// version of nom is part of the public interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleError<'a> {
    /// The input from the point of failure on.
    pub(crate) at: &'a [u8],
    /// What was expected there.
    pub(crate) kind: Expected,
}

impl<'a> RuleError<'a> {
    /// A recoverable nom error.
    pub(crate) fn error(at: &'a [u8], kind: Expected) -> nom::Err<Self> {
        nom::Err::Error(Self { at, kind })
    }
}

impl<'a> ParseError<&'a [u8]> for RuleError<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self {
            at,
            kind: Expected::Syntax,
        }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Result of a grammar rule: the remaining input and the parsed value.
pub(crate) type Parsed<'a, T> = nom::IResult<&'a [u8], T, RuleError<'a>>;
