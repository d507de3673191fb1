//! One row of the law table.

use crate::law::date::Day;
use crate::law::material::Condition;

/// What a row provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A player may claim a draw after this many moves by each player (Laws 9.3).
    Claim {
        /// Moves by each player without capture or pawn move.
        limit_moves: u32,
    },
    /// The game is drawn after 75 moves by each player unless the last one mates (Laws 9.6.2).
    Automatic,
    /// The game is drawn when a position stands on the board for the fifth time in alternate moves
    /// that follow each other (Laws of 2014, 9.6).
    FivefoldInSequence,
    /// The game is drawn when a position stands on the board for the fifth time (Laws 9.6.1).
    Fivefold,
}

impl Rule {
    /// The name in a table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claim { .. } => "claim",
            Self::Automatic => "automatic",
            Self::FivefoldInSequence => "fivefold-in-sequence",
            Self::Fivefold => "fivefold",
        }
    }

    /// Moves by each player, where the rule counts moves.
    #[must_use]
    pub const fn limit_moves(self) -> Option<u32> {
        match self {
            Self::Claim { limit_moves } => Some(limit_moves),
            Self::Automatic => Some(75),
            Self::FivefoldInSequence | Self::Fivefold => None,
        }
    }
}

/// One row of the law table. `Display` of its parts gives them back as the table writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawRow {
    /// Name, unique in its table.
    pub id: String,
    /// First day in force; `None`: without beginning.
    pub from: Option<Day>,
    /// Last day in force; `None`: without end.
    pub to: Option<Day>,
    /// What it provides.
    pub rule: Rule,
    /// For which positions.
    pub condition: Condition,
    /// Whether it is applied to every game of its time.
    pub presumed: bool,
    /// Where it is from.
    pub source: String,
    /// What is not certain about it.
    pub certainty: String,
}

impl LawRow {
    /// Whether it is applied to the games of a day.
    #[must_use]
    pub fn is_in_force(&self, day: Day) -> bool {
        self.presumed
            && self.from.is_none_or(|from| from <= day)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether it is the kind of row a table cannot do without: a claim for every day and position.
    pub(super) fn is_general(&self) -> bool {
        self.presumed && self.from.is_none() && self.to.is_none() && self.condition.is_always()
    }
}
