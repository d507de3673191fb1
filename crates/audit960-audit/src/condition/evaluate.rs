//! Evaluates a condition for a row.

use std::borrow::Cow;

use audit960_types::tables::Datum;

use super::column::FilterRow;
use super::compile::{Arithmetic, Call, Node};
use super::like::is_like;
use super::value::{as_float, compare};

impl Node {
    /// Its value for a row; null if that is not known.
    pub(super) fn evaluate<'r>(&'r self, row: &'r dyn FilterRow) -> Datum<'r> {
        match self {
            Self::Column(column) => row.value(*column),
            Self::Literal(value) => value.clone(),
            Self::And(parts) => truth(both(parts, row, false)),
            Self::Or(parts) => truth(both(parts, row, true)),
            Self::Not(part) => truth(part.truth(row).map(|truth| !truth)),
            Self::Compare(parts, orders) => {
                let [one, other] = &**parts;
                let order = compare(&one.evaluate(row), &other.evaluate(row));
                truth(order.map(|order| orders.contains(&order)))
            }
            Self::IsNull(part) => Datum::Bool(part.evaluate(row) == Datum::Null),
            Self::Is(part, wanted) => Datum::Bool(part.truth(row) == Some(*wanted)),
            Self::In(part, among) => truth(is_among(&part.evaluate(row), among, row)),
            Self::Like {
                text,
                pattern,
                any_case,
            } => match (text.evaluate(row), pattern.evaluate(row)) {
                (Datum::Text(text), Datum::Text(pattern)) => {
                    Datum::Bool(is_like(&text, &pattern, *any_case))
                }
                _ => Datum::Null,
            },
            Self::Contains(column, part) => match row.value(*column) {
                Datum::Text(text) => Datum::Bool(text.to_lowercase().contains(part)),
                _ => Datum::Null,
            },
            Self::Among(column, numbers) => match row.value(*column) {
                Datum::Int(number) => Datum::Bool(numbers.contains(&number)),
                _ => Datum::Null,
            },
            Self::Arithmetic(parts, op) => {
                let [one, other] = &**parts;
                compute(&one.evaluate(row), &other.evaluate(row), *op)
            }
            Self::Call(call, parts) => called(*call, parts, row),
        }
    }

    /// Whether it is true for a row; `None` if that is not known.
    pub(super) fn truth(&self, row: &dyn FilterRow) -> Option<bool> {
        match self.evaluate(row) {
            Datum::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}

fn truth(truth: Option<bool>) -> Datum<'static> {
    truth.map_or(Datum::Null, Datum::Bool)
}

/// `AND` and `OR` of SQL: `decides` if either side has that value, else null if either is null, else the
/// opposite.
fn both(parts: &[Node; 2], row: &dyn FilterRow, decides: bool) -> Option<bool> {
    let [one, other] = parts;
    let one = one.truth(row);
    if one == Some(decides) {
        return one;
    }
    match other.truth(row) {
        Some(other) if other == decides => Some(decides),
        other => one.and(other),
    }
}

/// `IN` of SQL: null if no item is equal to the value, and the value or an item is null.
fn is_among(value: &Datum<'_>, among: &[Node], row: &dyn FilterRow) -> Option<bool> {
    if *value == Datum::Null {
        return None;
    }
    let mut unknown = false;
    for item in among {
        match compare(value, &item.evaluate(row)) {
            Some(std::cmp::Ordering::Equal) => return Some(true),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(false)
}

fn compute(one: &Datum<'_>, other: &Datum<'_>, op: Arithmetic) -> Datum<'static> {
    if let (Datum::Int(one), Datum::Int(other)) = (one, other) {
        let whole = match op {
            Arithmetic::Plus => one.checked_add(*other),
            Arithmetic::Minus => one.checked_sub(*other),
            Arithmetic::Times => one.checked_mul(*other),
            Arithmetic::Remainder => one.checked_rem(*other),
            Arithmetic::Divide => return divide(*one as f64, *other as f64),
        };
        return whole.map_or(Datum::Null, Datum::Int);
    }
    let (Some(one), Some(other)) = (as_float(one), as_float(other)) else {
        return Datum::Null;
    };
    match op {
        Arithmetic::Plus => Datum::Float(one + other),
        Arithmetic::Minus => Datum::Float(one - other),
        Arithmetic::Times => Datum::Float(one * other),
        Arithmetic::Divide => divide(one, other),
        Arithmetic::Remainder => Datum::Float(one % other),
    }
}

/// Divides; null for division by zero.
fn divide(one: f64, other: f64) -> Datum<'static> {
    if other == 0.0 {
        Datum::Null
    } else {
        Datum::Float(one / other)
    }
}

fn called<'r>(call: Call, parts: &'r [Node], row: &'r dyn FilterRow) -> Datum<'r> {
    if call == Call::Coalesce {
        let mut values = parts.iter().map(|part| part.evaluate(row));
        return values
            .find(|value| *value != Datum::Null)
            .unwrap_or(Datum::Null);
    }
    let value = parts.first().map_or(Datum::Null, |part| part.evaluate(row));
    match (call, value) {
        (Call::Lower, Datum::Text(text)) => Datum::Text(Cow::Owned(text.to_lowercase())),
        (Call::Upper, Datum::Text(text)) => Datum::Text(Cow::Owned(text.to_uppercase())),
        (Call::Length, Datum::Text(text)) => Datum::Int(text.chars().count() as i64),
        (Call::Abs, Datum::Int(number)) => number.checked_abs().map_or(Datum::Null, Datum::Int),
        (Call::Abs, Datum::Float(number)) => Datum::Float(number.abs()),
        _ => Datum::Null,
    }
}
