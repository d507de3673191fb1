//! Columns of strings that recur, as their distinct values and runs of indices.
//!
//! The library hashes every value of such a column, though neighbours are mostly the same: an event, a
//! date, a verdict, nothing. Here a value is first compared with the one before, and enumerations are never hashed.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use hashbrown::HashMap;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::schema::types::ColumnDescPtr;

use super::hybrid::Runs;
use super::pages::{Levels, OwnChunk, Pages};

/// Maximum bytes of the distinct values of a column in a row group. With more, a dictionary saves little, and the
/// library decides how to store the column.
const MAX_BYTES: usize = 1 << 20;

/// Maximum bytes of a minimum or maximum, as the library has it. Longer ones it knows how to cut.
const MAX_STATISTIC: usize = 64;

/// A column of strings of a row group.
#[derive(Debug, Default)]
pub(super) struct Dictionary<'a> {
    /// The distinct values, in the order of their first row.
    values: Vec<&'a str>,
    /// For each row that has a value, its index.
    indices: Runs,
    levels: Levels,
}

impl<'a> Dictionary<'a> {
    /// The column of a text whose values lie in several arrays; `None` if the distinct values are too long.
    pub(super) fn of_texts(pieces: &'a [ArrayRef]) -> Option<Self> {
        let mut column = Self::default();
        let mut known = HashMap::new();
        let mut bytes = 0;
        let (mut last, mut index) = ("", u32::MAX);
        for piece in pieces {
            column.levels.extend(piece);
            let texts = piece.as_string::<i32>();
            if texts.null_count() == texts.len() {
                continue;
            }
            let some_absent = texts.null_count() > 0;
            for row in 0..texts.len() {
                if some_absent && texts.is_null(row) {
                    continue;
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
            column.levels.extend(piece);
            let keys = piece.as_primitive::<UInt8Type>();
            let mut row = 0;
            for run in keys.values().chunk_by(|a, b| a == b) {
                let nulls = match keys.nulls() {
                    Some(nulls) => nulls.slice(row, run.len()).null_count(),
                    None => 0,
                };
                row += run.len();
                if nulls < run.len() {
                    let key = usize::from(run[0]);
                    let index = *known[key].get_or_insert_with(|| column.add(labels[key]));
                    column.indices.push(index, run.len() - nulls);
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
            column.levels.push(true, rows);
        }
        (bytes <= MAX_BYTES).then_some(column)
    }

    /// Adds a distinct value; returns its index.
    fn add(&mut self, value: &'a str) -> u32 {
        self.values.push(value);
        (self.values.len() - 1) as u32
    }

    /// Encodes the column; `None` if the library has to do it.
    pub(super) fn encode(
        &self,
        descriptor: &ColumnDescPtr,
        compression: Compression,
    ) -> Result<Option<OwnChunk>, ParquetError> {
        let Some(statistics) = self.statistics() else {
            return Ok(None);
        };
        let mut plain = Vec::with_capacity(self.values.iter().map(|value| 4 + value.len()).sum());
        for value in &self.values {
            plain.extend_from_slice(&u32::try_from(value.len())?.to_le_bytes());
            plain.extend_from_slice(value.as_bytes());
        }
        let mut pages = Pages::new(descriptor, compression);
        pages.dictionary(plain, self.values.len())?;
        let highest = self.values.len().saturating_sub(1) as u32;
        let width = u32::BITS - highest.leading_zeros();
        let append = |body: &mut Vec<u8>| {
            body.push(width as u8);
            self.indices.write(width, body);
        };
        pages
            .finish(&self.levels, Encoding::RLE_DICTIONARY, statistics, append)
            .map(Some)
    }

    /// Minimum, maximum and number of nulls; `None` if one of the former is too long.
    fn statistics(&self) -> Option<Statistics> {
        let extreme = |value: Option<&&str>| match value {
            Some(value) if value.len() > MAX_STATISTIC => Err(()),
            value => Ok(value.map(|value| ByteArray::from(*value))),
        };
        let least = extreme(self.values.iter().min()).ok()?;
        let most = extreme(self.values.iter().max()).ok()?;
        Some(ValueStatistics::new(least, most, None, Some(self.levels.nulls()), false).into())
    }
}
