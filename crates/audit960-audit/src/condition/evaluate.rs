//! Evaluates a condition for a row.

use audit960_types::tables::Datum;

use super::column::FilterRow;
use super::compile::Node;
use super::value::compare;

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
