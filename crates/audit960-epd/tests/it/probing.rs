//! Values and distances of positions that the literature and python-chess's documentation know.

use std::sync::Arc;
use std::thread;

use audit960_board::Position;
use audit960_epd::tablebase::{EndgameTables, Prober, probe_moves};

use crate::at_hand::corpus;

fn shared() -> Option<EndgameTables> {
    corpus("syzygy").map(|folder| EndgameTables::open(&[folder]).unwrap())
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap().position
}

/// Bishop and knight against a king: python-chess's documentation gives this position the distance -53.
#[test]
fn bishop_and_knight_may_come_too_late() {
    let Some(tables) = shared() else { return };
    let found = tables.probe(&position("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1"));
    assert_eq!(found.wdl().unwrap().number(), -2);
    let dtz = found.dtz().unwrap();
    assert_eq!((dtz.plies, dtz.rounded), (-53, true));
    let said = |clock| {
        let value = found.under(clock);
        (value.value.as_str(), value.certain)
    };
    assert_eq!(said(46), ("loss", true));
    assert_eq!(said(47), ("blessed-loss", false));
    assert_eq!(said(48), ("blessed-loss", true));
}

/// White mates in one: the distance is 1, and 99 is the last clock at which that is in time.
#[test]
fn mate_in_one_at_the_last_moment() {
    let Some(tables) = shared() else { return };
    let mate_in_one = position("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let found = tables.probe(&mate_in_one);
    assert_eq!(found.dtz().unwrap().plies, 1);
    let moves = probe_moves(&tables, &mate_in_one, 99);
    assert_eq!(moves[0].played.to_string(), "a1a8");
    assert_eq!(
        (moves[0].value.value.as_str(), moves[0].value.certain),
        ("loss", true)
    );
    // Every other move completes the fifty.
    assert!(
        moves[1..]
            .iter()
            .all(|found| found.value.value.as_str() != "loss")
    );
}

/// The square of the pawn: the king is too far away with White to move, and catches the pawn with Black to move.
#[test]
fn the_square_of_the_pawn() {
    let Some(tables) = shared() else { return };
    let value = |fen: &str| tables.probe(&position(fen)).under(0).value.as_str();
    assert_eq!(value("8/8/8/P3k3/8/8/8/7K w - - 0 1"), "win");
    assert_eq!(value("8/8/8/P3k3/8/8/8/7K b - - 0 1"), "draw");
    // Opposition: who has to move draws or loses.
    assert_eq!(value("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), "loss");
    assert_eq!(value("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"), "draw");
    assert_eq!(value("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"), "loss");
}

/// Only the capture in passing wins or saves: tables have no such positions, the prober looks one move ahead.
#[test]
fn a_capture_in_passing_counts() {
    let Some(tables) = shared() else { return };
    let with = tables.probe(&position("8/8/8/8/1pP5/8/8/k6K b - c3 0 1"));
    assert_eq!(
        (with.under(0).value.as_str(), with.dtz().unwrap().plies),
        ("win", 1)
    );
}

/// Two knights give check at once, which no move brings about; tables have the position.
#[test]
fn checks_that_no_move_gives_have_a_value() {
    let Some(tables) = shared() else { return };
    let found = tables.probe(&position("8/8/8/5N2/7k/5N2/8/2K5 b - - 72 1"));
    assert_eq!(
        (found.under(72).value.as_str(), found.under(72).certain),
        ("draw", true)
    );
}

/// Threads share the tables, which are opened while all of them probe.
#[test]
fn threads_share_tables() {
    let Some(tables) = shared() else { return };
    let tables = Arc::new(tables);
    let probe = |tables: &EndgameTables| -> Vec<i32> {
        [
            "8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1",
            "8/8/4k3/8/8/4K3/8/4Q2r w - - 0 1",
            "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        ]
        .iter()
        .map(|fen| tables.probe(&position(fen)).dtz().unwrap().plies)
        .collect()
    };
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let tables = Arc::clone(&tables);
            thread::spawn(move || probe(&tables))
        })
        .collect();
    let expected = probe(&tables);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}
