//! What endgame tables say of a claim or a draw: a missed claim in a drawn position, a win thrown away, a win that the fifty
//! moves took away.

use audit960_law::PLAIN_LIMIT;
use audit960_types::{Choice as _, Message, Outcome, PositionValue, Side, TableValue, message};

use crate::claim::{Claim, clock_before};

audit960_types::choices! {
    /// What endgame tables say of a claim that was missed, or of a draw.
    pub enum ClaimTruth {
        /// A missed claim that cost half a point, in a position that is a draw
        MissedInDraw = "missed-in-draw",
        /// The same, in a lost position that only the fifty moves had saved
        MissedInBlessedLoss = "missed-in-blessed-loss",
        /// The same, in a position that was lost in time: the claim alone would have saved it
        MissedInLoss = "missed-in-loss",
        /// The same, in a position that was won, in time or not
        MissedInWin = "missed-in-win",
        /// A draw with a claim open at the end, though a side had a win in time
        ThrownAway = "thrown-away",
        /// A draw with a claim open at the end, where the win came too late for the fifty moves
        TakenAway = "taken-away",
        /// A draw with a claim open at the end, in a position that is a draw
        DrawnAnyway = "drawn-anyway",
    }
}

/// What tables say of a run or repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Which of the cases it is.
    pub kind: ClaimTruth,
    /// The side that missed its claim or whose win it was; `None` where the position is a draw.
    pub side: Option<Side>,
    /// By how many moves, at least, a win that was taken away came too late; of one that was thrown away, how many it
    /// was late at the first claim, if it was still one.
    pub moves_late: Option<u32>,
}

/// A position with a claim, or at the start of its run.
#[derive(Clone, Copy)]
struct Place<'v> {
    ply: u32,
    mover: Side,
    found: &'v PositionValue,
}

impl Place<'_> {
    /// The value for a side; `None` where it is unknown or the rounding of a distance leaves two.
    fn value_for(self, side: Side) -> Option<TableValue> {
        let value = self.found.certain.then_some(self.found.value)?;
        Some(match side == self.mover {
            true => value,
            false => value.reversed(),
        })
    }

    /// The side for which the position has this value.
    fn side_with(self, value: TableValue) -> Option<Side> {
        let sides = [Side::White, Side::Black];
        sides
            .into_iter()
            .find(|side| self.value_for(*side) == Some(value))
    }
}

impl Claim<'_> {
    /// What tables say of it; `None` where they were not asked, do not know, or leave a doubt, and where a game was
    /// decided without a missed claim.
    #[must_use]
    pub fn truth(&self) -> Option<Truth> {
        let said = |kind, side, moves_late| Truth {
            kind,
            side,
            moves_late,
        };
        let [start, first, last] = self.places()?;
        // The side that lost half a point, and the half-move before its first claim that counts.
        if let (Some(loser), Some([ply, _])) = (self.lost_by, self.lost_chance) {
            let place = [first, last].into_iter().find(|place| place.ply == ply)?;
            let kind = match place.value_for(loser)? {
                TableValue::Draw => ClaimTruth::MissedInDraw,
                TableValue::BlessedLoss => ClaimTruth::MissedInBlessedLoss,
                TableValue::Loss => ClaimTruth::MissedInLoss,
                TableValue::Win | TableValue::CursedWin => ClaimTruth::MissedInWin,
                TableValue::Unknown => return None,
            };
            return Some(said(kind, Some(loser), None));
        }
        if self.outcome != Outcome::DrawnWithClaimOpen {
            return None;
        }
        let late = first.side_with(TableValue::CursedWin);
        let moves_late = || self.moves_late(first);
        let mut places = [start, first, last].into_iter();
        if let Some(winner) = places.find_map(|place| place.side_with(TableValue::Win)) {
            let late = moves_late().filter(|_| late == Some(winner));
            return Some(said(ClaimTruth::ThrownAway, Some(winner), late));
        }
        if late.is_some() {
            let taken = || said(ClaimTruth::TakenAway, late, moves_late());
            return self.is_drawn_by_fifty_moves().then(taken);
        }
        let is_drawn = last.value_for(last.mover) == Some(TableValue::Draw);
        is_drawn.then(|| said(ClaimTruth::DrawnAnyway, None, None))
    }

    /// The start of the run, the first claim and the last. A repetition has no run of its own: its first claim
    /// stands for the start.
    fn places(&self) -> Option<[Place<'_>; 3]> {
        let (values, first) = (self.values?, self.first_ply);
        let start = self.run().map_or((first, &values.first_claim), |run| {
            (run.reset_ply + 1, &values.start)
        });
        let last = (self.last_ply.max(first), &values.last_claim);
        let at = |(ply, found): (u32, _)| Place {
            ply,
            mover: self.mover(ply),
            found,
        };
        Some([at(start), at((first, &values.first_claim)), at(last)])
    }

    /// Whether a claim after fifty moves, and not after more, was open under the law of the game.
    fn is_drawn_by_fifty_moves(&self) -> bool {
        self.is_given_by_law() && self.run().is_some_and(|run| run.limit_moves == PLAIN_LIMIT)
    }

    /// By how many moves a win comes too late at a place, at least: tables may round a distance down.
    fn moves_late(&self, place: Place<'_>) -> Option<u32> {
        let needed = clock_before(self.run()?, place.ply) + place.found.dtz?.unsigned_abs();
        Some(needed.saturating_sub(2 * PLAIN_LIMIT).div_ceil(2))
    }
}

impl Truth {
    /// The same in words.
    #[must_use]
    pub fn text(&self) -> Message {
        let side = self.side.unwrap_or(Side::White);
        let said = message!("truth", case = self.kind.name(), side = side);
        match self.moves_late.filter(|moves| *moves > 0) {
            Some(late) => message!("truth-late", truth = said, moves = late),
            None => said,
        }
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::{Chance, Incident, RunEnd, RunValues};

    use super::*;
    use crate::claim::ClaimSource;
    use crate::game::tests::{game, run};

    const fn worth(value: TableValue, dtz: i32) -> PositionValue {
        PositionValue {
            value,
            certain: true,
            reason: None,
            wdl: None,
            dtz: Some(dtz),
        }
    }

    /// A drawn game whose run begins with White to move; Black has the first claim before half-move 100, White the
    /// last before half-move 105.
    fn drawn(start: PositionValue, first: PositionValue, last: PositionValue) -> Incident {
        Incident {
            outcome: Outcome::DrawnWithClaimOpen,
            values: Some(Box::new(RunValues {
                start,
                first_claim: first,
                last_claim: last,
                end: last,
                change: None,
            })),
            ..run(104, RunEnd::EndOfGame)
        }
    }

    fn truth(run: &Incident) -> Option<(ClaimTruth, Option<Side>, Option<u32>)> {
        let game = game("a", 1, None, &[]);
        let truth = Claim::of(&game, ClaimSource::Fifty(run)).truth()?;
        Some((truth.kind, truth.side, truth.moves_late))
    }

    /// At a clock of 99 a distance of 64 half-moves is 63 too many: 32 moves.
    #[test]
    fn a_win_that_came_too_late_was_taken_away() {
        use TableValue::{BlessedLoss, CursedWin};
        let mut run = drawn(
            worth(CursedWin, 130),
            worth(BlessedLoss, -64),
            worth(CursedWin, 60),
        );
        let white = Some(Side::White);
        assert_eq!(truth(&run), Some((ClaimTruth::TakenAway, white, Some(32))));
        // Under a law that asked for more moves, the fifty took nothing away.
        run.limit_moves = 100;
        assert_eq!(truth(&run), None);
        // The game went on and was drawn otherwise.
        run.limit_moves = 50;
        run.outcome = Outcome::DrawnLater;
        assert_eq!(truth(&run), None);
    }

    #[test]
    fn a_win_in_time_was_thrown_away_unless_rounding_leaves_a_doubt() {
        use TableValue::{BlessedLoss, CursedWin, Draw, Win};
        let (won, late) = (worth(Win, 30), worth(CursedWin, 30));
        let thrown = drawn(won, worth(BlessedLoss, -30), late);
        // At a clock of 99 a distance of 30 half-moves is 29 too many.
        let white = Some((ClaimTruth::ThrownAway, Some(Side::White), Some(15)));
        assert_eq!(truth(&thrown), white);
        let lost = drawn(won, worth(Draw, 0), worth(Draw, 0));
        let white = Some((ClaimTruth::ThrownAway, Some(Side::White), None));
        assert_eq!(truth(&lost), white);
        let doubt = PositionValue {
            certain: false,
            ..worth(BlessedLoss, -1)
        };
        assert_eq!(truth(&drawn(worth(CursedWin, 1), doubt, doubt)), None);
        let draw = worth(Draw, 0);
        let anyway = Some((ClaimTruth::DrawnAnyway, None, None));
        assert_eq!(truth(&drawn(draw, draw, draw)), anyway);
    }

    /// Black, who lost, could claim before half-move 100; White before half-move 101, whose value no column has.
    #[test]
    fn a_missed_claim_is_judged_by_the_position_of_the_loser() {
        use TableValue::{BlessedLoss, Draw, Loss, Unknown, Win};
        let chance = |first_ply| {
            Some(Chance {
                first_ply,
                last_ply: first_ply,
                first_fen: String::new(),
            })
        };
        let missed = |value| {
            let found = worth(value, -1);
            let mut run = drawn(found, found, found);
            run.half_point_lost_by = Some(Side::Black);
            run.chances = [chance(101), chance(100)];
            run
        };
        for (value, expected) in [
            (Draw, ClaimTruth::MissedInDraw),
            (BlessedLoss, ClaimTruth::MissedInBlessedLoss),
            (Loss, ClaimTruth::MissedInLoss),
            (Win, ClaimTruth::MissedInWin),
        ] {
            let black = Some((expected, Some(Side::Black), None));
            assert_eq!(truth(&missed(value)), black);
        }
        assert_eq!(truth(&missed(Unknown)), None);
        let mut white = missed(Draw);
        white.half_point_lost_by = Some(Side::White);
        assert_eq!(truth(&white), None);
        white.values = None;
        assert_eq!(truth(&white), None);
    }

    /// By no move, a win was not late.
    #[test]
    fn how_late_a_win_came_is_said_where_it_was_late() {
        let key = |moves_late| {
            let kind = ClaimTruth::ThrownAway;
            let side = Some(Side::White);
            let truth = Truth {
                kind,
                side,
                moves_late,
            };
            truth.text().key
        };
        assert_eq!(
            [None, Some(0), Some(3)].map(key),
            ["truth", "truth", "truth-late"]
        );
    }
}
