//! Lines as rows of table `positions`.

use audit960_board::Position;
use audit960_pgn::{EpdRecord, Operation};
use audit960_types::{
    Code, Diagnostic, Fact, Finding, Gap, GapKind, PositionFacts, TextSink, Verdict,
};

use crate::convert::{Castling, Fields, write_operations};
use crate::parsed_line::{EpdReading, read, verdict};
use crate::text::about;
use crate::text::{Text, TextLine};

/// Turns lines into facts. Every line that is neither blank nor a comment becomes a row of positions,
/// even one without a position; its findings come before it.
///
/// Each line is audited by itself, so the facts do not depend on where a file was cut. Duplicate
/// positions, which take two lines, are found by [`crate::Checker`].
#[derive(Clone, Copy, Debug)]
pub struct LineAudit {
    /// Castling letters of the FENs.
    pub castling: Castling,
    /// Whether the name of the source promises games; a finding before the first line then says that it
    /// has none.
    pub misnamed: bool,
    /// Whether the last line continues beyond the text, past the maximum length of a line.
    pub cut: bool,
}

impl Default for LineAudit {
    /// X-FEN; not misnamed, not cut.
    fn default() -> Self {
        Self {
            castling: Castling::Xfen,
            misnamed: false,
            cut: false,
        }
    }
}

impl LineAudit {
    /// Audits a text; returns the number of its line ends. All its bytes are one gap, because they belong
    /// to no game.
    pub fn run(&self, text: &Text<'_>, sink: &mut impl TextSink) -> u64 {
        sink.fact(Fact::Gap(&Gap {
            identity: (text.identity)(0),
            byte_length: text.bytes.len() as u64,
            kind: GapKind::Positions,
        }));
        if self.misnamed {
            sink.fact(Fact::Finding(misnamed(text)));
        }
        let mut row = Row::default();
        let mut diagnostics = Vec::new();
        let mut line_ends = 0;
        for line in text.lines() {
            line_ends += u64::from(!line.end.is_empty());
            let last = line.at + line.len() == text.bytes.len();
            let reading = if self.cut && last {
                diagnostics.push(too_long());
                Some(EpdReading {
                    record: None,
                    position: None,
                })
            } else {
                read(&line, &mut diagnostics)
            };
            let Some(reading) = reading else { continue };
            row.fill(&reading, &mut diagnostics, self.castling);
            let facts = row.facts(text, &line, &reading, verdict(&diagnostics));
            for diagnostic in diagnostics.drain(..) {
                let finding = line.finding(diagnostic, (text.identity)(line.at));
                sink.fact(Fact::Finding(finding));
            }
            sink.fact(Fact::Position(&facts));
        }
        line_ends
    }
}

fn misnamed(text: &Text<'_>) -> Finding {
    let message = "positions (EPD), not games, despite the file name".to_owned();
    let identity = (text.identity)(0);
    Finding::of_line(Code::PositionsInput, identity, text.first_line, message)
}

fn too_long() -> Diagnostic {
    let message = "the line is longer than the maximum; the rest is ignored";
    about(Code::OversizeGame, 1, 1, message)
}

/// Maximum number of bytes of operations in a row.
const MAX_OPERATIONS: usize = 64 << 10;

/// Buffers for the texts of a row, reused from line to line.
#[derive(Default)]
struct Row {
    fen: String,
    operations: Vec<u8>,
    codes: Vec<Code>,
    findings: u32,
}

impl Row {
    fn fill(
        &mut self,
        reading: &EpdReading<'_>,
        diagnostics: &mut Vec<Diagnostic>,
        castling: Castling,
    ) {
        self.fen.clear();
        self.operations.clear();
        if let (Some(record), Some(position)) = (&reading.record, &reading.position) {
            self.fen = match castling {
                Castling::Xfen => position.xfen(),
                _ => Fields::new(record, position, castling).all_six(),
            };
            if !record.operations.is_empty() {
                let all = write_operations(record, MAX_OPERATIONS, &mut self.operations);
                if !all {
                    let message = "the operations are longer than 64 KiB, cut in the tables";
                    diagnostics.push(about(Code::LongText, 1, 1, message));
                }
            }
        }
        self.codes.clear();
        self.codes
            .extend(diagnostics.iter().map(|diagnostic| diagnostic.code));
        self.codes.sort_unstable();
        self.codes.dedup();
        self.findings = diagnostics.len() as u32;
    }

    fn facts(
        &self,
        text: &Text<'_>,
        line: &TextLine<'_>,
        reading: &EpdReading<'_>,
        verdict: Verdict,
    ) -> PositionFacts<'_> {
        let (start, [white_start, black_start]) = reading.start();
        let record = reading
            .record
            .as_ref()
            .filter(|_| reading.position.is_some());
        let fen = Some(self.fen.as_str()).filter(|fen| !fen.is_empty());
        // What was written is JSON in UTF-8.
        let operations = std::str::from_utf8(&self.operations).ok();
        PositionFacts {
            identity: (text.identity)(line.at),
            byte_length: line.len() as u64,
            line: line.number - text.first_line,
            fen,
            start,
            white_start,
            black_start,
            side: reading.position.as_ref().map(Position::turn),
            castling: fen.and_then(|fen| fen.split(' ').nth(2)),
            castling_style: reading.style(),
            clock: record
                .and_then(|record| given(record, record.clock, "hmvc", record.setup.clock)),
            move_number: record.and_then(|record| {
                given(record, record.move_number, "fmvn", record.setup.move_number)
            }),
            operations: operations.filter(|operations| !operations.is_empty()),
            verdict,
            findings: self.findings,
            codes: &self.codes,
        }
    }
}

/// Half-move clock or move number as read, if a field or an operation gives it.
fn given(record: &EpdRecord<'_>, field: Option<u32>, opcode: &str, read: u32) -> Option<u32> {
    let stated = || record.operation(opcode).and_then(Operation::integer);
    // Of an operation that cannot be, something else was read.
    let known = field.is_some() || stated() == Some(i64::from(read));
    known.then_some(read)
}

#[cfg(test)]
mod tests;
