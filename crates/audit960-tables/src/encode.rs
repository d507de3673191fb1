//! Encodes rows as Parquet column chunks.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::Int64Builder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, StringArray, make_array, new_null_array,
};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat;
use audit960_types::Identity;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use crate::error::TableError;
use crate::game_id::GameIds;
use crate::layout::{BATCH_ROWS, properties};
use crate::schema::{ColumnDoc, TableSchema};
use crate::segment::{Segment, take_front};

/// A row group ready to be written.
pub struct EncodedRowGroup {
    pub(crate) table: usize,
    pub(crate) ordinal: u64,
    pub(crate) columns: Vec<ArrowColumnChunk>,
}

/// What the rows of a table know about their source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rows {
    /// Rows of chunks: without the source, with games and lines counted from the start of the chunk.
    OfChunks,
    /// The same for a part of a source, where the games and lines before it are unknown.
    OfPart,
    /// Complete rows.
    Whole,
}

impl Rows {
    /// The rows of a range; `whole` if the range is its whole input.
    pub(crate) const fn of_range(whole: bool) -> Self {
        match whole {
            true => Self::OfChunks,
            false => Self::OfPart,
        }
    }
}

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
    labels: Option<ArrayRef>,
}

/// Encodes the row groups of one table.
pub(crate) struct TableEncoder {
    table: &'static str,
    schema: SchemaRef,
    properties: WriterProperties,
    factory: ArrowRowGroupWriterFactory,
    columns: Vec<ColumnEncoder>,
}

impl TableEncoder {
    /// The encoder of a table that is assembled from chunks.
    pub(crate) fn new(table: &TableSchema) -> Result<Self, TableError> {
        Self::with(table, Rows::OfChunks)
    }

    /// The encoder of a table whose rows are complete.
    pub(crate) fn whole(table: &TableSchema) -> Result<Self, TableError> {
        Self::with(table, Rows::Whole)
    }

    pub(crate) fn with(table: &TableSchema, rows: Rows) -> Result<Self, TableError> {
        let schema = table.arrow();
        let properties = properties(table);
        let (_, factory) =
            ArrowWriter::try_new(io::sink(), Arc::clone(&schema), Some(properties.clone()))
                .and_then(ArrowWriter::into_serialized_writer)
                .map_err(TableError::encode(table.name))?;
        let columns = columns(table.columns.iter(), rows);
        Ok(Self {
            table: table.name,
            schema,
            properties,
            factory,
            columns,
        })
    }

    /// The table's name.
    pub(crate) const fn table(&self) -> &'static str {
        self.table
    }

    /// Starts a file of this table.
    pub(crate) fn file<W: Write + Send>(
        &self,
        target: W,
    ) -> Result<SerializedFileWriter<W>, ParquetError> {
        let properties = self.properties.clone();
        ArrowWriter::try_new(target, Arc::clone(&self.schema), Some(properties))?
            .into_serialized_writer()
            .map(|(file, _)| file)
    }

    /// Merges segments into one. Many small segments take far more memory than their rows.
    pub(crate) fn merge(&self, segments: &[Segment]) -> Result<Segment, ArrowError> {
        let chunk_columns = self.columns.iter().filter_map(|column| {
            let piece: Box<dyn Fn(&Segment) -> ArrayRef> = match column.content {
                Content::Source | Content::GameId(_) => return None,
                Content::Game(index) => Box::new(move |part| part.games(index)),
                Content::Line(index) => Box::new(move |part| part.lines(index, 0)),
                Content::Chunk(index) | Content::Uncounted(index) => {
                    Box::new(move |part| part.column(index))
                }
            };
            let pieces: Vec<ArrayRef> = segments.iter().map(piece).collect();
            Some(concat(&references(&pieces)))
        });
        let columns = chunk_columns.collect::<Result<Vec<_>, _>>()?;
        Ok(Segment::merged(columns, segments))
    }

    /// Encodes one row group.
    pub(crate) fn encode(
        &self,
        segments: Vec<Segment>,
    ) -> Result<Vec<ArrowColumnChunk>, TableError> {
        let batches = batches(segments);
        let columns = self.writers()?.into_iter().enumerate();
        columns
            .map(|(index, writer)| self.encode_column(index, writer, &batches))
            .collect()
    }

    /// Splits one row group into columns that can be encoded in any order.
    pub(crate) fn split(
        self: &Arc<Self>,
        segments: Vec<Segment>,
    ) -> Result<Vec<ColumnJob>, TableError> {
        let batches: Arc<[_]> = batches(segments).into();
        let job = |(index, writer)| ColumnJob {
            encoder: Arc::clone(self),
            batches: Arc::clone(&batches),
            index,
            writer,
        };
        Ok(self.writers()?.into_iter().enumerate().map(job).collect())
    }

    fn writers(&self) -> Result<Vec<ArrowColumnWriter>, TableError> {
        let writers = self.factory.create_column_writers(0);
        writers.map_err(TableError::encode(self.table))
    }

    fn encode_column(
        &self,
        index: usize,
        mut writer: ArrowColumnWriter,
        batches: &[Vec<Segment>],
    ) -> Result<ArrowColumnChunk, TableError> {
        let field = self.schema.field(index);
        let mut encode = || {
            for batch in batches {
                let array = self.columns[index].array(batch)?;
                for leaf in compute_leaves(field, &array)? {
                    writer.write(&leaf)?;
                }
            }
            Ok(())
        };
        encode()
            .and_then(|()| writer.close())
            .map_err(TableError::encode(self.table))
    }
}

/// The rows of a row group in batches of at most [`BATCH_ROWS`] rows, each encoded at once.
fn batches(segments: Vec<Segment>) -> Vec<Vec<Segment>> {
    let mut queue = VecDeque::from(segments);
    let mut batches = Vec::new();
    while !queue.is_empty() {
        batches.push(take_front(&mut queue, BATCH_ROWS));
    }
    batches
}

/// A column of a row group to be encoded; any worker may do it.
#[must_use]
pub struct ColumnJob {
    encoder: Arc<TableEncoder>,
    batches: Arc<[Vec<Segment>]>,
    index: usize,
    writer: ArrowColumnWriter,
}

/// A column of a row group, ready to be written with the others.
pub struct EncodedColumn {
    pub(crate) chunk: ArrowColumnChunk,
}

impl ColumnJob {
    /// Encodes the column, the expensive step.
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Parquet library fails.
    pub fn encode(self) -> Result<EncodedColumn, TableError> {
        let chunk = self
            .encoder
            .encode_column(self.index, self.writer, &self.batches)?;
        Ok(EncodedColumn { chunk })
    }
}

pub(crate) fn columns<'a>(
    docs: impl Iterator<Item = &'a ColumnDoc>,
    rows: Rows,
) -> Vec<ColumnEncoder> {
    let mut held = 0;
    let mut next = || {
        held += 1;
        held - 1
    };
    // Indices of the columns that make up the game id.
    let mut identity = [0; 3];
    docs.map(|doc| ColumnEncoder {
        content: match (rows, doc.name) {
            (Rows::Whole, _) => Content::Chunk(next()),
            (_, "source") => Content::Source,
            (_, "game_id") => Content::GameId(identity),
            (_, "frame_offset") => {
                identity[0] = next();
                Content::Chunk(identity[0])
            }
            (_, "byte_offset") => {
                identity[1] = next();
                Content::Chunk(identity[1])
            }
            (Rows::OfChunks, "game") => {
                identity[2] = next();
                Content::Game(identity[2])
            }
            (Rows::OfPart, "game") => {
                identity[2] = next();
                Content::Uncounted(identity[2])
            }
            (Rows::OfChunks, "line") => Content::Line(next()),
            (Rows::OfPart, "line") => Content::Uncounted(next()),
            _ => Content::Chunk(next()),
        },
        labels: doc
            .kind
            .labels()
            .map(|labels| Arc::new(StringArray::from(labels)) as ArrayRef),
    })
    .collect()
}

impl ColumnEncoder {
    /// The values of a batch, in one array.
    pub(crate) fn array(&self, batch: &[Segment]) -> Result<ArrayRef, ArrowError> {
        let pieces: Vec<ArrayRef> = match self.content {
            Content::Source => return sources(batch),
            Content::GameId(columns) => return Ok(game_ids(batch, columns)),
            Content::Uncounted(_) => {
                let rows = batch.iter().map(|part| part.rows).sum();
                return Ok(new_null_array(&DataType::Int64, rows));
            }
            Content::Game(index) => batch.iter().map(|part| part.games(index)).collect(),
            Content::Line(index) => batch.iter().map(|part| part.lines(index, 1)).collect(),
            Content::Chunk(index) => batch.iter().map(|part| part.column(index)).collect(),
        };
        let array = without_empty_nulls(concat(&references(&pieces))?)?;
        match &self.labels {
            None => Ok(array),
            Some(labels) => {
                let keys = array.as_primitive::<UInt8Type>().clone();
                Ok(Arc::new(DictionaryArray::try_new(
                    keys,
                    Arc::clone(labels),
                )?))
            }
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
    use crate::segment::Origin;

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
        };
        let lines = ColumnEncoder {
            content: Content::Line(0),
            labels: None,
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
