//! The command explore, as users run it.

use crate::folder::{Folder, Has, Ran, audited, cases, json, printed, refused};

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
fn explored(inputs: &str, options: &str) -> serde_json::Value {
    json(("explore", inputs, options))
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

fn archive(folder: &Folder) -> String {
    folder.write("games.pgn", GAMES)
}

#[test]
fn moves_are_counted_as_argued() {
    let folder = Folder::new();
    let games = archive(&folder);
    let dataset = audited(&folder, "moves", &games, "--with-moves");
    // Past its illegal move, game f goes on in this dataset.
    let kept = audited(&folder, "kept", &games, "--with-moves --keep-illegal");
    for inputs in [&games, &dataset, &kept] {
        let start = explored(inputs, "--min-games 1");
        assert_eq!(
            start["fen"],
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        // a to f but e, which has no moves and counts apart; nothing of g can be replayed, h starts elsewhere.
        let found = (&start["games"], &start["moveless"]);
        assert_eq!(found, (&5.into(), &1.into()));
        let e4 = ("e4 e2e4".to_owned(), [3, 2, 1, 0]);
        let (nf3, d4) = (
            ("Nf3 g1f3".to_owned(), [2, 0, 1, 1]),
            ("d4 d2d4".to_owned(), [1, 0, 0, 0]),
        );
        assert_eq!(moves(&start), [e4, nf3, d4]);
        // a, b and c by two orders of moves; only b goes on.
        let after = explored(inputs, "--moves `1. e4 c5 2. Nf3`");
        assert_eq!(after["games"], 3);
        assert_eq!(moves(&after), [("d6 d7d6".to_owned(), [1, 0, 0, 1])]);
        // The same position by its FEN, in another dialect and with another clock.
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b HAha - 9 40";
        assert_eq!(explored(inputs, &format!("--fen `{fen}`")), after);
        // Game f was replayed that far.
        assert_eq!(explored(inputs, "--moves `e2e4 c7c5`")["games"], 3);
        let double = explored(inputs, "--start 518/BBQNRKRN");
        assert_eq!(double["games"], 0);
        let double = explored(inputs, "--start BBQNRKRN/518");
        assert_eq!(moves(&double), [("O-O f1g1".to_owned(), [1, 0, 0, 1])]);
        let found = &explored(inputs, "--start BBQNRKRN/518 --start-kind standard,other")["games"];
        assert_eq!(found, 0);
    }
    // A start position restricts the games, not only the board.
    let elsewhere = explored(
        &games,
        "--start BBQNRKRN/518 --fen `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`",
    );
    assert_eq!(elsewhere["games"], 0);
    let first = &explored(&games, "--min-games 1")["moves"][0];
    assert_eq!(first["last_date"], "2020-01-02");
    let found = (&first["mean_white_elo"], &first["mean_black_elo"]);
    assert_eq!(found, (&2000.0.into(), &2100.0.into()));
    // The only one with ratings.
    assert_eq!(first["example"], format!("{games}@0"));
}

/// The tree is a game that can be read again: with its variations, without findings.
#[test]
fn the_tree_is_a_game_in_pgn() {
    let folder = Folder::new();
    let games = archive(&folder);
    let tree = printed!("explore {games} --format pgn --depth 3 --min-games 1");
    assert!(tree.lines().all(|line| line.len() < 80));
    let movetext = tree.split("\n\n").nth(1).unwrap().replace('\n', " ");
    // Three of the five games begin with 1. e4, and White scored 2.5 of 3; the draw came back to the start.
    movetext.begins(
        "{5 games, 100.0 %, White scored 0.625} 1. e4 {3 games, 60.0 %, White scored 0.833}",
    );
    movetext.has("(1. Nf3 {2 games, 40.0 %, White scored 0.250} 1...");
    let path = folder.write("tree.pgn", &tree);
    let exported = printed!("export {path} --out - -q");
    let holds = exported.contains("( 1. Nf3") || exported.contains("(1. Nf3");
    assert!(holds, "{exported}");
}

#[test]
fn what_cannot_be_asked_is_said_in_a_sentence() {
    let folder = Folder::new();
    let games = archive(&folder);
    let without = audited(&folder, "without", &games, "");
    for [arguments, why] in cases::<2>(
        "\
         --fen `8/8/8/8/8/8/8/KKKKKKKK w - - 0 1` | more than one king
         --start 960 | goes from 0 to 959
         --start 518/960 | goes from 0 to 959
         --moves `e4 e4` | half-move 2, e4, is not a legal move",
    ) {
        refused((format!("explore {games}"), arguments)).has(why);
    }
    refused!("explore {without}").has("--with-moves");
    refused("explore - --format pgn").has("standard input");
    // Nothing found is an answer.
    let output = run!("explore {games} --fen `8/8/8/8/8/8/8/K1k5 w - - 0 1`");
    output.ends(0);
    let answer = output.out();
    assert!(answer.contains("no game reached this position") && !answer.contains("castling"));
    let output = run!("explore {games} --start 0");
    let answer = output.out();
    answer.has("no game reached");
    answer.lacks("castling");
}

/// A start means the start with all its castling rights, a FEN what it says: where nothing is found, the answer names the
/// position with other rights if games reached it, and only then.
#[test]
fn castling_rights_that_hide_games_are_named() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
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
        let answer = printed(("explore", arguments));
        answer.has("no game reached this position");
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
    told(&[&orthodox, "--fen", &format!("{placement} w - - 0 1")])
        .unwrap()
        .has(&format!("--fen \"{placement} w KQkq - 0 1\""));
    assert_eq!(told(&[&orthodox, "--start", "0"]), None);
    assert_eq!(
        told(&[&orthodox, "--start", "518", "--min-elo", "2000"]),
        None
    );
}

/// The interval of a move is that of its own games: one win is 1 / (1 + 1.96²) = 0.2065 to 1 by Wilson's formula, whatever
/// else was played.
#[test]
fn intervals_depend_on_no_other_games() {
    let folder = Folder::new();
    let game = |result: &str, moves: &str| {
        crate::folder::game(&[("Result", result)], &format!("{moves} {result}"))
    };
    let won = game("1-0", "1. e4 e5");
    for (name, others) in [("alone.pgn", 0), ("drawn.pgn", 9)] {
        let drawn = game("1/2-1/2", "1. d4 d5").repeat(others);
        let path = folder.write(name, format!("{won}{drawn}"));
        let answer: serde_json::Value = json(format!("explore {path} --start 518"));
        let moves = answer["moves"].as_array().unwrap();
        let row = moves.iter().find(|row| row["san"] == "e4").unwrap();
        let interval = ["score_low", "score_high"].map(|end| row[end].as_f64().unwrap());
        assert!((interval[0] - 0.206_549).abs() < 1e-5, "{row}");
        assert!((interval[1] - 1.0).abs() < 1e-9, "{row}");
    }
}
