//! When a side could claim a draw.

/// The turns at which a side could claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Number of these turns.
    pub turns: u32,
    /// First half-move before which the side had a claim, from 1.
    pub first_ply: u32,
    /// Last half-move before which it had one; one beyond the record where it ends with a claim.
    pub last_ply: u32,
}

impl Chances {
    /// A single claim, before half-move `ply`.
    #[must_use]
    pub const fn at(ply: u32) -> Self {
        Self {
            turns: 1,
            first_ply: ply,
            last_ply: ply,
        }
    }
}
