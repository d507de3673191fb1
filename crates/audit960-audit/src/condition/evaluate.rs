//! Evaluates a condition for a row.

use std::borrow::Cow;

use super::column::FilterRow;
use super::compile::{Arithmetic, Call, Node};
use super::like::is_like;
use super::value::FilterValue;

impl Node {
    /// Its value for a row; null if that is not known.
    pub(super) fn evaluate<'r>(&'r self, row: &'r dyn FilterRow) -> FilterValue<'r> {
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
            Self::IsNull(part) => FilterValue::Bool(part.evaluate(row) == FilterValue::Null),
            Self::Is(part, wanted) => FilterValue::Bool(part.truth(row) == Some(*wanted)),
            Self::In(part, among) => truth(is_among(&part.evaluate(row), among, row)),
            Self::Like {
                text,
                pattern,
                any_case,
            } => match (text.evaluate(row), pattern.evaluate(row)) {
                (FilterValue::Text(text), FilterValue::Text(pattern)) => {
                    FilterValue::Bool(is_like(&text, &pattern, *any_case))
                }
                _ => FilterValue::Null,
            },
            Self::Contains(column, part) => match row.value(*column) {
                FilterValue::Text(text) => FilterValue::Bool(text.to_lowercase().contains(part)),
                _ => FilterValue::Null,
            },
            Self::Among(column, numbers) => match row.value(*column) {
                FilterValue::Int(number) => FilterValue::Bool(numbers.contains(&number)),
                _ => FilterValue::Null,
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
            FilterValue::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}

fn truth(truth: Option<bool>) -> FilterValue<'static> {
    truth.map_or(FilterValue::Null, FilterValue::Bool)
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
fn is_among(value: &FilterValue<'_>, among: &[Node], row: &dyn FilterRow) -> Option<bool> {
    if *value == FilterValue::Null {
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

fn compute(one: &FilterValue<'_>, other: &FilterValue<'_>, op: Arithmetic) -> FilterValue<'static> {
    if let (FilterValue::Int(one), FilterValue::Int(other)) = (one, other) {
        let whole = match op {
            Arithmetic::Plus => one.checked_add(*other),
            Arithmetic::Minus => one.checked_sub(*other),
            Arithmetic::Times => one.checked_mul(*other),
            Arithmetic::Remainder => one.checked_rem(*other),
            Arithmetic::Divide => return divide(*one as f64, *other as f64),
        };
        return whole.map_or(FilterValue::Null, FilterValue::Int);
    }
    let (Some(one), Some(other)) = (one.as_float(), other.as_float()) else {
        return FilterValue::Null;
    };
    match op {
        Arithmetic::Plus => FilterValue::Float(one + other),
        Arithmetic::Minus => FilterValue::Float(one - other),
        Arithmetic::Times => FilterValue::Float(one * other),
        Arithmetic::Divide => divide(one, other),
        Arithmetic::Remainder => FilterValue::Float(one % other),
    }
}

/// Divides; null for division by zero.
fn divide(one: f64, other: f64) -> FilterValue<'static> {
    if other == 0.0 {
        FilterValue::Null
    } else {
        FilterValue::Float(one / other)
    }
}

fn called<'r>(call: Call, parts: &'r [Node], row: &'r dyn FilterRow) -> FilterValue<'r> {
    if call == Call::Coalesce {
        let mut values = parts.iter().map(|part| part.evaluate(row));
        return values
            .find(|value| *value != FilterValue::Null)
            .unwrap_or(FilterValue::Null);
    }
    let value = parts
        .first()
        .map_or(FilterValue::Null, |part| part.evaluate(row));
    match (call, value) {
        (Call::Lower, FilterValue::Text(text)) => {
            FilterValue::Text(Cow::Owned(text.to_lowercase()))
        }
        (Call::Upper, FilterValue::Text(text)) => {
            FilterValue::Text(Cow::Owned(text.to_uppercase()))
        }
        (Call::Length, FilterValue::Text(text)) => FilterValue::number(Some(text.chars().count())),
        (Call::Abs, FilterValue::Int(number)) => number
            .checked_abs()
            .map_or(FilterValue::Null, FilterValue::Int),
        (Call::Abs, FilterValue::Float(number)) => FilterValue::Float(number.abs()),
        _ => FilterValue::Null,
    }
}
