//! FEN in the dialects of Chess960 (PGN 16.1; X-FEN by Scharnagl, 2003; Shredder-FEN).
//!
//! ```text
//! fen      = placement [SP side [SP castling [SP ep [SP holdings] [SP clock [SP number]]]]] tail
//! castling = "-" / 1*( "K" / "Q" / "k" / "q" / file letter )
//! ```
//! Read beyond that: any order of castling letters, missing fields, WinBoard's extra field, a clock or
//! move number that is not a number, anything after the sixth field. Each is a diagnostic; its effect on
//! the verdict is decided elsewhere.

mod diagnostic;

use audit960_types::{
    Bitboard, CastlingLetter, CastlingStyle, Pieces, Role, Setup, Side, Square, Wing,
};
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{one_of, u32 as integer};
use nom::combinator::{opt, value, verify};
use nom::sequence::preceded;
use nom::{Finish as _, Parser};

pub use self::diagnostic::FenDiagnostic;
use crate::error::{Expected, Parsed, RuleError};

/// A parsed FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenRecord {
    /// The position.
    pub setup: Setup,
    /// How the castling field is written.
    pub style: CastlingStyle,
    /// What departs from the standard.
    pub notes: Vec<FenDiagnostic>,
}

/// The error of a text that is not a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a FEN: {expected} expected at byte {at}")]
#[non_exhaustive]
pub struct FenError {
    /// Offset in bytes, from 0, of what could not be read.
    pub at: usize,
    /// What was expected there.
    pub expected: Expected,
}

/// Parses a FEN in any dialect. After a placement alone, White is to move.
///
/// # Errors
/// [`FenError`] if the text has no placement of eight ranks, or anything but a side to move after it.
///
/// # Examples
/// ```
/// use audit960_pgn::{FenDiagnostic, parse_fen};
///
/// // X-FEN and Shredder-FEN of one position.
/// let xfen = parse_fen(b"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1")?;
/// let shredder = parse_fen(b"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w FCfc - 0 1")?;
/// assert_eq!(xfen.setup.pieces, shredder.setup.pieces);
/// assert!(xfen.notes.is_empty() && shredder.notes.is_empty());
///
/// // A missing field is a diagnostic, not an error.
/// let short = parse_fen(b"4k3/8/8/8/8/8/8/4K2R w K")?;
/// assert_eq!(short.notes, [FenDiagnostic::FieldsMissing]);
/// assert_eq!(parse_fen(b"4k3/8 w - - 0 1").unwrap_err().at, 5);
/// # Ok::<(), audit960_pgn::FenError>(())
/// ```
pub fn parse_fen(text: &[u8]) -> Result<FenRecord, FenError> {
    record(text).map_err(|error| FenError {
        at: text.len() - error.at.len(),
        expected: error.kind,
    })
}

fn record(text: &[u8]) -> Result<FenRecord, RuleError<'_>> {
    let mut notes = Vec::new();
    let (rest, pieces) = preceded(blanks, placement).parse(text).finish()?;
    let behind_placement = rest;
    let (rest, turn) = if rest.trim_ascii().is_empty() {
        (rest, Side::White)
    } else {
        preceded(blanks1, side).parse(rest).finish()?
    };
    let (rest, letters) = opt(field).parse(rest).finish()?;
    let written = castling_letters(letters.unwrap_or(b"-"), &mut notes);
    let style = style(&written, &pieces);
    let castling = rights(written, letters.is_some(), &pieces, turn);
    let (rest, ep) = opt(field).parse(rest).finish()?;
    if ep.is_none() {
        notes.push(FenDiagnostic::FieldsMissing);
    }
    let en_passant = en_passant_square(ep.unwrap_or(b"-"), &mut notes);
    let (rest, holdings) = opt(verify(field, is_holdings)).parse(rest).finish()?;
    if holdings.is_some() {
        notes.push(FenDiagnostic::SeventhField);
    }
    let (rest, clock) = opt(preceded(blanks1, counter)).parse(rest).finish()?;
    let (rest, number) = opt(preceded(blanks1, counter)).parse(rest).finish()?;
    let (rest, _) = blanks(rest).finish()?;
    if number == Some(Some(0)) {
        notes.push(FenDiagnostic::NumberZero);
    }
    if clock == Some(None) || number == Some(None) || clock.is_some() && number.is_none() {
        notes.push(FenDiagnostic::Counter);
    }
    if has_adjacent_digits(&text[..text.len() - behind_placement.len()]) {
        notes.push(FenDiagnostic::AdjacentDigits);
    }
    if !rest.is_empty() {
        notes.push(FenDiagnostic::Tail);
    }
    let setup = Setup {
        pieces,
        turn,
        castling,
        en_passant,
        clock: clock.flatten().unwrap_or(0),
        move_number: number.flatten().unwrap_or(1).max(1),
    };
    Ok(FenRecord {
        setup,
        style,
        notes,
    })
}

pub(crate) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|b: u8| b.is_ascii_whitespace())(input)
}

pub(crate) fn blanks1(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|b: u8| b.is_ascii_whitespace())(input)
}

/// A field: text between spaces.
pub(crate) fn field(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(blanks1, take_while1(|b: u8| !b.is_ascii_whitespace())).parse(input)
}

/// Whether a rank of a placement has two digits one after the other.
pub(crate) fn has_adjacent_digits(placement: &[u8]) -> bool {
    let mut pairs = placement.windows(2);
    pairs.any(|pair| pair.iter().all(u8::is_ascii_digit))
}

/// `placement = rank *7("/" rank)`, ranks from the eighth down.
pub(crate) fn placement(input: &[u8]) -> Parsed<'_, Pieces> {
    let mut pieces = Pieces::default();
    let (mut rest, mut rank, mut file) = (input, 7, 0);
    loop {
        let error = RuleError::error(rest, Expected::Placement);
        let Some((&byte, tail)) = rest.split_first() else {
            return if (rank, file) == (0, 8) {
                Ok((rest, pieces))
            } else {
                Err(error)
            };
        };
        match byte {
            b'1'..=b'8' => file += byte - b'0',
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b' ' | b'\t' | b'\r' | b'\n' if (rank, file) == (0, 8) => return Ok((rest, pieces)),
            _ => match (Role::from_letter(byte), Square::on(file, rank)) {
                (Some(role), Some(square)) => {
                    let own = if byte.is_ascii_lowercase() {
                        &mut pieces.black
                    } else {
                        &mut pieces.white
                    };
                    own[role] |= square.into();
                    file += 1;
                }
                _ => return Err(error),
            },
        }
        if file > 8 {
            return Err(error);
        }
        rest = tail;
    }
}

/// `side = "w" / "b"`
pub(crate) fn side(input: &[u8]) -> Parsed<'_, Side> {
    let letter: Parsed<'_, Side> = alt((
        value(Side::White, one_of("wW")),
        value(Side::Black, one_of("bB")),
    ))
    .parse(input);
    match letter {
        Ok((rest, side)) if rest.first().is_none_or(u8::is_ascii_whitespace) => Ok((rest, side)),
        _ => Err(RuleError::error(input, Expected::SideToMove)),
    }
}

pub(crate) fn castling_letters(text: &[u8], notes: &mut Vec<FenDiagnostic>) -> Vec<CastlingLetter> {
    let mut letters: Vec<CastlingLetter> = Vec::with_capacity(4);
    if text == b"-" {
        return letters;
    }
    for &byte in text {
        let side = if byte.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let letter = match byte | 0x20 {
            _ if !byte.is_ascii_alphabetic() => None,
            b'k' => Some(CastlingLetter::Wing(side, Wing::HSide)),
            b'q' => Some(CastlingLetter::Wing(side, Wing::ASide)),
            file @ b'a'..=b'h' => Some(CastlingLetter::File(side, file - b'a')),
            _ => None,
        };
        match letter {
            Some(letter) if letters.contains(&letter) => {
                notes.push(FenDiagnostic::RepeatedLetter(letter));
            }
            Some(letter) => letters.push(letter),
            None => notes.push(FenDiagnostic::CastlingCharacter(byte)),
        }
    }
    letters
}

/// The rights that a castling field gives. Without the field, a start position of (double) Chess960 has
/// all rights, any other position none.
pub(crate) fn rights(
    written: Vec<CastlingLetter>,
    is_given: bool,
    pieces: &Pieces,
    turn: Side,
) -> Vec<CastlingLetter> {
    if !is_given && is_start(pieces, turn) {
        Setup::standard().castling
    } else {
        written
    }
}

/// Whether all pieces are placed as at the start of a (double) Chess960 game, White to move.
fn is_start(pieces: &Pieces, turn: Side) -> bool {
    const LIGHT: u64 = 0xaa;
    // Black's pieces, flipped to White's side of the board.
    let black = pieces.black.map(Bitboard::flipped);
    turn == Side::White
        && [pieces.white, black].into_iter().all(|own| {
            let [pawns, knights, bishops, rooks, queens, king] = own.0.map(|set| set.0);
            pawns == 0xff00
                && knights | bishops | rooks | queens | king == 0xff
                && king.count_ones() == 1
                && rooks.count_ones() == 2
                && [knights, queens].map(u64::count_ones) == [2, 1]
                && (bishops & LIGHT).count_ones() == 1
                && (rooks & (king - 1)).count_ones() == 1
        })
}

pub(crate) fn en_passant_square(text: &[u8], notes: &mut Vec<FenDiagnostic>) -> Option<Square> {
    if text == b"-" {
        return None;
    }
    let square = std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok());
    if square.is_none() {
        notes.push(FenDiagnostic::EnPassantText);
    }
    square
}

/// Whether a text is a field for pieces in hand or checks: WinBoard writes numbers joined by a plus sign
/// before the clock, other programs bracketed pieces.
pub(crate) fn is_holdings(text: &[u8]) -> bool {
    let joined = text.contains(&b'+') && text.iter().all(|b| b.is_ascii_digit() || *b == b'+');
    joined || (text.starts_with(b"[") && text.ends_with(b"]"))
}

/// Highest half-move clock and move number accepted: no game comes near it, and counting on from there
/// cannot overflow.
pub const MAX_MOVE_COUNT: u32 = 1_000_000;

/// A half-move clock or move number; the inner `None` means that the text is not a number, or too high.
pub(crate) fn counter(input: &[u8]) -> Parsed<'_, Option<u32>> {
    let (rest, text) = take_while1(|b: u8| !b.is_ascii_whitespace())(input)?;
    match integer::<_, RuleError<'_>>(text) {
        Ok((b"", number)) if number <= MAX_MOVE_COUNT => Ok((rest, Some(number))),
        // A number with something glued to it: keep the number, leave the rest as a tail.
        Ok((glued, number)) if number <= MAX_MOVE_COUNT && !glued.is_empty() => {
            Ok((&input[text.len() - glued.len()..], Some(number)))
        }
        _ => Ok((rest, None)),
    }
}

/// The dialect of castling letters. X-FEN uses a file letter only for an inner rook; Shredder-FEN uses
/// file letters only.
pub(crate) fn style(letters: &[CastlingLetter], pieces: &Pieces) -> CastlingStyle {
    let files = letters
        .iter()
        .filter(|letter| matches!(letter, CastlingLetter::File(..)))
        .count();
    match files {
        _ if letters.is_empty() => CastlingStyle::None,
        0 => CastlingStyle::Xfen,
        n if n == letters.len() => CastlingStyle::Shredder,
        _ if letters.iter().all(|letter| is_xfen_letter(*letter, pieces)) => CastlingStyle::Xfen,
        _ => CastlingStyle::Mixed,
    }
}

/// Whether X-FEN would write this letter: not a file letter for an outermost rook.
fn is_xfen_letter(letter: CastlingLetter, pieces: &Pieces) -> bool {
    let CastlingLetter::File(side, file) = letter else {
        return true;
    };
    let own = &pieces[side];
    let rank = if side == Side::White {
        0xff
    } else {
        0xff << 56
    };
    let rooks = own[Role::Rook].0 & rank;
    let king = own[Role::King].0 & rank;
    let rook = rank & (0x0101_0101_0101_0101 << file);
    let beyond = if rook > king {
        rooks & !(rook | (rook - 1))
    } else {
        rooks & (rook - 1)
    };
    beyond != 0
}

#[cfg(test)]
mod tests;
