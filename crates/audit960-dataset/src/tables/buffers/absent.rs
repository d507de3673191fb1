//! Rows without a value.

use std::mem::take;

use arrow_array::{Array as _, ArrayRef, new_null_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::DataType;

use super::{room, take_values};

/// The rows without a value: none in most columns, and in most others all. Of the latter nothing is stored.
#[derive(Default)]
pub(super) struct Absent {
    /// How many rows before the first that has a value.
    pub(super) leading: usize,
    /// The others.
    later: Vec<u32>,
}

impl Absent {
    /// Notes that row `row` has no value; whether it is to be stored, because a row before it is.
    #[inline(always)]
    pub(super) fn note(&mut self, row: usize, none_stored: bool) -> bool {
        match none_stored {
            true => self.leading += 1,
            false => self.later.push(row as u32),
        }
        !none_stored
    }

    /// Which of `rows` rows have a value; `None` if all have one.
    pub(super) fn take(&mut self, rows: usize) -> Option<NullBuffer> {
        let leading = take(&mut self.leading);
        if leading == 0 && self.later.is_empty() {
            return None;
        }
        let later = take_values(&mut self.later);
        if leading + later.len() == rows {
            return Some(NullBuffer::new_null(rows));
        }
        let mut words = vec![u64::MAX; rows.div_ceil(64)];
        for row in (0..leading).chain(later.into_iter().map(|row| row as usize)) {
            words[row / 64] &= !(1 << (row % 64));
        }
        let bits = BooleanBuffer::new(Buffer::from_vec(words), 0, rows);
        Some(NullBuffer::new(bits))
    }
}

/// A column without any value. One serves for many chunks: each takes as many of its rows as it has.
#[derive(Default)]
pub(super) struct Nulls(Option<ArrayRef>);

impl Nulls {
    pub(super) fn rows(&mut self, rows: usize, kind: &DataType) -> ArrayRef {
        match &self.0 {
            Some(known) if known.len() >= rows => known.slice(0, rows),
            _ => {
                let more = new_null_array(kind, room(rows));
                self.0.insert(more).slice(0, rows)
            }
        }
    }
}
