//! The command explore, as users run it.

use std::path::Path;

use crate::support::{audited, data, printed, refused, run};

/// Games from the orthodox start whose counts are argued below.
const GAMES: &str = "\
[Event \"a\"]
[White \"A\"]
[Black \"B\"]
[Date \"2020.01.02\"]
[WhiteElo \"2000\"]
[BlackElo \"2100\"]
[Result \"1-0\"]

1. e4 c5 2. Nf3 1-0

[Event \"b: another order of moves\"]
[White \"A\"]
[Black \"C\"]
[Date \"2021.??.??\"]
[Result \"0-1\"]

1. Nf3 c5 2. e4 d6 0-1

[Event \"c: comes back to the start and plays another move\"]
[White \"C\"]
[Black \"A\"]
[Result \"1/2-1/2\"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 4. Nf3 1/2-1/2

[Event \"d: unfinished\"]
[White \"C\"]
[Black \"A\"]
[Result \"*\"]

1. d4 *

[Event \"e: without moves\"]
[White \"C\"]
[Black \"A\"]
[Result \"1-0\"]

1-0

[Event \"f: damaged; the illegal move and those after it do not count\"]
[White \"C\"]
[Black \"A\"]
[Result \"1-0\"]

1. e4 c5 2. Ke3 d6 1-0

[Event \"g: nothing can be replayed\"]
[White \"C\"]
[Black \"A\"]
[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]
[Result \"1-0\"]

1. e4 1-0

[Event \"h: the orthodox start as Black's half of a double Chess960 game\"]
[White \"C\"]
[Black \"A\"]
[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w KQkq - 0 1\"]
[Result \"0-1\"]

1. O-O 0-1
";

/// The answer as JSON.
fn explored(inputs: &[&str], options: &[&str]) -> serde_json::Value {
    let text = printed(&[&["explore"], inputs, options, &["--format", "json"]].concat());
    serde_json::from_str(&text).unwrap()
}

/// Moves with games and results, in order.
fn moves(answer: &serde_json::Value) -> Vec<(String, [u64; 4])> {
    let number = |of: &serde_json::Value, name: &str| of[name].as_u64().unwrap();
    let moves = answer["moves"].as_array().unwrap().iter();
    let counts = moves.map(|of| {
        let names = ["games", "white", "draws", "black"];
        (
            format!(
                "{} {}",
                of["san"].as_str().unwrap(),
                of["uci"].as_str().unwrap()
            ),
            names.map(|name| number(of, name)),
        )
    });
    counts.collect()
}

fn archive(folder: &Path) -> String {
    let path = folder.join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    path.display().to_string()
}

#[test]
fn moves_are_counted_as_argued() {
    let folder = tempfile::tempdir().unwrap();
    let games = archive(folder.path());
    let dataset = audited(folder.path(), "moves", &[&games], &["--with-moves"]);
    // Past its illegal move, game f goes on in this dataset.
    let kept = audited(
        folder.path(),
        "kept",
        &[&games],
        &["--with-moves", "--keep-illegal"],
    );
    for inputs in [&games, &dataset, &kept] {
        let start = explored(&[inputs], &[]);
        assert_eq!(
            start["fen"],
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        // a to f but e, which has no moves and counts apart; nothing of g can be replayed, h starts elsewhere.
        assert_eq!(
            (&start["games"], &start["moveless"]),
            (&5.into(), &1.into())
        );
        let e4 = ("e4 e2e4".to_owned(), [3, 2, 1, 0]);
        let (nf3, d4) = (
            ("Nf3 g1f3".to_owned(), [2, 0, 1, 1]),
            ("d4 d2d4".to_owned(), [1, 0, 0, 0]),
        );
        assert_eq!(moves(&start), [e4, nf3, d4]);
        // a, b and c by two orders of moves; only b goes on.
        let after = explored(&[inputs], &["--moves", "1. e4 c5 2. Nf3"]);
        assert_eq!(after["games"], 3);
        assert_eq!(moves(&after), [("d6 d7d6".to_owned(), [1, 0, 0, 1])]);
        // The same position by its FEN, in another dialect and with another clock.
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b HAha - 9 40";
        assert_eq!(explored(&[inputs], &["--fen", fen]), after);
        // Game f was replayed that far.
        assert_eq!(explored(&[inputs], &["--moves", "e2e4 c7c5"])["games"], 3);
        let double = explored(&[inputs], &["--start", "518/BBQNRKRN"]);
        assert_eq!(double["games"], 0);
        let double = explored(&[inputs], &["--start", "BBQNRKRN/518"]);
        assert_eq!(moves(&double), [("O-O f1g1".to_owned(), [1, 0, 0, 1])]);
        assert_eq!(
            explored(
                &[inputs],
                &["--start", "BBQNRKRN/518", "--start-kind", "standard,other"]
            )["games"],
            0
        );
    }
    // A start position restricts the games, not only the board.
    let elsewhere = explored(
        &[&games],
        &[
            "--start",
            "BBQNRKRN/518",
            "--fen",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
    );
    assert_eq!(elsewhere["games"], 0);
    let first = &explored(&[&games], &[])["moves"][0];
    assert_eq!(first["last_date"], "2020-01-02");
    assert_eq!(
        (&first["mean_white_elo"], &first["mean_black_elo"]),
        (&2000.0.into(), &2100.0.into())
    );
    // The only one with ratings.
    assert_eq!(first["example"], format!("{games}@0"));
}

/// The shared archives, or the project's own: the same answer from archives and from a dataset of them, by any number
/// of threads, for several positions.
#[test]
fn archives_and_datasets_answer_alike() {
    let folder = tempfile::tempdir().unwrap();
    let archive = data("archive").display().to_string();
    let dataset = audited(folder.path(), "moves", &[&archive], &["--with-moves"]);
    let mut counted = 0;
    for options in [
        &[][..],
        &["--moves", "d4 d5"],
        &["--start-kind", "chess960"],
        &["--fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"],
    ] {
        for format in ["table", "csv", "json", "pgn"] {
            let ask = |input: &str, threads: &str| {
                printed(
                    &[
                        &["explore", input, "--format", format, "-j", threads],
                        options,
                    ]
                    .concat(),
                )
            };
            let expected = ask(&archive, "1");
            assert_eq!(ask(&archive, "2"), expected, "{options:?}");
            assert_eq!(ask(&dataset, "1"), expected, "{options:?}");
            assert_eq!(ask(&dataset, "2"), expected, "{options:?}");
            counted += expected.len();
        }
    }
    assert!(counted > 5000, "{counted}");
}

/// The tree is a game that can be read again: with its variations, without findings.
#[test]
fn the_tree_is_a_game_in_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let games = archive(folder.path());
    let tree = printed(&[
        "explore",
        &games,
        "--format",
        "pgn",
        "--depth",
        "3",
        "--min-games",
        "1",
    ]);
    assert!(tree.lines().all(|line| line.len() < 80));
    let movetext = tree.split("\n\n").nth(1).unwrap().replace('\n', " ");
    // Three of the five games begin with 1. e4, and White scored 2.5 of 3; the draw came back to the start.
    assert!(
        movetext.starts_with(
            "{5 games, 100.0 %, White scored 0.625} 1. e4 {3 games, 60.0 %, White scored 0.833}"
        ),
        "{movetext}"
    );
    assert!(
        movetext.contains("(1. Nf3 {2 games, 40.0 %, White scored 0.250} 1..."),
        "{movetext}"
    );
    let path = folder.path().join("tree.pgn");
    std::fs::write(&path, &tree).unwrap();
    let exported = printed(&["export", path.to_str().unwrap(), "--out", "-", "-q"]);
    assert!(
        exported.contains("( 1. Nf3") || exported.contains("(1. Nf3"),
        "{exported}"
    );
}

#[test]
fn what_cannot_be_asked_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let games = archive(folder.path());
    let without = audited(folder.path(), "without", &[&games], &[]);
    for (arguments, why) in [
        (
            &["--fen", "8/8/8/8/8/8/8/KKKKKKKK w - - 0 1"][..],
            "more than one king",
        ),
        (&["--start", "960"], "goes from 0 to 959"),
        (&["--start", "518/960"], "goes from 0 to 959"),
        (
            &["--moves", "e4 e4"],
            "half-move 2, e4, is not a legal move",
        ),
    ] {
        let (code, text) = refused(&[&["explore", &*games], arguments].concat());
        assert_eq!(code, Some(2));
        assert!(text.contains(why), "{text}");
    }
    let (code, text) = refused(&["explore", &without]);
    assert_eq!(code, Some(2));
    assert!(text.contains("--with-moves"), "{text}");
    let (code, text) = refused(&["explore", "-", "--format", "pgn"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("standard input"), "{text}");
    // Nothing found is an answer.
    let output = run(&["explore", &games, "--fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"]);
    assert_eq!(output.status.code(), Some(0));
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(answer.contains("no game reached this position") && !answer.contains("castling"));
    let output = run(&["explore", &games, "--start", "0"]);
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        answer.contains("no game reached") && !answer.contains("castling"),
        "{answer}"
    );
}

/// A start means the start with all its castling rights, a FEN what it says: where nothing is found, the answer names the
/// position with other rights if games reached it, and only then.
#[test]
fn castling_rights_that_hide_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (orthodox, without) = (path("a.pgn"), path("b.pgn"));
    std::fs::write(
        &orthodox,
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
    )
    .unwrap();
    let bare = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1";
    let game = format!(
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{bare}\"]\n\n1. e4 1-0\n"
    );
    std::fs::write(&without, game).unwrap();
    let told = |arguments: &[&str]| {
        let answer = printed(&[&["explore"], arguments].concat());
        assert!(answer.contains("no game reached this position"), "{answer}");
        answer
            .split_once("castling")
            .map(|(_, rest)| rest.to_owned())
    };
    let of_start = told(&[&without, "--start", "0"]).unwrap();
    assert_eq!(
        of_start,
        format!(
            " rights are part of a position: 1 game reached it with others, --fen \"{bare}\"\n"
        )
    );
    let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let of_fen = told(&[&orthodox, "--fen", &format!("{placement} w - - 0 1")]).unwrap();
    assert!(
        of_fen.contains(&format!("--fen \"{placement} w KQkq - 0 1\"")),
        "{of_fen}"
    );
    assert_eq!(told(&[&orthodox, "--start", "0"]), None);
    assert_eq!(told(&[&orthodox, "--min-elo", "2000"]), None);
}
