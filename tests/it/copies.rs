//! `audit --duplicates`: games that are copies of earlier ones.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde_json::Value;

use crate::folder::{Folder, audited, rows};
use crate::support::{corpus, data};

fn game(white: &str, date: &str, moves: &str) -> String {
    format!(
        "[Event \"x\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{white}\"]\n\
         [Black \"Beta, B\"]\n[Result \"*\"]\n\n{moves} *\n\n"
    )
}

#[test]
fn each_kind_by_hand_over_two_files() {
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
    // Cut after the tenth half-move, and after the ninth.
    let ten = &line[..line.find(" 6.").unwrap()];
    let nine = ten.strip_suffix(" Be7").unwrap();
    let other = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O";
    let first = [
        game("Alpha, Anna", "2020.01.02", line),
        game("Gamma", "2021.05.06", other),
        game("Gamma", "2021.05.06", nine),
    ];
    let second = [
        // A prefix of the first game.
        game("?", "????.??.??", ten),
        // The first game again, with the players spelled differently.
        game("ALPHA,A.", "2020.01.02", line),
        // Too short.
        game("?", "????.??.??", nine),
        // Players and day of the first, other moves.
        game("Alpha,A", "2020.01.02", &format!("{other} 6. Nf3")),
        // Players and day of the second, but moves are compared first: it continues that game.
        game("Gamma", "2021.05.06", &format!("{other} 6. Nf3 Nbd7")),
    ];
    let folder = Folder::new();
    let inputs = [("a.pgn", first.concat()), ("b.pgn", second.concat())];
    let inputs = inputs.map(|(name, text)| folder.write(name, text));
    let dataset = audited(&folder, "out", &inputs, "--duplicates");
    let found = rows(&dataset, "SELECT * FROM duplicates");
    // The last one also continues the fourth of its file, but the first file comes earlier.
    let expected = [
        (0, 0, "prefix"),
        (1, 0, "same_moves"),
        (3, 1, "prefix"),
        (4, 1, "prefix"),
    ];
    assert_eq!(keys(&found), expected);
    let second_offset = first[0].len() as u64;
    for row in &found {
        assert!(row["source"].as_str().unwrap().ends_with("b.pgn"));
        assert!(row["first_source"].as_str().unwrap().ends_with("a.pgn"));
        let offset = if row["first_game"] == 0 {
            0
        } else {
            second_offset
        };
        assert_eq!(row["first_byte_offset"], offset);
    }
    assert_eq!(found[1]["byte_offset"], second[0].len() as u64);
    assert!(!Path::new(&folder.path("out/_inprogress")).exists());

    // The other way round: the shorter games come first, and players are compared within a file.
    let dataset = audited(&folder, "turned", [&inputs[1], &inputs[0]], "--duplicates");
    let expected = [
        (1, 0, "prefix"),
        (3, 1, "same_players_and_date"),
        (4, 3, "prefix"),
        (0, 1, "same_moves"),
        (1, 3, "prefix"),
    ];
    assert_eq!(keys(&rows(&dataset, "SELECT * FROM duplicates")), expected);
}

/// The ordinals of the copy and of the first game, and the kind, of each row.
fn keys(rows: &[Value]) -> Vec<(u64, u64, &str)> {
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    rows.iter()
        .map(|row| {
            (
                number(row, "game"),
                number(row, "first_game"),
                row["kind"].as_str().unwrap(),
            )
        })
        .collect()
}

/// A game as the tables hold it.
struct Row {
    key: (String, u64, u64),
    start: String,
    moves: String,
}

/// Same moves and prefixes, found by comparing the moves themselves.
fn reference(games: &[Row]) -> HashMap<usize, (usize, &'static str)> {
    let line = |row: &Row| -> (String, Vec<String>) {
        (
            row.start.clone(),
            row.moves.split_whitespace().map(str::to_owned).collect(),
        )
    };
    let lines: Vec<_> = games.iter().map(line).collect();
    let long = |index: &usize| lines[*index].1.len() >= 10;
    let mut ends: HashMap<(&str, &[String]), usize> = HashMap::new();
    for index in (0..games.len()).filter(long) {
        ends.entry((&lines[index].0, &lines[index].1))
            .or_insert(index);
    }
    let mut found = HashMap::new();
    let mut beginnings: BTreeMap<usize, usize> = BTreeMap::new();
    for index in (0..games.len()).filter(long) {
        let (start, moves) = &lines[index];
        let first = ends[&(start.as_str(), moves.as_slice())];
        if first < index {
            found.insert(index, (first, "same_moves"));
        }
        for plies in 10..moves.len() {
            let Some(&end) = ends.get(&(start.as_str(), &moves[..plies])) else {
                continue;
            };
            let (later, earlier) = (index.max(end), index.min(end));
            let known = beginnings.entry(later).or_insert(earlier);
            *known = earlier.min(*known);
        }
    }
    for (later, earlier) in beginnings {
        found.entry(later).or_insert((earlier, "prefix"));
    }
    found
}

#[test]
fn moves_are_compared_as_the_reference_compares_them() {
    let folder = Folder::new();
    let (archive, traps) = (data("archive"), data("traps"));
    let shared = corpus(".");
    let mut inputs = vec![archive.to_str().unwrap(), traps.to_str().unwrap()];
    inputs.extend(shared.as_ref().and_then(|root| root.to_str()));
    let options = ["--duplicates", "--with-moves"];
    let dataset = audited(&folder, "out", &inputs, options);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let key = |row: &Value, prefix: &str| {
        let number = |name: &str| row[format!("{prefix}{name}")].as_u64().unwrap();
        (
            text(&row[format!("{prefix}source")]),
            number("frame_offset"),
            number("byte_offset"),
        )
    };
    // Rows of a query have no defined order; sources are ordered by name.
    let mut games: Vec<Row> = rows(
        &dataset,
        "SELECT source, frame_offset, byte_offset, fen, moves FROM games WHERE moves IS NOT NULL",
    )
    .iter()
    .map(|row| Row {
        key: key(row, ""),
        start: text(&row["fen"]),
        moves: text(&row["moves"]),
    })
    .collect();
    let order = |source: &str| {
        let input = inputs
            .iter()
            .position(|input| source.starts_with(input))
            .unwrap();
        (
            input,
            source.split('/').map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    games.sort_by_cached_key(|row| (order(&row.key.0), row.key.1, row.key.2));
    let places: HashMap<_, _> = games
        .iter()
        .enumerate()
        .map(|(index, row)| (row.key.clone(), index))
        .collect();
    let found: HashMap<usize, (usize, String)> = rows(&dataset, "SELECT * FROM duplicates")
        .iter()
        .filter(|row| row["kind"] != "same_players_and_date")
        .map(|row| {
            (
                places[&key(row, "")],
                (places[&key(row, "first_")], text(&row["kind"])),
            )
        })
        .collect();
    let expected: HashMap<_, _> = reference(&games)
        .into_iter()
        .map(|(later, (first, kind))| (later, (first, kind.to_owned())))
        .collect();
    assert_eq!(found, expected);
    println!("{} games, {} copies", games.len(), found.len());
}
