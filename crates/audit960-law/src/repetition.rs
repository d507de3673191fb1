//! The judge of repetitions, for archives and datasets: applies the law of the day and the venue's rules.

use audit960_types::{GameResult, JudgedRepetition, Outcome, Repetition, Side};

use crate::end::{GameEnds, is_in_time, is_over_before};
use crate::judge::{Standard, reached};
use crate::jurisdiction::Jurisdiction;
use crate::table::Fivefold;
use crate::venue::{DrawRule, VenueKind};

/// The rules on repetition that applied to a game, by its date and venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionLaw {
    /// How the venue treated the third occurrence (Laws 9.2); `None` if that is not known.
    pub threefold: Option<VenueKind>,
    /// When the fifth occurrence ended the game (Laws 9.6.1); [`Fivefold::No`] where the venue did not
    /// apply the rule, or where the date leaves it open.
    pub fivefold: Fivefold,
    /// Whether the law of the date let players claim; `None` where that is not known.
    pub by_law: Option<bool>,
    /// Whether the sources leave open which rule was in force on that date.
    pub uncertain: bool,
}

impl RepetitionLaw {
    /// The rules for a game of those dates at a venue.
    #[must_use]
    pub fn of(rules: &Jurisdiction<'_>) -> Self {
        let threefold = rules.law.threefold(&rules.dates);
        Self {
            threefold: rules.kind(DrawRule::Threefold),
            fivefold: rules.fivefold(),
            by_law: threefold.claimable,
            uncertain: threefold.uncertain,
        }
    }

    /// Half-move after which the repetition drew the game automatically.
    fn automatic_draw(self, repetition: &Repetition) -> Option<u32> {
        if self.threefold == Some(VenueKind::Automatic) {
            return repetition.plies.get(2).copied();
        }
        match self.fivefold {
            Fivefold::No => None,
            Fivefold::InSequence => repetition.fivefold_in_sequence_ply(),
            Fivefold::AnyTime => repetition.fivefold_ply(),
        }
    }
}

/// Judges a repeated position in a game of `plies` half-moves. Claims after the end of the game do not
/// count.
///
/// Half a point is lost only where the law of the date is known to have allowed the claim; `standard` says
/// whether the venue counts, too.
#[must_use]
pub fn judge_repetition(
    repetition: Repetition,
    plies: u32,
    (result, ends): (GameResult, &GameEnds),
    law: RepetitionLaw,
    standard: Standard,
) -> JudgedRepetition {
    let loser = result.winner().map(Side::other);
    let had_claim = |side: Side| repetition.chances[side as usize].is_some();
    let outcome = match (result, loser) {
        _ if is_over_before(repetition.first_claim_ply, ends) => Outcome::OverBefore,
        (GameResult::Unfinished, _) => Outcome::Unfinished,
        (_, Some(loser)) if had_claim(loser) => Outcome::LostAfterClaim,
        (_, Some(_)) => Outcome::WonAfterClaim,
        _ if repetition.last_claim_ply() > plies => Outcome::DrawnWithClaimOpen,
        _ => Outcome::DrawnLater,
    };
    // Claims by a rule that nobody knows are neither there nor not there; a draw by the venue's own rule is none.
    let claimable_at_venue = law
        .threefold
        .map(VenueKind::is_claim)
        .filter(|claim| !(*claim && law.by_law.is_none()));
    let at_venue = standard == Standard::Fide || claimable_at_venue == Some(true);
    let counts = at_venue && law.by_law == Some(true);
    let in_time = |side: Side| {
        let chances = repetition.chances[side as usize];
        chances.is_some_and(|chances| is_in_time(chances.first_ply, ends.under(standard)))
    };
    let half_point_lost_by = loser.filter(|&loser| counts && in_time(loser));
    JudgedRepetition {
        outcome,
        claimable_at_venue,
        half_point_lost_by,
        law_uncertain: Some(law.uncertain),
        automatic_draw_ply: law
            .automatic_draw(&repetition)
            .filter(|ply| reached(*ply, ends.venue)),
        claimant_offered_draw: None,
        values: None,
        repetition,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::days::GameDates;
    use audit960_types::{Chances, EndReason, GameEnd, RepetitionArticle, Venue};

    /// White has claims before half-moves 9, 13 and 23, on the board; Black has none. The fifth
    /// occurrence is not in sequence.
    fn repetition() -> Repetition {
        let white = Chances {
            turns: 3,
            first_ply: 9,
            last_ply: 23,
        };
        Repetition {
            first_claim_ply: 9,
            first_claim_side: Side::White,
            first_claim_article: RepetitionArticle::OnBoard,
            plies: vec![0, 4, 8, 12, 22],
            chances: [Some(white), None],
            fen: String::new(),
        }
    }

    const LAW: RepetitionLaw = RepetitionLaw {
        threefold: Some(VenueKind::Claim),
        fivefold: Fivefold::AnyTime,
        by_law: Some(true),
        uncertain: false,
    };

    fn judged(plies: u32, result: GameResult, law: RepetitionLaw) -> JudgedRepetition {
        let ended = (result, &GameEnds::default());
        judge_repetition(repetition(), plies, ended, law, Standard::Venue)
    }

    #[test]
    fn half_a_point_is_lost_by_a_loser_who_could_claim() {
        let lost = |result| {
            let judged = judged(40, result, LAW);
            (judged.outcome, judged.half_point_lost_by)
        };
        let white = (Outcome::LostAfterClaim, Some(Side::White));
        assert_eq!(lost(GameResult::Black), white);
        assert_eq!(lost(GameResult::White), (Outcome::WonAfterClaim, None));
        assert_eq!(lost(GameResult::Draw), (Outcome::DrawnLater, None));
        assert_eq!(lost(GameResult::Unfinished), (Outcome::Unfinished, None));
    }

    /// White's claims exist before half-moves 9, 13 and 23. A game that is over after half-move 9 had the
    /// first of them; one that is over after half-move 8 had none.
    #[test]
    fn claims_after_the_end_of_the_game_lose_nothing() {
        let lost = |ply| {
            let end = Some(GameEnd {
                ply,
                reason: EndReason::DeadPosition,
            });
            let ends = GameEnds {
                fide: end,
                venue: end,
            };
            let ended = (GameResult::Black, &ends);
            let judged = judge_repetition(repetition(), 40, ended, LAW, Standard::Venue);
            (judged.half_point_lost_by, judged.automatic_draw_ply)
        };
        assert_eq!(lost(40), (Some(Side::White), Some(22)));
        assert_eq!(lost(9), (Some(Side::White), None));
        assert_eq!(lost(8), (None, None));
    }

    #[test]
    fn a_claim_after_the_last_recorded_move_is_open() {
        let outcome = |plies| judged(plies, GameResult::Draw, LAW).outcome;
        assert_eq!(outcome(22), Outcome::DrawnWithClaimOpen);
        assert_eq!(outcome(23), Outcome::DrawnLater);
    }

    #[test]
    fn without_claims_at_the_venue_half_a_point_is_lost_only_under_the_laws() {
        for (threefold, claimable) in [
            (None, None),
            (Some(VenueKind::None), Some(false)),
            (Some(VenueKind::Automatic), Some(false)),
        ] {
            let law = RepetitionLaw { threefold, ..LAW };
            let venue = judged(40, GameResult::Black, law);
            assert_eq!(venue.claimable_at_venue, claimable);
            assert_eq!(venue.half_point_lost_by, None);
            assert_eq!(venue.outcome, Outcome::LostAfterClaim);
            let ended = (GameResult::Black, &GameEnds::default());
            let laws = judge_repetition(repetition(), 40, ended, law, Standard::Fide);
            assert_eq!(laws.half_point_lost_by, Some(Side::White));
            assert_eq!(laws.claimable_at_venue, claimable);
        }
    }

    #[test]
    fn the_fifth_occurrence_ends_the_game_as_the_law_of_the_day_says() {
        let automatic = |fivefold, threefold| {
            let law = RepetitionLaw {
                threefold: Some(threefold),
                fivefold,
                ..LAW
            };
            judged(40, GameResult::Draw, law).automatic_draw_ply
        };
        assert_eq!(automatic(Fivefold::No, VenueKind::Claim), None);
        assert_eq!(automatic(Fivefold::InSequence, VenueKind::Claim), None);
        assert_eq!(automatic(Fivefold::AnyTime, VenueKind::Claim), Some(22));
        assert_eq!(automatic(Fivefold::AnyTime, VenueKind::Automatic), Some(8));
    }

    #[test]
    fn the_rules_are_those_of_date_and_venue() {
        let rules = |date: &str, venue| {
            let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
            RepetitionLaw::of(&Jurisdiction::builtin(dates, venue))
        };
        let board = |date| rules(date, Venue::OverTheBoard).fivefold;
        assert_eq!(board("2014.06.30"), Fivefold::No);
        assert_eq!(board("2014.07.01"), Fivefold::InSequence);
        assert_eq!(board("2017.06.30"), Fivefold::InSequence);
        assert_eq!(board("2017.07.01"), Fivefold::AnyTime);
        // An unknown day of 2014: before or after the change.
        assert_eq!(board("2014.??.??"), Fivefold::No);
        // In sequence it was a draw all through 2017.
        assert_eq!(board("2017.??.??"), Fivefold::InSequence);
        assert_eq!(board("201?.??.??"), Fivefold::No);
        assert_eq!(board("????.??.??"), Fivefold::No);
        let threefold = |venue| rules("2019.05.01", venue).threefold;
        assert_eq!(threefold(Venue::OverTheBoard), Some(VenueKind::Claim));
        assert_eq!(threefold(Venue::Tcec), Some(VenueKind::Automatic));
    }

    /// The table marks the years 1929 to 1952; before 1929 its rule is not known at all.
    #[test]
    fn what_the_sources_leave_open_is_marked() {
        let of = |date: &str| {
            let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
            let rules = Jurisdiction::builtin(dates, Venue::OverTheBoard);
            let judged = judged(40, GameResult::Black, RepetitionLaw::of(&rules));
            // Where nobody knows the law, nobody knows whether players could claim.
            assert_eq!(
                judged.claimable_at_venue.is_some(),
                judged.half_point_lost_by.is_some()
            );
            (judged.half_point_lost_by, judged.law_uncertain)
        };
        let white = Some(Side::White);
        assert_eq!(of("1883.05.05"), (None, Some(true)));
        assert_eq!(of("1935.05.05"), (white, Some(true)));
        assert_eq!(of("1952.12.31"), (white, Some(true)));
        assert_eq!(of("1953.01.01"), (white, Some(false)));
        assert_eq!(of("2019.05.01"), (white, Some(false)));
        // Without a date, the present Laws.
        assert_eq!(of("????.??.??"), (white, Some(false)));
    }
}
