//! Gaps: bytes that belong to no game.

use crate::identity::Identity;
/// Why bytes belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// A byte-order mark.
    ByteOrderMark,
    /// Blank space before the first game.
    Blank,
    /// Text that is not a game.
    StrayText,
    /// The tail of a game beyond the size limit.
    Oversize,
    /// Lines of positions, and the blank lines and comments among them.
    Positions,
    /// A game that a bug in audit960 kept from being read.
    InternalError,
}

impl GapKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::ByteOrderMark,
        Self::Blank,
        Self::StrayText,
        Self::Oversize,
        Self::Positions,
        Self::InternalError,
    ];

    /// The name in the manifest.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte_order_mark",
            Self::Blank => "blank",
            Self::StrayText => "stray_text",
            Self::Oversize => "oversize",
            Self::Positions => "positions",
            Self::InternalError => "internal_error",
        }
    }
}

crate::label::label!(GapKind = Self::ALL);

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
