//! Parquet: row groups, each read by a reader of its own, so that a damaged one costs its rows.

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;

use super::files::{Part, guarded};

/// Rows of a batch.
const BATCH_ROWS: usize = 1024;

/// The largest row group that is read, in bytes after decompression, of the columns that are read.
const MAX_GROUP_BYTES: i64 = 4 << 30;

/// A file whose footer was read.
pub(super) struct Footer {
    file: File,
    size: u64,
    metadata: ArrowReaderMetadata,
}

impl Footer {
    /// Reads the footer.
    pub(super) fn read(file: File) -> Result<Self, String> {
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new());
        let metadata = viewed(metadata.map_err(|error| error.to_string())?);
        let size = file.metadata().map_err(|error| error.to_string())?.len();
        Ok(Self {
            file,
            size,
            metadata,
        })
    }

    /// The columns.
    pub(super) fn schema(&self) -> &Schema {
        self.metadata.schema()
    }

    /// Whether its metadata have this key.
    pub(super) fn has_note(&self, name: &str) -> bool {
        let file = self.metadata.metadata().file_metadata();
        let notes = file.key_value_metadata().into_iter().flatten();
        notes.into_iter().any(|note| note.key == name)
    }

    /// Chooses columns, by ascending index.
    pub(super) fn project(self, indices: Vec<usize>) -> Groups {
        let mut first = 0_u64;
        let groups = self.metadata.metadata().row_groups().iter().enumerate();
        let groups = groups.map(|(index, group)| {
            let rows = u64::try_from(group.num_rows()).unwrap_or(0);
            let group = Group {
                index,
                at: begins(group).min(self.size.saturating_sub(1)),
                first,
                rows,
            };
            first = first.saturating_add(rows);
            group
        });
        Groups {
            groups: groups.collect::<Vec<_>>().into_iter(),
            file: self.file,
            metadata: self.metadata,
            indices,
            current: None,
        }
    }
}

/// The same with texts as views of the pages that hold them: they are not copied, and a long text that many rows have is
/// there once.
fn viewed(metadata: ArrowReaderMetadata) -> ArrowReaderMetadata {
    let fields = metadata.schema().fields().iter().map(|field| {
        let field = field.as_ref().clone();
        match field.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 => field.with_data_type(DataType::Utf8View),
            _ => field,
        }
    });
    let schema = Schema::new(fields.collect::<Vec<_>>());
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    let viewed = ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options);
    viewed.unwrap_or(metadata)
}

/// Where the pages of a row group begin in the file.
fn begins(group: &RowGroupMetaData) -> u64 {
    let pages = group.columns().iter().map(|column| {
        // Some writers say 0 where there is no dictionary.
        let dictionary = column.dictionary_page_offset().filter(|at| *at > 0);
        dictionary.unwrap_or(column.data_page_offset())
    });
    u64::try_from(pages.min().unwrap_or(0)).unwrap_or(0)
}

/// The row groups of a file.
pub(super) struct Groups {
    file: File,
    metadata: ArrowReaderMetadata,
    indices: Vec<usize>,
    /// Those to come.
    groups: std::vec::IntoIter<Group>,
    current: Option<(Group, ParquetRecordBatchReader)>,
}

/// A row group, or what of it is still to come.
#[derive(Clone, Copy)]
struct Group {
    index: usize,
    /// Where it begins in the file.
    at: u64,
    /// The number of its first row.
    first: u64,
    rows: u64,
}

impl Groups {
    /// Leaves out the row groups that do not begin in a range of the stored bytes.
    pub(super) fn restrict(&mut self, range: &Range<u64>) {
        let mut groups: Vec<Group> = std::mem::take(&mut self.groups).collect();
        groups.retain(|group| range.contains(&group.at));
        self.groups = groups.into_iter();
    }

    /// The next part of the file; `None` at its end. A row group that cannot be read on costs its rows.
    pub(super) fn next(&mut self) -> Option<Part> {
        loop {
            let (mut group, mut reader) = match self.current.take() {
                Some(current) => current,
                None => {
                    let group = self.groups.next()?;
                    match self.open(group.index) {
                        Ok(reader) => (group, reader),
                        Err(reason) => return Some(group.lost(&reason)),
                    }
                }
            };
            match guarded(|| reader.next().transpose()) {
                Ok(Some(batch)) => {
                    let first = group.first;
                    let rows = batch.num_rows() as u64;
                    // The next row group counts on from the footer: two games would have one place.
                    let is_last = rows >= group.rows;
                    let mut goes_on =
                        || matches!(guarded(|| reader.next().transpose()), Ok(Some(_)));
                    if rows > group.rows || is_last && goes_on() {
                        return Some(group.lost("its pages hold more rows than the footer says"));
                    }
                    group.first = group.first.saturating_add(rows);
                    group.rows -= rows;
                    self.current = (!is_last).then_some((group, reader));
                    return Some(Part::Rows { first, batch });
                }
                Ok(None) if group.rows > 0 => {
                    return Some(group.lost("its pages hold fewer rows than the footer says"));
                }
                Ok(None) => {}
                Err(reason) => return Some(group.lost(&reason)),
            }
        }
    }

    fn open(&self, group: usize) -> Result<ParquetRecordBatchReader, String> {
        guarded(|| {
            let schema = self.metadata.metadata().file_metadata().schema_descr();
            let mask = ProjectionMask::roots(schema, self.indices.iter().copied());
            let columns = self.metadata.metadata().row_group(group).columns();
            let read = columns
                .iter()
                .enumerate()
                .filter(|(leaf, _)| mask.leaf_included(*leaf));
            let bytes = read.fold(0_i64, |sum, (_, column)| {
                sum.saturating_add(column.uncompressed_size().max(0))
            });
            if bytes > MAX_GROUP_BYTES {
                return Err(format!(
                    "the row group is larger than {} GiB",
                    MAX_GROUP_BYTES >> 30
                ));
            }
            let file = self.file.try_clone().map_err(|error| error.to_string())?;
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_projection(mask)
                .with_row_groups(vec![group])
                .with_batch_size(BATCH_ROWS)
                .build()
                .map_err(|error| error.to_string())
        })
    }
}

impl Group {
    /// What is left of it, as lost.
    fn lost(self, reason: &str) -> Part {
        Part::Lost {
            first: self.first,
            rows: self.rows.max(1),
            rows_known: self.rows > 0,
            reason: format!("row group {}: {reason}", self.index),
        }
    }
}
