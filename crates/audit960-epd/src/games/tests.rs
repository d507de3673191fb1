//! Positions of games that are replayed as an audit replays them.

use audit960_replay::{AuditOptions, Auditor};
use audit960_types::{FactSink, Identity};

use super::*;

/// Audits games of one span each into a sink.
fn gather<S: FactSink>(games: &[&str], mut sink: S) -> S {
    let options = AuditOptions {
        with_moves: true,
        ..AuditOptions::default()
    };
    let mut auditor = Auditor::new(options);
    for game in games {
        let identity = |at: usize| Identity {
            frame_offset: 0,
            byte_offset: at as u64,
        };
        let span = std::iter::once(0..game.len());
        auditor.audit(game.as_bytes(), span, &identity, false, &mut sink);
    }
    sink
}

fn lines(sink: &AfterPlies) -> Vec<String> {
    let mut out = Vec::new();
    sink.write(&mut out).unwrap();
    String::from_utf8(out)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn transpositions_are_one_position() {
    let games = [
        "[Event \"?\"]\n\n1. d4 Nf6 2. Nf3 *\n",
        "[Event \"?\"]\n\n1. Nf3 Nf6 2. d4 d5 *\n",
        "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n",
        "[Event \"?\"]\n\n1. e4 *\n",
    ];
    let sink = gather(&games, AfterPlies::new(3));
    assert_eq!((sink.games(), sink.positions()), (3, 2));
    assert_eq!(
        lines(&sink),
        [
            "rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - Games 2;",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - Games 1;",
        ]
    );
}

#[test]
fn any_way_of_sharing_the_games_gives_the_same() {
    let games: Vec<String> = ["e4", "d4", "e4", "c4"]
        .map(|m| format!("[Event \"?\"]\n\n1. {m} *\n"))
        .to_vec();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let mut one = gather(&games[..1], AfterPlies::new(1));
    one.merge(gather(&games[1..], AfterPlies::new(1)));
    let mut other = gather(&games[2..], AfterPlies::new(1));
    other.merge(gather(&games[..2], AfterPlies::new(1)));
    assert_eq!(lines(&one), lines(&other));
    assert_eq!(one.games(), 4);
    assert!(lines(&one)[0].ends_with("Games 2;"));
}

#[test]
fn castling_of_chess960_is_played_and_kept_in_the_rights() {
    let game = "[Event \"?\"]\n[Variant \"Chess960\"]\n\
                [FEN \"4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O Kd8 *\n";
    let start = gather(&[game], AfterPlies::new(0));
    assert_eq!(lines(&start), ["4k3/8/8/8/8/8/8/1RK3R1 w KQ - Games 1;"]);
    let castled = gather(&[game], AfterPlies::new(2));
    assert_eq!(lines(&castled), ["3k4/8/8/8/8/8/8/1R3RK1 w - - Games 1;"]);
}

/// A game from a clock of 98: White's move makes 99, so Black has the first claim (9.3.1).
fn at_98(moves: &str) -> Vec<String> {
    let game = format!(
        "[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"4k3/7p/8/8/8/8/7P/R3K3 w - - 98 80\"]\n\n{moves} *\n"
    );
    gather(&[&game], AtClaim::new()).take()
}

#[test]
fn a_claim_carries_the_move_that_completes_the_fifty() {
    let fields = "4k3/7p/8/8/8/8/R6P/4K3 b - -";
    let tail = "draw_claim; fmvn 80; hmvc 99; sm";
    let comment = "c0 \"KRPvKP, 9.3.1, black\";";
    assert_eq!(
        at_98("80. Ra2 Ke7 81. Kf1"),
        [format!("{fields} {comment} {tail} Ke7;")]
    );
    // A pawn move completes nothing: the first quiet move in the order of SAN is used instead.
    assert_eq!(
        at_98("80. Ra2 h6"),
        [format!("{fields} {comment} {tail} Kd7;")]
    );
    // The record ends where the claim begins.
    assert_eq!(
        at_98("80. Ra2"),
        [format!("{fields} {comment} {tail} Kd7;")]
    );
}

#[test]
fn after_the_fifty_any_move_goes_with_the_claim() {
    let game =
        "[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"4k3/7p/8/8/8/8/7P/R3K3 w - - 100 80\"]\n\n80. h3 *\n";
    assert_eq!(
        gather(&[game], AtClaim::new()).take(),
        [
            "4k3/7p/8/8/8/8/7P/R3K3 w - - c0 \"KRPvKP, 9.3.2, white\"; draw_claim; fmvn 80; hmvc 100; sm h3;"
        ]
    );
}

/// The records pass our own check without findings.
#[test]
fn records_check_clean() {
    let text = at_98("80. Ra2 Ke7").concat();
    let text = crate::Text::plain(text.as_bytes());
    for (_, findings) in crate::Checker::new().take(crate::check_text(&text, None), &text) {
        assert_eq!(findings, []);
    }
}
