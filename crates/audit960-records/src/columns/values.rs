//! Cells of columns as text.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use crate::game::utc;

/// The text of a cell: dates as `YYYY.MM.DD`, times as `HH:MM:SS`, lists with blanks between; `None` for a null, and
/// for types that no tag can hold.
pub(super) fn text(column: &dyn Array, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    /// Seconds of the day as a time.
    fn time(seconds: i64) -> Option<String> {
        utc(seconds).map(|(_, time)| time)
    }
    fn date(seconds: i64) -> Option<String> {
        utc(seconds).map(|(date, _)| date)
    }
    macro_rules! number {
        ($kind:ty) => {
            column.as_primitive::<$kind>().value(row)
        };
    }
    let whole = |number: i64| Some(number.to_string());
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).to_owned()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).to_owned()),
        DataType::Utf8View => Some(column.as_string_view().value(row).to_owned()),
        DataType::Boolean => Some(column.as_boolean().value(row).to_string()),
        DataType::Int8 => whole(number!(Int8Type).into()),
        DataType::Int16 => whole(number!(Int16Type).into()),
        DataType::Int32 => whole(number!(Int32Type).into()),
        DataType::Int64 => whole(number!(Int64Type)),
        DataType::UInt8 => whole(number!(UInt8Type).into()),
        DataType::UInt16 => whole(number!(UInt16Type).into()),
        DataType::UInt32 => whole(number!(UInt32Type).into()),
        DataType::UInt64 => Some(number!(UInt64Type).to_string()),
        DataType::Float32 => Some(number!(Float32Type).to_string()),
        DataType::Float64 => Some(number!(Float64Type).to_string()),
        DataType::Date32 => date(i64::from(number!(Date32Type)) * 86_400),
        DataType::Date64 => date(number!(Date64Type).div_euclid(1000)),
        DataType::Time32(TimeUnit::Second) => time(number!(Time32SecondType).into()),
        DataType::Time32(_) => time(i64::from(number!(Time32MillisecondType)).div_euclid(1000)),
        DataType::Time64(TimeUnit::Microsecond) => {
            time(number!(Time64MicrosecondType).div_euclid(1_000_000))
        }
        DataType::Time64(_) => time(number!(Time64NanosecondType).div_euclid(1_000_000_000)),
        DataType::Timestamp(unit, _) => date(match unit {
            TimeUnit::Second => number!(TimestampSecondType),
            TimeUnit::Millisecond => number!(TimestampMillisecondType).div_euclid(1000),
            TimeUnit::Microsecond => number!(TimestampMicrosecondType).div_euclid(1_000_000),
            TimeUnit::Nanosecond => number!(TimestampNanosecondType).div_euclid(1_000_000_000),
        }),
        DataType::Dictionary(_, _) => {
            let dictionary = column.as_any_dictionary();
            let key = *dictionary.normalized_keys().get(row)?;
            text(dictionary.values(), key)
        }
        _ => {
            let list = list(column, row)?;
            let texts = (0..list.len()).map(|at| text(&list, at).unwrap_or_default());
            Some(texts.collect::<Vec<_>>().join(" "))
        }
    }
}

/// The elements of a cell that is a list.
fn list(column: &dyn Array, row: usize) -> Option<ArrayRef> {
    match column.data_type() {
        DataType::List(_) => Some(column.as_list::<i32>().value(row)),
        DataType::LargeList(_) => Some(column.as_list::<i64>().value(row)),
        _ => None,
    }
}

/// The numbers of a cell that is a list of them; others are NaN.
pub(super) fn numbers(column: &dyn Array, row: usize) -> Vec<f64> {
    if column.is_null(row) {
        return Vec::new();
    }
    let Some(list) = list(column, row) else {
        return Vec::new();
    };
    let number = |at| text(&list, at).and_then(|text| text.parse().ok());
    (0..list.len())
        .map(|at| number(at).unwrap_or(f64::NAN))
        .collect()
}
