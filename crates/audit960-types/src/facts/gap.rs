//! Gaps: bytes that belong to no game.

use crate::identity::Identity;
/// Why bytes belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// A byte-order mark.
    ByteOrderMark,
    /// Blank space before the first game.
    Blank,
    /// Text that is no game.
    StrayText,
    /// The tail of a game beyond the longest that is read.
    Oversize,
    /// Lines of positions, and the blank lines and comments among them.
    Positions,
}

impl GapKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::ByteOrderMark,
        Self::Blank,
        Self::StrayText,
        Self::Oversize,
        Self::Positions,
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
        }
    }
}

/// Bytes that belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where they begin.
    pub identity: Identity,
    /// How many they are.
    pub byte_length: u64,
    /// Why.
    pub kind: GapKind,
}
