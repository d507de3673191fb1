//! Rows on their way from chunks to row groups.

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Field, Schema};
use serde::{Deserialize, Serialize};

/// Where a chunk lies in its source, which the chunk itself does not know.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    /// The source it is part of.
    pub(crate) source: Arc<str>,
    /// Games before it in that source.
    pub(crate) games: i64,
    /// Lines before it in that source.
    pub(crate) lines: i64,
}

/// Some rows of one chunk, or of several merged ones.
#[derive(Clone)]
pub(crate) struct Segment {
    columns: Arc<[ArrayRef]>,
    /// Sources of all rows of the columns, with the row count of each.
    sources: Arc<[(Arc<str>, usize)]>,
    /// Offsets to be added to the columns `game` and `line`.
    games: i64,
    lines: i64,
    start: usize,
    pub(crate) rows: usize,
    /// Bytes of all rows of the columns.
    bytes: usize,
    /// How often it was merged.
    pub(crate) level: u8,
}

impl Segment {
    /// All rows of a chunk.
    pub(crate) fn new(columns: Vec<ArrayRef>, origin: Origin) -> Self {
        let rows = columns.first().map_or(0, Array::len);
        Self {
            bytes: bytes_of(&columns),
            columns: columns.into(),
            sources: Arc::new([(origin.source, rows)]),
            games: origin.games,
            lines: origin.lines,
            start: 0,
            rows,
            level: 0,
        }
    }

    /// The sources of its rows, with the row count of each.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&Arc<str>, usize)> {
        let (mut passed, end) = (0, self.start + self.rows);
        self.sources.iter().filter_map(move |(source, rows)| {
            let from = passed;
            passed += rows;
            let count = passed.min(end).saturating_sub(from.max(self.start));
            (count > 0).then_some((source, count))
        })
    }

    /// The rows of several segments; `columns` are merged and count from the starts of the sources.
    pub(crate) fn merged(columns: Vec<ArrayRef>, parts: &[Self]) -> Self {
        let mut sources: Vec<(Arc<str>, usize)> = Vec::new();
        for (source, rows) in parts.iter().flat_map(Self::sources) {
            match sources.last_mut() {
                Some((last, count)) if last == source => *count += rows,
                _ => sources.push((Arc::clone(source), rows)),
            }
        }
        Self {
            bytes: bytes_of(&columns),
            columns: columns.into(),
            sources: sources.into(),
            games: 0,
            lines: 0,
            start: 0,
            rows: parts.iter().map(|part| part.rows).sum(),
            level: parts.iter().map(|part| part.level).max().unwrap_or(0) + 1,
        }
    }

    /// The rows in serializable form.
    pub(crate) fn save(&self) -> Result<SegmentState, ArrowError> {
        let columns: Vec<ArrayRef> = (0..self.columns.len())
            .map(|index| self.column(index))
            .collect();
        let field = |column: &ArrayRef| Field::new("", column.data_type().clone(), true);
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
        let mut stream = StreamWriter::try_new(Vec::new(), &schema)?;
        stream.write(&batch)?;
        let sources = self.sources();
        Ok(SegmentState {
            sources: sources
                .map(|(name, rows)| (name.to_string(), rows))
                .collect(),
            games: self.games,
            lines: self.lines,
            bytes: self.bytes(),
            level: self.level,
            columns: stream.into_inner()?,
        })
    }

    /// The rows that were saved.
    pub(crate) fn restore(state: &SegmentState) -> Result<Self, ArrowError> {
        let mut stream = StreamReader::try_new(&*state.columns, None)?;
        let batch = stream
            .next()
            .ok_or_else(|| ArrowError::IpcError("no batch".to_owned()))??;
        let sources = state.sources.iter();
        Ok(Self {
            columns: batch.columns().into(),
            sources: sources
                .map(|(name, rows)| (Arc::from(&**name), *rows))
                .collect(),
            games: state.games,
            lines: state.lines,
            start: 0,
            rows: batch.num_rows(),
            bytes: state.bytes,
            level: state.level,
        })
    }

    /// Approximate bytes of its rows: its share of the bytes of all rows of the columns.
    pub(crate) fn bytes(&self) -> usize {
        let all = self.columns.first().map_or(0, Array::len);
        self.bytes / all.max(1) * self.rows
    }

    /// The values of a column.
    pub(crate) fn column(&self, index: usize) -> ArrayRef {
        let column = &self.columns[index];
        // A slice of the whole would be one allocation more; short chunks have many columns.
        match column.len() == self.rows {
            true => Arc::clone(column),
            false => column.slice(self.start, self.rows),
        }
    }

    /// The values of a column that counts games, from the start of the source.
    pub(crate) fn games(&self, index: usize) -> ArrayRef {
        self.shifted(index, self.games)
    }

    /// The values of a column that counts lines, from the start of the source, whose first line is `first`.
    pub(crate) fn lines(&self, index: usize, first: i64) -> ArrayRef {
        self.shifted(index, self.lines + first)
    }

    fn shifted(&self, index: usize, by: i64) -> ArrayRef {
        let local = self.columns[index]
            .as_primitive::<Int64Type>()
            .slice(self.start, self.rows);
        let shifted: PrimitiveArray<Int64Type> = local.unary(|value| value + by);
        Arc::new(shifted)
    }
}

/// Some rows and where they come from, in serializable form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SegmentState {
    sources: Vec<(String, usize)>,
    games: i64,
    lines: i64,
    bytes: usize,
    level: u8,
    /// An Arrow IPC stream of one batch.
    columns: Vec<u8>,
}

/// Bytes that columns use, not those reserved for them: this is the same for any number of threads.
fn bytes_of(columns: &[ArrayRef]) -> usize {
    columns.iter().map(|column| used(column.as_ref())).sum()
}

/// Bytes that a column uses. Most columns are text or numbers, whose data need not be described first.
fn used(column: &dyn Array) -> usize {
    let rows = column.len();
    let nulls = column.nulls().filter(|nulls| nulls.null_count() > 0);
    let nulls = nulls.map_or(0, |_| rows.div_ceil(8));
    if let Some(texts) = column.as_string_opt::<i32>() {
        let text = match texts.value_offsets() {
            [first, .., last] => usize::try_from(last - first).unwrap_or(0),
            _ => 0,
        };
        return text + (rows + 1) * size_of::<i32>() + nulls;
    }
    match column.data_type().primitive_width() {
        Some(width) => rows * width + nulls,
        None => column.to_data().get_slice_memory_size().unwrap_or(0),
    }
}

/// Takes up to `rows` rows from the front of a queue.
pub(crate) fn take_front(queue: &mut VecDeque<Segment>, rows: usize) -> Vec<Segment> {
    let mut taken = Vec::new();
    let mut missing = rows;
    while missing > 0
        && let Some(mut segment) = queue.pop_front()
    {
        if segment.rows > missing {
            let rest = Segment {
                start: segment.start + missing,
                rows: segment.rows - missing,
                ..segment.clone()
            };
            queue.push_front(rest);
            segment.rows = missing;
        }
        missing -= segment.rows;
        taken.push(segment);
    }
    taken
}

#[cfg(test)]
mod tests {
    use arrow_array::{BooleanArray, Int32Array, Int64Array, StringArray, UInt8Array};

    use super::*;

    fn segment(values: &[i64], source: &str) -> Segment {
        let column: ArrayRef = Arc::new(PrimitiveArray::<Int64Type>::from(values.to_vec()));
        let origin = Origin {
            source: source.into(),
            games: 10,
            lines: 100,
        };
        Segment::new(vec![column], origin)
    }

    fn values(segments: &[Segment]) -> Vec<i64> {
        let values = |segment: &Segment| {
            let column = segment.column(0);
            column.as_primitive::<Int64Type>().values().to_vec()
        };
        segments.iter().flat_map(values).collect()
    }

    fn sources(segments: &[Segment]) -> Vec<(&str, usize)> {
        let sources = segments.iter().flat_map(Segment::sources);
        sources.map(|(source, rows)| (&**source, rows)).collect()
    }

    #[test]
    fn bytes_are_those_that_the_library_counts() {
        let texts = |texts: &[Option<&str>]| -> ArrayRef {
            Arc::new(texts.iter().collect::<StringArray>())
        };
        let columns: [ArrayRef; 8] = [
            texts(&[]),
            texts(&[Some("a"), Some("bcd"), Some("")]),
            texts(&[Some("a"), None, Some("bcdefgh"), None]),
            texts(&[None; 9]),
            Arc::new(Int64Array::from(vec![1, 2, 3])),
            Arc::new(Int32Array::from(vec![Some(1), None])),
            Arc::new(UInt8Array::from(vec![None; 17])),
            Arc::new(BooleanArray::from(vec![Some(true); 17])),
        ];
        for column in columns {
            for len in 0..=column.len() {
                for start in 0..=column.len() - len {
                    let part = column.slice(start, len);
                    let expected = part.to_data().get_slice_memory_size().unwrap();
                    assert_eq!(used(part.as_ref()), expected, "{start} {len} of {column:?}");
                }
            }
        }
    }

    #[test]
    fn rows_are_taken_from_the_front_across_segments() {
        let mut queue = VecDeque::from([segment(&[1, 2, 3], "a"), segment(&[4, 5], "a")]);
        assert_eq!(values(&take_front(&mut queue, 2)), [1, 2]);
        assert_eq!(values(&take_front(&mut queue, 2)), [3, 4]);
        assert_eq!(values(&take_front(&mut queue, 2)), [5]);
        assert!(take_front(&mut queue, 2).is_empty());
    }

    #[test]
    fn merged_rows_keep_their_sources() {
        let parts = [
            segment(&[1, 2], "a"),
            segment(&[3], "a"),
            segment(&[4, 5], "b"),
        ];
        let columns = vec![segment(&[1, 2, 3, 4, 5], "").column(0)];
        let mut queue = VecDeque::from([Segment::merged(columns, &parts)]);
        let taken = take_front(&mut queue, 1);
        assert_eq!((values(&taken), sources(&taken)), (vec![1], vec![("a", 1)]));
        let taken = take_front(&mut queue, 3);
        assert_eq!(values(&taken), [2, 3, 4]);
        assert_eq!(sources(&taken), [("a", 2), ("b", 1)]);
        let taken = take_front(&mut queue, 3);
        assert_eq!((values(&taken), sources(&taken)), (vec![5], vec![("b", 1)]));
    }
}
