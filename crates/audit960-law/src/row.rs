//! One row of the law table.

use crate::date::Day;
use crate::days::{Days, GameDates};
use crate::material::Condition;

/// The rule on draws that a row sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A player may claim a draw after this many moves by each player (Laws 9.3).
    Claim {
        /// Moves by each player without capture or pawn move.
        limit_moves: u32,
    },
    /// The game is drawn after 75 moves by each player unless the last one mates (Laws 9.6.2).
    Automatic,
    /// The game is drawn when a position occurs for the fifth time in consecutive alternate moves (Laws
    /// of 2014, 9.6).
    FivefoldInSequence,
    /// The game is drawn when a position occurs for the fifth time (Laws 9.6.1).
    Fivefold,
    /// A player may claim a draw when a position occurs for the third time (Laws 9.2).
    Threefold,
    /// A player may claim a draw when a series of moves has been played three times; history, never
    /// applied.
    ThreefoldSeries,
    /// The game is drawn when the same moves have been played six times in succession; history, never
    /// applied.
    SixfoldSeries,
    /// No rule is known: nobody is said to have missed a claim. Claims are shown as under fifty moves.
    NotKnown,
}

impl Rule {
    /// Those to which a table gives no number of moves of its own.
    pub(crate) const WITHOUT_LIMIT: [Self; 7] = [
        Self::Automatic,
        Self::FivefoldInSequence,
        Self::Fivefold,
        Self::Threefold,
        Self::ThreefoldSeries,
        Self::SixfoldSeries,
        Self::NotKnown,
    ];

    /// The name in a table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claim { .. } => "claim",
            Self::Automatic => "automatic",
            Self::FivefoldInSequence => "fivefold-in-sequence",
            Self::Fivefold => "fivefold",
            Self::Threefold => "threefold",
            Self::ThreefoldSeries => "threefold-series",
            Self::SixfoldSeries => "sixfold-series",
            Self::NotKnown => "not-known",
        }
    }

    /// Whether the rule says when moves without capture or pawn move allow a claim, or that this is not known.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::Claim { .. } | Self::NotKnown)
    }

    /// Whether the judge of fifty-move claims, [`judge`](fn@crate::judge), applies it: a rule that counts
    /// moves.
    #[must_use]
    pub const fn counts_moves(self) -> bool {
        matches!(self, Self::Claim { .. } | Self::Automatic | Self::NotKnown)
    }

    /// Moves by each player, where the rule counts moves.
    #[must_use]
    pub const fn limit_moves(self) -> Option<u32> {
        match self {
            Self::Claim { limit_moves } => Some(limit_moves),
            Self::Automatic => Some(75),
            Self::NotKnown => Some(50),
            Self::FivefoldInSequence
            | Self::Fivefold
            | Self::Threefold
            | Self::ThreefoldSeries
            | Self::SixfoldSeries => None,
        }
    }
}

audit960_types::choices! {
    /// Which day decides whether a row is in force.
    pub enum DateBasis {
        /// The day of the game.
        Game = "game",
        /// The first day of the competition, where that is known, else the day of the game: the Laws of
        /// 2014 apply to competitions that began on 1 July 2014 or later.
        Competition = "competition",
    }
}

/// One row of the law table. `Display` of its parts writes them in the notation of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawRow {
    /// Name, unique in its table.
    pub id: String,
    /// First day in force; `None`: no beginning.
    pub from: Option<Day>,
    /// Last day in force; `None`: no end.
    pub to: Option<Day>,
    /// The rule that it sets.
    pub rule: Rule,
    /// The positions that it applies to.
    pub condition: Condition,
    /// Whether it is applied to every game of its time; otherwise it is shown but never applied.
    pub presumed: bool,
    /// Which day decides whether it is in force.
    pub goes_by: DateBasis,
    /// Periods in which it is uncertain whether the row was in force.
    pub uncertain: Vec<Days>,
    /// Where the row comes from.
    pub source: String,
    /// What is uncertain about the row.
    pub certainty: String,
}

impl LawRow {
    /// Whether the row is presumed and `day` is in its period.
    #[must_use]
    pub fn is_in_force(&self, day: Day) -> bool {
        self.presumed
            && self.from.is_none_or(|from| from <= day)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether the row applies to a game, assuming that the game was played on `day`.
    ///
    /// A row that goes by the competition uses the competition's first day if the row was in force on
    /// all days that this can be, or on none of them; else it uses `day`.
    #[must_use]
    pub(crate) fn applies(&self, dates: &GameDates, day: Day) -> bool {
        let by_competition = match (self.goes_by, dates.competition) {
            (DateBasis::Competition, Some(days)) => self.in_force_throughout(days),
            _ => None,
        };
        by_competition.unwrap_or_else(|| self.is_in_force(day))
    }

    /// Whether the row is in force on all of some days (`true`) or on none of them (`false`); `None` if
    /// only on some.
    fn in_force_throughout(&self, days: Days) -> Option<bool> {
        let changes = self
            .changes()
            .any(|day| days.first() < day && day <= days.last());
        (!changes).then(|| self.is_in_force(days.first()))
    }

    /// The row's first day and the day after its last.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Day> {
        [self.from, self.to.map(Day::next)].into_iter().flatten()
    }

    /// Whether the row is presumed on every day and for every position. Every table needs a claim of this
    /// kind.
    pub(super) fn is_general(&self) -> bool {
        self.presumed && self.from.is_none() && self.to.is_none() && self.condition.is_always()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fifty-move rule and the 75 moves count moves; what repeats is no number of moves.
    #[test]
    fn rules_of_repetition_count_no_moves() {
        for (rule, limit) in [
            (Rule::Claim { limit_moves: 70 }, Some(70)),
            (Rule::Automatic, Some(75)),
            (Rule::NotKnown, Some(50)),
            (Rule::Threefold, None),
            (Rule::ThreefoldSeries, None),
            (Rule::SixfoldSeries, None),
            (Rule::Fivefold, None),
            (Rule::FivefoldInSequence, None),
        ] {
            assert_eq!(rule.counts_moves(), limit.is_some(), "{rule:?}");
            assert_eq!(rule.limit_moves(), limit);
            assert_eq!(
                rule.is_claim(),
                !matches!(rule, Rule::Automatic) && limit.is_some()
            );
        }
    }
}
