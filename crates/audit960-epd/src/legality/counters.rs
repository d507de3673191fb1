//! Half-move clock and move number, against each other and against the board.

use audit960_board::Position;
use audit960_pgn::EpdRecord;
use audit960_types::{Bitboard, BySide, Code, Diagnostic, Role, half_moves};

use crate::text::about;

/// Reports contradictions.
pub(super) fn compare(
    record: &EpdRecord<'_>,
    position: &Position,
    after_double_step: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut say = |column: u32, message: String| {
        diagnostics.push(about(Code::CountersDisagree, column, 1, message));
    };
    for (opcode, field, what) in [
        ("hmvc", record.clock, "half-move clock"),
        ("fmvn", record.move_number, "move number"),
    ] {
        if let (Some(operation), Some(field)) = (record.operation(opcode), field)
            && let Some(stated) = operation.integer()
            && stated != i64::from(field)
        {
            say(
                operation.column,
                format!("{opcode} {stated}, but the field says {what} {field}"),
            );
        }
    }
    let column = record.en_passant_column;
    let clock = record.setup.clock;
    if clock > 0 && after_double_step {
        say(
            column,
            format!("half-move clock {clock} right after a pawn's double step"),
        );
        return;
    }
    if let Some(message) = against_the_number(record, position) {
        say(column, message);
    }
}

/// The clock against the move number, where both are given.
fn against_the_number(record: &EpdRecord<'_>, position: &Position) -> Option<String> {
    let given = |field: Option<u32>, opcode| field.is_some() || record.operation(opcode).is_some();
    if !given(record.clock, "hmvc") || !given(record.move_number, "fmvn") {
        return None;
    }
    let (clock, number) = (record.setup.clock, record.setup.move_number);
    let plies = 2 * (u64::from(number) - 1) + position.turn() as u64;
    if u64::from(clock) > plies {
        return Some(format!(
            "half-move clock {clock}, but only {} before move {number}",
            half_moves(plies)
        ));
    }
    // A clock of 0 may not have been kept.
    let untouched = clock > 0 && nothing_reset_the_clock(position);
    (untouched && u64::from(clock) != plies).then(|| {
        format!(
            "half-move clock {clock}, but there was no pawn move or capture in {}",
            half_moves(plies)
        )
    })
}

/// Whether all 32 pieces are on the board and all pawns on their initial squares.
fn nothing_reset_the_clock(position: &Position) -> bool {
    let BySide { white, black } = position.pieces();
    let pieces = (white.all() | black.all()).count();
    white[Role::Pawn] == Bitboard(0xff00)
        && black[Role::Pawn] == Bitboard(0xff << 48)
        && pieces == 32
}

#[cfg(test)]
mod tests {
    use audit960_pgn::{EpdLine, parse_epd};

    use super::*;

    /// Messages about a line.
    fn messages(line: &str) -> Vec<String> {
        let EpdLine::Record(record) = parse_epd(line.as_bytes()) else {
            panic!("{line}")
        };
        let loaded = Position::load(&record.setup).unwrap();
        let passed = record.setup.en_passant.is_some() && loaded.dropped.en_passant.is_none();
        let mut diagnostics = Vec::new();
        compare(&record, &loaded.position, passed, &mut diagnostics);
        assert!(
            diagnostics
                .iter()
                .all(|diagnostic| diagnostic.code == Code::CountersDisagree)
        );
        diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.message)
            .collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn counters_that_go_together() {
        for tail in [
            "w KQkq - 0 1",
            "w KQkq -",
            "w KQkq - hmvc 30;",
            "w KQkq - 4 3",
            "b KQkq - 5 3",
        ] {
            assert_eq!(messages(&format!("{START} {tail}")), [""; 0], "{tail}");
        }
        // A clock that was not kept; the same numbers twice; a clock that began before the record.
        assert_eq!(messages(&format!("{START} b KQkq - 0 9")), [""; 0]);
        assert_eq!(
            messages(&format!("{START} w KQkq - 4 3 fmvn 3; hmvc 4;")),
            [""; 0]
        );
        assert_eq!(messages("4k3/8/8/8/8/8/8/4K2R w - - 99 51"), [""; 0]);
    }

    #[test]
    fn a_clock_above_the_half_moves_played() {
        // Before White's fifth move each side has made four.
        let found = messages(&format!("{START} w KQkq - 10 5"));
        assert_eq!(
            found,
            ["half-move clock 10, but only 8 half-moves before move 5"]
        );
        assert_eq!(messages("4k3/8/8/8/8/8/8/4K2R b - - 2 1").len(), 1);
        assert_eq!(
            messages("4k3/8/8/8/8/8/8/4K2R w - - fmvn 3; hmvc 5;").len(),
            1
        );
    }

    #[test]
    fn a_clock_that_nothing_can_have_reset() {
        let found = messages(&format!("{START} w KQkq - 400 500"));
        assert!(
            found[0].ends_with("no pawn move or capture in 998 half-moves"),
            "{found:?}"
        );
    }

    #[test]
    fn a_clock_after_a_double_step() {
        let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1 2";
        assert_eq!(
            messages(line),
            ["half-move clock 1 right after a pawn's double step"]
        );
        assert_eq!(messages(&line.replace("1 2", "0 2")), [""; 0]);
    }

    #[test]
    fn fields_and_operations_that_differ() {
        let found = messages("4k3/8/8/8/8/8/8/4K2R w - - 3 9 fmvn 9; hmvc 4;");
        assert_eq!(found, ["hmvc 4, but the field says half-move clock 3"]);
    }
}
