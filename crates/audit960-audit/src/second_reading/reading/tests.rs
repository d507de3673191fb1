//! Hand-made archives.

use audit960_types::{Side, Square};

use super::*;

fn one(text: &str) -> SecondReading {
    let mut reading = read(text.as_bytes());
    assert_eq!(reading.aborted, None);
    assert_eq!(reading.games.len(), 1, "{reading:?}");
    reading.games.remove(0)
}

fn from(fen: &str, moves: &str) -> SecondReading {
    one(&format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n{moves}\n"))
}

fn fen(game: &SecondReading) -> &str {
    &game.reached.as_ref().unwrap().fen
}

fn clock(game: &SecondReading) -> u32 {
    game.reached.as_ref().unwrap().half_move_clock
}

#[test]
fn tags_moves_and_position_of_an_orthodox_game() {
    let text = "[Event \"Open \\\"A\\\"\"]\n[Round \"3\"]\n[White \"Tal\"]\n[White \"Botvinnik\"]\n\
        [Black \"M\u{fc}ller\"]\n\n1. e4 e5 {best} (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 $1 Nc6!? 1-0\n";
    let game = one(text);
    assert_eq!(game.start, SecondStart::Orthodox);
    assert_eq!((game.plies, game.stopped.as_deref()), (4, None));
    assert_eq!(
        fen(&game),
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    );
    assert_eq!(clock(&game), 2);
    let key = &game.reached.as_ref().unwrap().key;
    assert_eq!(
        key.placement,
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
    );
    assert_eq!((key.side, key.en_passant), (Side::White, None));
    let rooks = [Square::A1, Square::H1, Square::A8, Square::H8];
    assert_eq!(key.castling_rooks, rooks.into_iter().collect());
}

#[test]
fn chess960_castling() {
    // White castles a-side, Kb1 and Ra1 to c1 and d1; Black h-side, Kb8 and Rh8 to g8 and f8.
    let game = from("rk5r/3p4/8/8/8/8/8/RK5R w HAha - 0 1", "1. O-O-O 0-0 *");
    assert_eq!((game.start, game.plies), (SecondStart::Fen, 2));
    assert_eq!(fen(&game), "r4rk1/3p4/8/8/8/8/8/2KR3R w - - 2 2");
    assert_eq!(clock(&game), 2);
    // The king stays on g1.
    let game = from("4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", "1. O-O *");
    assert_eq!(fen(&game), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    // The rook on b1 shields the king from the rook on a1; castling would leave the king in check on c1.
    let game = from("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "1. O-O-O *");
    assert_eq!(game.plies, 0);
    assert!(game.stopped.unwrap().contains("O-O-O"));
}

#[test]
fn double_chess960_has_castling_rooks_of_its_own_for_each_side() {
    let game = from(
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1",
        "1. Nf3 f6 2. g3 Nf7 3. Bg2 g6 4. O-O Ng5 5. a3 *",
    );
    assert_eq!((game.plies, game.stopped.as_deref()), (9, None));
    let key = &game.reached.as_ref().unwrap().key;
    let rooks = [Square::F8, Square::H8];
    assert_eq!(key.castling_rooks, rooks.into_iter().collect());
    assert_eq!(
        key.placement,
        "bbq1nrkr/ppppp2p/5pp1/6n1/8/P4NP1/1PPPPPBP/RNBQ1RK1"
    );
}

#[test]
fn the_clock_starts_from_the_fen_and_does_not_saturate() {
    let rook = "7k/8/6K1/8/8/8/8/1R6 w - -";
    assert_eq!(
        clock(&from(&format!("{rook} 149 120"), "1. Rb7 Kg8 2. Rb1 *")),
        152
    );
    assert_eq!(clock(&from(&format!("{rook} 260 120"), "")), 260);
    // No clock in the FEN: zero.
    assert_eq!(clock(&from(rook, "1. Rb7 *")), 1);
    // A capture and a pawn move reset it; castling does not.
    let fen = "4k3/8/8/8/8/8/p6P/R3K3 w Q - 40 60";
    assert_eq!(clock(&from(fen, "1. Rxa2 Kd8 *")), 1);
    assert_eq!(clock(&from(fen, "1. h3 Kd8 *")), 1);
    assert_eq!(clock(&from(fen, "1. Rd1 Kf8 *")), 42);
    assert_eq!(
        clock(&from("4k3/8/8/8/8/8/8/R3K3 w Q - 40 60", "1. O-O-O *")),
        41
    );
}

#[test]
fn our_count_of_the_clock_is_that_of_shakmaty() {
    let game = one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 h5 7. Re1 Bc5 *");
    let field = fen(&game)
        .split(' ')
        .nth(4)
        .unwrap()
        .parse::<u32>()
        .unwrap();
    // Re1 and Bc5 since ...h5.
    assert_eq!((game.plies, clock(&game), field), (14, 2, 2));
}

#[test]
fn en_passant_square_is_given_only_where_the_capture_is_legal() {
    assert!(fen(&one("1. e4 *")).contains(" KQkq - "));
    let game = one("1. e4 a6 2. e5 d5 *");
    assert!(fen(&game).contains(" KQkq d6 "));
    assert_eq!(game.reached.unwrap().key.en_passant, Some(Square::D6));
    let pinned = from("4k3/8/8/8/4p3/8/3P4/3KR3 w - - 0 1", "1. d4 *");
    assert_eq!(pinned.reached.unwrap().key.en_passant, None);
}

#[test]
fn comments_of_any_length_are_read() {
    for length in [254, 255, 256, 257, 1 << 14, (1 << 14) - 2, 1 << 20] {
        let comment = "\u{fc}".repeat(length / 2);
        let text = format!("1. e4 {{{comment}}} e5 ({{{comment}}} 1... c5) 2. Nf3 {{{comment}}} *");
        let game = one(&text);
        assert_eq!((game.plies, game.stopped.as_deref()), (3, None), "{length}");
    }
}

#[test]
fn long_tag_lines_are_read() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let text = format!(
        "[Event \"{}\"]\n[FEN \"{fen}\"]\n\n1. Kb1 *\n",
        "x".repeat(40_000)
    );
    let game = one(&text);
    assert_eq!((game.start, game.plies), (SecondStart::Fen, 1));
}

#[test]
fn an_unclosed_brace_aborts_and_keeps_what_was_read() {
    let reading = read(
        b"[Event \"a\"]\n\n1. d4 *\n\n[Event \"b\"]\n\n1. e4 {oops e5 2. Nf3 1-0\n\n\
          [Event \"c\"]\n\n1. d4 d5 0-1\n",
    );
    assert!(reading.aborted.as_deref().unwrap().contains("comment"));
    let [first, second] = &reading.games[..] else {
        panic!("{:?}", reading.games)
    };
    assert_eq!((first.plies, first.stopped.as_deref()), (1, None));
    assert_eq!(second.plies, 1);
    assert_eq!(second.stopped, reading.aborted);
    // Inside a variation too.
    let reading = read(b"1. e4 (1. d4 {oops) e5 *");
    assert!(reading.aborted.is_some());
    assert_eq!(reading.games[0].plies, 1);
}

#[test]
fn a_tag_that_breaks_off_is_a_game_of_its_own() {
    let reading = read(b"[Event \"a\"]\n\n1. d4\n\n[Event \"b");
    assert!(reading.aborted.as_deref().unwrap().contains("tag"));
    let [first, second] = &reading.games[..] else {
        panic!("{:?}", reading.games)
    };
    assert_eq!((first.plies, first.stopped.as_deref()), (1, None));
    assert_eq!((second.plies, second.start), (0, SecondStart::Orthodox));
    assert_eq!(second.stopped, reading.aborted);
}

#[test]
fn blank_lines_in_movetext_and_variations_do_not_divide_a_game() {
    let game =
        one("[Event \"a\"]\n\n\n1. e4 e5\n\n2. Nf3 (2. f4\n\n2... exf4) Nc6\r\n\r\n3. Bb5 1-0\n");
    assert_eq!((game.plies, game.stopped.as_deref()), (5, None));
}

#[test]
fn a_termination_marker_ends_a_game() {
    let reading = read(b"[Event \"a\"]\n\n1. e4 1-0 e5\n\n1. d4 (1. c4 *) d5 *\n\n[Event \"b\"]\n");
    let plies: Vec<u32> = reading.games.iter().map(|game| game.plies).collect();
    assert_eq!(plies, [1, 2, 0]);
}

#[test]
fn an_unclosed_variation_is_the_rest_of_the_game() {
    let game = one("1. e4 e5 (1... c5 2. Nf3 1-0\n");
    assert_eq!(game.plies, 2);
    assert!(game.stopped.unwrap().contains("variation"));
    assert_eq!(one("1. e4 ) e5 *").plies, 2);
}

#[test]
fn the_first_move_that_cannot_be_played_is_named() {
    let game = one("1. e4 e5 2. Nf6 Nc6 3. d4 *");
    assert_eq!(
        (game.plies, game.stopped.as_deref()),
        (2, Some("ply 3: illegal san Nf6"))
    );
    let game = from("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "1. Ne2 *");
    assert_eq!(game.stopped.as_deref(), Some("ply 1: ambiguous san Ne2"));
    let game = one("1. e4 -- 2. d4 *");
    assert_eq!(
        (game.plies, game.stopped.as_deref()),
        (1, Some("ply 2: illegal san --"))
    );
}

#[test]
fn an_unusable_fen_stops_before_the_first_move() {
    for fen in [
        "?",
        "",
        "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1",
    ] {
        let game = from(fen, "1. e4 e5 *");
        assert_eq!(
            (game.start, game.plies, game.reached),
            (SecondStart::Unusable, 0, None)
        );
        assert!(game.stopped.unwrap().starts_with("FEN: "), "{fen}");
    }
}

#[test]
fn tags_after_a_game_begin_the_next() {
    let text = "\u{feff}[Event \"a\"]\n\n1. e4 e5++ *\n\n\n[Event \"b\"]\n\n1. d4 *";
    let games = read(text.as_bytes()).games;
    let plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
    assert_eq!(plies, [2, 1]);
}

#[test]
fn a_doubled_check_mark_is_read() {
    let game = one("[White \"C++ Engine\"]\n\n1. e4 e5 2. Nf3++ Nc6+++ 3. d4++! {++} *\n");
    assert_eq!((game.plies, game.stopped.as_deref()), (5, None));
}

#[test]
fn nothing_to_read() {
    for text in ["", "\u{feff} \n\r\n\t"] {
        assert_eq!(
            read(text.as_bytes()),
            ArchiveReading {
                games: vec![],
                aborted: None
            }
        );
    }
}
