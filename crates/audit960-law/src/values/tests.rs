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

/// The positions before each half-move of a game, and after the last, and its moves: a rook is taken, then `quiet`
/// half-moves follow with the other rook and the kings.
fn positions(quiet: usize) -> (Vec<Position>, Vec<Move>) {
    let start = "8/8/8/3r4/3K4/6k1/4R3/8 w - - 5 1";
    let mut position = Position::from_fen(start).unwrap().position;
    let (mut all, mut moves) = (vec![position.clone()], Vec::new());
    let walk = std::iter::once("d4d5").chain(["g3f3", "e2e1", "f3g3", "e1e2"].into_iter().cycle());
    for uci in walk.take(1 + quiet) {
        let mut legal = position.legal_moves().into_iter();
        let played = legal.find(|m| m.to_string() == uci);
        let played = played.unwrap_or_else(|| panic!("{uci} in {}", position.xfen()));
        position.play(played);
        all.push(position.clone());
        moves.push(played);
    }
    (all, moves)
}

/// The runs of a game with these positions.
fn runs_of(all: &[Position]) -> ClaimRuns {
    let mut runs = ClaimRuns::default();
    runs.begin(&all[0], false);
    for (ply, position) in (1..).zip(&all[1..]) {
        runs.after(position, ply, &|_| true);
    }
    runs.end(RunEnd::EndOfGame);
    runs
}

#[test]
fn a_run_is_asked_at_its_start_at_its_claims_and_at_the_end() {
    // The rook is taken with half-move 1, so that the clock is 99 before half-move 101.
    let (all, moves) = positions(103);
    let runs = runs_of(&all);
    let run = &runs.found()[0];
    assert_eq!((run.reset_ply, run.first_claim_ply), (1, 101));
    let asked = Asked::default();
    let values = ValuedGame::new(&all[0], &moves, &asked).of_run(run);
    assert!(values.is_certain() && values.reason().is_none());
    let clocks: Vec<u32> = asked
        .0
        .lock()
        .unwrap()
        .iter()
        .map(|(_, clock)| *clock)
        .collect();
    // Every position of the run, each once, since nothing changes the value.
    assert_eq!(clocks, (0..=103).collect::<Vec<u32>>());
    assert_eq!(values.change, None);
    assert_eq!(values.last_claim, values.end);
}

#[test]
fn a_repetition_is_asked_from_the_last_capture_on() {
    let (all, moves) = positions(20);
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
    let _ = ValuedGame::new(&all[0], &moves, &asked).of_repetition(&repetition);
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
        change: None,
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

/// Says what the side to move has, by half-moves since the last capture or pawn move.
#[derive(Debug)]
struct ByClock(fn(u32) -> Option<TableValue>);

impl PositionValues for ByClock {
    fn value(&self, _: &Position, clock: u32) -> PositionValue {
        let value = (self.0)(clock);
        PositionValue {
            value: value.unwrap_or(TableValue::CursedWin),
            certain: value.is_some(),
            reason: None,
            wdl: None,
            dtz: None,
        }
    }
}

/// Black is to move at even clocks, White at odd ones. White, to begin with, wins; with the half-move that makes the
/// clock 8 White throws the win away.
#[test]
fn the_move_that_changed_the_value_is_the_first() {
    use TableValue::{Draw, Loss, Win};
    let (all, moves) = positions(103);
    let runs = runs_of(&all);
    let run = &runs.found()[0];
    let change = |values| {
        ValuedGame::new(&all[0], &moves, &ByClock(values))
            .of_run(run)
            .change
    };
    // Half-move 1 takes the rook, so that the clock is 7 before half-move 9, and 8 after it.
    let found = change(|clock| {
        Some(match clock {
            8.. => Draw,
            _ if clock % 2 == 0 => Loss,
            _ => Win,
        })
    });
    let expected = ValueChange {
        ply: 9,
        san: all[8].san(moves[8]),
        before: Win,
        after: Draw,
    };
    assert_eq!(found, Some(expected));
    // A doubt before it leaves open whether it was the first.
    let doubtful = change(|clock| match clock {
        8.. => Some(Draw),
        3 => None,
        _ if clock % 2 == 0 => Some(Loss),
        _ => Some(Win),
    });
    assert_eq!(doubtful, None);
    // Nobody wins by a move: from a clock of 100 on every win is cursed, and a mate is a mate.
    let mated = change(|clock| {
        Some(match clock {
            103 => Loss,
            _ if clock % 2 == 0 => TableValue::CursedWin,
            _ => TableValue::BlessedLoss,
        })
    });
    assert_eq!(mated, None);
    // After the run there is nothing to change.
    assert_eq!(
        change(|clock| Some(if clock % 2 == 0 { Loss } else { Win })),
        None
    );
}

/// At ICCF with three pieces a claim rests on tables: of a draw it is correct, and was missed by who was to move and lost; of
/// a win it is none. Over the board tables change nothing.
#[test]
fn where_tables_take_the_place_of_the_rule_they_decide() {
    use crate::{GameDates, GameEnds, Jurisdiction, Standard, judge, rule_by_tables};
    use audit960_types::{GameResult, Venue};

    let (all, moves) = positions(103);
    let runs = runs_of(&all);
    let run = &runs.found()[0];
    let ruled = |venue, wdl, result: GameResult| {
        let dates = GameDates::parse("2015.05.05").unwrap();
        let rules = Jurisdiction::builtin(dates, venue);
        let ended = (result, &GameEnds::default());
        let mut found = judge(run, ended, &rules, Standard::Venue, &|_| String::new());
        assert_eq!(found.claimable_at_venue.is_none(), venue == Venue::Iccf);
        let asked = Asked::default();
        let mut values = ValuedGame::new(&all[0], &moves, &asked).of_run(run);
        values.first_claim.wdl = Some(wdl);
        found.values = Some(Box::new(values));
        rule_by_tables(&mut found, result, &rules);
        (found.claimable_at_venue, found.half_point_lost_by)
    };
    let first = run.first_claim_side;
    let [lost, won] = match first {
        Side::White => [GameResult::Black, GameResult::White],
        Side::Black => [GameResult::White, GameResult::Black],
    };
    assert_eq!(ruled(Venue::Iccf, 0, lost), (Some(true), Some(first)));
    assert_eq!(ruled(Venue::Iccf, 0, won), (Some(true), None));
    // A win that takes too many moves is a win there.
    for wdl in [-2, -1, 1, 2] {
        assert_eq!(ruled(Venue::Iccf, wdl, lost), (Some(false), None), "{wdl}");
    }
    let board = ruled(Venue::OverTheBoard, 2, lost);
    assert_eq!(board, (Some(true), Some(first)));
}

/// A game without a start position has no runs, whatever the one before it had.
#[test]
fn runs_of_the_game_before_are_forgotten() {
    let (all, _) = positions(103);
    let mut runs = runs_of(&all);
    assert_eq!(runs.found().len(), 1);
    runs.clear();
    assert!(runs.found().is_empty());
    // The run that was open does not go on.
    runs.end(RunEnd::Checkmate);
    assert!(runs.found().is_empty());
}
