//! The moves of a position with what each is worth.

use audit960_board::{Move, Position};

use crate::tablebase::tables::Prober;
use crate::tablebase::value::{ClockValue, Probed};
use audit960_types::TableValue;

/// A legal move and what the position after it is worth to the opponent.
#[derive(Clone, Debug)]
pub struct ProbedMove {
    /// The move.
    pub played: Move,
    /// Whether it is a capture or a pawn move.
    pub zeroing: bool,
    /// The position after it.
    pub after: Position,
    /// What is known of that position, for the opponent.
    pub probed: Probed,
    /// Its value under the clock that the move leaves, for the opponent.
    pub value: ClockValue,
}

/// All legal moves of a position under a clock, the best first: by the value they leave, then the quickest win and
/// the longest defence, then by name.
#[must_use]
pub fn probe_moves(prober: &dyn Prober, position: &Position, clock: u32) -> Vec<ProbedMove> {
    let mut moves: Vec<ProbedMove> = position
        .legal_moves()
        .into_iter()
        .map(|played| {
            let zeroing = !position.is_quiet(played);
            let mut after = position.clone();
            after.play(played);
            let probed = prober.probe(&after);
            let next = if zeroing { 0 } else { clock.saturating_add(1) };
            ProbedMove {
                played,
                zeroing,
                probed,
                value: probed.under(next),
                after,
            }
        })
        .collect();
    moves.sort_by_cached_key(|found| {
        let plies = found.probed.dtz().map_or(0, |dtz| dtz.plies);
        let (wins, loses) = (plies < 0, plies > 0);
        (
            rank(found.value),
            !found.after.is_checkmate(),
            wins && !found.zeroing,
            loses && found.zeroing,
            -plies,
            found.played.to_string(),
        )
    });
    moves
}

/// What a position is worth if tables leave two values open: what its moves leave may decide. A move that certainly wins
/// in time is a win, and where all moves leave certain values the best of them counts.
pub fn settle(value: ClockValue, moves: impl FnOnce() -> Vec<ProbedMove>) -> ClockValue {
    if value.certain || value.reason.is_some() {
        return value;
    }
    let moves = moves();
    let best = moves
        .iter()
        .map(|found| found.value)
        .min_by_key(|left| rank(*left));
    let all_certain = moves.iter().all(|found| found.value.certain);
    match best {
        Some(left) if left.certain && (all_certain || left.value == TableValue::Loss) => {
            ClockValue {
                value: left.value.reversed(),
                ..left
            }
        }
        _ => value,
    }
}

/// How good what a move leaves is for who played it, the best first; what is not certain comes after what is.
const fn rank(value: ClockValue) -> (u8, bool) {
    use audit960_types::TableValue as V;
    let place = match value.value {
        V::Loss => 0,
        V::BlessedLoss => 1,
        V::Draw => 2,
        V::CursedWin => 3,
        V::Unknown => 4,
        V::Win => 5,
    };
    (place, !value.certain)
}

#[cfg(test)]
mod tests {
    use audit960_types::UnknownReason;

    use super::*;

    fn value(value: TableValue, certain: bool) -> ClockValue {
        ClockValue {
            value,
            certain,
            reason: None,
        }
    }

    /// What moves with these values settle of a win that may come a half-move too late.
    fn settled(left: &[(TableValue, bool)]) -> (TableValue, bool) {
        let position = Position::standard();
        let moves = position.legal_moves().into_iter().zip(left);
        let moves = moves.map(|(played, (left, certain))| ProbedMove {
            played,
            zeroing: false,
            after: position.clone(),
            probed: Probed::Unknown(UnknownReason::TooManyPieces),
            value: value(*left, *certain),
        });
        let moves: Vec<ProbedMove> = moves.collect();
        let found = settle(value(TableValue::CursedWin, false), || moves);
        (found.value, found.certain)
    }

    #[test]
    fn moves_settle_what_they_leave_certain() {
        use TableValue::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let open = (CursedWin, false);
        // One move wins in time for certain, whatever the others do.
        assert_eq!(settled(&[(BlessedLoss, false), (Loss, true)]), (Win, true));
        // The best is a cursed win, and no move leaves anything open.
        assert_eq!(
            settled(&[(Draw, true), (BlessedLoss, true)]),
            (CursedWin, true)
        );
        // It is, but another move may win in time.
        assert_eq!(settled(&[(BlessedLoss, true), (BlessedLoss, false)]), open);
        assert_eq!(settled(&[(Loss, false), (Draw, true)]), open);
        assert_eq!(settled(&[]), open);
    }

    #[test]
    fn certain_and_unknown_values_need_no_moves() {
        let unknown = ClockValue {
            value: TableValue::Unknown,
            certain: false,
            reason: Some(UnknownReason::TooManyPieces),
        };
        for kept in [value(TableValue::Draw, true), unknown] {
            let found = settle(kept, || panic!("the moves are not asked for"));
            assert_eq!(found, kept);
        }
    }
}
