//! The serialised state of a run: rows that are waiting for a full row group, and files that are waiting for
//! more row groups.

use crate::FileEntry;
use serde::{Deserialize, Serialize};

use crate::tables::files::FilesState;
use crate::tables::segment::SegmentState;

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
