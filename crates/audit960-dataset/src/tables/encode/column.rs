//! The values of one column of a row group, from the rows of chunks.

use std::sync::Arc;

use arrow_array::builder::Int64Builder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, Int64Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, StringArray, make_array, new_null_array,
};
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat;
use audit960_types::Identity;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescPtr;

use super::dictionary::Dictionary;
use super::pages::OwnChunk;
use super::{Rows, numbers};
use crate::tables::layout::{PageStorage, storage};
use crate::tables::segment::Segment;
use audit960_types::GameIds;
use audit960_types::tables::{ColumnOrigin, TableSchema};

/// Where the values of a column come from.
#[derive(Clone, Copy)]
enum Content {
    /// The name of the source.
    Source,
    /// The game id, from the source and columns of the chunk: frame offset, byte offset, and the ordinal,
    /// which is null where there is no game.
    GameId([usize; 3]),
    /// Column of the chunk, plus the number of games before the chunk.
    Game(usize),
    /// Column of the chunk, counted from 0, plus the number of lines before the chunk, plus 1.
    Line(usize),
    /// Column of the chunk that counts games or lines, of which those before are unknown: null.
    Uncounted(usize),
    /// Column of the chunk.
    Chunk(usize),
}

/// A column of a table as it is encoded.
pub(crate) struct ColumnEncoder {
    content: Content,
    /// The strings that keys stand for, if this is an enumeration.
    labels: Option<Vec<&'static str>>,
    storage: PageStorage,
}

pub(crate) fn columns(table: &TableSchema, rows: Rows) -> Vec<ColumnEncoder> {
    let mut held = 0;
    let mut next = || {
        held += 1;
        held - 1
    };
    // Indices of the columns that make up the game id.
    let mut identity = [0; 3];
    let columns = table.columns.iter();
    let encoders = columns.map(|doc| ColumnEncoder {
        content: match (rows, doc.origin) {
            (Rows::Whole, _) => Content::Chunk(next()),
            (_, ColumnOrigin::Source) => Content::Source,
            (_, ColumnOrigin::GameId) => Content::GameId(identity),
            (Rows::OfChunks, ColumnOrigin::Game) => {
                identity[2] = next();
                Content::Game(identity[2])
            }
            (Rows::OfPart, ColumnOrigin::Game) => {
                identity[2] = next();
                Content::Uncounted(identity[2])
            }
            (Rows::OfChunks, ColumnOrigin::Line) => Content::Line(next()),
            (Rows::OfPart, ColumnOrigin::Line) => Content::Uncounted(next()),
            (_, ColumnOrigin::Row) => {
                let held = next();
                let offset = ["frame_offset", "byte_offset"];
                if let Some(part) = offset.iter().position(|name| *name == doc.name) {
                    identity[part] = held;
                }
                Content::Chunk(held)
            }
        },
        labels: doc.kind.labels(),
        storage: storage(table.name, doc),
    });
    encoders.collect()
}

impl ColumnEncoder {
    /// The values of a batch, in one array.
    pub(crate) fn array(&self, batch: &[Segment]) -> Result<ArrayRef, ArrowError> {
        match self.content {
            Content::Source => return sources(batch),
            Content::GameId(columns) => return Ok(game_ids(batch, columns)),
            _ => {}
        }
        let pieces: Vec<ArrayRef> = batch.iter().filter_map(|part| self.piece(part)).collect();
        let array = without_empty_nulls(concat(&references(&pieces))?)?;
        match &self.labels {
            None => Ok(array),
            Some(labels) => {
                let keys = array.as_primitive::<UInt8Type>().clone();
                let labels = Arc::new(StringArray::from(labels.clone()));
                Ok(Arc::new(DictionaryArray::try_new(keys, labels)?))
            }
        }
    }

    /// The rows of segments in one array that counts from the starts of the sources; `None` for a column that
    /// segments do not hold.
    pub(super) fn merged(&self, segments: &[Segment]) -> Option<Result<ArrayRef, ArrowError>> {
        let piece: Box<dyn Fn(&Segment) -> ArrayRef> = match self.content {
            Content::Source | Content::GameId(_) => return None,
            Content::Game(index) => Box::new(move |part| part.games(index)),
            Content::Line(index) => Box::new(move |part| part.lines(index, 0)),
            Content::Chunk(index) | Content::Uncounted(index) => {
                Box::new(move |part| part.column(index))
            }
        };
        let pieces: Vec<ArrayRef> = segments.iter().map(piece).collect();
        Some(concat(&references(&pieces)))
    }

    /// The column of a row group; `None` if the library has to encode it.
    pub(super) fn encode(
        &self,
        descriptor: &ColumnDescPtr,
        batches: &[Vec<Segment>],
    ) -> Result<Option<OwnChunk>, ParquetError> {
        let segments = || batches.iter().flatten();
        if let Content::Source = self.content {
            let sources = segments().flat_map(Segment::sources);
            let column = Dictionary::of_sources(sources.map(|(name, rows)| (&**name, rows)));
            return column.map_or(Ok(None), |dictionary| {
                dictionary.encode(descriptor, Compression::SNAPPY)
            });
        }
        let Some(pieces) = segments()
            .map(|part| self.piece(part))
            .collect::<Option<Vec<_>>>()
        else {
            return Ok(None);
        };
        match (self.storage, &self.labels) {
            (PageStorage::Dictionary(compression), Some(labels)) => {
                Dictionary::of_labels(labels, &pieces).encode(descriptor, compression)
            }
            (PageStorage::Dictionary(compression), None) => match Dictionary::of_texts(&pieces) {
                Some(column) => column.encode(descriptor, compression),
                None => Ok(None),
            },
            (PageStorage::Int32Differences, _) => {
                numbers::encode::<Int32Type>(&pieces, descriptor).map(Some)
            }
            (PageStorage::DateDifferences, _) => {
                numbers::encode::<Date32Type>(&pieces, descriptor).map(Some)
            }
            (PageStorage::Int64Differences, _) => {
                numbers::encode::<Int64Type>(&pieces, descriptor).map(Some)
            }
            (PageStorage::Other, _) => Ok(None),
        }
    }

    /// The rows of a segment; `None` for a column that segments do not hold.
    fn piece(&self, part: &Segment) -> Option<ArrayRef> {
        match self.content {
            Content::Source | Content::GameId(_) => None,
            Content::Uncounted(_) => Some(new_null_array(&DataType::Int64, part.rows)),
            Content::Game(index) => Some(part.games(index)),
            Content::Line(index) => Some(part.lines(index, 1)),
            Content::Chunk(index) => Some(part.column(index)),
        }
    }
}

fn references(arrays: &[ArrayRef]) -> Vec<&dyn Array> {
    arrays.iter().map(AsRef::as_ref).collect()
}

/// The name of each row's source. A dictionary in memory only: the writer stores plain text.
fn sources(batch: &[Segment]) -> Result<ArrayRef, ArrowError> {
    let runs = || batch.iter().flat_map(Segment::sources);
    let names = StringArray::from_iter_values(runs().map(|(source, _)| source));
    let keys = (0..)
        .zip(runs())
        .flat_map(|(key, (_, rows))| std::iter::repeat_n(key, rows));
    let keys = Int32Array::from_iter_values(keys);
    Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(
        keys,
        Arc::new(names),
    )?))
}

/// The game id of each row; null where there is no game.
fn game_ids(batch: &[Segment], [frame, byte, game]: [usize; 3]) -> ArrayRef {
    let mut numbers = Int64Builder::with_capacity(batch.iter().map(|part| part.rows).sum());
    for part in batch {
        let int64 = |array: &ArrayRef| array.as_primitive::<Int64Type>().clone();
        let [frames, bytes, games] = [frame, byte, game].map(|index| int64(&part.column(index)));
        let mut row = 0;
        for (source, rows) in part.sources() {
            let mut ids = GameIds::of(source);
            for at in row..row + rows {
                let identity = Identity {
                    frame_offset: frames.value(at).cast_unsigned(),
                    byte_offset: bytes.value(at).cast_unsigned(),
                };
                numbers.append_option(games.is_valid(at).then(|| ids.number(identity)));
            }
            row += rows;
        }
    }
    Arc::new(numbers.finish())
}

/// The same array without a validity buffer that marks no null. Such buffers are left over where a
/// chunk with nulls is cut, and the writer handles them differently.
fn without_empty_nulls(array: ArrayRef) -> Result<ArrayRef, ArrowError> {
    if array.nulls().is_none_or(|nulls| nulls.null_count() > 0) {
        return Ok(array);
    }
    Ok(make_array(
        array.to_data().into_builder().nulls(None).build()?,
    ))
}

#[cfg(test)]
mod tests {
    use arrow_array::PrimitiveArray;
    use arrow_array::types::Int64Type;

    use super::*;
    use crate::tables::segment::Origin;

    fn segment(values: &[i64], source: &str, games: i64, lines: i64) -> Segment {
        let column: ArrayRef = Arc::new(PrimitiveArray::<Int64Type>::from(values.to_vec()));
        Segment::new(
            vec![column],
            Origin {
                source: source.into(),
                games,
                lines,
            },
        )
    }

    fn values(column: &ColumnEncoder, batch: &[Segment]) -> Vec<i64> {
        column
            .array(batch)
            .unwrap()
            .as_primitive::<Int64Type>()
            .values()
            .to_vec()
    }

    #[test]
    fn games_and_lines_go_on_from_chunk_to_chunk() {
        let batch = [segment(&[0, 1], "a", 7, 100), segment(&[0, 20], "b", 0, 0)];
        let games = ColumnEncoder {
            content: Content::Game(0),
            labels: None,
            storage: PageStorage::Other,
        };
        let lines = ColumnEncoder {
            content: Content::Line(0),
            labels: None,
            storage: PageStorage::Other,
        };
        assert_eq!(values(&games, &batch), [7, 8, 0, 20]);
        assert_eq!(values(&lines, &batch), [101, 102, 1, 21]);
    }

    #[test]
    fn a_validity_buffer_without_nulls_is_dropped() {
        let array: ArrayRef = Arc::new(StringArray::from(vec![None, Some("é"), Some("")]));
        let tail = array.slice(1, 2);
        assert!(tail.nulls().is_some());
        let tail = without_empty_nulls(tail).unwrap();
        assert!(tail.nulls().is_none());
        assert_eq!(
            tail.as_string::<i32>().iter().collect::<Vec<_>>(),
            [Some("é"), Some("")]
        );
        assert!(without_empty_nulls(array).unwrap().is_null(0));
    }
}
