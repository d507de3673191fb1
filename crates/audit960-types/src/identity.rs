//! Where games begin.

use serde::{Deserialize, Serialize};

/// The name of a game for people, `source#number`: where columns count games from 0, people count from 1.
///
/// # Examples
/// ```
/// use audit960_types::game_name;
///
/// assert_eq!(game_name("club.pgn", 0), "club.pgn#1");
/// ```
#[must_use]
pub fn game_name(source: &str, ordinal: u64) -> String {
    format!("{source}#{}", ordinal.saturating_add(1))
}

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
