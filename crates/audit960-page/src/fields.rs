//! Rows for the script of the page: the columns of the dataset under their names.

use audit960_types::tables::{ColumnOrigin, Datum, TableRow, is_value_column};
use serde_json::{Value, json};

use crate::json::clipped_to;

/// Characters of a declared text, at most: more than a FEN has.
const LONGEST: usize = 120;

/// A row: names of fields, and their values.
pub(crate) type Fields = Vec<(&'static str, Value)>;

/// The declared columns of a row, but for some, and for those of endgame tables.
pub(crate) fn declared<R: TableRow>(row: &R, without: &[&str]) -> Fields {
    let columns = R::TABLE.columns.iter().enumerate();
    let wanted = columns.filter(|(_, column)| {
        let is_left_out = without.contains(&column.name) || is_value_column(column.name);
        column.origin == ColumnOrigin::Row && !is_left_out
    });
    wanted
        .map(|(index, column)| (column.name, value(row.value(index), column.unit)))
        .collect()
}

fn value(datum: Datum<'_>, unit: &str) -> Value {
    match datum {
        Datum::Null => Value::Null,
        Datum::Int(number) => json!(number),
        Datum::Float(number) => json!(short(number, unit)),
        Datum::Bool(truth) => json!(truth),
        Datum::Date(days) => json!(days),
        Datum::Text(text) => json!(clipped_to(&text, LONGEST)),
        Datum::Ints(list) => json!(list),
        Datum::Floats(list) => json!(list),
    }
}

/// A number with the digits that the page shows of a column with this unit.
pub(crate) fn short(value: f64, unit: &str) -> f64 {
    match unit {
        "points" => rounded(value),
        "half-moves" => (value * 10.0).round() / 10.0,
        _ => significant(value),
    }
}

/// A share with six decimals: with fewer, a percentage would be rounded twice.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Three digits, however small the value.
pub(crate) fn significant(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// Rows of the same fields: their names once, and the values of each.
pub(crate) fn table(rows: impl Iterator<Item = Fields>) -> Value {
    let (mut names, mut all) = (Vec::new(), Vec::new());
    for fields in rows {
        all.push(values(fields, &mut names));
    }
    json!({"fields": names, "rows": all})
}

/// The values of a row; of the first one also the names of its fields.
pub(crate) fn values(fields: Fields, names: &mut Vec<&'static str>) -> Value {
    if names.is_empty() {
        names.extend(fields.iter().map(|(name, _)| *name));
    }
    Value::Array(fields.into_iter().map(|(_, value)| value).collect())
}
