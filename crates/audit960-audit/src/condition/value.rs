//! Values, their kinds, and the value of a condition for a row.

use std::cmp::Ordering;

use audit960_types::tables::Datum;

use super::column::FilterRow;
use super::compile::Node;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// A floating-point number.
    Float,
    /// Text.
    Text,
    /// A day.
    Date,
    /// A list, of which a condition can only ask whether it is null.
    List,
    /// Always null.
    Null,
}

impl Kind {
    /// Whether values of both kinds can be compared.
    pub(super) fn is_comparable_with(self, other: Self) -> bool {
        self == Self::Null
            || other == Self::Null
            || self.is_number() && other.is_number()
            || self == other && self != Self::List
    }

    /// Whether it is a number or null.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Float | Self::Null)
    }

    /// The name in messages.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Bool => "a truth value",
            Self::Int | Self::Float => "a number",
            Self::Text => "text",
            Self::Date => "a date",
            Self::List => "a list",
            Self::Null => "null",
        }
    }
}

/// The number as floating point; `None` if it is not a number.
pub(super) fn as_float(value: &Datum<'_>) -> Option<f64> {
    match value {
        Datum::Int(number) => Some(*number as f64),
        Datum::Float(number) => Some(*number),
        _ => None,
    }
}

/// Compares two values; `None` if either is null or NaN, or the kinds do not match.
pub(super) fn compare(one: &Datum<'_>, other: &Datum<'_>) -> Option<Ordering> {
    match (one, other) {
        (Datum::Bool(one), Datum::Bool(other)) => Some(one.cmp(other)),
        (Datum::Int(one), Datum::Int(other)) => Some(one.cmp(other)),
        (Datum::Text(one), Datum::Text(other)) => Some(one.cmp(other)),
        (Datum::Date(one), Datum::Date(other)) => Some(one.cmp(other)),
        _ => as_float(one)?.partial_cmp(&as_float(other)?),
    }
}

impl Node {
    /// Its value for a row; null if that is not known.
    pub(super) fn evaluate<'r>(&'r self, row: &'r dyn FilterRow) -> Datum<'r> {
        match self {
            Self::Column(column) => row.value(*column),
            Self::Literal(value) => value.clone(),
            Self::And(parts) => truth(both(parts, row, false)),
            Self::Or(parts) => truth(both(parts, row, true)),
            Self::Compare(parts, holds) => {
                let [one, other] = &**parts;
                let order = compare(&one.evaluate(row), &other.evaluate(row));
                truth(order.map(holds))
            }
            Self::In(part, among) => truth(is_among(&part.evaluate(row), among, row)),
            Self::Contains(column, part) => match row.value(*column) {
                Datum::Text(text) => Datum::Bool(text.to_lowercase().contains(part)),
                _ => Datum::Null,
            },
            Self::Among(column, numbers) => match row.value(*column) {
                Datum::Int(number) => Datum::Bool(numbers.contains(&number)),
                _ => Datum::Null,
            },
            Self::Of(function, parts) => {
                let values: Vec<_> = parts.iter().map(|part| part.evaluate(row)).collect();
                function(&values)
            }
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
