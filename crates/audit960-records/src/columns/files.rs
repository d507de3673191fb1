//! Batches of rows of a file. Whatever the engines make of a damaged file, it costs the rows it holds.

use std::fs::File;
use std::io::{BufReader, Seek as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};

use super::ColumnForm;

/// Rows of a batch.
const BATCH_ROWS: usize = 256;

/// The largest row group that is read, in bytes after decompression, of the columns that are read.
const MAX_GROUP_BYTES: i64 = 4 << 30;

/// What comes next in a file.
pub(super) enum Part {
    /// Rows.
    Rows(RecordBatch),
    /// Rows that cannot be read.
    Lost { rows: u64, reason: String },
}

/// A file whose columns are known and not yet chosen.
pub(super) enum Opened {
    Parquet(File, ArrowReaderMetadata),
    ArrowFile(File),
    ArrowStream(File),
}

/// Reads the chosen columns of a file.
pub(super) enum Batches {
    Parquet(Box<Groups>),
    ArrowFile(Box<FileReader<BufReader<File>>>),
    ArrowStream(Box<StreamReader<BufReader<File>>>),
    /// What cannot be read on.
    Ended,
}

/// The row groups of a Parquet file, each read by a reader of its own.
pub(super) struct Groups {
    file: File,
    metadata: ArrowReaderMetadata,
    indices: Vec<usize>,
    next: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// Rows of the current row group that are still to come.
    left: u64,
}

/// Runs an engine, whose panics on damaged files count as errors.
fn guarded<T, E: ToString>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("its pages contradict each other".to_owned()),
    }
}

impl Batches {
    /// Opens a file and lists the names of its columns.
    pub(super) fn open(form: ColumnForm, file: File) -> Result<(Vec<String>, Opened), String> {
        guarded(|| Opened::new(form, file))
    }

    /// The next part of the file; `None` at its end.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        let next = match self {
            Self::Parquet(groups) => return groups.next(),
            Self::ArrowFile(reader) => guarded(|| reader.next().transpose()),
            Self::ArrowStream(reader) => guarded(|| reader.next().transpose()),
            Self::Ended => Ok(None),
        };
        if next.is_err() {
            *self = Self::Ended;
        }
        Ok(next?.map(Part::Rows))
    }
}

impl Opened {
    fn new(form: ColumnForm, mut file: File) -> Result<(Vec<String>, Self), String> {
        let said = |error: &dyn ToString| error.to_string();
        file.rewind().map_err(|error| said(&error))?;
        let names = |schema: &Schema| -> Vec<String> {
            schema
                .fields()
                .iter()
                .map(|field| field.name().clone())
                .collect()
        };
        match form {
            ColumnForm::Parquet => {
                let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new());
                let metadata = metadata.map_err(|error| said(&error))?;
                Ok((names(metadata.schema()), Self::Parquet(file, metadata)))
            }
            ColumnForm::ArrowFile => {
                let copy = file.try_clone().map_err(|error| said(&error))?;
                let reader = FileReader::try_new_buffered(copy, None);
                let reader = reader.map_err(|error| said(&error))?;
                Ok((names(&reader.schema()), Self::ArrowFile(file)))
            }
            ColumnForm::ArrowStream => {
                let copy = file.try_clone().map_err(|error| said(&error))?;
                let reader = StreamReader::try_new_buffered(copy, None);
                let reader = reader.map_err(|error| said(&error))?;
                Ok((names(&reader.schema()), Self::ArrowStream(file)))
            }
        }
    }

    /// Chooses columns, by ascending index.
    pub(super) fn project(self, indices: Vec<usize>) -> Result<Batches, String> {
        guarded(|| {
            let rewound = |mut file: File| match file.rewind() {
                Ok(()) => Ok(BufReader::new(file)),
                Err(error) => Err(error.to_string()),
            };
            Ok::<_, String>(match self {
                Self::Parquet(file, metadata) => Batches::Parquet(Box::new(Groups {
                    file,
                    metadata,
                    indices,
                    next: 0,
                    reader: None,
                    left: 0,
                })),
                Self::ArrowFile(file) => {
                    let reader = FileReader::try_new(rewound(file)?, Some(indices));
                    Batches::ArrowFile(Box::new(reader.map_err(|error| error.to_string())?))
                }
                Self::ArrowStream(file) => {
                    let reader = StreamReader::try_new(rewound(file)?, Some(indices));
                    Batches::ArrowStream(Box::new(reader.map_err(|error| error.to_string())?))
                }
            })
        })
    }
}

impl Groups {
    fn next(&mut self) -> Result<Option<Part>, String> {
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
