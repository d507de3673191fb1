//! Cells of columns as text.

use std::borrow::Cow;
use std::fmt::Write as _;

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type};
use arrow_array::{
    Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, downcast_integer_array,
    downcast_temporal_array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::records::MAX_RECORD_BYTES;
use crate::records::game::{tag_date, tag_time};

/// The longest text of a cell, in bytes: as of a record of JSON.
const MAX_TEXT: usize = MAX_RECORD_BYTES;

/// Whether cells of this type have a text: structs, maps and lists of lists have none.
pub(super) fn has_text(kind: &DataType) -> bool {
    use DataType::{
        Decimal32, Decimal64, Dictionary, Duration, FixedSizeList, Interval, LargeList, List,
        RunEndEncoded,
    };
    match kind {
        Dictionary(_, values) => has_text(values),
        List(of) | LargeList(of) | FixedSizeList(of, _) => {
            !of.data_type().is_nested() && has_text(of.data_type())
        }
        Duration(_) | Interval(_) | Decimal32(..) | Decimal64(..) | RunEndEncoded(..) => false,
        other => !other.is_nested(),
    }
}

/// The error of bytes that are no text.
const NOT_UTF_8: &str = "a cell is not UTF-8";

/// A column of a batch, prepared so that its cells are found without asking again what it holds.
pub(super) struct Column<'b> {
    array: &'b dyn Array,
    nulls: Option<&'b NullBuffer>,
    kind: Kind<'b>,
}

enum Kind<'b> {
    Text(&'b StringArray),
    Large(&'b LargeStringArray),
    View(&'b StringViewArray),
    /// The place of each row's value, and the values.
    Keyed(Vec<usize>, Box<Column<'b>>),
    Other,
}

impl<'b> Column<'b> {
    pub(super) fn new(array: &'b dyn Array) -> Self {
        let kind = match array.data_type() {
            DataType::Utf8 => Kind::Text(array.as_string()),
            DataType::LargeUtf8 => Kind::Large(array.as_string()),
            DataType::Utf8View => Kind::View(array.as_string_view()),
            DataType::Dictionary(_, _) => {
                let dictionary = array.as_any_dictionary();
                // Without values every row is null, and keys cannot be brought into their range.
                let keys = match dictionary.values().is_empty() {
                    true => Vec::new(),
                    false => dictionary.normalized_keys(),
                };
                Kind::Keyed(keys, Box::new(Column::new(dictionary.values())))
            }
            _ => Kind::Other,
        };
        Self {
            array,
            nulls: array.nulls(),
            kind,
        }
    }

    fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }

    /// The text of a cell: dates as `YYYY.MM.DD`, times as `HH:MM:SS`, lists with blanks between; `None` for a null, and
    /// for types that no tag can hold. Only what is not stored as text is copied.
    ///
    /// # Errors
    /// If it is longer than 8 MiB, or not UTF-8.
    pub(super) fn text(&self, row: usize) -> Result<Option<Cow<'_, str>>, &'static str> {
        if self.is_null(row) {
            return Ok(None);
        }
        let text = match &self.kind {
            Kind::Text(column) => Cow::Borrowed(column.value(row)),
            Kind::Large(column) => Cow::Borrowed(column.value(row)),
            Kind::View(column) => Cow::Borrowed(column.value(row)),
            Kind::Keyed(keys, values) => {
                let Some(key) = keys.get(row) else {
                    return Ok(None);
                };
                return values.text(*key);
            }
            Kind::Other => {
                let mut text = String::new();
                if !push_text(&mut text, self.array, row)? {
                    return Ok(None);
                }
                Cow::Owned(text)
            }
        };
        match text.len() <= MAX_TEXT {
            true => Ok(Some(text)),
            false => Err("a cell is longer than 8 MiB"),
        }
    }

    /// The numbers of a cell that is a list of them; others are NaN.
    pub(super) fn numbers(&self, row: usize) -> Vec<f64> {
        if self.is_null(row) {
            return Vec::new();
        }
        let Some(list) = list(self.array, row) else {
            return Vec::new();
        };
        let mut text = String::new();
        let mut number = |at| {
            text.clear();
            let is_there = push_text(&mut text, &list, at).ok()?;
            is_there.then(|| text.parse().ok()).flatten()
        };
        (0..list.len())
            .map(|at| number(at).unwrap_or(f64::NAN))
            .collect()
    }
}

/// Appends the text of a cell as [`Column::text`] gives it; false if there is none. Stops where the text becomes longer
/// than it may be.
///
/// # Errors
/// For bytes that are not UTF-8.
pub(super) fn push_text(
    out: &mut String,
    column: &dyn Array,
    row: usize,
) -> Result<bool, &'static str> {
    if column.is_null(row) {
        return Ok(false);
    }
    macro_rules! number {
        ($kind:ty) => {
            column.as_primitive::<$kind>().value(row)
        };
    }
    let given =
        |out: &mut String, text: Option<String>| text.map(|text| out.push_str(&text)).is_some();
    Ok(match column.data_type() {
        DataType::Utf8 => push_bounded(out, column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => push_bounded(out, column.as_string::<i64>().value(row)),
        DataType::Utf8View => push_bounded(out, column.as_string_view().value(row)),
        DataType::Binary => push_bytes(out, column.as_binary::<i32>().value(row))?,
        DataType::LargeBinary => push_bytes(out, column.as_binary::<i64>().value(row))?,
        DataType::BinaryView => push_bytes(out, column.as_binary_view().value(row))?,
        DataType::FixedSizeBinary(_) => push_bytes(out, column.as_fixed_size_binary().value(row))?,
        DataType::Decimal128(_, _) => push_decimal(
            out,
            &column.as_primitive::<Decimal128Type>().value_as_string(row),
        ),
        DataType::Decimal256(_, _) => push_decimal(
            out,
            &column.as_primitive::<Decimal256Type>().value_as_string(row),
        ),
        DataType::Boolean => write!(out, "{}", column.as_boolean().value(row)).is_ok(),
        whole if whole.is_integer() => downcast_integer_array!(
            column => write!(out, "{}", column.value(row)).is_ok(),
            _ => false,
        ),
        DataType::Float16 => write!(out, "{}", number!(Float16Type)).is_ok(),
        DataType::Float32 => write!(out, "{}", number!(Float32Type)).is_ok(),
        DataType::Float64 => write!(out, "{}", number!(Float64Type)).is_ok(),
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => downcast_temporal_array!(
            column => given(out, column.value_as_date(row).and_then(tag_date)),
            _ => false,
        ),
        DataType::Time32(_) | DataType::Time64(_) => downcast_temporal_array!(
            column => given(out, column.value_as_time(row).map(tag_time)),
            _ => false,
        ),
        DataType::Dictionary(_, _) => {
            let dictionary = column.as_any_dictionary();
            let key = dictionary.normalized_keys().get(row).copied();
            match key {
                Some(key) => push_text(out, dictionary.values(), key)?,
                None => false,
            }
        }
        _ => {
            let Some(list) = list(column, row) else {
                return Ok(false);
            };
            for at in 0..list.len() {
                if at > 0 {
                    out.push(' ');
                }
                push_text(out, &list, at)?;
                if out.len() > MAX_TEXT {
                    break;
                }
            }
            true
        }
    })
}

/// Appends a number without the zeros that say how exactly a column keeps it.
fn push_decimal(out: &mut String, number: &str) -> bool {
    let short = match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    };
    out.push_str(short);
    true
}

/// Appends bytes that are a text.
fn push_bytes(out: &mut String, bytes: &[u8]) -> Result<bool, &'static str> {
    let text = std::str::from_utf8(bytes).map_err(|_| NOT_UTF_8)?;
    Ok(push_bounded(out, text))
}

/// Appends a text, or as much of one that is too long as shows that it is.
fn push_bounded(out: &mut String, text: &str) -> bool {
    let length = text.len().min(MAX_TEXT + 1);
    let length = (0..=length).rev().find(|at| text.is_char_boundary(*at));
    out.push_str(text.get(..length.unwrap_or(0)).unwrap_or_default());
    true
}

/// The elements of a cell that is a list.
pub(super) fn list(column: &dyn Array, row: usize) -> Option<ArrayRef> {
    match column.data_type() {
        DataType::List(_) => Some(column.as_list::<i32>().value(row)),
        DataType::LargeList(_) => Some(column.as_list::<i64>().value(row)),
        DataType::FixedSizeList(_, _) => Some(column.as_fixed_size_list().value(row)),
        _ => None,
    }
}
