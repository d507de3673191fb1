//! Gaps: bytes that belong to no game.

use crate::identity::Identity;
use crate::label::labels;

labels! {
    /// Why bytes belong to no game, as the manifest names it.
    GapKind {
        /// A byte-order mark.
        ByteOrderMark = "byte_order_mark",
        /// Blank space before the first game.
        Blank = "blank",
        /// Text that is not a game.
        StrayText = "stray_text",
        /// The tail of a game beyond the size limit.
        Oversize = "oversize",
        /// Lines of positions, and the blank lines and comments among them.
        Positions = "positions",
        /// A game that a bug in audit960 kept from being read.
        InternalError = "internal_error",
    }
}

/// Bytes that belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where the gap begins.
    pub identity: Identity,
    /// Length in decompressed bytes.
    pub byte_length: u64,
    /// Why the bytes belong to no game.
    pub kind: GapKind,
}
