//! The values of a column: what is made of them, and what they are made of.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, ListBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Date32Type, Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, StringArray,
};
use arrow_schema::DataType;
use audit960_types::Cell;
use audit960_types::tables::{ColumnType, Datum, DayNumber};

/// What a column can be made of.
pub trait IntoValues {
    /// The values of the column.
    fn into_values(self) -> ArrayRef;
}

impl IntoValues for ArrayRef {
    fn into_values(self) -> ArrayRef {
        self
    }
}

impl IntoValues for Vec<Option<i64>> {
    fn into_values(self) -> ArrayRef {
        Arc::new(Int64Array::from(self))
    }
}

impl IntoValues for Vec<Option<f64>> {
    fn into_values(self) -> ArrayRef {
        Arc::new(Float64Array::from(self))
    }
}

impl IntoValues for Vec<Option<bool>> {
    fn into_values(self) -> ArrayRef {
        Arc::new(BooleanArray::from(self))
    }
}

impl IntoValues for Vec<Option<DayNumber>> {
    fn into_values(self) -> ArrayRef {
        let days = self.into_iter().map(|day| day.map(|day| day.0));
        Arc::new(days.collect::<Date32Array>())
    }
}

impl IntoValues for Vec<Option<String>> {
    fn into_values(self) -> ArrayRef {
        Arc::new(StringArray::from(self))
    }
}

impl IntoValues for Vec<Option<Vec<Option<i64>>>> {
    fn into_values(self) -> ArrayRef {
        let mut lists = ListBuilder::new(Int64Builder::new());
        lists.extend(self);
        Arc::new(lists.finish())
    }
}

impl IntoValues for Vec<Option<Vec<Option<f64>>>> {
    fn into_values(self) -> ArrayRef {
        let mut lists = ListBuilder::new(Float64Builder::new());
        lists.extend(self);
        Arc::new(lists.finish())
    }
}

/// The values of a declared column: whole numbers with 64 bits.
///
/// # Panics
/// If a value is of another type.
pub(crate) fn declared<'a>(kind: ColumnType, values: impl Iterator<Item = Datum<'a>>) -> ArrayRef {
    macro_rules! each {
        ($($pattern:pat => $value:expr),+) => {
            values
                .map(|value| match value {
                    $($pattern => Some($value),)+
                    Datum::Null => None,
                    other => panic!("a column of {kind} that holds {other:?}"),
                })
                .collect::<Vec<_>>()
                .into_values()
        };
    }
    match kind {
        ColumnType::Int32 | ColumnType::Int64 => each!(Datum::Int(number) => number),
        ColumnType::Float64 => each!(Datum::Float(number) => number),
        ColumnType::Bool => each!(Datum::Bool(truth) => truth),
        ColumnType::Date => each!(Datum::Date(days) => DayNumber(days)),
        ColumnType::Text | ColumnType::Label(_) => each!(Datum::Text(text) => text.into_owned()),
        ColumnType::Int32List => {
            each!(Datum::Ints(list) => list.iter().map(|number| Some(i64::from(*number))).collect::<Vec<_>>())
        }
        ColumnType::Float64List => each!(Datum::Floats(list) => list.into_owned()),
    }
}

/// The value in a row; null beyond the last one, and of a type that no answer has.
pub(super) fn cell(values: &dyn Array, row: usize) -> Cell<'_> {
    if row >= values.len() || values.is_null(row) {
        return Cell::Null;
    }
    match values.data_type() {
        DataType::Int64 => Cell::Int(values.as_primitive::<Int64Type>().value(row)),
        DataType::Float64 => Cell::Float(values.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => Cell::Bool(values.as_boolean().value(row)),
        DataType::Date32 => Cell::Date(values.as_primitive::<Date32Type>().value(row)),
        DataType::Utf8 => Cell::Text(values.as_string::<i32>().value(row)),
        DataType::List(item) => {
            let list = values.as_list::<i32>().value(row);
            match item.data_type() {
                DataType::Float64 => {
                    Cell::Floats(list.as_primitive::<Float64Type>().iter().collect())
                }
                _ => Cell::Ints(list.as_primitive::<Int64Type>().iter().collect()),
            }
        }
        _ => Cell::Null,
    }
}
