//! What `audit --quality` says of clocks and evaluations, as users ask for it.

use std::process::Command;

use serde_json::{Value, json};

use crate::folder::{Folder, Has, printed, rows, run};
use crate::support::{corpus, skipped};

/// A game on Lichess: ten half-moves, nine of them with an evaluation. In pawns before the first move 0.15, then as written.
const GAME: &str = "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n\
    [White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n[TimeControl \"80+1\"]\n\n\
    1. e4 { [%eval 0.2] [%clk 0:01:20] } 1... e5 { [%eval 0.3] [%clk 0:01:20] } \
    2. Nf3 { [%eval -0.5] [%clk 0:00:51] } 2... Nc6 { [%eval 0.1] [%clk 0:01:19] } \
    3. Bc4 { [%eval 0.1] [%clk 0:00:09] } 3... Nd4 { [%eval 4.0] [%clk 0:01:18] } \
    4. Nxe5 { [%eval -3.0] [%clk 0:00:08] } 4... Qg5 { [%eval -3.0] [%clk 0:01:16] } \
    5. Rg1 { [%eval #-2] [%clk 0:00:03] } 5... Qxe5 { [%clk 0:01:16] } 0-1\n";

/// The same game by a match program, whose players say what they think.
const MATCH: &str = "[Event \"?\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n\
    1. e4 {+0.20/9 1.5s} e5 {-0.30/9 2.25s} 2. Nf3 {-0.50/9 0.5s} Nc6 {-0.10/9 0.25s} 0-1\n";

const COLUMNS: &str = "white_time_trouble, white_longest_think, white_centipawn_loss, white_accuracy, \
    white_inaccuracies, white_mistakes, white_blunders, black_time_trouble, black_longest_think, \
    black_centipawn_loss, black_accuracy, black_inaccuracies, black_mistakes, black_blunders";

fn quality(dataset: &str) -> Vec<Value> {
    let sql = format!("SELECT {COLUMNS}, clocks, evals FROM games");
    rows(dataset, &sql)
}

/// By hand. White's losses: 15 to 20, 30 to -50, 10 to 10, 400 to -300, -300 to -1,000: 0, 80, 0, 700, 700 centipawns; the
/// mate that it allows is a blunder like the 700 before it, and the 80 cost 0.146 of its chances. Black's: 10, 60, 390, 0; the
/// last half-move has no evaluation after it. 60 cost 0.11, 390 cost 0.61. White begins to think with 80, 51, 9 and 8 seconds left
///, and an eighth of 80 is ten; it thought
/// 51 + 1 - 9 seconds at the third move.
#[test]
fn clocks_and_evaluations_become_columns() {
    let folder = Folder::new();
    let archive = folder.write("a.pgn", [GAME, "\n", MATCH].concat());
    let out = folder.path("out");
    printed(["audit", &archive, "--quality", "--out", &out]);
    printed!("verify --inputs {out}");
    let found = quality(&out);
    let game = &found[0];
    let numbers = [
        ("white_time_trouble", json!(2)),
        ("white_longest_think", json!(43.0)),
        ("white_centipawn_loss", json!(296.0)),
        ("white_inaccuracies", json!(1)),
        ("white_mistakes", json!(0)),
        ("white_blunders", json!(2)),
        ("black_time_trouble", json!(0)),
        ("black_longest_think", json!(3.0)),
        ("black_centipawn_loss", json!(115.0)),
        ("black_inaccuracies", json!(1)),
        ("black_mistakes", json!(0)),
        ("black_blunders", json!(1)),
    ];
    for (name, expected) in numbers {
        assert_eq!(game[name], expected, "{name}");
    }
    for name in ["white_accuracy", "black_accuracy"] {
        let accuracy = game[name].as_f64().unwrap();
        assert!((20.0..80.0).contains(&accuracy), "{accuracy}");
    }
    // Moves were not asked for, and neither are the lists.
    assert_eq!(
        (&game["clocks"], &game["evals"]),
        (&Value::Null, &Value::Null)
    );
    let engines = &found[1];
    assert_eq!(engines["white_accuracy"], Value::Null);
    assert_eq!(engines["white_longest_think"], json!(1.5));
    assert_eq!(engines["black_longest_think"], json!(2.25));
    // The columns of players are there as well: groups come in order.
    let keys = "SELECT white_player_key FROM games";
    assert_eq!(rows(&out, keys)[0]["white_player_key"], json!("lichess:a"));
    printed!(
        "explore {} --min-games 1 --where `white_blunders = 2` --format json",
        archive
    )
    .has("\"games\": 1,");
    // With the moves, the same numbers stand beside the lists.
    let moves = folder.path("moves");
    printed!("audit {} --quality --with-moves --out {moves}", archive);
    let with_moves = quality(&moves);
    assert_eq!(with_moves[0]["white_accuracy"], game["white_accuracy"]);
    assert!(!with_moves[0]["clocks"].is_null() && !with_moves[0]["evals"].is_null());
    let rows = run(["rows", &archive, "--columns", "white_blunders,plies"]);
    assert!(rows.status.success());
}

/// Two games of Chess960 at one venue and one at another, against SQL on the same dataset; one has no evaluations. A
/// dataset whose audit was not asked has no such columns.
#[test]
fn groups_of_games_have_mean_accuracies() {
    let folder = Folder::new();
    let tags = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
    let game = GAME.replacen("\n\n", &format!("\n{tags}"), 1);
    let other = game
        .replace("lichess.org/abcdefgh", "lichess.org/bcdefghi")
        .replace("[%eval 4.0]", "[%eval 1.0]");
    let bare = game
        .replace("lichess.org/abcdefgh", "www.chess.com/game/live/1")
        .replace("%eval", "%none");
    let archive = folder.write("a.pgn", [game, other, bare].join("\n"));
    let (plain, out) = (folder.path("plain"), folder.path("out"));
    printed(["audit", &archive, "--out", &plain]);
    printed(["audit", &archive, "--quality", "--out", &out]);
    let groups = |dataset: &str| -> Vec<Value> {
        let options = ["--by", "venue", "--format", "json"];
        let answer = printed((format!("starts {dataset}"), &options));
        serde_json::from_str(&answer).unwrap()
    };
    assert!(groups(&plain)[0].get("evaluated_games").is_none());
    let found = groups(&out);
    let expected = rows(
        &out,
        "SELECT venue, count(white_accuracy) AS games, avg(white_accuracy) AS white, avg(black_accuracy) AS black \
         FROM games GROUP BY venue ORDER BY games DESC",
    );
    assert_eq!((found.len(), expected.len()), (2, 2));
    for (group, expected) in found.iter().zip(&expected) {
        assert_eq!(group["venue"], expected["venue"]);
        assert_eq!(group["evaluated_games"], expected["games"]);
        for (mean, expected) in [
            (&group["mean_white_accuracy"], &expected["white"]),
            (&group["mean_black_accuracy"], &expected["black"]),
        ] {
            match expected.as_f64() {
                None => assert_eq!(mean, &Value::Null),
                Some(expected) => assert!((mean.as_f64().unwrap() - expected).abs() < 1e-6),
            }
        }
    }
    assert_eq!(found[0]["evaluated_games"], json!(2));
}

/// The games of Lichess in the shared archives, of which some have evaluations, against a second computation.
#[test]
fn real_clocks_and_evaluations_give_what_another_program_computes() {
    let Some(archive) = corpus("standard/lichess-2025-05-sample.pgn") else {
        return skipped("no corpus");
    };
    let folder = Folder::new();
    let out = folder.path("out");
    let name = archive.display();
    run!("audit {name} --quality --exit-zero --out {out}");
    let sql = format!("SELECT line, plies, {COLUMNS} FROM games");
    let found = folder.write("rows.json", printed!("query {out} `{sql}` --format json"));
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/quality_oracle.py");
    let input = std::fs::File::open(found).unwrap();
    let mut python = Command::new("python3");
    let Ok(output) = python.arg(script).arg(&archive).stdin(input).output() else {
        return skipped("python3 is not there");
    };
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success(), "{said}");
    let compared: Vec<u32> = said
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    assert!(compared[0] > 50 && compared[1] > 500, "{said}");
}

#[test]
fn a_plain_dataset_has_no_such_columns() {
    let folder = Folder::new();
    let archive = folder.write("a.pgn", GAME);
    let out = folder.path("out");
    printed(["audit", &archive, "--out", &out]);
    let names = |dataset: &str| -> Vec<String> {
        let all = rows(dataset, "SELECT * FROM games");
        all[0].as_object().unwrap().keys().cloned().collect()
    };
    let plain = names(&out);
    assert!(
        plain.contains(&"endings".to_owned())
            && !plain.iter().any(|name| name.contains("accuracy"))
    );
    let more = folder.path("more");
    printed(["audit", &archive, "--quality", "--out", &more]);
    assert_eq!(names(&more).len(), plain.len() + 28);
}
