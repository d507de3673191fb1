//! EPD, one record a line, and FEN lines with or without operations after them (Extended Position
//! Description, S. J. Edwards, 1995-11-26; PGN 16.2).
//!
//! ```text
//! line     = *SP [ "#" comment / record ] *SP
//! record   = placement SP side SP castling SP ep [SP holdings] [SP clock [SP number]] operations
//! ```
//! Read beyond the standard: FEN's clock and move number after the four fields, WinBoard's field before
//! them, `-0 1` for `- 0 1`, missing fields, any number of spaces, NUL bytes at the end, and the
//! leniencies of `operation`. Each except the spaces is a diagnostic with its column; its effect on the
//! verdict is decided elsewhere. Parsing never fails: every line gives an [`EpdLine`].

mod diagnostic;
mod opcode;
mod operation;

#[cfg(test)]
mod tests;

use audit960_types::{CastlingLetter, CastlingStyle, Setup, Square};
use nom::sequence::preceded;
use nom::{Finish as _, Parser};

pub use diagnostic::{EpdDiagnostic, EpdDiagnosticKind};
pub use opcode::{Shape, perft_depth};
pub use operation::{Operand, OperandValue, Operation};

use crate::error::{Expected, Parsed, RuleError};
use crate::fen::{self, FenDiagnostic};
use crate::scanned::count_scanned;

/// The content of a line of an EPD or FEN file.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "nearly every line is a record")]
pub enum EpdLine<'a> {
    /// Only white space.
    Blank,
    /// A comment: a line that begins with `#`, `%` or `;`.
    Comment,
    /// A position, with operations or without.
    Record(EpdRecord<'a>),
    /// No position can be read from it.
    Unreadable(EpdError),
}

/// Why a line has no position: where parsing failed, and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no position: {expected} expected at column {column}")]
#[non_exhaustive]
pub struct EpdError {
    /// Column, from 1, in bytes.
    pub column: u32,
    /// The byte there; `None` at the end of the line.
    pub found: Option<u8>,
    /// What was expected.
    pub expected: Expected,
}

/// A record as written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EpdRecord<'a> {
    /// The position. Half-move clock and move number are those of the fields, else of `hmvc` and `fmvn`,
    /// else 0 and 1.
    pub setup: Setup,
    /// How the castling field is written.
    pub style: CastlingStyle,
    /// The castling field, `-` where it is missing.
    pub castling: &'a [u8],
    /// Column of the castling field, or where it should be; from 1, in bytes.
    pub castling_column: u32,
    /// Column of the en-passant field, or where it should be; from 1, in bytes.
    pub en_passant_column: u32,
    /// The half-move clock, where FEN's fifth field gives it.
    pub clock: Option<u32>,
    /// The move number, where FEN's sixth field gives it.
    pub move_number: Option<u32>,
    /// The operations, in order.
    pub operations: Vec<Operation<'a>>,
    /// All text after the fields, trimmed.
    pub tail: &'a [u8],
    /// What departs from the standard, in the order of the text.
    pub notes: Vec<EpdDiagnostic>,
}

impl<'a> EpdRecord<'a> {
    /// The first operation with an opcode.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&Operation<'a>> {
        count_scanned(self.operations.len());
        self.operations
            .iter()
            .find(|operation| operation.name == opcode.as_bytes())
    }
}

/// Parses a line, with or without its line end.
///
/// # Examples
/// ```
/// use audit960_pgn::{EpdLine, OperandValue, parse_epd};
///
/// // From Bratko and Kopec's test of 1982.
/// let line = br#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#;
/// let EpdLine::Record(record) = parse_epd(line) else { panic!("a position") };
/// let best = record.operation("bm").unwrap();
/// assert!(matches!(best.operands[0].value, OperandValue::Move { text: b"Qd1+", .. }));
/// assert!(record.notes.is_empty());
/// assert_eq!(parse_epd(b"# a comment"), EpdLine::Comment);
/// ```
#[must_use]
pub fn parse_epd(line: &[u8]) -> EpdLine<'_> {
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let end = text
        .iter()
        .rposition(|&b| b > b' ')
        .map_or(0, |last| last + 1);
    let after = &text[end..];
    // Columns count from the start of the line, so every remainder below is a suffix of `line`.
    let line = &line[..line.len() - after.len()];
    let text = text[..end].trim_ascii_start();
    match text.first() {
        None => EpdLine::Blank,
        Some(b'#' | b'%' | b';') => EpdLine::Comment,
        Some(_) => match record(line, text, after) {
            Ok(record) => EpdLine::Record(record),
            Err(RuleError { at, kind }) => EpdLine::Unreadable(EpdError {
                column: column(line, at),
                found: at.first().copied(),
                expected: kind,
            }),
        },
    }
}

fn column(line: &[u8], at: &[u8]) -> u32 {
    (line.len() - at.len() + 1) as u32
}

fn record<'a>(
    line: &'a [u8],
    text: &'a [u8],
    after: &[u8],
) -> Result<EpdRecord<'a>, RuleError<'a>> {
    let (rest, pieces) = fen::placement(text).finish()?;
    let placement = &text[..text.len() - rest.len()];
    let (rest, turn) = preceded(blanks_before_side, fen::side)
        .parse(rest)
        .finish()?;
    let mut fields = Fields {
        line,
        rest,
        notes: Vec::new(),
    };
    let (castling_column, castling) = fields.castling();
    let castling_given = fields.notes.is_empty();
    if fen::has_adjacent_digits(placement) {
        let kind = EpdDiagnosticKind::Field(FenDiagnostic::AdjacentDigits);
        fields.note(column(line, text), placement.len(), kind);
    }
    let letters = fields.letters(castling_column, castling);
    let (en_passant_column, en_passant) = fields.en_passant();
    let (clock, move_number) = fields.counters();
    let tail = fields.rest.trim_ascii_start();
    let mut notes = fields.notes;
    let operations = operation::operations(line, tail, &mut notes);
    if let Some(nul) = memchr::memchr(0, after) {
        let column = (line.len() + nul + 1) as u32;
        notes.push(EpdDiagnostic::new(
            column,
            1,
            EpdDiagnosticKind::ControlBytes,
        ));
    }
    let style = fen::style(&letters, &pieces);
    let counter = |field: Option<u32>, opcode: &[u8], missing: u32| {
        field.unwrap_or_else(|| from_operation(&operations, opcode).unwrap_or(missing))
    };
    let setup = Setup {
        pieces,
        turn,
        castling: fen::rights(letters, castling_given, &pieces, turn),
        en_passant,
        clock: counter(clock, b"hmvc", 0),
        move_number: counter(move_number, b"fmvn", 1).max(1),
    };
    Ok(EpdRecord {
        setup,
        style,
        castling,
        castling_column,
        en_passant_column,
        clock,
        move_number,
        operations,
        tail,
        notes,
    })
}

/// White space before the side to move. If it is missing, the error names the side to move.
fn blanks_before_side(input: &[u8]) -> Parsed<'_, &[u8]> {
    fen::blanks1(input).map_err(|_| RuleError::error(input, Expected::SideToMove))
}

fn from_operation(operations: &[Operation<'_>], opcode: &[u8]) -> Option<u32> {
    let operation = operations
        .iter()
        .find(|operation| operation.name == opcode)?;
    let counted = u32::try_from(operation.integer()?).ok()?;
    (counted <= fen::MAX_MOVE_COUNT).then_some(counted)
}

/// The text after the next word, and that word; leading white space is skipped.
fn word(rest: &[u8]) -> (&[u8], &[u8]) {
    let rest = rest.trim_ascii_start();
    let ends = |b: &u8| b.is_ascii_whitespace() || *b == b';';
    let (word, after) = rest.split_at(rest.iter().position(ends).unwrap_or(rest.len()));
    (after, word)
}

/// The fields after the side to move, each of which may be missing.
struct Fields<'a> {
    line: &'a [u8],
    rest: &'a [u8],
    notes: Vec<EpdDiagnostic>,
}

impl<'a> Fields<'a> {
    /// The text after the next word, the word, and its column.
    fn word(&self) -> (&'a [u8], &'a [u8], u32) {
        let (after, word) = word(self.rest);
        (after, word, column(self.line, after) - word.len() as u32)
    }

    fn note(&mut self, column: u32, len: usize, kind: EpdDiagnosticKind) {
        self.notes.push(EpdDiagnostic::new(column, len, kind));
    }

    fn missing(&mut self, column: u32) -> (u32, &'a [u8]) {
        self.note(
            column,
            0,
            EpdDiagnosticKind::Field(FenDiagnostic::FieldsMissing),
        );
        (column, b"-")
    }

    /// The castling field: a word of castling letters, or any word before an en-passant field.
    fn castling(&mut self) -> (u32, &'a [u8]) {
        let (after, word, column) = self.word();
        let letters = word.iter().all(|b| b"KQkqABCDEFGHabcdefgh".contains(b));
        if word.is_empty() || !(word == b"-" || letters || is_en_passant(self::word(after).1)) {
            return self.missing(column);
        }
        self.rest = after;
        (column, word)
    }

    fn letters(&mut self, column: u32, word: &[u8]) -> Vec<CastlingLetter> {
        let mut notes = Vec::new();
        let letters = fen::castling_letters(word, &mut notes);
        for note in notes {
            self.note(column, word.len(), EpdDiagnosticKind::Field(note));
        }
        letters
    }

    /// The en-passant field, to which the clock may be glued.
    fn en_passant(&mut self) -> (u32, Option<Square>) {
        let (after, word, column) = self.word();
        if let [b'-', b'0'..=b'9', ..] = word {
            self.note(column, word.len(), EpdDiagnosticKind::GluedFields);
            self.rest = &self.rest.trim_ascii_start()[1..];
            return (column, None);
        }
        if !is_en_passant(word) {
            // A number after it shows that this is the field, whatever it contains.
            let (_, next) = self::word(after);
            if word.is_empty() || next.is_empty() || !next.iter().all(u8::is_ascii_digit) {
                let (column, _) = self.missing(column);
                return (column, None);
            }
        }
        self.rest = after;
        let mut notes = Vec::new();
        let square = fen::en_passant_square(word, &mut notes);
        for note in notes {
            self.note(column, word.len(), EpdDiagnosticKind::Field(note));
        }
        (column, square)
    }

    /// FEN's half-move clock and move number, and WinBoard's field before them.
    fn counters(&mut self) -> (Option<u32>, Option<u32>) {
        let (after, word, column) = self.word();
        if fen::is_holdings(word) {
            self.note(
                column,
                word.len(),
                EpdDiagnosticKind::Field(FenDiagnostic::SeventhField),
            );
            self.rest = after;
        }
        let noted_before = self.notes.len();
        let (_, _, clock_column) = self.word();
        let clock = self.counter();
        let (_, word, number_column) = self.word();
        let noted = self.notes.len();
        let number = clock.and_then(|_| self.counter());
        // A number that was rejected is 0, too.
        if number == Some(0) && self.notes.len() == noted {
            let kind = EpdDiagnosticKind::Field(FenDiagnostic::NumberZero);
            self.note(number_column, word.len(), kind);
        }
        if clock.is_some() && number.is_none() && self.notes.len() == noted_before {
            let kind = EpdDiagnosticKind::Field(FenDiagnostic::Counter);
            self.note(clock_column, 1, kind);
        }
        (clock, number)
    }

    /// A half-move clock or move number: a word that begins with a digit, perhaps after a minus sign. One
    /// that is too large or negative is reported and read as 0.
    fn counter(&mut self) -> Option<u32> {
        let rest = self.rest.trim_ascii_start();
        let digits = rest.strip_prefix(b"-").unwrap_or(rest);
        let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
        if len == 0 {
            return None;
        }
        self.rest = &digits[len..];
        let number = match fen::counter(&digits[..len]) {
            Ok((_, Some(number))) if digits.len() == rest.len() => number,
            _ => {
                let column = column(self.line, rest);
                self.note(
                    column,
                    len + rest.len() - digits.len(),
                    EpdDiagnosticKind::Field(FenDiagnostic::Counter),
                );
                0
            }
        };
        Some(number)
    }
}

/// Whether a word can be an en-passant field: `-`, perhaps with a clock glued to it, or the name of
/// a square, on the board or not.
fn is_en_passant(word: &[u8]) -> bool {
    matches!(word, [b'-'] | [b'-', b'0'..=b'9', ..] | [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9'])
}
