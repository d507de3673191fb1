//! The number of moves to mate (`dm`), as far as the board and the evaluation tell.

use audit960_board::Position;
use audit960_pgn::{EpdRecord, Operation};
use audit960_types::{Code, Diagnostic, Role};

use crate::text::about;

/// Reports why the side to move cannot mate in the stated number of moves.
pub(super) fn check(
    record: &EpdRecord<'_>,
    position: &Position,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(operation) = record.operation("dm") else {
        return;
    };
    let Some(moves) = operation.integer().filter(|moves| *moves > 0) else {
        return;
    };
    let evaluation = record.operation("ce").and_then(Operation::integer);
    let message = match (against_the_board(moves, position), evaluation) {
        (Some(reason), _) => format!("dm {moves}, but {reason}"),
        // EPD 6.7: mate in N is 32767 - (2N - 1).
        (None, Some(stated)) if stated != 32_768 - moves.saturating_mul(2) => {
            format!(
                "dm {moves} would be ce {}, not {stated}",
                32_768 - moves.saturating_mul(2)
            )
        }
        _ => return,
    };
    let (column, len) = (operation.column, operation.name.len());
    diagnostics.push(about(Code::ImplausibleMate, column, len, message));
}

fn against_the_board(moves: i64, position: &Position) -> Option<&'static str> {
    let legal = position.legal_moves();
    let own = position.pieces()[position.turn()];
    let bare = own.all() == own[Role::King];
    let mates = || {
        legal.iter().any(|&m| {
            let mut after = position.clone();
            after.play(m);
            after.is_checkmate()
        })
    };
    if legal.is_empty() {
        Some("the side to move has no legal move")
    } else if bare {
        Some("a lone king cannot mate")
    } else if mates() != (moves == 1) {
        Some(if moves == 1 {
            "no move mates"
        } else {
            "a move mates at once"
        })
    } else {
        None
    }
}
