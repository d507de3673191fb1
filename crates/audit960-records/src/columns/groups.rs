//! Parquet: row groups, each read by a reader of its own, so that a damaged one costs its rows.

use std::fs::File;

use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};

use super::files::{Part, guarded};

/// Rows of a batch.
const BATCH_ROWS: usize = 256;

/// The largest row group that is read, in bytes after decompression, of the columns that are read.
const MAX_GROUP_BYTES: i64 = 4 << 30;

/// A file whose footer was read.
pub(super) struct Footer {
    file: File,
    metadata: ArrowReaderMetadata,
}

impl Footer {
    /// Reads the footer.
    pub(super) fn read(file: File) -> Result<Self, String> {
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new());
        let metadata = metadata.map_err(|error| error.to_string())?;
        Ok(Self { file, metadata })
    }

    /// The columns.
    pub(super) fn schema(&self) -> &Schema {
        self.metadata.schema()
    }

    /// Chooses columns, by ascending index.
    pub(super) fn project(self, indices: Vec<usize>) -> Groups {
        Groups {
            file: self.file,
            metadata: self.metadata,
            indices,
            next: 0,
            reader: None,
            left: 0,
        }
    }
}

/// The row groups of a file.
pub(super) struct Groups {
    file: File,
    metadata: ArrowReaderMetadata,
    indices: Vec<usize>,
    next: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// Rows of the current row group that are still to come.
    left: u64,
}

impl Groups {
    /// The next part of the file; `None` at its end.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        loop {
            if self.reader.is_none() {
                let Some(group) = self.metadata.metadata().row_groups().get(self.next) else {
                    return Ok(None);
                };
                self.left = u64::try_from(group.num_rows()).unwrap_or(0);
                match self.open(self.next) {
                    Ok(reader) => self.reader = Some(reader),
                    Err(reason) => return Ok(self.lose(&reason)),
                }
            }
            let Some(reader) = &mut self.reader else {
                return Ok(None);
            };
            match guarded(|| reader.next().transpose()) {
                Ok(Some(batch)) => {
                    self.left = self.left.saturating_sub(batch.num_rows() as u64);
                    return Ok(Some(Part::Rows(batch)));
                }
                Ok(None) if self.left > 0 => {
                    let reason = "its pages hold fewer rows than the footer says";
                    return Ok(self.lose(reason));
                }
                Ok(None) => {
                    self.reader = None;
                    self.next += 1;
                }
                Err(reason) => return Ok(self.lose(&reason)),
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

    /// Goes to the next row group; what is left of this one is lost.
    fn lose(&mut self, reason: &str) -> Option<Part> {
        let reason = format!("row group {}: {reason}", self.next);
        self.reader = None;
        self.next += 1;
        let rows = std::mem::take(&mut self.left).max(1);
        Some(Part::Lost { rows, reason })
    }
}
