//! EPD and FEN lines.

use audit960_pgn::{EpdRecord, Operation};

use super::{Fields, are_operations_valid};

/// The opcodes of move number and half-move clock, for which FEN has fields.
const COUNTERS: [&[u8]; 2] = [b"fmvn", b"hmvc"];

/// Four fields and operations.
pub(super) fn epd(record: &EpdRecord<'_>, fields: &Fields, out: &mut Vec<u8>) {
    out.extend_from_slice(fields.first_four.as_bytes());
    let has_fields = record.clock.is_some() || record.move_number.is_some();
    if !has_fields && are_operations_valid(record) {
        tail(record.tail, out);
        return;
    }
    // What the fields state, and is therefore an operation now.
    let stated = [
        record.move_number.map(|_| fields.move_number),
        record.clock.map(|_| fields.clock),
    ];
    let mut written = operations(record, stated);
    for (name, counter) in COUNTERS.into_iter().zip(stated) {
        if let Some(counter) = counter {
            let text = [name, b" ", counter.to_string().as_bytes(), b";"].concat();
            // Keeps operations that are in ASCII order (EPD 5.1) in order; the first of several is read.
            let at = written
                .iter()
                .position(|other| other.name >= name)
                .unwrap_or(written.len());
            written.insert(
                at,
                Written {
                    name,
                    text,
                    is_operation: true,
                },
            );
        }
    }
    write(&written, out);
}

/// Six fields and the remaining operations.
pub(super) fn fen(record: &EpdRecord<'_>, fields: &Fields, out: &mut Vec<u8>) {
    out.extend_from_slice(fields.all_six().as_bytes());
    let is_counter = |operation: &Operation<'_>| COUNTERS.contains(&operation.name);
    if are_operations_valid(record) && !record.operations.iter().any(is_counter) {
        tail(record.tail, out);
        return;
    }
    let stated = [fields.move_number, fields.clock].map(Some);
    write(&operations(record, stated), out);
}

/// An operation as the standard writes it.
struct Written<'r> {
    name: &'r [u8],
    text: Vec<u8>,
    is_operation: bool,
}

/// Appends operations after the fields.
fn write(operations: &[Written<'_>], out: &mut Vec<u8>) {
    // Directly after the fields, a number that is not an operation would be read as the clock.
    if operations.first().is_some_and(|first| !first.is_operation) {
        tail(b";", out);
    }
    for operation in operations {
        tail(&operation.text, out);
    }
}

/// The operations of a record but those that say what is `stated` already: move number and clock.
fn operations<'r>(record: &EpdRecord<'r>, stated: [Option<u32>; 2]) -> Vec<Written<'r>> {
    let says_again = |operation: &Operation<'r>| {
        let mut counters = COUNTERS.into_iter().zip(stated);
        counters.any(|(name, stated)| {
            operation.name == name
                && stated.is_some_and(|stated| operation.integer() == Some(stated.into()))
        })
    };
    let kept = record
        .operations
        .iter()
        .filter(|operation| !says_again(operation));
    let written = |operation: &Operation<'r>| {
        let mut text = Vec::new();
        operation.write(&mut text);
        Written {
            name: operation.name,
            text,
            is_operation: operation.is_operation(),
        }
    };
    kept.map(written).collect()
}

/// Appends a text after the fields, if there is any.
fn tail(text: &[u8], out: &mut Vec<u8>) {
    if !text.is_empty() {
        out.push(b' ');
        out.extend_from_slice(text);
    }
}
