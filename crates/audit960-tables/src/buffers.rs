//! Column buffers, to which rows are appended one value at a time.

use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder,
    ListBuilder, StringBuilder, UInt8Builder,
};

use crate::labels::Label;
use crate::schema::{float64_item, int32_item};

/// A column under construction.
pub(crate) trait ColumnBuffer {
    /// Takes the rows and leaves an empty buffer with room for about as many. `None` if a value was
    /// dropped because the column would have become too large.
    fn take(&mut self) -> Option<ArrayRef>;
}

/// Room for the rows of the next chunk, which is about as long as the last.
const fn room(last: usize) -> usize {
    last + last / 8
}

macro_rules! plain_buffer {
    ($($builder:ident),+) => {
        $(impl ColumnBuffer for $builder {
            fn take(&mut self) -> Option<ArrayRef> {
                let next = Self::with_capacity(room(self.len()));
                Some(ArrayBuilder::finish(&mut std::mem::replace(self, next)))
            }
        })+
    };
}

plain_buffer!(
    BooleanBuilder,
    Date32Builder,
    Float64Builder,
    Int32Builder,
    Int64Builder
);

/// Text with 32-bit offsets, which every engine reads and which bound the bytes of a column.
pub(crate) struct TextBuffer {
    builder: StringBuilder,
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
            builder: StringBuilder::new(),
            limit,
            overflowed: false,
        }
    }

    pub(crate) fn push(&mut self, text: &str) {
        if self.builder.values_slice().len() + text.len() > self.limit {
            self.overflowed = true;
        } else {
            self.builder.append_value(text);
        }
    }

    pub(crate) fn push_option(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.push(text),
            None => self.builder.append_null(),
        }
    }
}

impl ColumnBuffer for TextBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let rows = room(self.builder.len());
        let bytes = room(self.builder.values_slice().len());
        let next = StringBuilder::with_capacity(rows, bytes);
        let array = std::mem::replace(&mut self.builder, next).finish();
        (!std::mem::take(&mut self.overflowed)).then(|| Arc::new(array) as ArrayRef)
    }
}

/// Lists of 32-bit integers with 32-bit offsets, which every engine reads and which bound the numbers of a
/// column.
pub(crate) struct Int32ListBuffer {
    builder: ListBuilder<Int32Builder>,
    overflowed: bool,
}

impl Default for Int32ListBuffer {
    fn default() -> Self {
        Self {
            builder: ListBuilder::new(Int32Builder::new()).with_field(int32_item()),
            overflowed: false,
        }
    }
}

impl Int32ListBuffer {
    pub(crate) fn push(&mut self, numbers: &[u32]) {
        let values = self.builder.values();
        if values.len() + numbers.len() > i32::MAX as usize {
            self.overflowed = true;
            return;
        }
        values.extend(numbers.iter().map(|&number| Some(int32(number))));
        self.builder.append(true);
    }
}

impl ColumnBuffer for Int32ListBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let buffer = std::mem::take(self);
        let mut builder = buffer.builder;
        (!buffer.overflowed).then(|| Arc::new(builder.finish()) as ArrayRef)
    }
}

/// Nullable lists of nullable floating-point numbers, bounded like [`Int32ListBuffer`].
pub(crate) struct Float64ListBuffer {
    builder: ListBuilder<Float64Builder>,
    overflowed: bool,
}

impl Default for Float64ListBuffer {
    fn default() -> Self {
        Self {
            builder: ListBuilder::new(Float64Builder::new()).with_field(float64_item()),
            overflowed: false,
        }
    }
}

impl Float64ListBuffer {
    pub(crate) fn push_option(&mut self, numbers: Option<&[Option<f64>]>) {
        let Some(numbers) = numbers else {
            return self.builder.append(false);
        };
        let values = self.builder.values();
        if values.len() + numbers.len() > i32::MAX as usize {
            self.overflowed = true;
            return;
        }
        values.extend(numbers.iter().copied());
        self.builder.append(true);
    }
}

impl ColumnBuffer for Float64ListBuffer {
    fn take(&mut self) -> Option<ArrayRef> {
        let buffer = std::mem::take(self);
        let mut builder = buffer.builder;
        (!buffer.overflowed).then(|| Arc::new(builder.finish()) as ArrayRef)
    }
}

/// An enumeration, as the keys of its values.
pub(crate) struct LabelBuffer<L> {
    keys: UInt8Builder,
    label: PhantomData<L>,
}

impl<L> Default for LabelBuffer<L> {
    fn default() -> Self {
        Self {
            keys: UInt8Builder::new(),
            label: PhantomData,
        }
    }
}

impl<L: Label> LabelBuffer<L> {
    pub(crate) fn push(&mut self, label: L) {
        self.keys.append_value(label.key());
    }

    pub(crate) fn push_option(&mut self, label: Option<L>) {
        self.keys.append_option(label.map(Label::key));
    }
}

impl<L> ColumnBuffer for LabelBuffer<L> {
    fn take(&mut self) -> Option<ArrayRef> {
        let next = UInt8Builder::with_capacity(room(self.keys.len()));
        Some(Arc::new(std::mem::replace(&mut self.keys, next).finish()))
    }
}

/// Converts to a signed number, saturating at `i64::MAX`.
pub(crate) fn int64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Converts to a signed number, saturating at `i32::MAX`.
pub(crate) fn int32(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// Declares the buffers of a table, in the order of its columns.
macro_rules! column_buffers {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $buffer:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $name {
            $($field: $buffer),+
        }

        impl $name {
            /// The columns, in order.
            #[cfg(test)]
            pub(crate) const NAMES: &[&str] = &[$(stringify!($field)),+];

            /// Takes the rows. The error is the name of a column that became too large.
            pub(crate) fn take(
                &mut self,
            ) -> Result<Vec<arrow_array::ArrayRef>, &'static str> {
                use $crate::buffers::ColumnBuffer;
                Ok(vec![$(self.$field.take().ok_or(stringify!($field))?),+])
            }
        }
    };
}
pub(crate) use column_buffers;

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
    fn lists_keep_their_lengths() {
        let mut buffer = Int32ListBuffer::default();
        buffer.push(&[4, 8, u32::MAX]);
        buffer.push(&[]);
        let array = buffer.take().unwrap();
        let lists: Vec<Vec<i32>> = array
            .as_list::<i32>()
            .iter()
            .map(|list| {
                let list = list.unwrap();
                let numbers = list.as_primitive::<arrow_array::types::Int32Type>();
                numbers.values().to_vec()
            })
            .collect();
        assert_eq!(lists, [vec![4, 8, i32::MAX], vec![]]);
        assert_eq!(buffer.take().unwrap().len(), 0);
    }

    #[test]
    fn lists_that_are_null_differ_from_lists_of_nulls() {
        let mut buffer = Float64ListBuffer::default();
        buffer.push_option(None);
        buffer.push_option(Some(&[None, Some(-0.25)]));
        buffer.push_option(Some(&[]));
        let array = buffer.take().unwrap();
        let lists = array.as_list::<i32>();
        let lengths: Vec<_> = lists.iter().map(|list| list.map(|it| it.len())).collect();
        assert_eq!(lengths, [None, Some(2), Some(0)]);
        let numbers = lists
            .values()
            .as_primitive::<arrow_array::types::Float64Type>();
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [None, Some(-0.25)]);
        assert_eq!(buffer.take().unwrap().len(), 0);
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

    #[test]
    fn numbers_that_do_not_fit_saturate() {
        assert_eq!((int64(7), int64(u64::MAX)), (7, i64::MAX));
        assert_eq!((int32(7), int32(u32::MAX)), (7, i32::MAX));
    }
}
