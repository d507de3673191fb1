//! Operations of one record that do not go together.

use audit960_board::Move;
use audit960_pgn::EpdRecord;
use audit960_types::Code;

use super::moves::Named;
use crate::place::shown;
use crate::remark::Remark;

/// Opcodes that should not stand in one record (EPD 6.9 to 6.12, 6.25).
const EXCLUSIVE: [(&str, &str); 6] = [
    ("draw_accept", "draw_reject"),
    ("draw_claim", "draw_offer"),
    ("draw_accept", "resign"),
    ("draw_claim", "resign"),
    ("draw_offer", "resign"),
    ("draw_reject", "resign"),
];

/// Says which operations are repeated, exclude each other, or name different moves. `named` holds
/// the moves of each operation.
pub(super) fn check(record: &EpdRecord<'_>, named: &[Named], remarks: &mut Vec<Remark>) {
    repeated(record, remarks);
    let mut say = |opcode: &str, code: Code, message: String| {
        if let Some(operation) = record.operation(opcode) {
            remarks.push(Remark::new(
                code,
                operation.column,
                operation.name.len(),
                message,
            ));
        }
    };
    for (first, second) in EXCLUSIVE {
        if record.operation(first).is_some() {
            let message = format!("{second} stands beside {first}");
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
    if moves("am").iter().any(|m| moves("bm").contains(m)) {
        let message = "a move is to be avoided and best".to_owned();
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

fn repeated(record: &EpdRecord<'_>, remarks: &mut Vec<Remark>) {
    for (i, operation) in record.operations.iter().enumerate() {
        let before = &record.operations[..i];
        if operation.is_operation() && before.iter().any(|other| other.name == operation.name) {
            let message = format!("{} stands twice", shown(operation.name));
            let (column, len) = (operation.column, operation.name.len());
            remarks.push(Remark::new(Code::RepeatedOpcode, column, len, message));
        }
    }
}
