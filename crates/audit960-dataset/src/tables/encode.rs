//! Encodes rows as Parquet column chunks.

mod column;
mod dictionary;
mod hybrid;
mod numbers;
mod pages;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::ColumnDescPtr;

pub(crate) use self::column::{ColumnEncoder, columns};
use self::pages::OwnChunk;
use crate::tables::error::TableError;
use crate::tables::layout::{BATCH_ROWS, properties};
use crate::tables::schema::arrow_schema;
use crate::tables::segment::{Origin, Segment, take_front};
use audit960_types::tables::TableSchema;

/// A row group ready to be written.
pub struct EncodedRowGroup {
    pub(crate) table: usize,
    pub(crate) ordinal: u64,
    pub(crate) columns: Vec<EncodedColumn>,
}

impl EncodedRowGroup {
    /// The row group with all its columns, in their order.
    #[must_use]
    pub fn with(mut self, columns: Vec<EncodedColumn>) -> Self {
        self.columns = columns;
        self
    }
}

/// An encoded column of a row group, ready to be written with the others.
pub enum EncodedColumn {
    /// By this crate.
    Own(OwnChunk),
    /// By the Parquet library.
    Library(ArrowColumnChunk),
}

impl EncodedColumn {
    /// Appends the column to a row group.
    pub(crate) fn append_to_row_group<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Own(chunk) => chunk.append_to_row_group(group),
            Self::Library(chunk) => chunk.append_to_row_group(group),
        }
    }
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

/// Encodes the row groups of one table.
pub(crate) struct TableEncoder {
    table: &'static str,
    schema: SchemaRef,
    properties: WriterProperties,
    factory: ArrowRowGroupWriterFactory,
    columns: Vec<ColumnEncoder>,
    descriptors: Vec<ColumnDescPtr>,
}

impl TableEncoder {
    /// The encoder of a table, whose rows know this much about their source.
    pub(crate) fn new(table: &TableSchema, rows: Rows) -> Result<Self, TableError> {
        let schema = arrow_schema(table);
        let properties = properties(table);
        let (file, factory) =
            ArrowWriter::try_new(io::sink(), Arc::clone(&schema), Some(properties.clone()))
                .and_then(ArrowWriter::into_serialized_writer)
                .map_err(TableError::encode(table.name))?;
        let columns = columns(table, rows);
        // A column is one leaf of the schema, lists included.
        let descriptors = file.schema_descr().columns().to_vec();
        Ok(Self {
            table: table.name,
            schema,
            properties,
            factory,
            columns,
            descriptors,
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
        let columns = self.columns.iter();
        let merged = columns.filter_map(|column| column.merged(segments));
        let columns = merged.collect::<Result<Vec<_>, _>>()?;
        Ok(Segment::merged(columns, segments))
    }

    /// Encodes one row group.
    pub(crate) fn encode(&self, segments: Vec<Segment>) -> Result<Vec<EncodedColumn>, TableError> {
        let batches = batches(segments);
        let columns = self.writers()?.into_iter().enumerate();
        columns
            .map(|(index, writer)| self.encode_column(index, writer, &batches))
            .collect()
    }

    /// Encodes one row group of complete rows.
    pub(crate) fn encode_whole(
        &self,
        columns: Vec<ArrayRef>,
    ) -> Result<Vec<EncodedColumn>, TableError> {
        self.encode(vec![Segment::new(columns, Origin::default())])
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
        writer: ArrowColumnWriter,
        batches: &[Vec<Segment>],
    ) -> Result<EncodedColumn, TableError> {
        let own = self.columns[index].encode(&self.descriptors[index], batches);
        match own.map_err(TableError::encode(self.table))? {
            Some(chunk) => Ok(EncodedColumn::Own(chunk)),
            None => self
                .encode_with_library(index, writer, batches)
                .map(EncodedColumn::Library)
                .map_err(TableError::encode(self.table)),
        }
    }

    fn encode_with_library(
        &self,
        index: usize,
        mut writer: ArrowColumnWriter,
        batches: &[Vec<Segment>],
    ) -> Result<ArrowColumnChunk, ParquetError> {
        let field = self.schema.field(index);
        for batch in batches {
            let array = self.columns[index].array(batch)?;
            for leaf in compute_leaves(field, &array)? {
                writer.write(&leaf)?;
            }
        }
        writer.close()
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

impl ColumnJob {
    /// Encodes the column, the expensive step.
    ///
    /// # Errors
    /// [`TableError::Encode`] if the Parquet library fails.
    pub fn encode(self) -> Result<EncodedColumn, TableError> {
        self.encoder
            .encode_column(self.index, self.writer, &self.batches)
    }
}

#[cfg(test)]
mod tests;
