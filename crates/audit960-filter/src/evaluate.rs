//! Evaluates a condition for a row.

use std::borrow::Cow;

use crate::column::Row;
use crate::compile::{Arithmetic, Call, Node};
use crate::like::is_like;
use crate::value::Value;

impl Node {
    /// Its value for a row; null if that is not known.
    pub(crate) fn evaluate<'r>(&'r self, row: &'r dyn Row) -> Value<'r> {
        match self {
            Self::Column(column) => row.value(*column),
            Self::Literal(value) => value.clone(),
            Self::And(parts) => truth(both(parts, row, false)),
            Self::Or(parts) => truth(both(parts, row, true)),
            Self::Not(part) => truth(part.truth(row).map(|truth| !truth)),
            Self::Compare(parts, orders) => {
                let [one, other] = &**parts;
                let order = one.evaluate(row).compare(&other.evaluate(row));
                truth(order.map(|order| orders.contains(&order)))
            }
            Self::IsNull(part) => Value::Bool(part.evaluate(row) == Value::Null),
            Self::Is(part, wanted) => Value::Bool(part.truth(row) == Some(*wanted)),
            Self::In(part, among) => truth(is_among(&part.evaluate(row), among, row)),
            Self::Like {
                text,
                pattern,
                any_case,
            } => match (text.evaluate(row), pattern.evaluate(row)) {
                (Value::Text(text), Value::Text(pattern)) => {
                    Value::Bool(is_like(&text, &pattern, *any_case))
                }
                _ => Value::Null,
            },
            Self::Contains(column, part) => match row.value(*column) {
                Value::Text(text) => Value::Bool(text.to_lowercase().contains(part)),
                _ => Value::Null,
            },
            Self::Among(column, numbers) => match row.value(*column) {
                Value::Int(number) => Value::Bool(numbers.contains(&number)),
                _ => Value::Null,
            },
            Self::Arithmetic(parts, op) => {
                let [one, other] = &**parts;
                compute(&one.evaluate(row), &other.evaluate(row), *op)
            }
            Self::Call(call, parts) => called(*call, parts, row),
        }
    }

    /// Whether it is true for a row; `None` if that is not known.
    pub(crate) fn truth(&self, row: &dyn Row) -> Option<bool> {
        match self.evaluate(row) {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}

fn truth(truth: Option<bool>) -> Value<'static> {
    truth.map_or(Value::Null, Value::Bool)
}

/// `AND` and `OR` of SQL: `decides` if either side has that value, else null if either is null, else the
/// opposite.
fn both(parts: &[Node; 2], row: &dyn Row, decides: bool) -> Option<bool> {
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
fn is_among(value: &Value<'_>, among: &[Node], row: &dyn Row) -> Option<bool> {
    if *value == Value::Null {
        return None;
    }
    let mut unknown = false;
    for item in among {
        match value.compare(&item.evaluate(row)) {
            Some(std::cmp::Ordering::Equal) => return Some(true),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(false)
}

fn compute(one: &Value<'_>, other: &Value<'_>, op: Arithmetic) -> Value<'static> {
    if let (Value::Int(one), Value::Int(other)) = (one, other) {
        let whole = match op {
            Arithmetic::Plus => one.checked_add(*other),
            Arithmetic::Minus => one.checked_sub(*other),
            Arithmetic::Times => one.checked_mul(*other),
            Arithmetic::Remainder => one.checked_rem(*other),
            Arithmetic::Divide => return divide(*one as f64, *other as f64),
        };
        return whole.map_or(Value::Null, Value::Int);
    }
    let (Some(one), Some(other)) = (one.as_float(), other.as_float()) else {
        return Value::Null;
    };
    match op {
        Arithmetic::Plus => Value::Float(one + other),
        Arithmetic::Minus => Value::Float(one - other),
        Arithmetic::Times => Value::Float(one * other),
        Arithmetic::Divide => divide(one, other),
        Arithmetic::Remainder => Value::Float(one % other),
    }
}

/// Divides; null for division by zero.
fn divide(one: f64, other: f64) -> Value<'static> {
    if other == 0.0 {
        Value::Null
    } else {
        Value::Float(one / other)
    }
}

fn called<'r>(call: Call, parts: &'r [Node], row: &'r dyn Row) -> Value<'r> {
    if call == Call::Coalesce {
        let mut values = parts.iter().map(|part| part.evaluate(row));
        return values
            .find(|value| *value != Value::Null)
            .unwrap_or(Value::Null);
    }
    let value = parts.first().map_or(Value::Null, |part| part.evaluate(row));
    match (call, value) {
        (Call::Lower, Value::Text(text)) => Value::Text(Cow::Owned(text.to_lowercase())),
        (Call::Upper, Value::Text(text)) => Value::Text(Cow::Owned(text.to_uppercase())),
        (Call::Length, Value::Text(text)) => Value::number(Some(text.chars().count())),
        (Call::Abs, Value::Int(number)) => number.checked_abs().map_or(Value::Null, Value::Int),
        (Call::Abs, Value::Float(number)) => Value::Float(number.abs()),
        _ => Value::Null,
    }
}
