//! Whether the operations of a record are what their opcodes say (EPD, section 6).

mod against_tables;
mod contradictions;
mod mate;
mod moves;
mod operands;
mod statement;

use audit960_board::Position;
use audit960_pgn::{EpdDiagnostic, EpdDiagnosticKind, EpdRecord};
use audit960_types::{Code, Diagnostic};

pub(crate) use self::against_tables::check as against_tables;
use crate::text::about;
use moves::Named;

/// Reports the diagnostics of the grammar.
pub(crate) fn notes(record: &EpdRecord<'_>, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.extend(record.notes.iter().map(|note| note_diagnostic(*note)));
}

fn note_diagnostic(note: EpdDiagnostic) -> Diagnostic {
    let (code, message) = match note.kind {
        EpdDiagnosticKind::Field(note) => (note.code(), note.to_string()),
        EpdDiagnosticKind::GluedFields => (
            Code::GluedFields,
            "no space between en-passant field and clock".to_owned(),
        ),
        EpdDiagnosticKind::ControlBytes => (
            Code::ControlBytes,
            "NUL bytes after the record; read as spaces".to_owned(),
        ),
        EpdDiagnosticKind::NotAnOperation => (
            Code::NotAnOperation,
            "no opcode here; kept as text".to_owned(),
        ),
        EpdDiagnosticKind::Unclosed => {
            (Code::UnclosedOperation, "a semicolon is missing".to_owned())
        }
        EpdDiagnosticKind::Unquoted => {
            (Code::UnquotedString, "the string has no quotes".to_owned())
        }
        EpdDiagnosticKind::UnclosedString => (
            Code::UnclosedString,
            "the string has no closing quote".to_owned(),
        ),
        EpdDiagnosticKind::MovePunctuation => (
            Code::MovePunctuation,
            "not part of a move; ignored".to_owned(),
        ),
    };
    about(code, note.column, note.len as usize, message)
}

/// Reports what is wrong with the operations of a record.
pub(crate) fn check(
    record: &EpdRecord<'_>,
    position: &Position,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if record.operations.is_empty() {
        return;
    }
    let named: Vec<Named> = record
        .operations
        .iter()
        .map(|operation| {
            operands::check(operation, diagnostics);
            moves::check(operation, position, diagnostics)
        })
        .collect();
    contradictions::check(record, &named, diagnostics);
    mate::check(record, position, diagnostics);
}
