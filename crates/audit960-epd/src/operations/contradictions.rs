//! Operations of one record that do not go together.

use std::collections::HashSet;

use audit960_board::Move;
use audit960_pgn::{EpdRecord, quoted};
use audit960_types::{Code, Diagnostic};

use super::moves::Named;
use crate::text::about;

/// Opcodes that exclude each other in one record (EPD 6.9 to 6.12, 6.25).
const EXCLUSIVE: [(&str, &str); 6] = [
    ("draw_accept", "draw_reject"),
    ("draw_claim", "draw_offer"),
    ("draw_accept", "resign"),
    ("draw_claim", "resign"),
    ("draw_offer", "resign"),
    ("draw_reject", "resign"),
];

/// Reports operations that are repeated, exclude each other, or name different moves. `named` holds the
/// moves of each operation.
pub(super) fn check(record: &EpdRecord<'_>, named: &[Named], diagnostics: &mut Vec<Diagnostic>) {
    repeated(record, diagnostics);
    let mut say = |opcode: &str, code: Code, message: String| {
        if let Some(operation) = record.operation(opcode) {
            diagnostics.push(about(code, operation.column, operation.name.len(), message));
        }
    };
    for (first, second) in EXCLUSIVE {
        if record.operation(first).is_some() {
            let message = format!("{second} together with {first}");
            say(second, Code::ContradictoryOperations, message);
        }
    }
    for opcode in ["draw_claim", "draw_offer"] {
        if record.operation("sm").is_none() {
            say(
                opcode,
                Code::DrawWithoutMove,
                format!("{opcode} without sm"),
            );
        }
    }
    let moves = |opcode: &str| moves_of(record, named, opcode);
    for (one, line) in [("pm", "pv"), ("sm", "sv")] {
        if let ([first, ..], [begins, ..]) = (moves(one), moves(line))
            && first != begins
        {
            let message = format!("{line} does not begin with the move of {one}");
            say(line, Code::ContradictoryOperations, message);
        }
    }
    let best: HashSet<Move> = moves("bm").iter().copied().collect();
    if moves("am").iter().any(|m| best.contains(m)) {
        let message = "a move is both best (bm) and to be avoided (am)".to_owned();
        say("am", Code::ContradictoryOperations, message);
    }
}

fn moves_of<'n>(record: &EpdRecord<'_>, named: &'n [Named], opcode: &str) -> &'n [Move] {
    let found = record
        .operations
        .iter()
        .zip(named)
        .find(|(o, _)| o.name == opcode.as_bytes());
    found.map_or(&[], |(_, named)| named)
}

fn repeated(record: &EpdRecord<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut before = HashSet::new();
    for operation in &record.operations {
        if !before.insert(operation.name) && operation.is_operation() {
            let message = format!("{} is repeated", quoted(operation.name));
            let (column, len) = (operation.column, operation.name.len());
            diagnostics.push(about(Code::RepeatedOpcode, column, len, message));
        }
    }
}
