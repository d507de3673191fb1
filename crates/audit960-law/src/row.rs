//! One row of the law table.

use crate::date::Day;
use crate::days::{Days, GameDates};
use crate::material::Condition;

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

    /// Whether it lets players claim.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::Claim { .. })
    }

    /// Whether the judge of claims applies it; rules on repetition are shown only.
    #[must_use]
    pub const fn is_judged(self) -> bool {
        matches!(self, Self::Claim { .. } | Self::Automatic)
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

/// Which day decides whether a row is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesBy {
    /// The day of the game.
    Game,
    /// The day on which the competition began, where that is known: the Laws of 2014 are for
    /// competitions that begin on 1 July 2014 or later. Else the day of the game.
    Competition,
}

impl GoesBy {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Game, Self::Competition];

    /// The name in a table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Competition => "competition",
        }
    }
}

/// One row of the law table. `Display` of its parts gives them back as the table writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Which day decides whether it is in force.
    pub goes_by: GoesBy,
    /// Periods of which it is not certain whether the row was in force.
    pub uncertain: Vec<Days>,
    /// Where it is from.
    pub source: String,
    /// What is not certain about it.
    pub certainty: String,
}

impl LawRow {
    /// Whether it is applied to what happens, or begins, on a day.
    #[must_use]
    pub fn is_in_force(&self, day: Day) -> bool {
        self.presumed
            && self.from.is_none_or(|from| from <= day)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether it is applied to a game, if that was played on `day`.
    ///
    /// A row that goes by the competition asks for its first day if that lies, with all days it can
    /// mean, on one side of the row's beginning and end.
    #[must_use]
    pub(crate) fn applies(&self, dates: &GameDates, day: Day) -> bool {
        let by_competition = match (self.goes_by, dates.competition) {
            (GoesBy::Competition, Some(days)) => self.in_force_throughout(days),
            _ => None,
        };
        by_competition.unwrap_or_else(|| self.is_in_force(day))
    }

    /// Whether it is in force on all of some days (`true`) or on none of them (`false`).
    fn in_force_throughout(&self, days: Days) -> Option<bool> {
        let changes = self
            .changes()
            .any(|day| days.first() < day && day <= days.last());
        (!changes).then(|| self.is_in_force(days.first()))
    }

    /// The days on which it begins or has just ended.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Day> {
        [self.from, self.to.map(Day::next)].into_iter().flatten()
    }

    /// Whether it is the kind of row a table cannot do without: a claim for every day and position.
    pub(super) fn is_general(&self) -> bool {
        self.presumed && self.from.is_none() && self.to.is_none() && self.condition.is_always()
    }
}
