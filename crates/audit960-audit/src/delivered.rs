//! What workers deliver, and what has been put in the order of the archive.

use std::sync::Arc;

use audit960_dataset::tables::{Assembler, ChunkRows};
use audit960_source::Lease;
use serde::{Deserialize, Serialize};

use crate::observer::ProgressCounts;

/// The rows of a chunk.
pub(crate) struct Delivery {
    pub(crate) rows: ChunkRows,
    pub(crate) source: u32,
    pub(crate) source_name: Arc<str>,
    pub(crate) first_of_source: bool,
    pub(crate) last_of_source: bool,
    /// Whether it was reported that its input cannot be read or decoded, or is repeated.
    pub(crate) troubled: bool,
    pub(crate) bytes: u64,
    /// The bytes in flight that its rows account for.
    pub(crate) lease: Lease,
}

/// Where the games of a chunk belong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChunkOrigin {
    /// Their source.
    pub(crate) source: String,
    /// Games of that source before them.
    pub(crate) games_before: u64,
}

/// What has been put in order.
pub(crate) struct Delivered {
    pub(crate) assembler: Assembler,
    pub(crate) counted: Counted,
}

/// What of the chunks in order is known beside their rows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// Games by source.
    pub(crate) games: Vec<u64>,
    /// Lines of positions by source.
    pub(crate) positions: Vec<u64>,
    /// The chunks, by number, where they are needed.
    pub(crate) chunks: Option<Vec<ChunkOrigin>>,
    /// Decompressed bytes.
    pub(crate) bytes: u64,
    pub(crate) counts: ProgressCounts,
}
