//! Rows of CSV and JSON lines.

use audit960_board::Position;
use audit960_pgn::{EpdRecord, Operand, OperandValue, decode};
use audit960_types::{sanitized_cell, sanitized_json};

use super::Fields;
use crate::start::start;

/// Names of the columns of [`csv`]; the keys of [`json`] are the same.
pub(super) const CSV_HEADING: &[u8] =
    b"source,line,fen,start_kind,white_start,black_start,castling_style,operations\r\n";

/// A line that is written as a row.
pub(super) struct Row<'r> {
    pub(super) source: &'r str,
    pub(super) line: u64,
    pub(super) record: &'r EpdRecord<'r>,
    pub(super) fields: &'r Fields,
    pub(super) position: &'r Position,
}

impl Row<'_> {
    /// The cells that both kinds of row begin with, all but the operations: each a name, a value and whether
    /// the value is text.
    fn cells(&self) -> [(&'static str, Option<String>, bool); 7] {
        let (kind, [white, black]) = start(self.position);
        let number = |number: Option<u16>| number.map(|number| number.to_string());
        [
            ("source", Some(self.source.to_owned()), true),
            ("line", Some((self.line + 1).to_string()), false),
            ("fen", Some(self.fields.all_six()), true),
            ("start_kind", Some(kind.to_string()), true),
            ("white_start", number(white), false),
            ("black_start", number(black), false),
            ("castling_style", Some(self.record.style.to_string()), true),
        ]
    }
}

/// Appends a row without its end.
pub(super) fn csv(row: &Row<'_>, out: &mut Vec<u8>) {
    for (_, value, _) in row.cells() {
        quote(&value.unwrap_or_default(), out);
        out.push(b',');
    }
    let mut operations = Vec::new();
    for operation in &row.record.operations {
        if !operations.is_empty() {
            operations.push(b' ');
        }
        operation.write(&mut operations);
    }
    quote(&decode(&operations).0, out);
}

/// Appends a cell, in quotes where necessary, and never as a formula to a spreadsheet.
fn quote(text: &str, out: &mut Vec<u8>) {
    let text = sanitized_cell(text);
    if text.contains([',', '"', '\r', '\n']) {
        out.push(b'"');
        out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

/// Appends an object without a line end.
pub(super) fn json(row: &Row<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    for (name, value, text) in row.cells() {
        string(name, out);
        out.push(b':');
        match value {
            Some(value) if text => string(&value, out),
            value => out.extend_from_slice(value.as_deref().unwrap_or("null").as_bytes()),
        }
        out.push(b',');
    }
    out.extend_from_slice(b"\"operations\":");
    write_operations(row.record, usize::MAX, out);
    out.push(b'}');
}

/// Appends the operations of a record as a list of JSON objects, each with its opcode and operands;
/// `false` if not all of them fit in `max` bytes, and the rest are left out.
pub(crate) fn write_operations(record: &EpdRecord<'_>, max: usize, out: &mut Vec<u8>) -> bool {
    let begin = out.len();
    out.push(b'[');
    let mut all = true;
    for (i, operation) in record.operations.iter().enumerate() {
        let before = out.len();
        out.extend_from_slice(if i == 0 { b"" } else { b"," });
        out.extend_from_slice(b"{\"opcode\":");
        string(&decode(operation.name).0, out);
        out.extend_from_slice(b",\"operands\":[");
        for (i, operand) in operation.operands.iter().enumerate() {
            out.extend_from_slice(if i == 0 { b"" } else { b"," });
            value(operand, out);
        }
        out.extend_from_slice(b"]}");
        // The closing bracket is still to come.
        if out.len() - begin >= max {
            out.truncate(before);
            all = false;
            break;
        }
    }
    out.push(b']');
    all
}

/// Numbers as numbers, all else as text.
fn value(operand: &Operand<'_>, out: &mut Vec<u8>) {
    match operand.value {
        OperandValue::Integer(number) => out.extend_from_slice(number.to_string().as_bytes()),
        OperandValue::Float(number, _) if number.is_finite() => {
            out.extend_from_slice(number.to_string().as_bytes());
        }
        // JSON has no infinity.
        OperandValue::Float(_, text) => string(&decode(text).0, out),
        OperandValue::Move { text, mark } => string(&decode(&[text, mark].concat()).0, out),
        OperandValue::Text(text) | OperandValue::Word(text) => string(&decode(text).0, out),
    }
}

/// Appends a JSON string.
fn string(text: &str, out: &mut Vec<u8>) {
    let json = serde_json::Value::from(text).to_string();
    out.extend_from_slice(sanitized_json(&json).as_bytes());
}
