//! Buffers of columns of lists.

use std::mem::take;
use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int32Type};
use arrow_array::{ArrayRef, ListArray};
use arrow_schema::{DataType, FieldRef};

use audit960_types::tables::{ColumnBuffer, Fits as _, TakeColumn};

use super::{Absent, Ends, Nulls, NumberBuffer};
use crate::tables::schema::{float64_item, int32_item};

/// A type of number that columns hold lists of.
pub trait Item: ArrowPrimitiveType {
    /// The field of an element.
    fn field() -> FieldRef;
}

impl Item for Int32Type {
    fn field() -> FieldRef {
        int32_item()
    }
}

impl Item for Float64Type {
    fn field() -> FieldRef {
        float64_item()
    }
}

/// Lists of numbers.
pub struct ListBuffer<T: Item> {
    values: NumberBuffer<T>,
    ends: Ends,
    absent: Absent,
    nulls: Nulls,
    overflowed: bool,
}

impl<T: Item> Default for ListBuffer<T> {
    fn default() -> Self {
        Self {
            values: NumberBuffer::default(),
            ends: Ends::default(),
            absent: Absent::default(),
            nulls: Nulls::default(),
            overflowed: false,
        }
    }
}

impl<T: Item> ListBuffer<T> {
    /// Appends a list of `length` numbers.
    fn append(&mut self, length: usize, numbers: impl Iterator<Item = Option<T::Native>>) {
        if self.values.len() + length > i32::MAX as usize {
            self.overflowed = true;
            return;
        }
        if self.ends.rows() == 0 {
            self.ends.store_leading(self.absent.leading);
        }
        for number in numbers {
            self.values.push_option(number);
        }
        self.ends.push(self.values.len());
    }

    /// Appends a row without a list.
    #[inline(always)]
    fn append_absent(&mut self) {
        let rows = self.ends.rows();
        if self.absent.note(rows, rows == 0) {
            self.ends.push(self.values.len());
        }
    }
}

impl<T: Item> TakeColumn<ArrayRef> for ListBuffer<T> {
    fn take(&mut self) -> Option<ArrayRef> {
        let overflowed = take(&mut self.overflowed);
        if self.ends.rows() == 0 && self.absent.leading > 0 {
            let rows = take(&mut self.absent.leading);
            let kind = DataType::List(T::field());
            return (!overflowed).then(|| self.nulls.rows(rows, &kind));
        }
        let values = Arc::new(self.values.take_array());
        let absent = self.absent.take(self.ends.rows());
        let array = ListArray::new(T::field(), self.ends.take(), values, absent);
        (!overflowed).then(|| Arc::new(array) as ArrayRef)
    }
}

impl ColumnBuffer<&[u32]> for ListBuffer<Int32Type> {
    fn push(&mut self, numbers: &[u32]) {
        let items = numbers.iter().map(|&number| Some(number.fit()));
        self.append(numbers.len(), items);
    }

    fn push_option(&mut self, numbers: Option<&[u32]>) {
        match numbers {
            Some(numbers) => self.push(numbers),
            None => self.append_absent(),
        }
    }
}

impl ColumnBuffer<&[Option<f64>]> for ListBuffer<Float64Type> {
    fn push(&mut self, numbers: &[Option<f64>]) {
        self.append(numbers.len(), numbers.iter().copied());
    }

    #[inline(always)]
    fn push_option(&mut self, numbers: Option<&[Option<f64>]>) {
        match numbers {
            Some(numbers) => self.push(numbers),
            None => self.append_absent(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Array;
    use arrow_array::cast::AsArray;

    #[test]
    fn lists_keep_their_lengths() {
        let mut buffer = ListBuffer::<Int32Type>::default();
        buffer.push(&[4, 8, u32::MAX]);
        buffer.push(&[]);
        let array = buffer.take().unwrap();
        let lists: Vec<Vec<i32>> = array
            .as_list::<i32>()
            .iter()
            .map(|list| {
                let list = list.unwrap();
                let numbers = list.as_primitive::<Int32Type>();
                numbers.values().to_vec()
            })
            .collect();
        assert_eq!(lists, [vec![4, 8, i32::MAX], vec![]]);
        assert_eq!(buffer.take().unwrap().len(), 0);
    }

    #[test]
    fn lists_that_are_null_differ_from_lists_of_nulls() {
        let mut buffer = ListBuffer::<Float64Type>::default();
        buffer.push_option(None);
        buffer.push_option(Some(&[None, Some(-0.25)]));
        buffer.push_option(Some(&[]));
        let array = buffer.take().unwrap();
        let lists = array.as_list::<i32>();
        let lengths: Vec<_> = lists
            .iter()
            .map(|list| list.map(|values| values.len()))
            .collect();
        assert_eq!(lengths, [None, Some(2), Some(0)]);
        let numbers = lists.values().as_primitive::<Float64Type>();
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [None, Some(-0.25)]);
        assert_eq!(buffer.take().unwrap().len(), 0);
        buffer.push_option(None);
        buffer.push_option(None);
        let array = buffer.take().unwrap();
        assert_eq!((array.len(), array.null_count()), (2, 2));
    }
}
