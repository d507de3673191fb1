//! Facts of runs and repetitions in which a draw could be claimed.

use super::values::{RunValues, ValueChange};
use crate::identity::Identity;
use crate::labels::{ClaimArticle, Outcome, ResetBy, RunEnd, Side};
use crate::repetition::JudgedRepetition;
/// The claims that a side had in a run under the law in force and at the venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// First half-move before which it had a claim.
    pub first_ply: u32,
    /// Last half-move before which it had one.
    pub last_ply: u32,
    /// Position at the first claim, X-FEN.
    pub first_fen: String,
}

/// A run without capture or pawn move in which a draw could be claimed, and what law and venue made
/// of it: what a row of table `incidents` says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Half-move of the last capture or pawn move before the run; 0 where it starts with the record.
    pub reset_ply: u32,
    /// What reset the clock before the run.
    pub reset_by: ResetBy,
    /// First half-move before which a claim existed under the plain limit of fifty moves.
    pub first_claim_ply: u32,
    /// The half-move clock there, which `fen` has, too.
    pub first_clock: u32,
    /// The side that had it.
    pub first_claim_side: Side,
    /// The article it rests on, by the numbers of the Laws of 2023.
    pub first_claim_article: ClaimArticle,
    /// First half-move before which 9.3.2 applied.
    pub first_932_ply: Option<u32>,
    /// Turns with a claim under the plain limit, White's and Black's.
    pub claims: [u32; 2],
    /// Highest half-move clock of the run, in plies.
    pub peak_clock: u32,
    /// Half-move that brought the clock to 150 without mating.
    pub seventy_five_ply: Option<u32>,
    /// What ended the run.
    pub ended_by: RunEnd,
    /// What became of the game.
    pub outcome: Outcome,
    /// Material, the same in the whole run, `KRBvKR`.
    pub material: String,
    /// Position at the first claim, X-FEN.
    pub fen: String,
    /// Whether the clock comes from a FEN in which it cannot be right.
    pub clock_in_doubt: bool,
    /// Row of the law table at the first claim under law, else at the last turn of the run; or
    /// `undated` or `ambiguous_date`.
    pub law: String,
    /// Whether the sources leave open which limit was in force on that date.
    pub law_uncertain: bool,
    /// Moves by each player after which that row lets players claim.
    pub limit_moves: u32,
    /// First half-move before which a claim existed under the law; `None` if none did before the game was over.
    pub first_law_claim_ply: Option<u32>,
    /// Whether claims exist where the game was played; `None` where that is not known.
    pub claimable_at_venue: Option<bool>,
    /// White's and Black's claims under law and venue.
    pub chances: [Option<Chance>; 2],
    /// The losing side, if it had such a claim in this run.
    pub half_point_lost_by: Option<Side>,
    /// Half-move after which this run ended the game without a claim, by law or venue.
    pub automatic_draw_ply: Option<u32>,
    /// Whether the side of the first claim offered a draw in the run, from that claim on; `None` if the record states no offers.
    pub claimant_offered_draw: Option<bool>,
    /// What endgame tables say, if they were asked.
    pub values: Option<Box<RunValues>>,
}

impl Incident {
    /// The side to move before a half-move.
    #[must_use]
    pub const fn side_before(&self, ply: u32) -> Side {
        if self.first_claim_ply.abs_diff(ply).is_multiple_of(2) {
            self.first_claim_side
        } else {
            self.first_claim_side.other()
        }
    }

    /// The half-move before which the claim that counts existed: the first under the law or, where the
    /// law gave none, the first under the plain limit.
    #[must_use]
    pub fn counting_claim_ply(&self) -> u32 {
        self.first_law_claim_ply.unwrap_or(self.first_claim_ply)
    }

    /// The chance of the side that lost the game, if it had one in this run.
    #[must_use]
    pub fn losers_chance(&self) -> Option<&Chance> {
        self.chances[self.half_point_lost_by? as usize].as_ref()
    }
}

/// An incident and the game it belongs to: the row of table `incidents`.
#[derive(Clone, Debug)]
pub struct IncidentFacts<'a> {
    /// Where the game begins in its source.
    pub identity: Identity,
    /// The run and its claims.
    pub incident: &'a Incident,
    /// Start position as X-FEN.
    pub start_fen: &'a str,
    /// All half-moves of the game as UCI_Chess960.
    pub moves: &'a str,
}

impl IncidentFacts<'_> {
    /// What endgame tables say of the run, if they were asked.
    #[must_use]
    pub fn values(&self) -> Option<&RunValues> {
        self.incident.values.as_deref()
    }

    /// The move that changed the value, if tables were asked and name one.
    #[must_use]
    pub fn change(&self) -> Option<&ValueChange> {
        self.values()?.change.as_ref()
    }
}

/// A position that occurred, or could have been made to occur, three times: the row of table
/// `repetitions`.
#[derive(Clone, Copy, Debug)]
pub struct RepetitionFacts<'a> {
    /// Where the game begins in its source.
    pub identity: Identity,
    /// The position, its claims, and what law and venue made of them.
    pub judged: &'a JudgedRepetition,
}

impl RepetitionFacts<'_> {
    /// What endgame tables say of the repetition, if they were asked.
    #[must_use]
    pub fn values(&self) -> Option<&RunValues> {
        self.judged.values.as_deref()
    }
}
