//! Operations of an EPD record.
//!
//! ```text
//! operations = *( ";" ) *( operation *( ";" ) )
//! operation  = opcode *( 1*SP operand )
//! opcode     = letter *14( letter / digit / "_" ) [":"] / "cdb eval:"
//! operand    = DQUOTE *char DQUOTE / 1*( any but blank and ";" )
//! ```
//! The semicolon is read as a separator: the standard closes every operation with one, perft files open
//! every operation with one, and many files omit the last.

use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{opt, recognize, verify};

use super::diagnostic::{EpdDiagnostic, EpdDiagnosticKind, Notes};
use super::opcode::Shape;
use crate::error::{Expected, Parsed, RuleError};
use crate::scanned::count_scanned;

/// An operation as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation<'a> {
    /// The opcode; without an opcode, the whole text up to the semicolon.
    pub name: &'a [u8],
    /// Column of the opcode, from 1, in bytes.
    pub column: u32,
    /// The operands that the opcode takes.
    pub shape: Shape,
    /// The operands.
    pub operands: Vec<Operand<'a>>,
}

/// An operand as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand<'a> {
    /// Column, from 1, in bytes; for a string, the column of its opening quote.
    pub column: u32,
    /// Its value.
    pub value: OperandValue<'a>,
}

impl<'a> Operand<'a> {
    const fn new(column: u32, value: OperandValue<'a>) -> Self {
        Self { column, value }
    }
}

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OperandValue<'a> {
    /// A move of an opcode that takes moves.
    Move {
        /// The move, with a check mark that follows it directly.
        text: &'a [u8],
        /// A check mark separated from the move by a space, such as `+` or `#`; usually empty.
        mark: &'a [u8],
    },
    /// A string, without its quotes.
    Text(&'a [u8]),
    /// An integer of at most 64 bits.
    Integer(i64),
    /// A number with a decimal point, and its text: a float does not keep the digits as written.
    Float(f64, &'a [u8]),
    /// Anything else between spaces.
    Word(&'a [u8]),
}

/// Parses all operations of a line. `line` is the whole line, `tail` the text after its fields.
pub(super) fn operations<'a>(
    line: &'a [u8],
    tail: &'a [u8],
    notes: &mut Notes,
) -> Vec<Operation<'a>> {
    let mut reader = Reader {
        line,
        notes,
        closed: true,
    };
    let mut operations = Vec::new();
    let (mut rest, opened) = separators(tail);
    while !rest.is_empty() {
        let operation;
        (rest, operation) = reader.operation(rest);
        let (after, closed) = separators(rest);
        if !closed && (!after.is_empty() || !opened) {
            reader.note(rest, 0, EpdDiagnosticKind::Unclosed);
        }
        rest = after;
        operations.push(operation);
    }
    operations
}

const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// Skips white space and semicolons; also returns whether there was a semicolon.
fn separators(input: &[u8]) -> (&[u8], bool) {
    let len = input
        .iter()
        .take_while(|&&b| is_blank(b) || b == b';')
        .count();
    (&input[len..], input[..len].contains(&b';'))
}

fn past_blanks(input: &[u8]) -> &[u8] {
    &input[input.iter().take_while(|&&b| is_blank(b)).count()..]
}

/// `opcode = letter *( letter / digit / "_" ) [":"] / "cdb eval:"`, before a space, a semicolon or
/// the end.
fn opcode(input: &[u8]) -> Parsed<'_, &[u8]> {
    let evaluation: Parsed<'_, &[u8]> = tag(&b"cdb eval:"[..])(input);
    if let Ok(found) = evaluation {
        return Ok(found);
    }
    let letters = take_while1(|b: u8| b.is_ascii_alphanumeric() || b == b'_');
    let (rest, name) = verify(
        recognize((letters, opt(tag(&b":"[..])))),
        |name: &[u8]| name[0].is_ascii_alphabetic(),
    )
    .parse(input)?;
    if rest.first().is_none_or(|&b| is_blank(b) || b == b';') {
        Ok((rest, name))
    } else {
        Err(RuleError::error(input, Expected::Syntax))
    }
}

/// `DQUOTE *char DQUOTE`, without its quotes. The closing quote comes before a space, a semicolon or the
/// end; any other quote belongs to the string.
fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (inside, _) = tag(&b"\""[..])(input)?;
    memchr::memchr_iter(b'"', inside)
        .find(|&at| inside.get(at + 1).is_none_or(|&b| is_blank(b) || b == b';'))
        .map(|at| (&inside[at + 1..], &inside[..at]))
        .ok_or_else(|| RuleError::error(input, Expected::Syntax))
}

/// A word: text up to white space or a semicolon.
fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|b| !is_blank(b) && b != b';')(input)
}

/// The text before the next semicolon, without trailing white space.
fn clause(input: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(b';', input).unwrap_or(input.len());
    let text = input[..end].trim_ascii_end();
    (&input[end..], text)
}

/// Parses operations and collects diagnostics.
struct Reader<'a, 'n> {
    line: &'a [u8],
    notes: &'n mut Notes,
    /// Whether a closing quote may follow. Once one is missing there is none later either, so a line with
    /// many opening quotes is not searched for each of them.
    closed: bool,
}

impl<'a> Reader<'a, '_> {
    fn column(&self, at: &[u8]) -> u32 {
        (self.line.len() - at.len() + 1) as u32
    }

    /// Adds a diagnostic about the first `len` bytes of `at`, which is a suffix of the line.
    fn note(&mut self, at: &[u8], len: usize, kind: EpdDiagnosticKind) {
        let column = self.column(at);
        self.notes.push(EpdDiagnostic::new(column, len, kind));
    }

    /// One operation, up to its semicolon or to where the next one plainly begins.
    fn operation(&mut self, input: &'a [u8]) -> (&'a [u8], Operation<'a>) {
        let column = self.column(input);
        let Ok((rest, name)) = opcode(input) else {
            let (rest, name) = clause(input);
            self.note(input, name.len(), EpdDiagnosticKind::NotAnOperation);
            return (
                rest,
                Operation {
                    name,
                    column,
                    shape: Shape::Free,
                    operands: Vec::new(),
                },
            );
        };
        let shape = Shape::of(name).unwrap_or(Shape::Free);
        let (rest, operands) = self.operands(rest, shape);
        (
            rest,
            Operation {
                name,
                column,
                shape,
                operands,
            },
        )
    }

    fn operands(&mut self, input: &'a [u8], shape: Shape) -> (&'a [u8], Vec<Operand<'a>>) {
        let mut operands: Vec<Operand<'a>> = Vec::new();
        let mut rest = input;
        loop {
            rest = past_blanks(rest);
            if rest.is_empty() || rest[0] == b';' {
                return (rest, operands);
            }
            let column = self.column(rest);
            if rest[0] == b'"' {
                let text;
                (rest, text) = self.text(rest);
                operands.push(Operand::new(column, OperandValue::Text(text)));
            } else if shape.is_text() {
                let (after, text) = clause(rest);
                self.note(rest, text.len(), EpdDiagnosticKind::Unquoted);
                operands.push(Operand::new(column, OperandValue::Text(text)));
                rest = after;
            } else {
                let Ok((after, text)) = word(rest) else {
                    return (rest, operands);
                };
                if shape != Shape::Free && begins_operation(text, shape) {
                    return (rest, operands);
                }
                if shape.is_moves() {
                    self.move_operand(rest, text, &mut operands);
                } else {
                    operands.push(Operand::new(column, plain(text)));
                }
                rest = after;
            }
        }
    }

    /// A string, with or without its closing quote.
    fn text(&mut self, input: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        if self.closed {
            let found = quoted(input);
            count_scanned(input.len() - found.as_ref().map_or(0, |(rest, _)| rest.len()));
            if let Ok(found) = found {
                return found;
            }
            self.closed = false;
        }
        let (rest, text) = clause(input);
        self.note(input, text.len(), EpdDiagnosticKind::UnclosedString);
        (rest, &text[1..])
    }

    /// Reads a word among moves: a move, a detached check mark, a comma or a move number.
    fn move_operand(&mut self, at: &'a [u8], word: &'a [u8], operands: &mut Vec<Operand<'a>>) {
        if matches!(word, b"+" | b"#" | b"++") {
            if let Some(Operand {
                value: OperandValue::Move { mark, .. },
                ..
            }) = operands.last_mut()
            {
                *mark = word;
            }
            self.note(at, word.len(), EpdDiagnosticKind::MovePunctuation);
            return;
        }
        let numbered = word.len() - without_number(word).len();
        let text = without_number(word);
        let text = &text[..text
            .iter()
            .rposition(|b| !b",!?".contains(b))
            .map_or(0, |i| i + 1)];
        if text.len() < word.len() {
            self.note(at, word.len(), EpdDiagnosticKind::MovePunctuation);
        }
        if !text.is_empty() {
            let column = self.column(&at[numbered..]);
            operands.push(Operand::new(column, OperandValue::Move { text, mark: b"" }));
        }
    }
}

/// A word without a move number such as `12.` or `12...` before it.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&b| b == b'.').count();
    match &word[digits + dots..] {
        // Perhaps a date; not a move.
        [b'1'..=b'9', ..] => word,
        rest if digits > 0 && dots > 0 => rest,
        _ => word,
    }
}

/// Whether a word among the operands of another operation is an opcode whose semicolon is missing. Where
/// moves are expected, `c1` to `c8` are pawn moves.
fn begins_operation(word: &[u8], shape: Shape) -> bool {
    let square = matches!(word, [b'a'..=b'h', b'1'..=b'8']);
    Shape::of(word).is_some() && !(shape.is_moves() && square)
}

/// Classifies an operand by its form: integer (5.2.3), float (5.2.4) or word.
fn plain(text: &[u8]) -> OperandValue<'_> {
    let word = OperandValue::Word(text);
    let Ok(shown) = std::str::from_utf8(text) else {
        return word;
    };
    let digits = text
        .strip_prefix(b"-")
        .or(text.strip_prefix(b"+"))
        .unwrap_or(text);
    match memchr::memchr(b'.', digits) {
        None if digits.iter().all(u8::is_ascii_digit) => {
            shown.parse().map_or(word, OperandValue::Integer)
        }
        Some(point) => {
            let (whole, part) = (&digits[..point], &digits[point + 1..]);
            let all_digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
            match shown.parse() {
                Ok(number) if all_digits(whole) && all_digits(part) => {
                    OperandValue::Float(number, text)
                }
                _ => word,
            }
        }
        None => word,
    }
}

impl Operation<'_> {
    /// Whether the name has the form of an opcode, known or not.
    #[must_use]
    pub fn is_operation(&self) -> bool {
        opcode(self.name).is_ok_and(|(rest, _)| rest.is_empty())
    }

    /// The only operand, if it is an integer.
    #[must_use]
    pub fn integer(&self) -> Option<i64> {
        match self.operands.as_slice() {
            [
                Operand {
                    value: OperandValue::Integer(number),
                    ..
                },
            ] => Some(*number),
            _ => None,
        }
    }

    /// Appends the operation as the standard writes it, with its semicolon.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.name);
        for operand in &self.operands {
            out.push(b' ');
            operand.value.write(out);
        }
        out.push(b';');
    }
}

impl OperandValue<'_> {
    /// Appends the value as the standard writes it.
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            OperandValue::Move { text, mark } => {
                out.extend_from_slice(text);
                out.extend_from_slice(mark);
            }
            OperandValue::Text(text) => {
                // A string contains no quotes (5.1): those read in it are written as apostrophes.
                let letters = text.iter().map(|&b| if b == b'"' { b'\'' } else { b });
                out.push(b'"');
                out.extend(letters);
                out.push(b'"');
            }
            OperandValue::Integer(number) => out.extend_from_slice(number.to_string().as_bytes()),
            OperandValue::Float(_, text) | OperandValue::Word(text) => out.extend_from_slice(text),
        }
    }
}
