//! Columns of strings that recur, as their distinct values and runs of indices.
//!
//! The library hashes every value of such a column, though neighbours are mostly the same: an event, a
//! date, a verdict, nothing. Here a value is first compared with the one before, and enumerations are never hashed.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use hashbrown::HashMap;

use super::hybrid::Runs;

/// Maximum bytes of the distinct values of a column in a row group. With more, a dictionary saves little, and the
/// library decides how to store the column.
const MAX_BYTES: usize = 1 << 20;

/// A column of strings of a row group.
#[derive(Debug, Default)]
pub(super) struct Dictionary<'a> {
    /// The distinct values, in the order of their first row.
    pub(super) values: Vec<&'a str>,
    /// For each row that has a value, its index.
    pub(super) indices: Runs,
    /// For each row, 1 if it has a value, else 0.
    pub(super) levels: Runs,
}

impl<'a> Dictionary<'a> {
    /// The column of a text whose values lie in several arrays; `None` if the distinct values are too long.
    pub(super) fn of_texts(pieces: &'a [ArrayRef]) -> Option<Self> {
        let mut column = Self::default();
        let mut known = HashMap::new();
        let mut bytes = 0;
        let (mut last, mut index) = ("", u32::MAX);
        for piece in pieces {
            let texts = piece.as_string::<i32>();
            if texts.null_count() == texts.len() {
                column.levels.push(0, texts.len());
                continue;
            }
            let all_present = texts.null_count() == 0;
            if all_present {
                column.levels.push(1, texts.len());
            }
            for row in 0..texts.len() {
                if !all_present {
                    let present = texts.is_valid(row);
                    column.levels.push(u32::from(present), 1);
                    if !present {
                        continue;
                    }
                }
                let text = texts.value(row);
                if text != last || index == u32::MAX {
                    last = text;
                    index = *known.entry(text).or_insert_with(|| {
                        bytes += text.len();
                        column.add(text)
                    });
                    if bytes > MAX_BYTES {
                        return None;
                    }
                }
                column.indices.push(index, 1);
            }
        }
        Some(column)
    }

    /// The column of an enumeration with these labels, whose keys lie in several arrays.
    pub(super) fn of_labels(labels: &'a [&'static str], pieces: &[ArrayRef]) -> Self {
        let mut column = Self::default();
        let mut known = vec![None; labels.len()];
        for piece in pieces {
            let keys = piece.as_primitive::<UInt8Type>();
            if keys.null_count() == keys.len() {
                column.levels.push(0, keys.len());
                continue;
            }
            let mut row = 0;
            for run in keys.values().chunk_by(|a, b| a == b) {
                let mut present = run.len();
                if keys.null_count() > 0 {
                    present = 0;
                    for row in row..row + run.len() {
                        let valid = keys.is_valid(row);
                        column.levels.push(u32::from(valid), 1);
                        present += usize::from(valid);
                    }
                } else {
                    column.levels.push(1, run.len());
                }
                row += run.len();
                if present > 0 {
                    let key = usize::from(run[0]);
                    let index = *known[key].get_or_insert_with(|| column.add(labels[key]));
                    column.indices.push(index, present);
                }
            }
        }
        column
    }

    /// The column of the names of sources, with the number of rows of each.
    pub(super) fn of_sources(sources: impl Iterator<Item = (&'a str, usize)>) -> Option<Self> {
        let mut column = Self::default();
        let mut known = HashMap::new();
        let mut bytes = 0;
        for (source, rows) in sources {
            let index = *known.entry(source).or_insert_with(|| {
                bytes += source.len();
                column.add(source)
            });
            column.indices.push(index, rows);
            column.levels.push(1, rows);
        }
        (bytes <= MAX_BYTES).then_some(column)
    }

    /// Adds a distinct value; returns its index.
    fn add(&mut self, value: &'a str) -> u32 {
        self.values.push(value);
        (self.values.len() - 1) as u32
    }

    /// The number of rows without a value.
    pub(super) const fn nulls(&self) -> usize {
        self.levels.len() - self.indices.len()
    }
}
