//! Whether operands are of the kind and number that their opcode takes.

use audit960_pgn::{OperandValue, Operation, Shape, quoted};
use audit960_types::{Code, Diagnostic};

use crate::text::about;

/// Reports operands that are not what the opcode takes. The legality of moves is checked elsewhere.
pub(super) fn check(operation: &Operation<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let values: Vec<OperandValue<'_>> = operation
        .operands
        .iter()
        .map(|operand| operand.value)
        .collect();
    if fits(operation.shape, &values) {
        return;
    }
    let message = format!(
        "{} takes {}",
        quoted(operation.name),
        wanted(operation.shape)
    );
    let (column, len) = (operation.column, operation.name.len());
    diagnostics.push(about(Code::WrongOperand, column, len, message));
}

fn fits(shape: Shape, values: &[OperandValue<'_>]) -> bool {
    let all_moves = || {
        values
            .iter()
            .all(|value| matches!(value, OperandValue::Move { .. }))
    };
    match shape {
        Shape::Free => true,
        Shape::Nothing => values.is_empty(),
        Shape::Move => values.len() == 1 && all_moves(),
        Shape::Moves | Shape::Line => all_moves(),
        Shape::Text => matches!(values, [OperandValue::Text(_)]),
        Shape::OptionalText => matches!(values, [] | [OperandValue::Text(_)]),
        Shape::TwoTexts => matches!(values, [OperandValue::Text(_), OperandValue::Text(_)]),
        Shape::Integer(min, max) => {
            matches!(values, [OperandValue::Integer(n)] if (min..=max).contains(n))
        }
        Shape::Identifier => matches!(values, [OperandValue::Word(word)] if is_identifier(word)),
        Shape::TagPairs => {
            let is_pair = |pair: &[OperandValue<'_>]| matches!(pair, [OperandValue::Word(name), OperandValue::Text(_)] if is_identifier(name));
            values.len().is_multiple_of(2) && values.chunks(2).all(is_pair)
        }
        Shape::Clocks => matches!(values, [OperandValue::Word(white), OperandValue::Word(black)]
            if is_form(white, b"ddd:dd:dd:dd") && is_form(black, b"ddd:dd:dd:dd")),
        Shape::Timestamp => matches!(values, [OperandValue::Word(date), OperandValue::Word(time)]
            if is_form(date, b"dddd.dd.dd") && is_form(time, b"dd:dd:dd")),
    }
}

/// Whether a word is an identifier (EPD 5.2.1).
fn is_identifier(word: &[u8]) -> bool {
    word.len() <= 15 && word.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Whether a word has digits where a form has `d`, and is the form otherwise.
fn is_form(word: &[u8], form: &[u8]) -> bool {
    let fits = |(b, f): (&u8, &u8)| {
        if *f == b'd' {
            b.is_ascii_digit()
        } else {
            b == f
        }
    };
    word.len() == form.len() && word.iter().zip(form).all(fits)
}

fn wanted(shape: Shape) -> String {
    match shape {
        Shape::Nothing => "no operand",
        Shape::Move => "one move",
        Shape::Moves | Shape::Line => "moves",
        Shape::Text => "one string",
        Shape::OptionalText => "one string or none",
        Shape::TwoTexts => "two strings",
        Shape::Integer(0, i64::MAX) => "one integer, 0 or more",
        Shape::Integer(1, i64::MAX) => "one integer, 1 or more",
        Shape::Integer(min, max) => return format!("one integer from {min} to {max}"),
        Shape::Identifier => "one identifier",
        Shape::TagPairs => "pairs of a tag name and a string",
        Shape::Clocks => "two clock values, ddd:hh:mm:ss",
        Shape::Timestamp => "a date and a time, yyyy.mm.dd hh:mm:ss",
        Shape::Free => "anything",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use audit960_pgn::{EpdLine, parse_epd};

    use super::*;

    fn messages(tail: &str) -> Vec<String> {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w - - {tail}");
        let EpdLine::Record(record) = parse_epd(line.as_bytes()) else {
            panic!("{line}")
        };
        let mut diagnostics = Vec::new();
        for operation in &record.operations {
            check(operation, &mut diagnostics);
        }
        diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.message)
            .collect()
    }

    /// Each opcode with operands as section 6 of the standard describes them.
    #[test]
    fn operands_as_the_standard_has_them() {
        for tail in [
            "acd 12; acn 8000000000; acs 0; am; bm Kd1 Ke2; c0 \"x\"; c9; cc 000:01:02:03 000:00:00:59;",
            "ce -32768; ce 32766; dm 3; draw_accept; draw_claim; draw_offer; draw_reject; eco; eco \"C60\";",
            "fmvn 1; hmvc 0; id \"BK.15\"; nic \"SI.01\"; noop 1 x \"y\" 0.5; pm Kd1; rc 3;",
            "ptp Event \"Mainz\" Site \"?\"; ptp; pv; pv Kd1 Kd8; refcom conclude; refreq sign_on; resign;",
            "sm Kd1; sv Kd1; tcgs 1; tcri \"a@b.c\" \"A\"; tcsi \"b@c.d\" \"B\"; ts 1995.11.26 23:59:59; v0 \"x\";",
            "D1 20; D12 0; unknown 1 2 3; Private;",
        ] {
            assert_eq!(messages(tail), [""; 0], "{tail}");
        }
    }

    #[test]
    fn operands_that_do_not_fit() {
        for (tail, message) in [
            ("acn -1;", "acn takes one integer, 0 or more"),
            ("acs 1.5;", "acs takes one integer, 0 or more"),
            ("ce 32767;", "ce takes one integer from -32768 to 32766"),
            ("dm 0;", "dm takes one integer, 1 or more"),
            ("dm;", "dm takes one integer, 1 or more"),
            ("dm 1 2;", "dm takes one integer, 1 or more"),
            ("hmvc x;", "hmvc takes one integer from 0 to 1000000"),
            (
                "hmvc 4294967295;",
                "hmvc takes one integer from 0 to 1000000",
            ),
            ("draw_claim Kd1;", "draw_claim takes no operand"),
            ("id;", "id takes one string"),
            ("id \"a\" \"b\";", "id takes one string"),
            ("c0 \"a\" \"b\";", "c0 takes one string or none"),
            ("pm Kd1 Ke2;", "pm takes one move"),
            ("bm \"Kd1\";", "bm takes moves"),
            ("refcom \"conclude\";", "refcom takes one identifier"),
            ("refcom a_name_beyond_15;", "refcom takes one identifier"),
            ("ptp Event;", "ptp takes pairs of a tag name and a string"),
            ("tcri \"a@b.c\";", "tcri takes two strings"),
            (
                "cc 0:01:02:03 000:00:00:59;",
                "cc takes two clock values, ddd:hh:mm:ss",
            ),
            (
                "ts 1995-11-26 23:59:59;",
                "ts takes a date and a time, yyyy.mm.dd hh:mm:ss",
            ),
            ("D3 many;", "D3 takes one integer, 0 or more"),
        ] {
            assert_eq!(messages(tail), [message], "{tail}");
        }
    }
}
