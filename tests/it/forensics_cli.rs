//! `audit960 infer-start`, `audit --infer-start` and `audit --propose`, run as users run them.

use std::path::Path;

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, audited, json, manifest, refused, rows};
use crate::support::data;

/// The project's games from Mainz without their FENs: the two games of a round share a position.
fn without_fens(folder: &Folder) -> String {
    let text = std::fs::read_to_string(data("archive/mainz-2009.pgn")).unwrap();
    let kept: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with("[FEN ") && !line.starts_with("[SetUp "))
        .collect();
    folder.write("without.pgn", kept.join("\n") + "\n")
}

/// The games without a start, and what was found for them.
fn found(path: &str) -> Vec<Value> {
    json(format!("infer-start {path} --exit-zero"))
}

/// The games without their FENs, in German or in figurines: the same starts are found as in English, and the audit reads
/// the whole game from them.
#[test]
fn starts_are_found_in_the_languages_that_an_audit_reads() {
    let folder = Folder::new();
    let english = without_fens(&folder);
    let expected = found(&english);
    let text = std::fs::read_to_string(&english).unwrap();
    for (name, letters) in [
        ("german", ["K", "D", "T", "L", "S"]),
        ("figurines", ["♔", "♕", "♖", "♗", "♘"]),
    ] {
        let translated = text.lines().map(|line| {
            if line.starts_with('[') {
                return line.to_owned();
            }
            let letter = |letter: char| match "KQRBN".find(letter) {
                Some(at) => letters[at].to_owned(),
                None => letter.to_string(),
            };
            line.chars().map(letter).collect()
        });
        let text = translated.collect::<Vec<String>>().join("\n") + "\n";
        let path = &folder.write(&format!("{name}.pgn"), text);
        for (row, expected) in found(path).iter().zip(&expected) {
            for column in ["game", "plies", "complete"] {
                assert_eq!(row[column], expected[column], "{name}: {row:?}");
            }
            let starts = |row: &Value| {
                let starts = row["starts"].as_str().unwrap().to_owned();
                starts
                    .split(' ')
                    .map(str::to_owned)
                    .collect::<std::collections::BTreeSet<_>>()
            };
            // Check marks and disambiguation are compared with English alone, so more may be left.
            let holds = starts(row).is_superset(&starts(expected));
            assert!(holds, "{name}: {row:?}");
        }
        let dataset = audited(&folder, name, path, "--infer-start");
        let sql = "SELECT plies, verdict FROM games WHERE castling_source = 'inferred'";
        let games = rows(&dataset, sql);
        assert!(games.len() > 10, "{name}: {}", games.len());
        let holds = games.iter().all(|game| game["verdict"] == "repaired");
        assert!(holds, "{name}");
    }
}

#[test]
fn a_stated_number_counts_the_moves_and_a_stopped_search_nothing() {
    let stated = data("traps/stated-start-number.pgn");
    let found_stated = found(stated.to_str().unwrap());
    assert!(found_stated.iter().any(|row| row["evidence"] == "stated"));
    for row in found_stated
        .iter()
        .filter(|row| row["evidence"] == "stated")
    {
        assert!(row["plies"].as_u64() > Some(0), "{row:?}");
    }
    // Words after a comment that is not closed may be missing.
    let folder = Folder::new();
    let path = &folder.path("open.pgn");
    std::fs::write(
        path,
        "[Event \"x\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 {open\n",
    )
    .unwrap();
    let found = found(path);
    assert_eq!(found[0]["complete"], false);
    assert!(found[0]["fitting"].is_null() && found[0]["starts"].is_null());
}

#[test]
fn lost_start_positions_are_listed() {
    let folder = Folder::new();
    let input = without_fens(&folder);
    let output = run!("infer-start {input} --format json -j 2");
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let whole = audited(&folder, "true", "data/archive/mainz-2009.pgn", "");
    let sql = "SELECT white_start, white, black FROM games ORDER BY byte_offset";
    let games = rows(&whole, sql);
    assert_eq!(found.len(), games.len());
    let mut open = 0;
    for (index, (row, game)) in found.iter().zip(&games).enumerate() {
        assert_eq!(row["game"], index);
        let found = (&row["white"], &row["black"]);
        assert_eq!(found, (&game["white"], &game["black"]));
        let number = game["white_start"].to_string();
        let starts = row["starts"].as_str().unwrap();
        assert!(starts.split(' ').any(|start| start == number), "{row:?}");
        match row["start"].as_str() {
            Some(start) => assert_eq!(start, number),
            None => open += 1,
        }
    }
    let line = found[1]["line"].as_u64().unwrap() as usize;
    let text = std::fs::read_to_string(&input).unwrap();
    assert!(text.lines().nth(line - 1).unwrap().starts_with("[Event "));
    assert_eq!(output.status.code(), Some(i32::from(open > 0)));
    // One answer a line in csv, and the same for any number of threads.
    let csv = |threads: &str| run!("infer-start {input} --format csv -j {threads}").stdout;
    assert_eq!(csv("1"), csv("3"));
    run!("infer-start {input} --exit-zero").ends(0);
    refused("infer-start no-such-file.pgn");
}

#[test]
fn an_audit_starts_from_the_positions_found() {
    let folder = Folder::new();
    let input = without_fens(&folder);
    let sql = "SELECT byte_offset, verdict, castling_source, white_start, plies FROM games \
               ORDER BY byte_offset";
    let plain = rows(&audited(&folder, "plain", &input, ""), sql);
    assert!(
        plain
            .iter()
            .all(|row| row["verdict"] == "rejected" && row["castling_source"].is_null())
    );
    let dataset = audited(&folder, "found", &input, "--infer-start -j 3");
    let found = rows(&dataset, sql);
    let repaired = found.iter().filter(|row| row["verdict"] == "repaired");
    for row in repaired.clone() {
        assert_eq!(row["castling_source"], "inferred");
        assert!(row["plies"].as_u64().unwrap() > 20 && !row["white_start"].is_null());
    }
    assert!(repaired.count() > 10);
    let manifest = manifest(&dataset);
    assert_eq!(manifest["options"]["infer_start"], true);
    assert_eq!(manifest["options"]["propose"], false);
    // Another number of threads, the same bytes.
    let other = audited(&folder, "other", &input, "--infer-start -j 1");
    let names = |dataset: &str| {
        let mut names: Vec<_> = std::fs::read_dir(Path::new(dataset).join("games"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&dataset), names(&other));
    for name in names(&dataset) {
        let read =
            |dataset: &str| std::fs::read(Path::new(dataset).join("games").join(&name)).unwrap();
        assert!(read(&dataset) == read(&other), "{name:?}");
    }
}

#[test]
fn repairs_are_proposed_and_not_applied() {
    let folder = Folder::new();
    let path = &folder.path("slip.pgn");
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb8 a6 4. Ba4 Nf6";
    std::fs::write(path, format!("[Event \"x\"]\n\n{moves} 1-0\n")).unwrap();
    let sql = "SELECT code, ply, message FROM diagnostics WHERE code LIKE 'M03%'";
    let plain = audited(&folder, "plain", path, "");
    assert!(rows(&plain, sql).is_empty());
    let dataset = audited(&folder, "asked", path, "--propose");
    let found = rows(&dataset, sql);
    let proposed: Vec<_> = found.iter().filter(|row| row["code"] == "M034").collect();
    assert_eq!(proposed.len(), 1, "{found:?}");
    assert_eq!(proposed[0]["ply"], 5);
    proposed[0]["message"]
        .as_str()
        .unwrap()
        .begins("Bb5 in place of Bb8");
    for dataset in [plain, dataset] {
        let games = rows(&dataset, "SELECT verdict, plies FROM games");
        let found = (&games[0]["verdict"], &games[0]["plies"]);
        assert_eq!(found, (&"damaged".into(), &4.into()));
    }
}
