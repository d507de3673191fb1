//! The command popular, as users run it.

use crate::folder::{Folder, Has, Ran, audited, each_refused, json, printed};
use crate::support::data;

/// A game with these tags and moves.
fn game(tags: &str, result: &str, moves: &str) -> String {
    let tags = tags.replace(';', "\n");
    format!(
        "[Event \"?\"]\n{tags}\n[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

/// King and rook each: nobody may castle, and the second game is the mirror of the first.
const MIRRORED: [&str; 2] = [
    "[SetUp \"1\"];[FEN \"k7/8/8/8/8/8/8/1R5K w - - 12 40\"]",
    "[SetUp \"1\"];[FEN \"7k/8/8/8/8/8/8/K5R1 w - - 0 1\"]",
];

fn archive(folder: &Folder) -> String {
    let text = [
        game("[Date \"2020.05.01\"]", "1-0", "1. e4 c5 2. Nf3"),
        game("[Date \"2021.05.01\"]", "0-1", "1. Nf3 c5 2. e4"),
        game("[Date \"2021.05.02\"]", "*", "1. e4 e5"),
        game("[Date \"2021.05.03\"]", "1/2-1/2", ""),
        // Damaged: 2. Ke3 cannot be played.
        game("[Date \"2020.05.03\"]", "1-0", "1. e4 c5 2. Ke3 d6"),
        game(MIRRORED[0], "1-0", "1. Rb7"),
        game(MIRRORED[1], "0-1", "1. Rg7"),
    ];
    let path = folder.path("games.pgn");
    std::fs::write(&path, text.concat()).unwrap();
    path.clone()
}

/// The columns that programs rely on, without their names.
fn rows(inputs: &str, options: &str) -> Vec<String> {
    let text = printed(("explore", inputs, (options, "--format csv")));
    let mut lines = text.lines();
    lines
        .next()
        .unwrap()
        .begins("ply,fen,games,white,draws,black,");
    let brief = |line: &str| line.split(',').take(6).collect::<Vec<_>>().join(",");
    lines.map(brief).collect()
}

#[test]
fn positions_are_counted_as_argued() {
    let folder = Folder::new();
    let games = archive(&folder);
    let dataset = audited(&folder, "moves", &games, "--with-moves --keep-illegal");
    for input in [&games, &dataset] {
        let standard = |options: &str| rows(input, &format!("{options} --start-kind standard"));
        // Four games begin there, one of them without a result; one without moves is counted apart.
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(standard("--plies 0"), [format!("0,{start},4,2,0,1")]);
        // Both orders of moves, and the damaged game before its illegal move.
        let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        let third = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
        assert_eq!(standard("--plies 2")[0], format!("2,{sicilian},2,2,0,0"));
        assert_eq!(standard("--plies 3"), [format!("3,{third},2,1,0,1")]);
        assert_eq!(standard("--plies 4"), [""; 0]);
        assert_eq!(standard("").len(), 2 + 3 + 1);
        assert_eq!(standard("--plies 1-3 --limit 1").len(), 3);
        // A position of any ply counts once a game.
        let any = standard("--plies any");
        assert_eq!(any[0], format!("0,{start},4,2,0,1"));
        assert_eq!(any.len(), 1 + 2 + 3 + 1);
        // Mirrors, by the one whose FEN comes first in the alphabet; castling rights forbid it at the start.
        let apart = rows(input, "--plies 1 --start-kind other");
        assert_eq!(apart.len(), 2);
        let merged = rows(input, "--plies 1 --start-kind other --mirror");
        assert_eq!(merged, ["1,7k/6R1/8/8/8/8/8/K7 b - - 0 1,2,1,0,1"]);
        assert_eq!(standard("--plies 0 --mirror").len(), 1);
        // By year, and by start.
        let text = printed!("explore {input} --plies 1 --by year --format csv --start 518");
        let years: Vec<(&str, &str)> = text
            .lines()
            .skip(1)
            .map(|line| {
                let cells: Vec<&str> = line.split(',').collect();
                (*cells.last().unwrap(), cells[2])
            })
            .collect();
        assert_eq!(years, [("2020", "2"), ("2021", "1"), ("2021", "1")]);
        // Four games have moves: e4 in three, and after two half-moves two of four are alone.
        let known = printed!("explore {input} --known --format csv --start 518");
        let known: Vec<&str> = known.lines().nth(1).unwrap().split(',').collect();
        assert_eq!(known[..6], ["518", "RNBQKBNR", "4", "2", "7", "2"]);
        // -3/4 log2 3/4 - 1/4 log2 1/4 = 0.811278...
        let entropy: f64 = known[6].parse().unwrap();
        let holds = (entropy - 0.811_278_124_459_132_8).abs() < 1e-12;
        assert!(holds, "{entropy}");
    }
}

/// What explore counts at a position is what popular counts there.
#[test]
fn the_most_popular_position_is_explored_alike() {
    let archive = data("archive").display().to_string();
    for options in ["--plies 0", "--plies any"] {
        let text = printed((
            format!("explore {archive} --format json --limit 1"),
            options,
        ));
        let row: serde_json::Value = serde_json::from_str(&text).unwrap();
        let row = &row[0];
        let fen = row["fen"].as_str().unwrap();
        let explored: serde_json::Value = json(format!("explore {archive} --fen `{fen}`"));
        for name in "fen games white draws black unfinished moveless".split(' ') {
            assert_eq!(explored[name], row[name], "{name}");
        }
    }
}

#[test]
fn what_cannot_be_asked_is_said_in_a_sentence() {
    let folder = Folder::new();
    let games = archive(&folder);
    let without = audited(&folder, "without", &games, "");
    each_refused(
        format!("explore {games}"),
        "\
         --start 960 | goes from 0 to 959
         --plies soon | a number of half-moves (12), or the first and last
         --plies 5-2 | first and last",
    );
    refused!("explore {without} --plies 1").has("--with-moves");
    let output = run!("explore {games} --plies 300");
    output.ends(0);
    assert!(output.out().contains("no game reached such a position"));
}

/// A record without moves is counted at the start, apart; one whose first move cannot be played reached it.
#[test]
fn games_that_played_nothing_are_told_apart() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| {
        let path = folder.write(name, text);
        path.clone()
    };
    let moveless = "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n\n";
    let alone = write("moveless.pgn", moveless);
    let at_start = |path: &str| {
        let rows = printed!("explore {path} --plies 0 --format csv");
        let names: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
        let of = |name: &str| names.iter().position(|found| *found == name).unwrap();
        let row: Vec<String> = rows
            .lines()
            .nth(1)
            .unwrap()
            .split(',')
            .map(str::to_owned)
            .collect();
        assert_eq!(
            (&*row[of("ply")], &*row[of("players")]),
            ("0", if row[of("games")] == "0" { "0" } else { "2" })
        );
        (row[of("games")].clone(), row[of("moveless")].clone())
    };
    assert_eq!(at_start(&alone), ("0".to_owned(), "1".to_owned()));
    let known = printed!("explore {alone} --known --format csv");
    assert_eq!(known.lines().count(), 1, "{known}");
    let damaged =
        "[Event \"b\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. Qd5 e5 1-0\n\n";
    let played =
        "[Event \"c\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    let three = write("three.pgn", &[moveless, damaged, played].concat());
    assert_eq!(at_start(&three), ("2".to_owned(), "1".to_owned()));
    let known = printed!("explore {three} --known --format csv");
    known.lines().nth(1).unwrap().begins("518,RNBQKBNR,2,");
    refused!("explore {three} --known --plies 4-6").has("--plies 0-6");
}
