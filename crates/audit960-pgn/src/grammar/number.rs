//! Move number indications (PGN 8.2.2).
//!
//! ```text
//! number = 1*DIGIT *"."        "12." before White's move, "12..." before Black's
//! ```
//! Read beyond that: any number of periods, the ellipsis character, spaces before them. Digits without a
//! period are a move number only if they are separate and could not be a move (ICCF's `5254`, castling as
//! `00`, `05` for `f5`).

use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::digit1;
use nom::combinator::{map, recognize, verify};

use super::Context;
use super::periods::periods;
use super::symbol;
use crate::error::Parsed;

/// A move number indication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The full-move number.
    pub value: u32,
    /// Two or more periods follow: Black moves next.
    pub black: bool,
}

/// Maximum number of digits of a move number.
const MAX_DIGITS: usize = 6;

/// A move number indication with its periods.
pub(crate) fn number(context: Context) -> impl Fn(&[u8]) -> Parsed<'_, MoveNumber> {
    move |input| {
        let (after, digits) = take_while_m_n(1, MAX_DIGITS, |b: u8| b.is_ascii_digit())(input)?;
        let (left, periods) = periods(after)?;
        let bare = periods == 0;
        let continues = symbol::symbol(after).is_ok();
        let allowed =
            |_: &usize| !bare || context.word_start && !could_be_move(digits) && !continues;
        let number = |_| MoveNumber {
            value: digits.iter().fold(0, |n, b| n * 10 + u32::from(b - b'0')),
            black: periods > 1,
        };
        map(verify(nom::combinator::success(periods), allowed), number).parse(left)
    }
}

/// Whether digits without a period could be a move: four or five digits from 1 to 8, or a leading zero. A
/// move that lost its letter may begin with a zero; a number without a period does not.
fn could_be_move(digits: &[u8]) -> bool {
    let squares = matches!(digits.len(), 4 | 5) && digits.iter().all(|b| (b'1'..=b'8').contains(b));
    squares || digits.starts_with(b"0")
}

/// Digits at the end of a symbol, if a period follows: the number of the next move.
pub(crate) fn glued(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(digit1).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str, word_start: bool) -> Option<(u32, bool, &'static str)> {
        let context = Context {
            line_start: false,
            tags: false,
            numbered: false,
            quoted: false,
            word_start,
        };
        let (left, number) = number(context)(text.as_bytes()).ok()?;
        let left = std::str::from_utf8(left).unwrap();
        Some((number.value, number.black, left))
    }

    #[test]
    fn numbers() {
        assert_eq!(read("12. e4", true), Some((12, false, " e4")));
        assert_eq!(read("12...e5", true), Some((12, true, "e5")));
        assert_eq!(read("12… e5", true), Some((12, true, " e5")));
        assert_eq!(read("48 Kh2", true), Some((48, false, " Kh2")));
        assert_eq!(read("0. e4", true), Some((0, false, " e4")));
        assert_eq!(read("05. e4", true), Some((5, false, " e4")));
        assert_eq!(read("5254. e4", true), Some((5254, false, " e4")));
    }

    #[test]
    fn digits_that_are_no_number() {
        for text in [
            "5254 5755",
            "52541",
            "00",
            "000",
            "0",
            "05",
            "0-0",
            "1-0",
            "1/2",
            "1:0",
            "1234567",
            "3+",
        ] {
            assert_eq!(read(text, true), None, "{text}");
        }
        assert_eq!(read("48Kh2", true), None);
        assert_eq!(read("3 Nf6", false), None);
        assert_eq!(read("3. Nf6", false), Some((3, false, " Nf6")));
    }
}
