//! Where games begin.

use serde::{Deserialize, Serialize};

/// Where a game begins in its source, independent of how the archive was cut.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Identity {
    /// Stored byte offset of the independently decoded frame that holds the first byte (multi-frame
    /// zstd; 0 otherwise).
    pub frame_offset: u64,
    /// Decompressed bytes from that frame's start (the plain offset in plain files).
    pub byte_offset: u64,
}
