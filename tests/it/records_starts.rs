//! Games in JSON and tables that have lost their start positions: rejected as in PGN, and found as in PGN.

use serde_json::{Value, json};

use crate::folder::{Folder, audited, json, printed, rows};
use crate::records::{games_of, rows_without_place};
use crate::support::data;

/// Games of Chess960 without FEN and SetUp.
fn lost_starts() -> Vec<String> {
    let text = std::fs::read_to_string(data("archive/mainz-2009.pgn")).unwrap();
    let is_lost = |line: &&str| !line.starts_with("[FEN ") && !line.starts_with("[SetUp ");
    let lines: Vec<&str> = text.lines().filter(is_lost).collect();
    games_of(&(lines.join("\n") + "\n\n"))
}

/// A game as Lichess' API gives it, with the little that this archive says.
fn members(game: &str) -> Value {
    let (tags, movetext) = game.split_once("\n\n").unwrap();
    let tag = |name: &str| {
        let line = tags
            .lines()
            .find_map(|line| line.strip_prefix(&format!("[{name} \"")));
        line.map(|value| value.trim_end_matches("\"]").to_owned())
    };
    let words = movetext.split_ascii_whitespace();
    let moves: Vec<&str> = words
        .map(|word| {
            word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
        })
        .filter(|word| !word.is_empty() && !word.starts_with(['-', '/']))
        .collect();
    json!({
        "id": "x",
        "variant": "chess960",
        "players": {"white": {"user": {"name": tag("White")}}, "black": {"user": {"name": tag("Black")}}},
        "moves": moves.join(" "),
        "status": "resign",
    })
}

/// What the start of each game was found to be.
const STARTS: &str = "SELECT verdict, codes, white_start, fen, plies, moves FROM games";

#[test]
fn lost_starts_are_found_as_in_pgn() {
    let folder = Folder::new();
    let games = lost_starts();
    let pgn = folder.write("games.pgn", games.concat());
    let wrapped: String = games
        .iter()
        .map(|game| format!("{}\n", json!({"pgn": game})))
        .collect();
    let wrapped = folder.write("games.ndjson", wrapped);
    let table = data("records/starts.parquet").to_str().unwrap().to_owned();
    let audit = |input: &str, name: &str, options: &str| {
        audited(&folder, name, input, ("--with-moves", options))
    };
    let counts = "SELECT verdict, codes, COUNT(*) AS n FROM games GROUP BY verdict, codes";
    let rejected = json!([{"verdict": "rejected", "codes": "F002", "n": 20}]);
    for (name, input) in [("pgn", &pgn), ("json", &wrapped), ("parquet", &table)] {
        let dataset = audit(input, &format!("{name}-rejected"), "");
        assert_eq!(json!(rows(&dataset, counts)), rejected, "{name}");
    }
    let expected = rows_without_place(&audit(&pgn, "pgn", "--infer-start"));
    let repaired = expected[0]
        .iter()
        .filter(|game| game["verdict"] == "repaired")
        .count();
    assert!(repaired > 10, "{repaired} of 20 starts are found");
    for (name, input) in [("json", &wrapped), ("parquet", &table)] {
        let mut found = rows_without_place(&audit(input, name, "--infer-start"));
        found[2].retain(|finding| finding["code"] != "S017");
        assert!(found == expected, "{name}");
    }
    // Without event and round, each game has only its moves to go by.
    let bare: String = games
        .iter()
        .map(|game| format!("{}\n", members(game)))
        .collect();
    let bare = folder.write("members.ndjson", bare);
    let found = rows(&audit(&bare, "members", "--infer-start"), STARTS);
    let expected = rows(&audit(&pgn, "whole", ""), "SELECT plies FROM games");
    assert_eq!(found.len(), expected.len());
    let known = rows(
        &audit(
            data("archive/mainz-2009.pgn").to_str().unwrap(),
            "known",
            "",
        ),
        STARTS,
    );
    let mut repaired = 0;
    for (game, known) in found.iter().zip(&known) {
        if game["verdict"] == "repaired" {
            assert_eq!(game["white_start"], known["white_start"]);
            assert_eq!(game["moves"], known["moves"]);
            repaired += 1;
        } else {
            assert_eq!(game["verdict"], "rejected");
        }
    }
    assert!(repaired > 0, "no start is found by moves alone");
    // Moves in UCI mean something else from the orthodox position, even where they are legal from it.
    let whole = data("archive/mainz-2009.pgn").to_str().unwrap().to_owned();
    let uci = folder.path("uci.parquet");
    let sql =
        "SELECT event, round, date, result, moves AS moves_uci, 'Chess960' AS variant FROM games";
    printed(["query", &audit(&whole, "of-uci", ""), sql, "--out", &uci]);
    let found = rows(&audit(&uci, "uci", "--infer-start"), STARTS);
    assert_eq!(found.len(), 20);
    for (game, known) in found.iter().zip(&known) {
        assert_eq!(game["verdict"], "repaired", "{known:?}");
        assert_eq!(game["white_start"], known["white_start"]);
        assert_eq!(game["moves"], known["moves"]);
    }
    // The command says the same of each form.
    let said = |input: &str| {
        let mut rows: Vec<Value> = json(format!("infer-start {input} -q --exit-zero"));
        for row in &mut rows {
            let row = row.as_object_mut().unwrap();
            for place in ["source", "line", "frame_offset", "byte_offset", "game_id"] {
                row.remove(place);
            }
        }
        rows
    };
    assert_eq!(said(&table), said(&pgn));
    assert_eq!(said(&wrapped), said(&pgn));
}
