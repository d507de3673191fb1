//! The effective end of a game.

use crate::labels::EndReason;

/// When a game was over without anybody's claim, and why. What the record has after it was played after
/// the end: no claim exists there, and nobody can lose half a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameEnd {
    /// Half-move after which the game was over, from 1; 0 where it was over at the start of the record.
    pub ply: u32,
    /// Why.
    pub reason: EndReason,
}

impl GameEnd {
    /// Whether a claim before a half-move came too late.
    #[must_use]
    pub const fn precedes_claim(self, ply: u32) -> bool {
        ply > self.ply
    }
}
