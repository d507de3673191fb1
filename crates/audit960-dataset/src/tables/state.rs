//! The serialised state of a run: rows that are waiting for a full row group, and files that are waiting for
//! more row groups.

use std::sync::Arc;

use crate::FileEntry;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Field, Schema};
use serde::{Deserialize, Serialize};

use crate::tables::files::FilesState;
use crate::tables::segment::Segment;

/// The state of an [`Assembler`](crate::tables::Assembler) between two chunks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AssemblerState {
    pub(crate) games: u64,
    pub(crate) lines: u64,
    pub(crate) queues: Vec<QueueState>,
}

/// The waiting rows of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct QueueState {
    pub(crate) groups: u64,
    pub(crate) segments: Vec<SegmentState>,
}

/// The state of a [`DatasetWriter`](crate::tables::DatasetWriter) between two row groups.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WriterState {
    pub(crate) finished: Vec<FileEntry>,
    pub(crate) tables: Vec<FilesState>,
}

/// Some rows and where they come from.
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

impl SegmentState {
    pub(crate) fn of(segment: &Segment) -> Result<Self, ArrowError> {
        let columns: Vec<ArrayRef> = segment.columns();
        let field = |column: &ArrayRef| Field::new("", column.data_type().clone(), true);
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
        let mut stream = StreamWriter::try_new(Vec::new(), &schema)?;
        stream.write(&batch)?;
        let (games, lines) = segment.before();
        let sources = segment.sources();
        Ok(Self {
            sources: sources
                .map(|(name, rows)| (name.to_string(), rows))
                .collect(),
            games,
            lines,
            bytes: segment.bytes(),
            level: segment.level,
            columns: stream.into_inner()?,
        })
    }

    pub(crate) fn segment(&self) -> Result<Segment, ArrowError> {
        let mut stream = StreamReader::try_new(&*self.columns, None)?;
        let batch = stream
            .next()
            .ok_or_else(|| ArrowError::IpcError("no batch".to_owned()))??;
        let sources = self.sources.iter();
        Ok(Segment::saved(
            batch.columns().to_vec(),
            sources.map(|(name, rows)| (Arc::from(&**name), *rows)),
            (self.games, self.lines),
            self.bytes,
            self.level,
        ))
    }
}
