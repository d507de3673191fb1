//! Whether the operations of a record are what their opcodes say (EPD, section 6).

mod contradictions;
mod mate;
mod moves;
mod operands;

use audit960_board::Position;
use audit960_pgn::{EpdNote, EpdNoteKind, EpdRecord};
use audit960_types::{Code, Remark};

use crate::text::about;
use moves::Named;

/// Reports the diagnostics of the grammar.
pub(crate) fn notes(record: &EpdRecord<'_>, remarks: &mut Vec<Remark>) {
    remarks.extend(record.notes.iter().map(|note| note_remark(*note)));
}

fn note_remark(note: EpdNote) -> Remark {
    let (code, message) = match note.kind {
        EpdNoteKind::Field(note) => (note.code(), note.to_string()),
        EpdNoteKind::GluedFields => (
            Code::GluedFields,
            "no space between en-passant field and clock".to_owned(),
        ),
        EpdNoteKind::ControlBytes => (
            Code::ControlBytes,
            "NUL bytes after the record; read as spaces".to_owned(),
        ),
        EpdNoteKind::NotAnOperation => (
            Code::NotAnOperation,
            "no opcode here; kept as text".to_owned(),
        ),
        EpdNoteKind::Unclosed => (Code::UnclosedOperation, "a semicolon is missing".to_owned()),
        EpdNoteKind::Unquoted => (Code::UnquotedString, "the string has no quotes".to_owned()),
        EpdNoteKind::UnclosedString => (
            Code::UnclosedString,
            "the string has no closing quote".to_owned(),
        ),
        EpdNoteKind::MovePunctuation => (
            Code::MovePunctuation,
            "not part of a move; ignored".to_owned(),
        ),
    };
    about(code, note.column, note.len as usize, message)
}

/// Reports what is wrong with the operations of a record.
pub(crate) fn check(record: &EpdRecord<'_>, position: &Position, remarks: &mut Vec<Remark>) {
    if record.operations.is_empty() {
        return;
    }
    let named: Vec<Named> = record
        .operations
        .iter()
        .map(|operation| {
            operands::check(operation, remarks);
            moves::check(operation, position, remarks)
        })
        .collect();
    contradictions::check(record, &named, remarks);
    mate::check(record, position, remarks);
}
