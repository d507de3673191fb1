//! EPD and FEN lines in another form.
//!
//! What a form can hold is kept: a line in standard form comes out byte for byte the same unless a change
//! is asked for, and a round trip gives the original. Three things do change: castling letters, where a
//! dialect is asked for or the field was not valid; an en-passant square on which no capture is legal,
//! which is dropped; and operations with errors, which are written as the standard has them.

mod rows;
mod table;
mod text;

use audit960_board::Position;
use audit960_pgn::{EpdDiagnosticKind, EpdLine, EpdRecord, parse_epd};
use audit960_types::{Diagnostic, Finding};

use rows::Row;
pub(crate) use rows::write_operations;

use crate::legality;
use crate::text::{Text, TextLine};

/// An output form of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Four fields and operations; clock and move number as `hmvc` and `fmvn`.
    Epd,
    /// Six fields, followed by the remaining operations.
    Fen,
    /// A row of comma-separated values (RFC 4180), below a header.
    Csv,
    /// A JSON object a line.
    JsonLines,
}

audit960_types::choices! {
    /// How castling fields are written.
    pub enum Castling {
        /// As in the input if the field is valid, else as X-FEN
        AsWritten = "as-written",
        /// KQkq, and a file letter for an inner rook
        Xfen = "xfen",
        /// Always file letters, such as HAha
        Shredder = "shredder",
    }
}

/// Converts lines.
#[derive(Clone, Copy, Debug)]
pub struct Converter {
    /// Into which form.
    pub target: Target,
    /// With which castling letters.
    pub castling: Castling,
}

/// The result of converting a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// The lines in their new form.
    pub bytes: Vec<u8>,
    /// Positions written.
    pub positions: u64,
    /// Lines left out because no position could be read from them; each has a finding.
    pub left_out: u64,
    /// Findings about the lines.
    pub findings: Vec<Finding>,
}

impl Converter {
    /// The text before the first line: the CSV header, or nothing.
    #[must_use]
    pub fn heading(&self) -> &'static [u8] {
        match self.target {
            Target::Csv => rows::CSV_HEADING,
            Target::Epd | Target::Fen | Target::JsonLines => b"",
        }
    }

    /// Converts the lines of a text of the file `source`. Blank lines and comments are kept in EPD and
    /// FEN files and left out of rows.
    #[must_use]
    pub fn convert(&self, text: &Text<'_>, source: &str) -> Conversion {
        let mut conversion = Conversion::default();
        for line in text.lines() {
            let mut diagnostics = Vec::new();
            self.line(&line, source, &mut conversion, &mut diagnostics);
            let findings = diagnostics
                .into_iter()
                .map(|diagnostic| line.finding(diagnostic, (text.identity)(line.at)));
            conversion.findings.extend(findings);
        }
        conversion
    }

    fn line(
        &self,
        line: &TextLine<'_>,
        source: &str,
        conversion: &mut Conversion,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let record = match parse_epd(line.content) {
            EpdLine::Blank | EpdLine::Comment => {
                if matches!(self.target, Target::Epd | Target::Fen) {
                    conversion.bytes.extend_from_slice(line.content);
                    conversion.bytes.extend_from_slice(line.end);
                }
                return;
            }
            EpdLine::Unreadable(error) => {
                conversion.left_out += 1;
                diagnostics.push(legality::unreadable(error));
                return;
            }
            EpdLine::Record(record) => record,
        };
        let Some(position) = legality::load(&record, diagnostics) else {
            conversion.left_out += 1;
            return;
        };
        conversion.positions += 1;
        let out = &mut conversion.bytes;
        let fields = Fields::new(&record, &position, self.castling);
        let row = Row {
            source,
            line: line.number,
            record: &record,
            fields: &fields,
            position: &position,
        };
        match self.target {
            Target::Epd => text::epd(&record, &fields, out),
            Target::Fen => text::fen(&record, &fields, out),
            Target::Csv => rows::csv(&row, out),
            Target::JsonLines => rows::json(&row, out),
        }
        out.extend_from_slice(match self.target {
            Target::Epd | Target::Fen => line.end,
            Target::Csv => b"\r\n",
            Target::JsonLines => b"\n",
        });
    }
}

/// The fields of a FEN as they are to be written.
pub(crate) struct Fields {
    /// The first four, separated by single spaces.
    first_four: String,
    clock: u32,
    move_number: u32,
}

impl Fields {
    pub(crate) fn new(record: &EpdRecord<'_>, position: &Position, castling: Castling) -> Self {
        let fen = match castling {
            Castling::Shredder => position.shredder_fen(),
            Castling::Xfen | Castling::AsWritten => position.xfen(),
        };
        let mut fields: Vec<&str> = fen.split(' ').take(4).collect();
        let written = std::str::from_utf8(record.castling);
        if let (Castling::AsWritten, Ok(written), true, Some(field)) = (
            castling,
            written,
            is_castling_valid(record, position),
            fields.get_mut(2),
        ) {
            *field = written;
        }
        Self {
            first_four: fields.join(" "),
            clock: position.clock(),
            move_number: position.move_number(),
        }
    }

    pub(crate) fn all_six(&self) -> String {
        format!("{} {} {}", self.first_four, self.clock, self.move_number)
    }
}

/// Whether the castling field gives exactly the rights of the position, letter for letter.
fn is_castling_valid(record: &EpdRecord<'_>, position: &Position) -> bool {
    let rights = position.castling_rooks().count() as usize;
    let letters = if record.castling == b"-" {
        0
    } else {
        record.castling.len()
    };
    let is_followed = || {
        // Of a start position rights may have been assumed in place of those of the field.
        position.arrangements().is_none()
            || Position::load(&record.setup).is_ok_and(|loaded| loaded.dropped.castling.is_empty())
    };
    letters == rights && record.setup.castling.len() == rights && is_followed()
}

/// Whether nothing was wrong with the operations of a record.
fn are_operations_valid(record: &EpdRecord<'_>) -> bool {
    record
        .notes
        .iter()
        .all(|note| !EpdDiagnosticKind::is_about_operations(note.kind))
}

#[cfg(test)]
mod tests;
