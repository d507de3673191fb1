//! Row groups, the units in which tables are read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{
    BooleanArray, RecordBatch, RecordBatchOptions, RecordBatchReader as _, new_null_array,
};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use arrow_select::concat::concat_batches;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::basic::Encoding;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;

use super::{ReadError, Rows};
use crate::tables::schema::{arrow_type, is_stored_as};
use audit960_types::tables::{ColumnDoc, ColumnGroup, TableSchema};

/// If more than one row in this many is wanted, all are decoded and the others dropped: skipping rows one by
/// one costs more.
const SKIP_FROM: usize = 8;

/// A row group of a file of a table.
#[derive(Clone, Debug)]
pub struct RowGroup {
    schema: &'static TableSchema,
    path: Arc<Path>,
    metadata: ArrowReaderMetadata,
    group: usize,
    rows: usize,
}

/// The row groups of a table that is stored in these files, in the order of its rows.
///
/// # Errors
/// If a file cannot be read or is not a Parquet file.
pub fn row_groups(
    schema: &'static TableSchema,
    files: &[PathBuf],
) -> Result<Vec<RowGroup>, ReadError> {
    let mut row_groups = Vec::new();
    for path in files {
        let metadata = metadata_of(path)?;
        let path: Arc<Path> = path.as_path().into();
        for (group, facts) in metadata.metadata().row_groups().iter().enumerate() {
            let rows = usize::try_from(facts.num_rows());
            row_groups.push(RowGroup {
                schema,
                path: Arc::clone(&path),
                metadata: metadata.clone(),
                group,
                rows: rows.map_err(|error| wrong(path.as_ref(), &error))?,
            });
        }
    }
    Ok(row_groups)
}

/// The last group of columns that a table has by its files, also where these have no row.
///
/// # Errors
/// If a file cannot be read.
pub fn held_group(
    schema: &'static TableSchema,
    files: &[PathBuf],
) -> Result<ColumnGroup, ReadError> {
    let mut held = ColumnGroup::default();
    for path in files {
        held = held.max(group_of(schema, &metadata_of(path)?));
    }
    Ok(held)
}

fn metadata_of(path: &Path) -> Result<ArrowReaderMetadata, ReadError> {
    let file = File::open(path).map_err(|error| wrong(path, &error))?;
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new());
    metadata.map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, error: &dyn std::error::Error) -> ReadError {
    ReadError::new(path, error.to_string())
}

fn group_of(schema: &TableSchema, metadata: &ArrowReaderMetadata) -> ColumnGroup {
    let found = metadata.schema().fields().iter();
    let groups = found.filter_map(|field| Some(schema.column(field.name())?.group));
    groups.max().unwrap_or_default()
}

impl RowGroup {
    /// The number of its rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Whether a column of text can have this text in a row, by the smallest and the largest that are noted for the row
    /// group; `true` where none are.
    #[must_use]
    pub fn may_have_text(&self, column: &str, text: &str) -> bool {
        let columns = self.metadata.metadata().row_group(self.group).columns();
        let found = columns
            .iter()
            .find(|chunk| chunk.column_path().parts() == [column]);
        let Some(statistics) = found.and_then(ColumnChunkMetaData::statistics) else {
            return true;
        };
        let not_below = statistics
            .min_bytes_opt()
            .is_none_or(|least| least <= text.as_bytes());
        let not_above = statistics
            .max_bytes_opt()
            .is_none_or(|most| text.as_bytes() <= most);
        not_below && not_above
    }

    /// Its rows, with these columns.
    ///
    /// # Errors
    /// If the file cannot be read, or a column is missing or of another type than the schema states.
    pub fn read(&self, columns: &[&str]) -> Result<Rows, ReadError> {
        self.decode(columns, None)
    }

    /// Its rows for which `keeps` is true, with these columns.
    ///
    /// # Errors
    /// As [`Self::read`]; also if `keeps` does not have one value per row.
    pub fn read_only(&self, columns: &[&str], keeps: Vec<bool>) -> Result<Rows, ReadError> {
        let wanted = keeps.iter().filter(|keep| **keep).count();
        if wanted == keeps.len() {
            return self.read(columns);
        }
        if wanted * SKIP_FROM > keeps.len() {
            return self.read(columns)?.only(keeps);
        }
        let rows = RowSelection::from_filters(&[BooleanArray::from(keeps)]);
        self.decode(columns, Some(rows))
    }

    fn decode(&self, columns: &[&str], only: Option<RowSelection>) -> Result<Rows, ReadError> {
        let wrong = |error: &dyn std::error::Error| ReadError::new(&self.path, error.to_string());
        let file = File::open(&self.path).map_err(|error| wrong(&error))?;
        let (roots, absent) = self.places(columns)?;
        let metadata = self
            .with_dictionaries(&roots)
            .map_err(|error| wrong(&error))?;
        let parquet = self.metadata.metadata().file_metadata().schema_descr();
        let mut builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
            .with_row_groups(vec![self.group])
            .with_batch_size(self.rows.max(1))
            .with_projection(ProjectionMask::roots(parquet, roots));
        if let Some(only) = only {
            builder = builder.with_row_selection(only);
        }
        let reader = builder.build().map_err(|error| wrong(&error))?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<Vec<_>, _>>();
        let mut batches = batches.map_err(|error| wrong(&error))?;
        let batch = match batches.len() {
            1 => batches.swap_remove(0),
            _ => concat_batches(&schema, &batches).map_err(|error| wrong(&error))?,
        };
        let batch = with_nulls(&batch, &absent).map_err(|error| wrong(&error))?;
        Ok(Rows::new(Arc::clone(&self.path), batch))
    }

    /// How to read some columns of this row group: text that is stored as places in a dictionary is not
    /// copied into each row.
    fn with_dictionaries(&self, roots: &[usize]) -> Result<ArrowReaderMetadata, ParquetError> {
        let found = self.metadata.schema();
        let file = self.metadata.metadata();
        let leaves = file.row_group(self.group).columns();
        let fields = found.fields().iter().enumerate().map(|(root, field)| {
            // A column of text is one leaf, but one of lists before it may have more than one.
            let leaf = || {
                leaves
                    .iter()
                    .find(|leaf| leaf.column_path().parts() == [field.name().as_str()])
            };
            let is_text = field.data_type() == &DataType::Utf8 && roots.contains(&root);
            match is_text && leaf().is_some_and(is_all_dictionary) {
                true => Arc::new(field.as_ref().clone().with_data_type(dictionary())),
                false => Arc::clone(field),
            }
        });
        let schema =
            Schema::new_with_metadata(fields.collect::<Fields>(), found.metadata().clone());
        let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
        ArrowReaderMetadata::try_new(Arc::clone(file), options)
    }

    /// The indices of columns in the file, and the columns that were added to the table after the file was
    /// written.
    ///
    /// # Errors
    /// If a column is missing, unknown, or of another type than the schema states.
    fn places(&self, columns: &[&str]) -> Result<(Vec<usize>, Vec<&'static ColumnDoc>), ReadError> {
        let found = self.metadata.schema();
        let (mut places, mut absent) = (Vec::new(), Vec::new());
        for name in columns {
            let error = |what: &str| ReadError::new(&self.path, format!("column {name} is {what}"));
            let stated = self.schema.column(name);
            match (found.index_of(name), stated) {
                (Ok(index), Some(stated)) => {
                    if !is_stored_as(stated.kind, found.field(index).data_type()) {
                        return Err(error("of another type"));
                    }
                    places.push(index);
                }
                (Ok(_), None) => return Err(error("unknown")),
                (Err(_), Some(stated)) if stored(self.schema, found.fields()).is_some() => {
                    absent.push(stated);
                }
                (Err(_), _) => return Err(error("missing")),
            }
        }
        Ok((places, absent))
    }
}

/// The columns of a file of a table, if an audit wrote it: an earlier version of the program did not have the last ones, and
/// those on request are there if they were asked for.
pub(crate) fn stored(table: &TableSchema, found: &Fields) -> Option<Vec<&'static ColumnDoc>> {
    table.stored(found.iter().map(|field| field.name().as_str()))
}

/// Rows with more columns, which are null.
fn with_nulls(batch: &RecordBatch, columns: &[&ColumnDoc]) -> Result<RecordBatch, ArrowError> {
    if columns.is_empty() {
        return Ok(batch.clone());
    }
    let fields = columns
        .iter()
        .map(|column| Arc::new(Field::new(column.name, arrow_type(column.kind), true)));
    let fields = batch.schema_ref().fields().iter().cloned().chain(fields);
    let nulls = columns
        .iter()
        .map(|column| new_null_array(&arrow_type(column.kind), batch.num_rows()));
    let arrays = batch.columns().iter().cloned().chain(nulls);
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(
        Arc::new(Schema::new(fields.collect::<Fields>())),
        arrays.collect(),
        &options,
    )
}

/// Text as places in a dictionary.
fn dictionary() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// Whether every page of a column is stored as places in one dictionary, which is not empty: the library is
/// slow to make a dictionary of nulls.
fn is_all_dictionary(column: &ColumnChunkMetaData) -> bool {
    let has_text = column
        .statistics()
        .is_none_or(|statistics| statistics.min_bytes_opt().is_some());
    let pages = column.page_encoding_stats_mask();
    has_text && pages.is_some_and(|pages| pages.is_only(Encoding::RLE_DICTIONARY))
}
