//! The crate as a whole: what is written is read back with the Parquet library's own reader.

mod bytes;
mod chunks;
mod folder;
mod groups;
mod older;
mod optional;
pub(crate) mod players;
mod positions;
pub(crate) mod samples;
mod texts;
pub(crate) mod tree;
mod values;

use crate::tables::{ChunkRows, ChunkTables, EncodedRowGroup, RowGroupJob, TableError};

/// Everything that crosses threads is `Send`.
#[test]
fn what_workers_exchange_can_be_sent() {
    const fn sendable<T: Send>() {}
    sendable::<ChunkTables>();
    sendable::<ChunkRows>();
    sendable::<RowGroupJob>();
    sendable::<EncodedRowGroup>();
    sendable::<TableError>();
    sendable::<crate::tables::DatasetWriter>();
    sendable::<crate::tables::Assembler>();
    sendable::<crate::tables::PositionFile>();
}
