//! The half point that a player lost by playing on although a draw could be claimed.

use crate::facts::Incident;
use crate::labels::Side;
use crate::repetition::JudgedRepetition;

/// A half point that was lost in a game: one, whatever the number of its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPoint {
    /// The side that lost the game after it had a claim under law and venue.
    pub lost_by: Side,
    /// Whether every claim that it had rests on a law that the sources leave open.
    pub uncertain: bool,
}

impl HalfPoint {
    /// The half point that was lost by the claims of a game. A single claim under a law that is known makes it
    /// certain.
    #[must_use]
    pub fn of(runs: &[Incident], repetitions: &[JudgedRepetition]) -> Option<Self> {
        let by_runs = runs
            .iter()
            .map(|run| (run.half_point_lost_by, run.law_uncertain));
        let by_repetitions = repetitions
            .iter()
            .map(|claim| (claim.half_point_lost_by, claim.law_uncertain == Some(true)));
        let lost = by_runs.chain(by_repetitions);
        let mut lost = lost.filter_map(|(side, uncertain)| Some((side?, uncertain)));
        let (lost_by, first) = lost.next()?;
        Some(Self {
            lost_by,
            uncertain: first && lost.all(|(_, uncertain)| uncertain),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chances::Chances;
    use crate::labels::{Outcome, RepetitionArticle};
    use crate::repetition::Repetition;

    fn judged(lost_by: Option<Side>, law_uncertain: Option<bool>) -> JudgedRepetition {
        JudgedRepetition {
            repetition: Repetition {
                first_claim_ply: 9,
                first_claim_side: Side::White,
                first_claim_article: RepetitionArticle::OnBoard,
                plies: vec![0, 4, 8],
                chances: [Some(Chances::at(9)), None],
                fen: String::new(),
            },
            outcome: Outcome::LostAfterClaim,
            claimable_at_venue: Some(true),
            half_point_lost_by: lost_by,
            law_uncertain,
            automatic_draw_ply: None,
            claimant_offered_draw: None,
            values: None,
        }
    }

    #[test]
    fn one_claim_under_a_known_law_makes_it_certain() {
        let white = Some(Side::White);
        let of = |claims: &[(Option<Side>, Option<bool>)]| {
            let claims = claims.iter().map(|(side, law)| judged(*side, *law));
            HalfPoint::of(&[], &claims.collect::<Vec<_>>())
                .map(|half_point| (half_point.lost_by, half_point.uncertain))
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(None, Some(true))]), None);
        assert_eq!(of(&[(white, Some(true))]), Some((Side::White, true)));
        // A claim that cost nothing says nothing about the half point.
        let beside = [(None, Some(false)), (white, Some(true))];
        assert_eq!(of(&beside), Some((Side::White, true)));
        let both = [(white, Some(true)), (white, Some(false))];
        assert_eq!(of(&both), Some((Side::White, false)));
        // An earlier version did not say.
        assert_eq!(of(&[(white, None)]), Some((Side::White, false)));
    }
}
