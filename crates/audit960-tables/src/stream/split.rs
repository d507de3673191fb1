//! The row that a task writes about its range.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int64Array, StringArray, StructArray};
use arrow_schema::ArrowError;

use crate::buffers::int64;
use crate::schema::SPLITS;

use super::select::struct_fields;

/// A row of table `splits`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitRow {
    /// The input.
    pub source: String,
    /// First stored byte of the range.
    pub range_start: u64,
    /// First stored byte after the range.
    pub range_end: u64,
    /// Stored bytes of the whole input.
    pub size: u64,
    /// XXH3-128 of the stored bytes of the range, 32 hexadecimal digits.
    pub xxh3_128: String,
    /// Whether the stored bytes are the text: neither compressed nor UTF-16.
    pub stored_as_text: bool,
    /// Bytes of text of the games and gaps that begin in the range.
    pub bytes: u64,
    /// Games that begin in the range.
    pub games: u64,
    /// EPD and FEN lines that begin in the range.
    pub positions: u64,
    /// Members of a zip archive that hold no games and were not read, as a JSON array.
    pub skipped_members: String,
    /// Program version and the options that change rows, as a JSON object.
    pub options: String,
    /// Counts of the range, as a JSON object of integers.
    pub counts: String,
}

impl SplitRow {
    /// The row, as a structure.
    pub(super) fn array(&self) -> Result<StructArray, ArrowError> {
        StructArray::try_new(struct_fields(&SPLITS), self.columns(), None)
    }

    /// The row, as columns.
    pub(crate) fn columns(&self) -> Vec<ArrayRef> {
        let text = |text: &str| Arc::new(StringArray::from(vec![text])) as ArrayRef;
        let number = |number: u64| Arc::new(Int64Array::from(vec![int64(number)])) as ArrayRef;
        vec![
            text(&self.source),
            number(self.range_start),
            number(self.range_end),
            number(self.size),
            text(&self.xxh3_128),
            Arc::new(BooleanArray::from(vec![self.stored_as_text])),
            number(self.bytes),
            number(self.games),
            number(self.positions),
            text(&self.skipped_members),
            text(&self.options),
            text(&self.counts),
        ]
    }
}
