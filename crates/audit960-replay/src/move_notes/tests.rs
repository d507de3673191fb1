use audit960_types::{Fact, FactSink, Identity};

use super::dialects::{Note, read};
use super::*;
use crate::{AuditOptions, Auditor};

/// Clock, time spent and evaluation.
type Expected = (Option<f64>, Option<f64>, Option<f64>);

const NOTHING: Expected = (None, None, None);

/// Each comment, with what it states after a move of White and after a move of Black.
const COMMENTS: &[(&str, Expected, Expected)] = &[
    // Lichess: its export writes evaluations from White's point of view.
    same(
        " [%eval 0.17] [%clk 0:00:30] ",
        (Some(30.0), None, Some(0.17)),
    ),
    same("[%eval #-3]", (None, None, Some(-1000.0))),
    same("[%eval #12]", (None, None, Some(1000.0))),
    // chess.com writes tenths.
    same("[%clk 0:02:59.9]", (Some(179.9), None, None)),
    // A day's time control; python-chess reads hours of any length as well.
    same("[%clk 71:59:24]", (Some(259_164.0), None, None)),
    same("[%clk 9:53]", (Some(593.0), None, None)),
    // FICS writes seconds, ChessBase hours.
    same("[%emt 0.0]", (None, Some(0.0), None)),
    same("[%emt 1.305]", (None, Some(1.305), None)),
    same("[%emt 00:00:09]", (None, Some(9.0), None)),
    // ChessBase: centipawns and depth. With a point it is pawns and depth, as python-chess writes.
    same(
        "[%eval 17,20] [%emt 0:00:05]",
        (None, Some(5.0), Some(0.17)),
    ),
    same("[%eval -17,20]", (None, None, Some(-0.17))),
    same("[%eval 0.50,20]", (None, None, Some(0.5))),
    same("[%eval 0,0]", (None, None, Some(0.0))),
    same("[%eval 0]", (None, None, Some(0.0))),
    // Pawns or centipawns: not known.
    same("[%eval 3]", NOTHING),
    // Other words, a line break inside a command, more than one command.
    same("good\n[%clk\n0:01:00] [%csl Ra1]", (Some(60.0), None, None)),
    same("[%clk 0:01:00][%clk 0:00:59]", (Some(60.0), None, None)),
    // Mate on the board was given by the side that moved.
    (
        "[%eval #0]",
        (None, None, Some(1000.0)),
        (None, None, Some(-1000.0)),
    ),
    // cutechess and fastchess: the evaluation of the engine that moved.
    (
        "+0.35/12 1.2s",
        (None, Some(1.2), Some(0.35)),
        (None, Some(1.2), Some(-0.35)),
    ),
    (
        "-1.36/18\n0.78s",
        (None, Some(0.78), Some(-1.36)),
        (None, Some(0.78), Some(1.36)),
    ),
    (
        "0.00/40 29s",
        (None, Some(29.0), Some(0.0)),
        (None, Some(29.0), Some(0.0)),
    ),
    (
        "-M12/34 0.5s, White mates",
        (None, Some(0.5), Some(-1000.0)),
        (None, Some(0.5), Some(1000.0)),
    ),
    (
        "+0.20/9 0.104s, n=123456, nps=1187076",
        (None, Some(0.104), Some(0.2)),
        (None, Some(0.104), Some(-0.2)),
    ),
    (
        "+0.20/9 3s [%clk 0:05:00]",
        (Some(300.0), Some(3.0), Some(0.2)),
        (Some(300.0), Some(3.0), Some(-0.2)),
    ),
    // Without the `s` it may be another program, with White's point of view.
    same("+0.35/12 12", NOTHING),
    same("book", NOTHING),
    // TCEC since season 7, and before that.
    same(
        "d=36, sd=59, pd=Qc3, mt=37569, tl=1309131, s=138927402, n=52, pv=Ne7 Nd2, tb=0, h=96.8, wv=-0.15, R50=47,",
        (Some(1309.131), Some(37.569), Some(-0.15)),
    ),
    same(
        " d=27, pd=Ng6, mt=00:06:16, tl=01:54:13, s=22597 kN/s, pv=Ng3 Ng6, tb=0, R50=50, wv=M23, ",
        (Some(6853.0), Some(376.0), Some(1000.0)),
    ),
    same(
        "d=1, mt=0, tl=7200000, wv=-M7",
        (Some(7200.0), Some(0.0), Some(-1000.0)),
    ),
    same("book, mb=+0+0+0+0+0,", NOTHING),
    // Words of people, and values that are not numbers.
    same("decent, wv=1.0", NOTHING),
    same("1/2 was offered 3s", NOTHING),
    same("[%clk soon] [%emt -1] [%eval big] [%eval 0.1.2]", NOTHING),
    same("[%clk 1:2:3:4] [%clk 1.5:00] [%clk ] [%clk]", NOTHING),
    same("[%clk 99999999999999999999] [%eval 1234567890.5]", NOTHING),
    same("[%clk 0:01:00", NOTHING),
    same("", NOTHING),
];

const fn same(comment: &str, notes: Expected) -> (&str, Expected, Expected) {
    (comment, notes, notes)
}

#[test]
fn every_dialect() {
    for (comment, white, black) in COMMENTS {
        for (side, expected) in [(Side::White, white), (Side::Black, black)] {
            let Note {
                clock,
                move_time,
                eval,
                by_player: _,
            } = read(comment.as_bytes(), side);
            assert_eq!(&(clock, move_time, eval), expected, "{comment} ({side:?})");
            let negative_zero = eval.is_some_and(|eval| eval == 0.0 && eval.is_sign_negative());
            assert!(!negative_zero, "{comment}");
        }
    }
}

/// A list of notes.
type List = Option<Vec<Option<f64>>>;

/// Plies, and the three lists, of each game.
#[derive(Debug, Default)]
struct Games(Vec<(u32, [List; 3])>);

impl FactSink for Games {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            let lists = [facts.clocks, facts.move_times, facts.evals];
            self.0
                .push((facts.plies, lists.map(|list| list.map(<[_]>::to_vec))));
        }
    }
}

fn games(text: &str, options: AuditOptions) -> Vec<(u32, [List; 3])> {
    let mut games = Games::default();
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let spans = std::iter::once(0..text.len());
    Auditor::new(options).audit(text.as_bytes(), spans, &identity, false, &mut games);
    games.0
}

fn with_moves() -> AuditOptions {
    AuditOptions {
        with_moves: true,
        ..AuditOptions::default()
    }
}

fn game(tags: &str, movetext: &str) -> (u32, [List; 3]) {
    let text = format!("[Event \"x\"]\n{tags}\n{movetext}\n\n");
    games(&text, with_moves()).pop().unwrap()
}

#[test]
fn notes_belong_to_the_half_move_before_them() {
    let (plies, [clocks, move_times, evals]) = game(
        "",
        "{[%clk 0:03:00]} 1. e4 $1 {[%clk 0:02:59]} {[%clk 0:00:01] [%eval 0.3]} \
         (1. d4 {[%clk 0:00:07]}) e5 2. Nf3 {[%clk 0:02:57]} Nc6 ; [%emt 2]\n3. Bb5 *",
    );
    assert_eq!(plies, 5);
    let clock = [Some(179.0), None, Some(177.0), None, None];
    assert_eq!(clocks.as_deref(), Some(&clock[..]));
    assert_eq!(move_times, Some(vec![None, None, None, Some(2.0), None]));
    assert_eq!(evals, Some(vec![Some(0.3), None, None, None, None]));
}

/// Comments after the move that failed do not count, nor those of an earlier game.
#[test]
fn notes_end_with_the_replay() {
    let text = "[Event \"x\"]\n\n1. e4 {[%clk 0:01:00]} e5 2. Ke3 {[%clk 0:00:50]} Nc6 {[%clk 0:00:40]} *\n\n\
                [Event \"y\"]\n\n1. e4 *\n\n";
    let games = games(text, with_moves());
    assert_eq!(
        games,
        [
            (2, [Some(vec![Some(60.0), None]), None, None]),
            (1, [None, None, None])
        ]
    );
}

/// A game with a missing castling right or with German letters is walked twice, but has its notes once.
#[test]
fn a_second_walk_starts_without_notes() {
    let castling = game(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n",
        "1. O-O {+1.00/9 1s} Ke7 {-1.00/9 2s} 2. Rf2 Ke8 {0.00/9 4s} *",
    );
    let times = vec![Some(1.0), Some(2.0), None, Some(4.0)];
    let evals = vec![Some(1.0), Some(1.0), None, Some(0.0)];
    assert_eq!(castling, (4, [None, Some(times), Some(evals)]));
    let german = game(
        "",
        "1. e4 {[%emt 1]} e5 {[%emt 2]} 2. Sf3 {[%emt 3]} Sc6 {[%emt 4]} 3. Lb5 a6 {[%emt 6]} *",
    );
    let seconds = [1.0, 2.0, 3.0, 4.0];
    let mut expected: Vec<_> = seconds.into_iter().map(Some).collect();
    expected.extend([None, Some(6.0)]);
    assert_eq!(german, (6, [None, Some(expected), None]));
}

#[test]
fn no_notes_are_kept_without_the_option() {
    let text = "[Event \"x\"]\n\n1. e4 {[%clk 0:01:00]} {+0.3/9 1s} *\n\n";
    let games = games(text, AuditOptions::default());
    assert_eq!(games, [(1, [None, None, None])]);
}
