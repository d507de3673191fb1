//! From what tables store to what a position is worth under a clock.

use audit960_types::{TableValue, UnknownReason};

/// The clock at which the fifty-move rule draws: fifty moves by each player.
const RULE_CLOCK: u32 = 100;

/// What a table says of a position whose clock is zero, for the side to move (WDL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but the fifty-move rule comes first.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but the fifty-move rule comes first.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// The number that Syzygy's probers give: -2 to 2.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The value for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }

    /// The value under a clock of zero.
    const fn at_zero(self) -> TableValue {
        match self {
            Self::Loss => TableValue::Loss,
            Self::BlessedLoss => TableValue::BlessedLoss,
            Self::Draw => TableValue::Draw,
            Self::CursedWin => TableValue::CursedWin,
            Self::Win => TableValue::Win,
        }
    }
}

/// Distance to zeroing: half-moves until a capture, a pawn move or mate can be forced without giving the value away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// The number as it is stored, with the sign of the value for the side to move: positive where it wins, beyond
    /// 100 where the win is cursed, zero where the position is drawn.
    pub plies: i32,
    /// Whether the table counts moves instead of half-moves, so that the true number may be greater by one.
    pub rounded: bool,
}

/// What is known of a position, whatever its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probed {
    /// Mate or stalemate stands on the board, or neither side can mate: no clock matters.
    Over {
        /// Loss or draw.
        wdl: Wdl,
        /// What the table has, if there is one.
        dtz: Option<Dtz>,
    },
    /// What tables have of the position.
    Known {
        /// The value under a clock of zero.
        wdl: Wdl,
        /// The distance to zeroing.
        dtz: Dtz,
    },
    /// The table of distances cannot be read; the value under a clock of zero is known.
    WithoutDtz {
        /// The value under a clock of zero.
        wdl: Wdl,
        /// Why there is no distance.
        reason: UnknownReason,
    },
    /// Nothing is known.
    Unknown(UnknownReason),
}

/// What a position is worth under a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockValue {
    /// The value for the side to move.
    pub value: TableValue,
    /// Whether no other value is possible: false for [`TableValue::Unknown`], and where the rounding of the distance
    /// leaves two values.
    pub certain: bool,
    /// Why the value is unknown.
    pub reason: Option<UnknownReason>,
}

impl Probed {
    /// The value under a clock of zero, if one is known.
    #[must_use]
    pub const fn wdl(self) -> Option<Wdl> {
        match self {
            Self::Over { wdl, .. } | Self::Known { wdl, .. } | Self::WithoutDtz { wdl, .. } => {
                Some(wdl)
            }
            Self::Unknown(_) => None,
        }
    }

    /// The distance to zeroing, if a table has it.
    #[must_use]
    pub const fn dtz(self) -> Option<Dtz> {
        match self {
            Self::Over { dtz, .. } => dtz,
            Self::Known { dtz, .. } => Some(dtz),
            Self::WithoutDtz { .. } | Self::Unknown(_) => None,
        }
    }

    /// What the position is worth when this many half-moves were made without capture or pawn move.
    ///
    /// A win that needs `n` half-moves to the next capture, pawn move or mate is in time if `clock + n` is at most
    /// 100: the half-move that brings the clock to 100 is too late only if it is a quiet one. Where the table counts
    /// moves and `clock + n` is exactly 100, the win may be in time or late by a half-move: the value is then
    /// [`TableValue::CursedWin`] or [`TableValue::BlessedLoss`] and not certain, since a win is never claimed that
    /// may be none. After a capture or pawn move (a clock of zero) the table's own value is exact.
    ///
    /// From a clock of 100 on every win is cursed: the opponent could have claimed with the move before
    /// (Laws 9.3.1), and servers and engine matches draw there by themselves.
    #[must_use]
    pub fn under(self, clock: u32) -> ClockValue {
        let certain = |value| ClockValue {
            value,
            certain: true,
            reason: None,
        };
        match self {
            Self::Unknown(reason) => unknown(reason),
            Self::Over { wdl, .. } => certain(wdl.at_zero()),
            Self::Known { wdl, dtz } => {
                let late = match wdl {
                    Wdl::Win => TableValue::CursedWin,
                    Wdl::Loss => TableValue::BlessedLoss,
                    Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => return certain(wdl.at_zero()),
                };
                let zeroed = dtz.plies.unsigned_abs().saturating_add(clock);
                match zeroed.cmp(&RULE_CLOCK) {
                    _ if clock == 0 => certain(wdl.at_zero()),
                    std::cmp::Ordering::Less => certain(wdl.at_zero()),
                    std::cmp::Ordering::Greater => certain(late),
                    std::cmp::Ordering::Equal if dtz.rounded => ClockValue {
                        value: late,
                        certain: false,
                        reason: None,
                    },
                    std::cmp::Ordering::Equal => certain(wdl.at_zero()),
                }
            }
            Self::WithoutDtz { wdl, reason } => match wdl {
                Wdl::Win | Wdl::Loss if clock == 0 => certain(wdl.at_zero()),
                // Every win needs at least one half-move.
                Wdl::Win if clock >= RULE_CLOCK => certain(TableValue::CursedWin),
                Wdl::Loss if clock >= RULE_CLOCK => certain(TableValue::BlessedLoss),
                Wdl::Win | Wdl::Loss => unknown(reason),
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => certain(wdl.at_zero()),
            },
        }
    }
}

const fn unknown(reason: UnknownReason) -> ClockValue {
    ClockValue {
        value: TableValue::Unknown,
        certain: false,
        reason: Some(reason),
    }
}

#[cfg(test)]
mod tests;
