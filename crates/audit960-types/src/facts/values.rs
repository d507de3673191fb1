//! What endgame tables say of the positions of a run or of a repetition.

use crate::labels::{TableValue, UnknownReason};

/// What tables say of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// Its value under the clock of the game.
    pub value: TableValue,
    /// Whether no other value is possible: false where the rounding of a distance leaves two.
    pub certain: bool,
    /// Why the value is unknown.
    pub reason: Option<UnknownReason>,
    /// Its value under a clock of zero, -2 (lost) to 2 (won); `None` if no table says.
    pub wdl: Option<i32>,
    /// Half-moves to the next capture, pawn move or mate as the table has them, which may be rounded down by one;
    /// negative where the side to move loses, beyond 100 where the fifty-move rule comes first.
    pub dtz: Option<i32>,
}

/// A half-move that changed what the position was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The half-move.
    pub ply: u32,
    /// The move in SAN.
    pub san: String,
    /// What the position before it was worth to the side that made it.
    pub before: TableValue,
    /// What the position after it was worth to the same side.
    pub after: TableValue,
}

/// Values at four places of a game with a claim, and the move that changed the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunValues {
    /// After the last capture or pawn move before the first claim, or at the start of the record.
    pub start: PositionValue,
    /// At the first claim.
    pub first_claim: PositionValue,
    /// At the last claim.
    pub last_claim: PositionValue,
    /// After the last half-move of the record.
    pub end: PositionValue,
    /// The first half-move of the run that changed the value; `None` if none did, if doubt about a value before it leaves
    /// open whether it was the first, and for a repetition.
    pub change: Option<ValueChange>,
}

impl RunValues {
    /// The four values in the order of the game.
    #[must_use]
    pub const fn all(&self) -> [&PositionValue; 4] {
        [&self.start, &self.first_claim, &self.last_claim, &self.end]
    }

    /// Why a value is unknown: the reason of the first that is; `None` if all are known.
    #[must_use]
    pub fn reason(&self) -> Option<UnknownReason> {
        self.all().into_iter().find_map(|found| found.reason)
    }

    /// Whether none of the known values could be another.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let known = |found: &&PositionValue| found.value != TableValue::Unknown;
        self.all()
            .into_iter()
            .filter(known)
            .all(|found| found.certain)
    }
}
