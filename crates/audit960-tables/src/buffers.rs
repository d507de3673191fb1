//! Column buffers, to which rows are appended one value at a time.

mod lists;

use std::marker::PhantomData;
use std::mem::{replace, take};
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float64Type, Int32Type, Int64Type, UInt8Type,
};
use arrow_array::{ArrayRef, BooleanArray, PrimitiveArray, StringArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};

pub(crate) use self::lists::{Float64ListBuffer, Int32ListBuffer};
use audit960_types::Label;
use audit960_types::tables::{ColumnBuffer, Store, TakeColumn};

/// Buffers of columns of Arrow.
pub(crate) enum ArrowColumns {}

impl Store for ArrowColumns {
    type Column = ArrayRef;
    type Int32 = NumberBuffer<Int32Type>;
    type Int64 = NumberBuffer<Int64Type>;
    type Float64 = NumberBuffer<Float64Type>;
    type Bool = FlagBuffer;
    type Date = NumberBuffer<Date32Type>;
    type Text = TextBuffer;
    type Int32List = Int32ListBuffer;
    type Float64List = Float64ListBuffer;
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

/// The rows without a value: none in most columns, and in most others all.
#[derive(Default)]
struct Absent(Vec<u32>);

impl Absent {
    /// Notes whether row `row` has a value.
    #[inline(always)]
    fn note(&mut self, row: usize, present: bool) {
        if !present {
            self.0.push(row as u32);
        }
    }

    /// Which of `rows` rows have a value; `None` if all have one.
    fn take(&mut self, rows: usize) -> Option<NullBuffer> {
        if self.0.is_empty() {
            return None;
        }
        let absent = take_values(&mut self.0);
        if absent.len() == rows {
            return Some(NullBuffer::new_null(rows));
        }
        let mut words = vec![u64::MAX; rows.div_ceil(64)];
        for row in absent {
            words[row as usize / 64] &= !(1 << (row % 64));
        }
        let bits = BooleanBuffer::new(Buffer::from_vec(words), 0, rows);
        Some(NullBuffer::new(bits))
    }
}

/// Truth values.
#[derive(Default)]
pub(crate) struct FlagBuffer {
    flags: Bits,
    absent: Absent,
}

impl ColumnBuffer<bool> for FlagBuffer {
    fn push(&mut self, flag: bool) {
        self.push_option(Some(flag));
    }

    fn push_option(&mut self, flag: Option<bool>) {
        self.absent.note(self.flags.len, flag.is_some());
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
pub(crate) struct NumberBuffer<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    absent: Absent,
}

impl<T: ArrowPrimitiveType> Default for NumberBuffer<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            absent: Absent::default(),
        }
    }
}

impl<T: ArrowPrimitiveType> ColumnBuffer<T::Native> for NumberBuffer<T> {
    #[inline(always)]
    fn push(&mut self, value: T::Native) {
        self.values.push(value);
    }

    #[inline(always)]
    fn push_option(&mut self, value: Option<T::Native>) {
        self.absent.note(self.values.len(), value.is_some());
        self.values.push(value.unwrap_or_default());
    }
}

impl<T: ArrowPrimitiveType> NumberBuffer<T> {
    fn take_array(&mut self) -> PrimitiveArray<T> {
        let values = ScalarBuffer::from(take_values(&mut self.values));
        let absent = self.absent.take(values.len());
        PrimitiveArray::new(values, absent)
    }
}

impl<T: ArrowPrimitiveType> TakeColumn<ArrayRef> for NumberBuffer<T> {
    fn take(&mut self) -> Option<ArrayRef> {
        Some(Arc::new(self.take_array()))
    }
}

/// The ends of variable-length rows, as 32-bit offsets, which every engine reads and which bound the values of a
/// column.
#[derive(Default)]
struct Ends(Vec<i32>);

impl Ends {
    #[inline(always)]
    fn push(&mut self, end: usize) {
        self.0.push(end as i32);
    }

    fn take(&mut self) -> OffsetBuffer<i32> {
        let ends = take_values(&mut self.0);
        let offsets: Vec<i32> = std::iter::once(0).chain(ends).collect();
        OffsetBuffer::new(ScalarBuffer::from(offsets))
    }
}

/// Text.
pub(crate) struct TextBuffer {
    text: String,
    ends: Ends,
    absent: Absent,
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
            limit,
            overflowed: false,
        }
    }
}

impl ColumnBuffer<&str> for TextBuffer {
    fn push(&mut self, text: &str) {
        self.push_option(Some(text));
    }

    #[inline]
    fn push_option(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            if self.text.len() + text.len() > self.limit {
                self.overflowed = true;
                return;
            }
            self.text.push_str(text);
        }
        self.absent.note(self.ends.0.len(), text.is_some());
        self.ends.push(self.text.len());
    }
}

impl TakeColumn<ArrayRef> for TextBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let next = String::with_capacity(room(self.text.len()));
        let text = Buffer::from_vec(replace(&mut self.text, next).into_bytes());
        let absent = self.absent.take(self.ends.0.len());
        let array = StringArray::new(self.ends.take(), text, absent);
        (!take(&mut self.overflowed)).then(|| Arc::new(array) as ArrayRef)
    }
}

/// An enumeration, as the keys of its values.
pub(crate) struct LabelBuffer<L> {
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
        for absent in [|_| false, |_| true, |row: i64| row % 3 == 1 || row > 126] {
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
