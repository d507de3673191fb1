//! What operations say of a position, beside what endgame tables know of it.

use crate::tablebase::{ProbedMove, Prober, Wdl, probe_moves};
use audit960_board::Position;
use audit960_pgn::{EpdRecord, OperandValue, Operation};
use audit960_types::{Code, Diagnostic, Side, TableValue, half_moves};

use super::moves;
use super::statement::{Statement, read};
use crate::check::LineValue;
use crate::text::about;

/// Evaluations from here on are mates: mate in N is 32767 - (2N - 1), and being mated in N -32767 + 2N (EPD 6.7).
const MATE: i64 = 32_000;

/// A mate in more moves may lead to positions whose own wins come too late for the fifty moves.
const FIFTY: i64 = 50;

/// Looks the position up, and reports operations that the tables contradict and a clock that makes the value another.
/// Where a table does not know, or its rounding leaves a doubt, nothing is reported.
pub(crate) fn check(
    record: &EpdRecord<'_>,
    position: &Position,
    tables: &dyn Prober,
    diagnostics: &mut Vec<Diagnostic>,
) -> LineValue {
    let clock = record.setup.clock;
    let probed = tables.probe(position);
    let found = LineValue {
        clock,
        probed,
        value: probed.under(clock),
    };
    let Some(wdl) = probed.wdl() else {
        return found;
    };
    let known = Known {
        side: position.turn(),
        wdl,
        plies: probed.dtz().map(|dtz| i64::from(dtz.plies.unsigned_abs())),
    };
    let mut say = |opcode: &str, code: Code, message: String| {
        let (column, len) = record
            .operation(opcode)
            .map_or((1, 1), |operation| (operation.column, operation.name.len()));
        diagnostics.push(about(code, column, len, message));
    };
    if let Some(change) = change_by_clock(&found) {
        say("hmvc", Code::ClockChangesValue, change);
    }
    let integer = |opcode| record.operation(opcode).and_then(Operation::integer);
    let statements = [
        ("c0", comment(record).and_then(read)),
        (
            "dm",
            integer("dm")
                .filter(|moves| *moves > 0)
                .map(|moves| Statement::Mates(None, moves)),
        ),
        (
            "ce",
            integer("ce").and_then(|stated| mate_of(stated, known.side)),
        ),
    ];
    for (opcode, statement) in statements {
        let contradiction = statement.and_then(|statement| known.contradicts(statement, &found));
        if let Some(why) = contradiction {
            let message = format!(
                "{} is contradicted by endgame tables: {why}",
                shown(record, opcode)
            );
            say(opcode, Code::OperationAgainstTables, message);
        }
    }
    if let Some(stated) = integer("ce").filter(|stated| stated.abs() < MATE)
        && let Some(why) = wrong_sign(stated, &found)
    {
        let message = format!("ce {stated} is contradicted by endgame tables: {why}");
        say("ce", Code::OperationAgainstTables, message);
    }
    if let Some(why) = worse_move(record, position, tables, &found) {
        say("bm", Code::OperationAgainstTables, why);
    }
    found
}

/// The text of `c0`.
fn comment<'a>(record: &EpdRecord<'a>) -> Option<&'a [u8]> {
    match record.operation("c0")?.operands.first()?.value {
        OperandValue::Text(text) => Some(text),
        _ => None,
    }
}

/// An operation as a message names it.
fn shown(record: &EpdRecord<'_>, opcode: &str) -> String {
    let operation = record.operation(opcode);
    match operation.and_then(Operation::integer) {
        Some(number) => format!("{opcode} {number}"),
        None => {
            let text = String::from_utf8_lossy(comment(record).unwrap_or_default());
            format!("{opcode} \"{text}\"")
        }
    }
}

/// The mate that an evaluation states.
fn mate_of(stated: i64, side: Side) -> Option<Statement> {
    let moves = (32_768 - stated.abs()) / 2;
    match stated {
        MATE.. => Some(Statement::Mates(None, moves)),
        _ if stated <= -MATE => Some(Statement::Mates(Some(side.other()), moves)),
        _ => None,
    }
}

/// What tables know of a position whatever its clock.
struct Known {
    side: Side,
    wdl: Wdl,
    /// Half-moves to the next capture, pawn move or mate; the truth may be one more, never less.
    plies: Option<i64>,
}

impl Known {
    /// Why a statement cannot be true. A win beyond the fifty moves is a win: studies and mates know no clock. A draw
    /// is one by either rule.
    fn contradicts(&self, statement: Statement, found: &LineValue) -> Option<String> {
        let for_side = |side| match side == self.side {
            true => self.wdl,
            false => self.wdl.reversed(),
        };
        let outcome = || self.outcome();
        match statement {
            Statement::Wins(side) => (for_side(side) <= Wdl::Draw).then(outcome),
            Statement::Draw => {
                let decided = matches!(found.value.value, TableValue::Win | TableValue::Loss);
                (decided && found.value.certain).then(outcome)
            }
            Statement::Mates(side, moves) => {
                let side = side.unwrap_or(self.side);
                if for_side(side) <= Wdl::Draw {
                    return Some(outcome());
                }
                // The side to move has the last of the half-moves; the other side waits for its turn first.
                let plies = 2 * moves.min(FIFTY + 1) - i64::from(side == self.side);
                let needed = self
                    .plies
                    .filter(|needed| moves <= FIFTY && *needed > plies)?;
                Some(format!(
                    "the next capture, pawn move or mate takes {}",
                    half_moves(needed.unsigned_abs())
                ))
            }
        }
    }

    fn outcome(&self) -> String {
        let (own, other) = (name(self.side), name(self.side.other()));
        match self.wdl {
            Wdl::Win => format!("{own} wins"),
            Wdl::CursedWin => format!("{own} wins, though not within fifty moves"),
            Wdl::Draw => "the position is a draw".to_owned(),
            Wdl::BlessedLoss => format!("{other} wins, though not within fifty moves"),
            Wdl::Loss => format!("{other} wins"),
        }
    }
}

/// How a message says what a position is worth under its clock.
fn words(value: TableValue) -> &'static str {
    match value {
        TableValue::Win => "a win",
        TableValue::CursedWin => "a win that comes too late for the fifty moves",
        TableValue::Draw => "a draw",
        TableValue::BlessedLoss => "a loss that comes too late for the fifty moves",
        TableValue::Loss => "a loss",
        TableValue::Unknown => "unknown",
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Both values, if the clock makes the value another.
fn change_by_clock(found: &LineValue) -> Option<String> {
    let fresh = found.probed.under(0);
    let changed = fresh.value != found.value.value && fresh.certain && found.value.certain;
    changed.then(|| {
        format!(
            "under a half-move clock of {} this is {}; under a clock of zero it is {}",
            found.clock,
            words(found.value.value),
            words(fresh.value)
        )
    })
}

/// An evaluation in favour of the side that loses. In a draw an evaluation may have any sign: it says who is better.
fn wrong_sign(stated: i64, found: &LineValue) -> Option<String> {
    let wrong = match found.value.value {
        TableValue::Win => stated < 0,
        TableValue::Loss => stated > 0,
        _ => false,
    };
    (wrong && found.value.certain).then(|| {
        format!(
            "for the side to move the position is {}",
            words(found.value.value)
        )
    })
}

/// Why the first of the moves of `bm` that is worse than another move is so.
fn worse_move(
    record: &EpdRecord<'_>,
    position: &Position,
    tables: &dyn Prober,
    found: &LineValue,
) -> Option<String> {
    let operation = record.operation("bm")?;
    // Values are in the order of the labels: the best first. Moves that cannot be read are reported with the operands.
    let named = moves::check(operation, position, &mut Vec::new());
    if named.is_empty() || !found.value.certain {
        return None;
    }
    let after = probe_moves(tables, position, found.clock);
    let mut worse = named.iter().filter_map(|played| {
        let one = after.iter().find(|known| known.played == *played)?;
        (is_certain(one) && one.value.value.reversed() > found.value.value).then_some(one)
    });
    let one = worse.next()?;
    // The moves are sorted, the best first.
    let better = after
        .iter()
        .find(|known| is_certain(known) && known.value.value.reversed() == found.value.value)?;
    Some(format!(
        "bm {} is contradicted by endgame tables: it leaves {}, and {} leaves {}",
        position.san(one.played),
        words(one.value.value.reversed()),
        position.san(better.played),
        words(better.value.value.reversed()),
    ))
}

const fn is_certain(found: &ProbedMove) -> bool {
    found.value.certain
}
