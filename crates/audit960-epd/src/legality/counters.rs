//! Half-move clock and move number, against each other and against the board.

use audit960_board::Position;
use audit960_pgn::EpdRecord;
use audit960_types::{Code, Role};

use crate::remark::Remark;

/// Says what does not go together.
pub(super) fn compare(record: &EpdRecord<'_>, position: &Position, remarks: &mut Vec<Remark>) {
    let mut say = |column: u32, message: String| {
        remarks.push(Remark::new(Code::CountersDisagree, column, 1, message));
    };
    for (opcode, field, what) in [
        ("hmvc", record.clock, "half-move clock"),
        ("fmvn", record.move_number, "move number"),
    ] {
        if let (Some(operation), Some(field)) = (record.operation(opcode), field)
            && let Some(stated) = operation.integer()
            && stated != i64::from(field)
        {
            say(operation.column, format!("{opcode} {stated}, but the field says {what} {field}"));
        }
    }
    let column = record.en_passant_column;
    let clock = record.setup.clock;
    if clock > 0 && super::passed(record, position).is_some() {
        say(column, format!("half-move clock {clock} right after a pawn's double step"));
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
            "half-move clock {clock}, but only {plies} half-moves lie before move {number}"
        ));
    }
    // A clock of 0 may be one that nobody kept.
    let untouched = clock > 0 && nothing_reset_the_clock(position);
    (untouched && u64::from(clock) != plies).then(|| {
        format!(
            "half-move clock {clock}, but no pawn has moved and no man was taken in {plies} half-moves"
        )
    })
}

/// Whether all 32 men are on the board and all pawns at home.
fn nothing_reset_the_clock(position: &Position) -> bool {
    let [white, black] = position.pieces();
    let pawn = Role::Pawn as usize;
    let men: u32 = white.iter().chain(&black).map(|set| set.count_ones()).sum();
    white[pawn] == 0xff00 && black[pawn] == 0xff << 48 && men == 32
}
