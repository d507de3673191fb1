//! Which positions are asked for, and under which clock. The values themselves are made up.

use std::sync::Mutex;

use audit960_types::{Chances, RepetitionArticle, RunEnd, Side, TableValue};

use super::*;
use crate::run::ClaimRuns;

/// Says of each position that it is drawn, and remembers its clock.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<(String, u32)>>);

impl PositionValues for Asked {
    fn value(&self, position: &Position, clock: u32) -> PositionValue {
        self.0.lock().unwrap().push((position.placement(), clock));
        PositionValue {
            value: TableValue::Draw,
            certain: true,
            reason: None,
            wdl: Some(0),
            dtz: Some(0),
        }
    }
}

/// The positions before each half-move of a game, and after the last: a rook is taken, then `quiet` half-moves follow
/// with the other rook and the kings.
fn positions(quiet: usize) -> Vec<Position> {
    let start = "8/8/8/3r4/3K4/6k1/4R3/8 w - - 5 1";
    let mut position = Position::from_fen(start).unwrap().position;
    let mut all = vec![position.clone()];
    let walk = std::iter::once("d4d5").chain(["g3f3", "e2e1", "f3g3", "e1e2"].into_iter().cycle());
    for uci in walk.take(1 + quiet) {
        let mut legal = position.legal_moves().into_iter();
        let played = legal.find(|m| m.to_string() == uci);
        position.play(played.unwrap_or_else(|| panic!("{uci} in {}", position.xfen())));
        all.push(position.clone());
    }
    all
}

#[test]
fn a_run_is_asked_at_its_start_at_its_claims_and_at_the_end() {
    // The rook is taken with half-move 1, so that the clock is 99 before half-move 101.
    let all = positions(103);
    let plies = all.len() as u32 - 1;
    let mut runs = ClaimRuns::default();
    runs.begin(&all[0], false);
    for ply in 1..=plies {
        runs.after(&all[ply as usize], ply, &|_| true);
    }
    runs.end(RunEnd::EndOfGame);
    let run = &runs.found()[0];
    assert_eq!((run.reset_ply, run.first_claim_ply), (1, 101));
    let asked = Asked::default();
    let before = |ply: u32| all[ply as usize - 1].clone();
    let values = ValuedGame::new(plies, &before, &asked).of_run(run);
    assert!(values.is_certain() && values.reason().is_none());
    let clocks: Vec<u32> = asked
        .0
        .lock()
        .unwrap()
        .iter()
        .map(|(_, clock)| *clock)
        .collect();
    // Nothing was played after the last claim, which is open at the end: the position is asked for once.
    assert_eq!(clocks, [0, 99, 103]);
    assert_eq!(values.last_claim, values.end);
}

#[test]
fn a_repetition_is_asked_from_the_last_capture_on() {
    let all = positions(20);
    let repetition = Repetition {
        first_claim_ply: 12,
        first_claim_side: Side::Black,
        first_claim_article: RepetitionArticle::OnBoard,
        plies: vec![3, 7, 11],
        chances: [
            None,
            Some(Chances {
                turns: 2,
                first_ply: 12,
                last_ply: 16,
            }),
        ],
        fen: String::new(),
    };
    let asked = Asked::default();
    let before = |ply: u32| all[ply as usize - 1].clone();
    let plies = all.len() as u32 - 1;
    let _ = ValuedGame::new(plies, &before, &asked).of_repetition(&repetition);
    let clocks: Vec<u32> = asked
        .0
        .lock()
        .unwrap()
        .iter()
        .map(|(_, clock)| *clock)
        .collect();
    // The first claim tells where to look for the start.
    assert_eq!(clocks, [10, 0, 14, 20]);
}

#[test]
fn a_value_that_is_unknown_says_why() {
    use audit960_types::UnknownReason;
    let known = PositionValue {
        value: TableValue::CursedWin,
        certain: false,
        reason: None,
        wdl: Some(2),
        dtz: Some(40),
    };
    let unknown = PositionValue {
        value: TableValue::Unknown,
        certain: false,
        reason: Some(UnknownReason::CastlingRights),
        wdl: None,
        dtz: None,
    };
    let sure = PositionValue {
        certain: true,
        ..known
    };
    let values = RunValues {
        start: unknown,
        first_claim: sure,
        last_claim: sure,
        end: sure,
    };
    assert_eq!(values.reason(), Some(UnknownReason::CastlingRights));
    assert!(values.is_certain(), "an unknown value is no doubtful one");
    assert!(
        !RunValues {
            end: known,
            ..values
        }
        .is_certain()
    );
}
