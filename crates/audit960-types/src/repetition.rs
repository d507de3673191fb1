//! A repeated position, and the claims it gave.

use crate::chances::Chances;
use crate::facts::RunValues;
use crate::labels::{Outcome, RepetitionArticle, Side};

/// A position that occurred three times, or that a legal move could have produced for at least the third
/// time (Laws 9.2).
///
/// The claims of a turn belong to the position they rest on: under 9.2.2 the one on the board, under
/// 9.2.1 the one the intended move leads to. So a turn may count in several of a game's repetitions,
/// and in one repetition the side to move in its position claims under 9.2.2, the other under 9.2.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// First half-move before which there was a claim, from 1.
    pub first_claim_ply: u32,
    /// The side that had it.
    pub first_claim_side: Side,
    /// The article it rests on.
    pub first_claim_article: RepetitionArticle,
    /// Half-moves after which the position occurred, in order; 0 is the start of the record. At least
    /// two.
    pub plies: Vec<u32>,
    /// Claims of White and of Black, `None` where a side had none.
    pub chances: [Option<Chances>; 2],
    /// The position as it stands at the first claim, under 9.2.1 after the intended move, as X-FEN.
    pub fen: String,
}

impl Repetition {
    /// Half-move after which the position occurred for the fifth time (Laws 9.6.1).
    #[must_use]
    pub fn fivefold_ply(&self) -> Option<u32> {
        self.plies.get(4).copied()
    }

    /// Half-move after which the position occurred for the fifth time in sequence, each time four
    /// half-moves after the time before, as 9.6.1 required until 30 June 2017.
    #[must_use]
    pub fn fivefold_in_sequence_ply(&self) -> Option<u32> {
        self.plies
            .windows(5)
            .find(|five| five.windows(2).all(|pair| pair[1] - pair[0] == 4))
            .map(|five| five[4])
    }

    /// Turns with a claim, White's and Black's.
    #[must_use]
    pub fn claims(&self) -> [u32; 2] {
        self.chances
            .map(|chances| chances.map_or(0, |chances| chances.turns))
    }

    /// Last half-move before which either side had a claim.
    #[must_use]
    pub fn last_claim_ply(&self) -> u32 {
        let last = self.chances.iter().flatten().map(|side| side.last_ply);
        last.max().unwrap_or(self.first_claim_ply)
    }
}

/// A repetition and what law and venue made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRepetition {
    /// The position and the claims that rest on it.
    pub repetition: Repetition,
    /// What became of the game. A claim is open at the end where there was one at the turn after
    /// the last half-move.
    pub outcome: Outcome,
    /// Whether the claim existed where and when the game was played; `None` where that is not known.
    pub claimable_at_venue: Option<bool>,
    /// The losing side, if it had a claim that the venue allowed.
    pub half_point_lost_by: Option<Side>,
    /// Whether the sources leave open which rule on repetition was in force on the date of the game; `None`
    /// where a dataset of an earlier version does not say.
    pub law_uncertain: Option<bool>,
    /// Half-move after which this position ended the game without a claim.
    pub automatic_draw_ply: Option<u32>,
    /// Whether the side of the first claim offered a draw from that claim to the last one; `None` if the record states no offers.
    pub claimant_offered_draw: Option<bool>,
    /// What endgame tables say, if they were asked.
    pub values: Option<Box<RunValues>>,
}

impl JudgedRepetition {
    /// The claims of the side that lost the game, if it had any that the venue allowed.
    #[must_use]
    pub fn losers_chances(&self) -> Option<Chances> {
        self.repetition.chances[self.half_point_lost_by? as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repetition(plies: &[u32]) -> Repetition {
        Repetition {
            first_claim_ply: 9,
            first_claim_side: Side::White,
            first_claim_article: RepetitionArticle::OnBoard,
            plies: plies.to_vec(),
            chances: [Some(Chances::at(9)), None],
            fen: String::new(),
        }
    }

    #[test]
    fn the_fifth_time_may_be_in_sequence_later() {
        let fifth = |plies: &[u32]| {
            let repetition = repetition(plies);
            (
                repetition.fivefold_ply(),
                repetition.fivefold_in_sequence_ply(),
            )
        };
        assert_eq!(fifth(&[0, 4, 8, 12]), (None, None));
        assert_eq!(fifth(&[0, 4, 8, 12, 16]), (Some(16), Some(16)));
        // Once after eight half-moves: the sequence begins again.
        assert_eq!(fifth(&[0, 8, 12, 16, 20]), (Some(20), None));
        assert_eq!(fifth(&[0, 8, 12, 16, 20, 24]), (Some(20), Some(24)));
    }

    #[test]
    fn claims_of_both_sides() {
        let mut both = repetition(&[0, 4, 8]);
        assert_eq!((both.claims(), both.last_claim_ply()), ([1, 0], 9));
        both.chances[1] = Some(Chances {
            turns: 2,
            first_ply: 12,
            last_ply: 16,
        });
        assert_eq!((both.claims(), both.last_claim_ply()), ([1, 2], 16));
    }
}
