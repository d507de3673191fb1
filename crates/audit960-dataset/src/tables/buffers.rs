//! Column buffers, to which rows are appended one value at a time.

mod absent;
mod lists;

use std::marker::PhantomData;
use std::mem::{replace, take};
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float64Type, Int32Type, Int64Type, UInt8Type,
};
use arrow_array::{ArrayRef, BooleanArray, PrimitiveArray, StringArray};
use arrow_buffer::{BooleanBuffer, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;

use self::absent::{Absent, Nulls};
pub(crate) use self::lists::ListBuffer;
use audit960_types::Label;
use audit960_types::tables::{ColumnBuffer, Store, TakeColumn};

/// Buffers of columns of Arrow.
pub enum ArrowColumns {}

impl Store for ArrowColumns {
    type Column = ArrayRef;
    type Int32 = NumberBuffer<Int32Type>;
    type Int64 = NumberBuffer<Int64Type>;
    type Float64 = NumberBuffer<Float64Type>;
    type Bool = FlagBuffer;
    type Date = NumberBuffer<Date32Type>;
    type Text = TextBuffer;
    type Int32List = ListBuffer<Int32Type>;
    type Float64List = ListBuffer<Float64Type>;
    type Label<L: Label> = LabelBuffer<L>;
}

/// Room for the rows of the next chunk, which is about as long as the last.
const fn room(last: usize) -> usize {
    last + last / 8
}

/// Takes a vector and leaves an empty one with room for about as many values.
fn take_values<T>(values: &mut Vec<T>) -> Vec<T> {
    let next = Vec::with_capacity(room(values.len()));
    replace(values, next)
}

/// Bits, the lowest of each word first.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    #[inline(always)]
    fn push(&mut self, bit: bool) {
        let place = self.len % 64;
        if place == 0 {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(bit) << place;
        }
        self.len += 1;
    }

    fn take(&mut self) -> BooleanBuffer {
        let words = Buffer::from_vec(take_values(&mut self.words));
        BooleanBuffer::new(words, 0, take(&mut self.len))
    }
}

/// Truth values.
#[derive(Default)]
pub struct FlagBuffer {
    flags: Bits,
    absent: Absent,
}

impl ColumnBuffer<bool> for FlagBuffer {
    fn push(&mut self, flag: bool) {
        self.push_option(Some(flag));
    }

    fn push_option(&mut self, flag: Option<bool>) {
        if flag.is_none() {
            self.absent.note(self.flags.len, false);
        }
        self.flags.push(flag.unwrap_or_default());
    }
}

impl TakeColumn<ArrayRef> for FlagBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let flags = self.flags.take();
        let absent = self.absent.take(flags.len());
        Some(Arc::new(BooleanArray::new(flags, absent)))
    }
}

/// Numbers.
pub struct NumberBuffer<T: ArrowPrimitiveType> {
    /// Those of all rows from the first that has a value.
    values: Vec<T::Native>,
    absent: Absent,
    nulls: Nulls,
}

impl<T: ArrowPrimitiveType> Default for NumberBuffer<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            absent: Absent::default(),
            nulls: Nulls::default(),
        }
    }
}

impl<T: ArrowPrimitiveType> ColumnBuffer<T::Native> for NumberBuffer<T> {
    #[inline(always)]
    fn push(&mut self, value: T::Native) {
        if self.values.is_empty() {
            self.store_leading();
        }
        self.values.push(value);
    }

    #[inline(always)]
    fn push_option(&mut self, value: Option<T::Native>) {
        match value {
            Some(value) => self.push(value),
            None if self.absent.note(self.values.len(), self.values.is_empty()) => {
                self.values.push(T::Native::default());
            }
            None => {}
        }
    }
}

impl<T: ArrowPrimitiveType> NumberBuffer<T> {
    /// Number of rows.
    fn len(&self) -> usize {
        self.values.len().max(self.absent.leading)
    }

    /// Stores the rows before the first that has a value.
    #[cold]
    fn store_leading(&mut self) {
        self.values
            .resize(self.absent.leading, T::Native::default());
    }

    fn take_array(&mut self) -> PrimitiveArray<T> {
        if self.values.is_empty() {
            self.store_leading();
        }
        let values = ScalarBuffer::from(take_values(&mut self.values));
        let absent = self.absent.take(values.len());
        PrimitiveArray::new(values, absent)
    }
}

impl<T: ArrowPrimitiveType> TakeColumn<ArrayRef> for NumberBuffer<T> {
    fn take(&mut self) -> Option<ArrayRef> {
        if self.values.is_empty() && self.absent.leading > 0 {
            let rows = take(&mut self.absent.leading);
            return Some(self.nulls.rows(rows, &T::DATA_TYPE));
        }
        Some(Arc::new(self.take_array()))
    }
}

/// The bounds of variable-length rows, as 32-bit offsets, which every engine reads and which bound the values of
/// a column: zero, and the end of each row from the first that has a value.
struct Ends(Vec<i32>);

impl Default for Ends {
    fn default() -> Self {
        Self(vec![0])
    }
}

impl Ends {
    /// Number of rows.
    #[inline(always)]
    fn rows(&self) -> usize {
        self.0.len() - 1
    }

    #[inline(always)]
    fn push(&mut self, end: usize) {
        self.0.push(end as i32);
    }

    /// Stores the empty rows before the first that has a value.
    #[cold]
    fn store_leading(&mut self, rows: usize) {
        self.0.resize(1 + rows, 0);
    }

    fn take(&mut self) -> OffsetBuffer<i32> {
        let offsets = take_values(&mut self.0);
        self.0.push(0);
        OffsetBuffer::new(ScalarBuffer::from(offsets))
    }
}

/// Text.
pub struct TextBuffer {
    text: String,
    ends: Ends,
    absent: Absent,
    nulls: Nulls,
    limit: usize,
    overflowed: bool,
}

impl Default for TextBuffer {
    fn default() -> Self {
        Self::with_limit(i32::MAX as usize)
    }
}

impl TextBuffer {
    /// A buffer for at most `limit` bytes of text.
    fn with_limit(limit: usize) -> Self {
        Self {
            text: String::new(),
            ends: Ends::default(),
            absent: Absent::default(),
            nulls: Nulls::default(),
            limit,
            overflowed: false,
        }
    }
}

impl ColumnBuffer<&str> for TextBuffer {
    #[inline(always)]
    fn push(&mut self, text: &str) {
        self.push_option(Some(text));
    }

    #[inline(always)]
    fn push_option(&mut self, text: Option<&str>) {
        let rows = self.ends.rows();
        if let Some(text) = text {
            if self.text.len() + text.len() > self.limit {
                self.overflowed = true;
                return;
            }
            if rows == 0 {
                self.ends.store_leading(self.absent.leading);
            }
            self.text.push_str(text);
        } else if !self.absent.note(rows, rows == 0) {
            return;
        }
        self.ends.push(self.text.len());
    }
}

impl TakeColumn<ArrayRef> for TextBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let overflowed = take(&mut self.overflowed);
        if self.ends.rows() == 0 && self.absent.leading > 0 {
            let rows = take(&mut self.absent.leading);
            return (!overflowed).then(|| self.nulls.rows(rows, &DataType::Utf8));
        }
        let next = String::with_capacity(room(self.text.len()));
        let text = Buffer::from_vec(replace(&mut self.text, next).into_bytes());
        let absent = self.absent.take(self.ends.rows());
        let array = StringArray::new(self.ends.take(), text, absent);
        (!overflowed).then(|| Arc::new(array) as ArrayRef)
    }
}

/// An enumeration, as the keys of its values.
pub struct LabelBuffer<L> {
    keys: NumberBuffer<UInt8Type>,
    label: PhantomData<L>,
}

impl<L> Default for LabelBuffer<L> {
    fn default() -> Self {
        Self {
            keys: NumberBuffer::default(),
            label: PhantomData,
        }
    }
}

impl<L: Label> ColumnBuffer<L> for LabelBuffer<L> {
    fn push(&mut self, label: L) {
        self.keys.push(label.key());
    }

    fn push_option(&mut self, label: Option<L>) {
        self.keys.push_option(label.map(Label::key));
    }
}

impl<L> TakeColumn<ArrayRef> for LabelBuffer<L> {
    fn take(&mut self) -> Option<ArrayRef> {
        self.keys.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use audit960_types::Wing;

    #[test]
    fn text_keeps_nulls_apart_from_empty_text() {
        let mut buffer = TextBuffer::default();
        buffer.push_option(None);
        buffer.push("");
        buffer.push_option(Some("Hübner"));
        let array = buffer.take().unwrap();
        let text: Vec<_> = array.as_string::<i32>().iter().collect();
        assert_eq!(text, [None, Some(""), Some("Hübner")]);
        assert_eq!(buffer.take().unwrap().len(), 0);
    }

    #[test]
    fn text_that_does_not_fit_is_an_error_once() {
        let mut buffer = TextBuffer::with_limit(8);
        buffer.push("12345678");
        assert!(buffer.take().is_some());
        buffer.push("12345678");
        buffer.push("9");
        assert!(buffer.take().is_none());
        buffer.push("next");
        assert_eq!(buffer.take().unwrap().as_string::<i32>().value(0), "next");
    }

    #[test]
    fn rows_without_values_are_known_across_words() {
        let kinds = [
            |_| false,
            |_| true,
            |row: i64| row % 3 == 1 || row > 126,
            |row: i64| row < 70 || row == 99,
        ];
        for absent in kinds {
            let mut numbers = NumberBuffer::<Int64Type>::default();
            let mut flags = FlagBuffer::default();
            for row in 0..130 {
                let present = !absent(row);
                numbers.push_option(present.then_some(row));
                flags.push_option(present.then_some(row % 2 == 0));
            }
            let expected = |row: i64| (!absent(row)).then_some(row);
            let array = numbers.take().unwrap();
            let found: Vec<_> = array.as_primitive::<Int64Type>().iter().collect();
            assert_eq!(found, (0..130).map(expected).collect::<Vec<_>>());
            let array = flags.take().unwrap();
            let found: Vec<_> = array.as_boolean().iter().collect();
            let expected = |row| expected(row).map(|row| row % 2 == 0);
            assert_eq!(found, (0..130).map(expected).collect::<Vec<_>>());
            assert_eq!(flags.take().unwrap().len(), 0);
        }
    }

    /// Chunks in which nobody has a value, larger and smaller ones, around one in which the last row has.
    #[test]
    fn columns_without_values_have_their_rows() {
        let (mut numbers, mut texts) =
            (NumberBuffer::<Int32Type>::default(), TextBuffer::default());
        for (rows, last) in [
            (3, None),
            (100, None),
            (5, Some(-1)),
            (7, None),
            (0, None),
            (2, None),
        ] {
            for row in 0..rows {
                let value = last.filter(|_| row + 1 == rows);
                numbers.push_option(value);
                texts.push_option(value.map(|_| "x"));
            }
            let (numbers, texts) = (numbers.take().unwrap(), texts.take().unwrap());
            let mut expected = vec![None; rows];
            if let Some(end) = expected.last_mut() {
                *end = last;
            }
            let found: Vec<_> = numbers.as_primitive::<Int32Type>().iter().collect();
            assert_eq!(found, expected);
            let found: Vec<_> = texts.as_string::<i32>().iter().collect();
            let expected: Vec<_> = expected.iter().map(|value| value.map(|_| "x")).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn labels_are_keys() {
        let mut buffer = LabelBuffer::<Wing>::default();
        buffer.push(Wing::HSide);
        buffer.push_option(None);
        buffer.push_option(Some(Wing::ASide));
        let array = buffer.take().unwrap();
        let keys = array.as_primitive::<arrow_array::types::UInt8Type>();
        assert_eq!(keys.iter().collect::<Vec<_>>(), [Some(1), None, Some(0)]);
    }
}
