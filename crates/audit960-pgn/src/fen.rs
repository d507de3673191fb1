//! FEN in the dialects of Chess960 (PGN 16.1; X-FEN by Scharnagl, 2003; Shredder-FEN).
//!
//! ```text
//! fen      = placement SP side [SP castling [SP ep [SP holdings] [SP clock [SP number]]]] tail
//! castling = "-" / 1*( "K" / "Q" / "k" / "q" / file letter )
//! ```
//! Read beyond that: any order of castling letters, missing fields, WinBoard's extra field, counters
//! that are no numbers, anything after the sixth field. Each is a note; what a note does to a
//! verdict is not decided here.

use audit960_types::{CastlingLetter, CastlingStyle, Role, Setup, Side, Wing};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{one_of, u32 as integer};
use nom::combinator::{opt, value, verify};
use nom::sequence::preceded;

use crate::fault::{Fault, FaultKind, Parsed};

/// Something in a FEN that had to be read otherwise than written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenNote {
    /// The castling field or the en-passant field is missing.
    FieldsMissing,
    /// A character of the castling field is no castling letter.
    CastlingCharacter(u8),
    /// The en-passant field is no square.
    EnPassantText,
    /// WinBoard's field for pieces in hand or checks stands before the clock.
    SeventhField,
    /// Clock or move number is no number.
    Counter,
    /// Something follows the last field.
    Tail,
}

/// A FEN as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenRecord {
    /// The position.
    pub setup: Setup,
    /// How the castling field is written.
    pub style: CastlingStyle,
    /// What had to be read otherwise.
    pub notes: Vec<FenNote>,
}

/// Reads a FEN.
///
/// # Errors
/// [`Fault`] where the text has no placement of eight ranks or no side to move.
pub fn parse_fen(text: &[u8]) -> Result<FenRecord, Fault<'_>> {
    let mut notes = Vec::new();
    let (rest, pieces) = preceded(blanks, placement).parse(text).map_err(unwrap)?;
    let (rest, turn) = preceded(blanks1, side).parse(rest).map_err(unwrap)?;
    let (rest, letters) = opt(field).parse(rest).map_err(unwrap)?;
    let castling = castling_letters(letters.unwrap_or(b"-"), &mut notes);
    let (rest, ep) = opt(field).parse(rest).map_err(unwrap)?;
    if ep.is_none() {
        notes.push(FenNote::FieldsMissing);
    }
    let en_passant = en_passant_square(ep.unwrap_or(b"-"), &mut notes);
    let (rest, holdings) = opt(verify(field, is_holdings))
        .parse(rest)
        .map_err(unwrap)?;
    if holdings.is_some() {
        notes.push(FenNote::SeventhField);
    }
    let (rest, clock) = opt(preceded(blanks1, counter))
        .parse(rest)
        .map_err(unwrap)?;
    let (rest, number) = opt(preceded(blanks1, counter))
        .parse(rest)
        .map_err(unwrap)?;
    let (rest, _) = blanks(rest).map_err(unwrap)?;
    if clock == Some(None) || number == Some(None) {
        notes.push(FenNote::Counter);
    }
    if !rest.is_empty() {
        notes.push(FenNote::Tail);
    }
    let style = style(&castling, &pieces);
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

#[expect(
    clippy::needless_pass_by_value,
    reason = "map_err gives the error away"
)]
pub(crate) fn unwrap(error: nom::Err<Fault<'_>>) -> Fault<'_> {
    match error {
        nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
        nom::Err::Incomplete(_) => Fault {
            at: b"",
            kind: FaultKind::Placement,
        },
    }
}

pub(crate) fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|b: u8| b.is_ascii_whitespace())(input)
}

pub(crate) fn blanks1(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|b: u8| b.is_ascii_whitespace())(input)
}

/// A field: what stands between blanks.
pub(crate) fn field(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(blanks1, take_while1(|b: u8| !b.is_ascii_whitespace())).parse(input)
}

/// `placement = rank *7("/" rank)`, ranks from the eighth down.
pub(crate) fn placement(input: &[u8]) -> Parsed<'_, [[u64; 6]; 2]> {
    let mut pieces = [[0; 6]; 2];
    let (mut rest, mut rank, mut file) = (input, 7_u32, 0_u32);
    loop {
        let fault = Fault::error(rest, FaultKind::Placement);
        let Some((&byte, tail)) = rest.split_first() else {
            return if (rank, file) == (0, 8) {
                Ok((rest, pieces))
            } else {
                Err(fault)
            };
        };
        match byte {
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b' ' | b'\t' | b'\r' | b'\n' if (rank, file) == (0, 8) => return Ok((rest, pieces)),
            _ => match Role::from_letter(byte) {
                Some(role) if file < 8 => {
                    let side = usize::from(byte.is_ascii_lowercase());
                    pieces[side][role as usize] |= 1 << (rank * 8 + file);
                    file += 1;
                }
                _ => return Err(fault),
            },
        }
        if file > 8 {
            return Err(fault);
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
        _ => Err(Fault::error(input, FaultKind::SideToMove)),
    }
}

pub(crate) fn castling_letters(text: &[u8], notes: &mut Vec<FenNote>) -> Vec<CastlingLetter> {
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
            Some(letter) if letters.contains(&letter) => {}
            Some(letter) => letters.push(letter),
            None => notes.push(FenNote::CastlingCharacter(byte)),
        }
    }
    letters
}

pub(crate) fn en_passant_square(text: &[u8], notes: &mut Vec<FenNote>) -> Option<u8> {
    match text {
        b"-" => None,
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => {
            notes.push(FenNote::EnPassantText);
            None
        }
    }
}

/// WinBoard writes numbers joined by a plus sign before the clock; other programs, bracketed pieces.
pub(crate) fn is_holdings(text: &[u8]) -> bool {
    let joined = text.contains(&b'+') && text.iter().all(|b| b.is_ascii_digit() || *b == b'+');
    joined || (text.starts_with(b"[") && text.ends_with(b"]"))
}

/// Highest half-move clock and move number that are believed: no game comes near, and counting on from
/// there cannot overflow.
pub const MOST_COUNTED: u32 = 1_000_000;

/// A counter, `None` within where its text is no number, or too high.
pub(crate) fn counter(input: &[u8]) -> Parsed<'_, Option<u32>> {
    let (rest, text) = take_while1(|b: u8| !b.is_ascii_whitespace())(input)?;
    match integer::<_, Fault<'_>>(text) {
        Ok((b"", number)) if number <= MOST_COUNTED => Ok((rest, Some(number))),
        // A number with something glued to it: keep the number, leave the rest as a tail.
        Ok((glued, number)) if number <= MOST_COUNTED && !glued.is_empty() => {
            Ok((&input[text.len() - glued.len()..], Some(number)))
        }
        _ => Ok((rest, None)),
    }
}

/// X-FEN uses a file letter only for an inner rook; Shredder-FEN uses nothing else.
pub(crate) fn style(letters: &[CastlingLetter], pieces: &[[u64; 6]; 2]) -> CastlingStyle {
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
fn is_xfen_letter(letter: CastlingLetter, pieces: &[[u64; 6]; 2]) -> bool {
    let CastlingLetter::File(side, file) = letter else {
        return true;
    };
    let own = &pieces[side as usize];
    let rank = if side == Side::White {
        0xff
    } else {
        0xff << 56
    };
    let rooks = own[Role::Rook as usize] & rank;
    let king = own[Role::King as usize] & rank;
    let rook = rank & (0x0101_0101_0101_0101 << file);
    let beyond = if rook > king {
        rooks & !(rook | (rook - 1))
    } else {
        rooks & (rook - 1)
    };
    beyond != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> FenRecord {
        parse_fen(text.as_bytes()).unwrap()
    }

    #[test]
    fn six_fields() {
        let fen = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(fen.setup, Setup::standard());
        assert_eq!(fen.style, CastlingStyle::Xfen);
        assert_eq!(fen.notes, []);
        let fen = read("4k3/8/8/8/4P3/8/8/4K3 b - e3 12 40");
        assert_eq!((fen.setup.clock, fen.setup.move_number), (12, 40));
        assert_eq!(fen.setup.en_passant, Some(20));
        assert_eq!(fen.setup.turn, Side::Black);
    }

    #[test]
    fn castling_styles() {
        for (castling, style) in [
            ("HAha", CastlingStyle::Shredder),
            ("AHah", CastlingStyle::Shredder),
            ("QKqk", CastlingStyle::Xfen),
            ("-", CastlingStyle::None),
            ("HQkq", CastlingStyle::Mixed),
        ] {
            let fen = read(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1"));
            assert_eq!(fen.style, style, "{castling}");
        }
        // The inner rook on f1 needs its letter in X-FEN.
        assert_eq!(
            read("4k3/8/8/8/8/8/8/R3KR1R w FQ - 0 1").style,
            CastlingStyle::Xfen
        );
    }

    #[test]
    fn notes() {
        let start = "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN";
        let fen = read(&format!("{start} w CAca - 161+0 0 1"));
        assert_eq!(fen.notes, [FenNote::SeventhField]);
        assert_eq!((fen.setup.clock, fen.setup.move_number), (0, 1));
        let fen = read(&format!("{start} w CAca - 3 1;"));
        assert_eq!((fen.notes, fen.setup.clock), (vec![FenNote::Tail], 3));
        assert_eq!(read(&format!("{start} w")).notes, [FenNote::FieldsMissing]);
        assert_eq!(
            read(&format!("{start} w CA - x 1")).notes,
            [FenNote::Counter]
        );
        assert_eq!(
            read(&format!("{start} w C? - 0 1")).notes,
            [FenNote::CastlingCharacter(b'?')]
        );
    }

    #[test]
    fn no_position() {
        let kind = |text: &str| parse_fen(text.as_bytes()).unwrap_err().kind;
        assert_eq!(kind("?"), FaultKind::Placement);
        assert_eq!(kind(""), FaultKind::Placement);
        assert_eq!(kind("8/8/8/8/8/8/8/7 w - - 0 1"), FaultKind::Placement);
        assert_eq!(kind("8/8/8/8/8/8/8/44p w - - 0 1"), FaultKind::Placement);
        assert_eq!(kind("8/8/8/8/8/8/8/8/8 w - - 0 1"), FaultKind::Placement);
        assert_eq!(kind("8/8/8/8/8/8/8/8 K - - 0 1"), FaultKind::SideToMove);
        assert_eq!(
            kind("8/8/8/8/8/8/8/8"),
            FaultKind::Nom(nom::error::ErrorKind::TakeWhile1)
        );
    }
}
