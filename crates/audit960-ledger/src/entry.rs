//! The lines of the ledger.

use audit960_types::{Incident, JudgedRepetition};

use crate::game::LedgerGame;

/// The run or repetition of a line of the ledger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LedgerEntry<'a> {
    /// A run without capture or pawn move (Laws 9.3).
    Fifty(&'a Incident),
    /// A repeated position (Laws 9.2).
    Repetition(&'a JudgedRepetition),
}

impl LedgerEntry<'_> {
    /// The rule that it is about, as column `rule` names it.
    #[must_use]
    pub const fn rule_name(&self) -> &'static str {
        match self {
            Self::Fifty(_) => "fifty",
            Self::Repetition(_) => "repetition",
        }
    }

    /// Whether the sources leave open the rule that the claim rests on.
    #[must_use]
    pub fn law_is_uncertain(&self) -> bool {
        match self {
            Self::Fifty(run) => run.law_uncertain,
            Self::Repetition(judged) => judged.law_uncertain == Some(true),
        }
    }

    /// Number of turns with a claim, White's and Black's.
    pub(crate) fn claims(&self) -> [u32; 2] {
        match self {
            Self::Fifty(run) => run.claims,
            Self::Repetition(judged) => judged.repetition.claims(),
        }
    }

    /// First half-move before which a claim existed.
    pub fn first_claim_ply(&self) -> u32 {
        match self {
            Self::Fifty(run) => run.first_claim_ply,
            Self::Repetition(judged) => judged.repetition.first_claim_ply,
        }
    }

    /// Highest half-move clock of a run; 0 for a repetition.
    pub(crate) fn peak_clock(&self) -> u32 {
        match self {
            Self::Fifty(run) => run.peak_clock,
            Self::Repetition(_) => 0,
        }
    }
}

/// A line of the ledger: a run or repetition with its game.
pub type LedgerLine<'a> = (&'a LedgerGame, LedgerEntry<'a>);

audit960_types::choices! {
    /// The rules on draws that a ledger covers.
    pub enum LedgerRule {
        /// Fifty moves by each player without capture or pawn move (Laws 9.3)
        Fifty = "fifty",
        /// A position that occurs, or that a move makes occur, for the third time (Laws 9.2)
        Repetition = "repetition",
        /// Both
        All = "all",
    }
}

impl LedgerRule {
    /// Whether it covers runs.
    pub const fn has_fifty(self) -> bool {
        matches!(self, Self::Fifty | Self::All)
    }

    /// Whether it covers repetitions.
    pub(crate) const fn has_repetition(self) -> bool {
        matches!(self, Self::Repetition | Self::All)
    }
}
