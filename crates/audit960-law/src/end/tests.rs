//! Expectations follow from the Laws: mate and stalemate end a game (5.1.1, 5.2.1), a dead position does
//! (5.2.2), and the automatic draws of the day (9.6) or of the venue do.

use audit960_types::{Chances, RepetitionArticle, ResetBy, RunEnd, Side, Venue};

use super::*;
use crate::days::GameDates;
use crate::material::SideConditions;
use crate::run::Turn;

fn positions(fen: &str, moves: &str) -> Vec<Position> {
    let mut position = Position::from_fen(fen).unwrap().position;
    let mut all = vec![position.clone()];
    for text in moves.split_whitespace() {
        position.play(text.parse().unwrap());
        all.push(position.clone());
    }
    all
}

fn board(fen: &str, moves: &str) -> BoardEnd {
    let positions = positions(fen, moves);
    BoardEnd::of(positions.len() as u32 - 1, &|ply| {
        positions[ply as usize].clone()
    })
}

fn dead(fen: &str, moves: &str) -> Option<(u32, DeadBy, u32)> {
    let dead = board(fen, moves).dead?;
    Some((dead.ply, dead.by, dead.shown_ply))
}

#[test]
fn material_is_dead_from_the_capture_on() {
    let shuffle = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8";
    assert_eq!(
        dead("4k3/8/8/8/8/8/8/4K3 w - - 40 90", shuffle),
        Some((0, DeadBy::Material, 0))
    );
    // The knight is taken by choice: king and knight against king was dead before.
    assert_eq!(
        dead("4k3/8/8/8/8/8/4n3/4K3 w - - 3 90", "e1e2 e8e7"),
        Some((0, DeadBy::Material, 0))
    );
    // The pawn is taken by choice.
    assert_eq!(
        dead("4k3/8/8/8/8/8/4p3/4K3 w - - 0 90", "e1e2 e8e7"),
        Some((1, DeadBy::Material, 1))
    );
    // White's only legal move takes the queen: the position was dead before it.
    assert_eq!(
        dead("k7/8/8/8/8/8/1q6/K7 w - - 0 90", "a1b2 a8b8"),
        Some((0, DeadBy::Forced, 1))
    );
    assert_eq!(dead("4k3/8/8/8/8/8/8/4K2R w - - 0 90", "e1e2 e8e7"), None);
}

/// After 1... Qb2+ the king must take the queen, so the position is dead; the pieces show it when it has.
#[test]
fn a_forced_capture_shows_in_the_pieces_once_it_is_played() {
    let shown = |moves| {
        let dead = board("k7/8/8/8/8/1q6/8/K7 b - - 0 90", moves).dead.unwrap();
        (dead.ply, dead.by, dead.material_ply)
    };
    assert_eq!(shown("b3b2"), (1, DeadBy::Forced, None));
    assert_eq!(shown("b3b2 a1b2"), (1, DeadBy::Forced, Some(2)));
}

/// Black locks the pawns with the first half-move; White's king steps about before and after.
#[test]
fn a_wall_is_dead_from_the_move_that_closes_it() {
    let open = "4k3/p7/8/2p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 40";
    let moves = "a7a5 e1e2 e8e7 e2e3 e7e6";
    assert_eq!(dead(open, moves), Some((1, DeadBy::Blocked, 1)));
}

#[test]
fn mate_and_stalemate_come_with_the_last_half_move() {
    let mate = board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8");
    let end = |reason| Some(GameEnd { ply: 1, reason });
    assert_eq!(mate.stuck, end(EndReason::Checkmate));
    let stalemate = board("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7");
    assert_eq!(stalemate.stuck, end(EndReason::Stalemate));
    assert_eq!(board("4k3/8/8/8/8/8/8/4K2R w - - 0 90", "e1e2").stuck, None);
}

fn run(first_claim_ply: u32, first_clock: u32, turns: usize) -> ClaimRun {
    let turn = Turn {
        can_move: true,
        has_quiet_move: true,
        conditions: SideConditions::default(),
    };
    ClaimRun {
        reset_ply: 0,
        reset_by: ResetBy::Start,
        first_claim_ply,
        first_claim_side: Side::White,
        first_clock,
        turns: vec![turn; turns],
        ended_by: RunEnd::EndOfGame,
        material: "KRvKR".parse().unwrap(),
        fen: String::new(),
        clock_in_doubt: false,
    }
}

fn repetition(plies: &[u32]) -> Repetition {
    Repetition {
        first_claim_ply: plies[2] + 1,
        first_claim_side: Side::White,
        first_claim_article: RepetitionArticle::OnBoard,
        plies: plies.to_vec(),
        chances: [Some(Chances::at(plies[2] + 1)), None],
        fen: String::new(),
    }
}

fn ends(
    runs: &[ClaimRun],
    plies: &[u32],
    date: &str,
    venue: Venue,
) -> [Option<(u32, EndReason)>; 2] {
    let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
    let rules = Jurisdiction::builtin(dates, venue);
    let repetitions: Vec<Repetition> = plies
        .first()
        .map(|_| repetition(plies))
        .into_iter()
        .collect();
    let ends = GameEnds::of(BoardEnd::default(), runs, &repetitions.iter(), &rules);
    [ends.fide, ends.venue].map(|end| end.map(|end| (end.ply, end.reason)))
}

#[test]
fn the_first_end_counts_by_law_and_by_venue() {
    // The clock is 99 before half-move 100, so 100 after it and 150 after half-move 150.
    let long = [run(100, 99, 80)];
    let fifth = [0, 4, 8, 12, 160];
    let over_the_board = |date| ends(&long, &fifth, date, Venue::OverTheBoard);
    let seventy_five = Some((150, EndReason::SeventyFiveMoves));
    assert_eq!(over_the_board("2019.05.05"), [seventy_five; 2]);
    assert_eq!(over_the_board("2013.05.05"), [None; 2]);
    let early = [0, 4, 8, 12, 16];
    let fivefold = Some((16, EndReason::FivefoldRepetition));
    assert_eq!(
        ends(&long, &early, "2019.05.05", Venue::Fics),
        [fivefold, None]
    );
    let threefold = Some((8, EndReason::VenueThreefold));
    assert_eq!(
        ends(&long, &fifth, "2019.05.05", Venue::Tcec),
        [seventy_five, threefold]
    );
    let fifty = Some((100, EndReason::VenueFifty));
    assert_eq!(
        ends(&long, &[], "2019.05.05", Venue::Lichess),
        [seventy_five, fifty]
    );
}

/// Five occurrences, not in sequence. The Laws of 2014 to 2017 asked for a sequence over the board; a server's
/// program goes by its own rule, and Lichess's had none before 2020.
#[test]
fn the_fifth_occurrence_at_lichess_is_that_of_its_program() {
    let scattered = [0, 4, 8, 12, 22];
    let fivefold = Some((22, EndReason::FivefoldRepetition));
    for (date, expected) in [
        ("2013.05.05", [None, None]),
        ("2016.03.01", [None, None]),
        ("2018.05.05", [fivefold, None]),
        ("2020.03.01", [fivefold, fivefold]),
    ] {
        assert_eq!(
            ends(&[], &scattered, date, Venue::Lichess),
            expected,
            "{date}"
        );
    }
}

#[test]
fn a_record_can_start_after_the_end() {
    let from_fen = [run(1, 200, 10)];
    let over = Some((0, EndReason::SeventyFiveMoves));
    assert_eq!(
        ends(&from_fen, &[], "2019.05.05", Venue::OverTheBoard),
        [over; 2]
    );
    let mut doubtful = from_fen;
    doubtful[0].clock_in_doubt = true;
    assert_eq!(
        ends(&doubtful, &[], "2019.05.05", Venue::OverTheBoard),
        [None; 2]
    );
}

/// Servers and match programs recognise too little material; locked pawns do not stop the game there.
#[test]
fn a_program_goes_on_behind_locked_pawns() {
    let wall = board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 40", "e1e2 e8e7");
    let bare = board("4k3/8/8/8/8/8/8/4K3 w - - 0 40", "e1e2 e8e7");
    let end = |board: BoardEnd, venue| {
        let rules = Jurisdiction::builtin(GameDates::NONE, venue);
        let ends = GameEnds::of(board, &[], &std::iter::empty(), &rules);
        [ends.fide, ends.venue].map(|end| end.map(|end| end.ply))
    };
    assert_eq!(end(wall, Venue::OverTheBoard), [Some(0); 2]);
    assert_eq!(end(wall, Venue::Icc), [Some(0), None]);
    assert_eq!(end(bare, Venue::Icc), [Some(0); 2]);
}
