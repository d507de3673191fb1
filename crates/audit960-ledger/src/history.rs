//! What a position was worth along a run or a repetition, by endgame tables.

use audit960_types::{Message, PositionValue, Side, TableValue, message};

use crate::claim::{Claim, ClaimSource};
use crate::move_line::MoveLine;
use crate::position_value::in_words;

/// What the position before a half-move was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePoint {
    /// Which position it is, in words.
    pub place: Message,
    /// The half-move that follows; after the last one, one more than there are.
    pub ply: u32,
    /// Who wins, and whether in time, in words.
    pub text: Message,
    /// For whom it is a win, cursed ones included; `None` for a draw and where nobody knows.
    pub winner: Option<Side>,
}

impl ValuePoint {
    fn of(place: Message, ply: u32, found: &PositionValue, mover: Side) -> Self {
        let winner = match found.value {
            TableValue::Win | TableValue::CursedWin => Some(mover),
            TableValue::Loss | TableValue::BlessedLoss => Some(mover.other()),
            TableValue::Draw | TableValue::Unknown => None,
        };
        Self {
            place,
            ply,
            text: in_words(found, mover),
            winner,
        }
    }
}

impl Claim<'_> {
    /// The half-move before which the count began: of a repetition, too, after the last capture or pawn move.
    pub fn start_ply(&self, line: &MoveLine) -> u32 {
        let first = self.first_ply;
        match self.source {
            ClaimSource::Fifty(run) => run.reset_ply + 1,
            ClaimSource::Repetition(_) => first.saturating_sub(line.before(first).clock()).max(1),
        }
    }

    /// The values along the claim, in the order of the game; none where tables were not asked.
    #[must_use]
    pub fn history(&self, line: &MoveLine) -> Vec<ValuePoint> {
        let Some(values) = self.values else {
            return Vec::new();
        };
        let first = self.first_ply;
        let last = self.last_ply.max(first);
        let places = [
            ("place-start", self.start_ply(line), &values.start),
            ("place-first", first, &values.first_claim),
            ("place-last", last, &values.last_claim),
            ("place-end", line.plies() + 1, &values.end),
        ];
        let mover = |ply| line.before(ply).turn();
        let mut points: Vec<ValuePoint> = places
            .into_iter()
            .map(|(place, ply, found)| ValuePoint::of(message!(place), ply, found, mover(ply)))
            .collect();
        if let Some(change) = &values.change {
            let after = PositionValue {
                value: change.after,
                certain: true,
                reason: None,
                wdl: None,
                dtz: None,
            };
            let place = message!("after-move", move = line.numbered(change.ply));
            let point = ValuePoint::of(place, change.ply + 1, &after, mover(change.ply));
            let at = points.partition_point(|known| known.ply < point.ply);
            points.insert(at, point);
        }
        points
    }
}
