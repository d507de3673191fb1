//! What `audit --positions` keeps, and the answers that come from it alone.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, audited, json, refused, run};
use crate::support::data;
use crate::tasks_cli::finish;

/// Copies archives to a folder, in two parts: the names of both folders.
fn halves(folder: &Folder) -> [String; 2] {
    let names = ["first", "second"].map(|name| folder.path(name));
    for half in &names {
        fs::create_dir(half).unwrap();
    }
    let mut files: Vec<_> = fs::read_dir(data("archive"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    files.sort();
    assert!(files.len() > 1, "{files:?}");
    for (index, file) in files.iter().enumerate() {
        let half = &names[usize::from(2 * index >= files.len())];
        fs::copy(file, Path::new(half).join(file.file_name().unwrap())).unwrap();
    }
    names
}

/// The files of the tables about positions.
fn tables(dataset: &str) -> Vec<(String, Vec<u8>)> {
    let tree = fs::read_dir(Path::new(dataset).join("tree")).unwrap();
    let mut files: Vec<_> = tree
        .map(|entry| entry.unwrap().path())
        .chain(["known.parquet", "endings.parquet"].map(|name| Path::new(dataset).join(name)))
        .map(|path| {
            (
                path.file_name().unwrap().display().to_string(),
                fs::read(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

/// Audited at once, in two steps, or by tasks, by any number of threads: the same table.
#[test]
fn the_tables_are_the_same_however_the_dataset_was_made() {
    let folder = Folder::new();
    let [first, second] = halves(&folder);
    let inputs = format!("{first} {second}");
    let whole = audited(&folder, "whole", &inputs, "--positions -j1");
    let threads = audited(&folder, "threads", inputs, "--positions=24 -j2");
    let added = audited(&folder, "added", &first, "--positions");
    audited(&folder, "added", &second, "--positions --append");
    let expected = tables(&whole);
    assert!(tables(&threads) == expected && tables(&added) == expected);
    let both = folder.path("both");
    fs::create_dir(&both).unwrap();
    for half in [&first, &second] {
        for entry in fs::read_dir(half).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, Path::new(&both).join(path.file_name().unwrap())).unwrap();
        }
    }
    let tasks = folder.path("tasks");
    finish(&tasks, &both, "2K", &["--positions"]);
    let at_once = audited(&folder, "at-once", &both, "--positions");
    assert!(tables(&tasks) == tables(&at_once));
    for dataset in [&whole, &added, &tasks] {
        printed!("verify {dataset}");
    }
    let games: u64 = printed!("explore {at_once} --start 518 --format json")
        .split("\"games\": ")
        .nth(1)
        .and_then(|rest| rest.split(',').next()?.parse().ok())
        .unwrap();
    assert!(games > 1, "{games}");
}

/// Copies count once, as where the moves are replayed.
#[test]
fn copies_are_left_out_of_the_counts() {
    let folder = Folder::new();
    let games = folder.write("twice.pgn", TWICE.repeat(2));
    let counted = audited(&folder, "counted", &games, "--positions --duplicates");
    let moves = audited(&folder, "moves", &games, "--with-moves --duplicates");
    for question in ["", "--moves e4", "--moves `e4 e5 Nf3`"] {
        let ask = |dataset: &str| {
            let form = ["--within", "24", "--format", "json"];
            run((format!("explore {dataset}"), question, &form))
        };
        let (one, other) = (ask(&counted), ask(&moves));
        assert_eq!(one.out(), other.out());
        let note = one.err();
        assert_eq!(note, other.err());
        note.has("copies of other games are left out");
    }
}

/// Three games of at least ten half-moves.
const TWICE: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 1-0\n\n\
[White \"A\"]\n[Black \"C\"]\n[Date \"2020.01.03\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O 0-1\n\n\
[White \"C\"]\n[Black \"B\"]\n[Date \"2020.01.04\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 0-1\n\n";

/// What was not kept is not answered, and the sentence says what to do; an answer says how far it goes.
#[test]
fn what_was_not_kept_is_said() {
    let folder = Folder::new();
    let path = folder.write("three.pgn", TWICE);
    let dataset = audited(&folder, "kept", &path, "--positions=3");
    let answer = printed!("explore {dataset} --moves `e4 e5 Nf3`");
    answer.has("2 games reached this position within 3 half-moves");
    let holds = answer.lines().any(|line| line.starts_with("Nc6"));
    assert!(holds, "{answer}");
    let answer = printed!("explore {dataset} --moves `e4 e5 Nf3 Nc6`");
    answer.has("no game reached this position within 3 half-moves");
    // Where the answer has no place for it, it is said beside it.
    for (more, said) in [
        ("--format csv", true),
        ("--format pgn", true),
        ("--format csv --within 3", false),
        ("--format json", false),
    ] {
        let output = run((format!("explore {dataset} --min-games 1"), more));
        let note = output.err();
        let sentence = "only the first 3 half-moves of the games were kept";
        assert_eq!(note.contains(sentence), said, "{more:?}: {note}");
    }
    printed!("explore {dataset} --min-games 1 --format json").has("\"plies\": 3,");
    let found = printed!("explore {dataset} --plies 3 --format csv");
    assert_eq!(found, printed!("explore {path} --plies 3 --format csv"));
    let found = printed!("find {dataset} --line `e4 e5` --ply -3 --format csv");
    assert_eq!(found.lines().count(), 3, "{found}");
    for command in &[
        format!("explore {dataset} --within 4"),
        format!("explore {dataset} --plies 4"),
        format!("explore {dataset} --plies any"),
        format!("find {dataset} --material KQvK"),
        format!("find {dataset} --line `e4 e5`"),
        format!("find {dataset} --material KQRBNvKQRBN --stay 2 --ply -2"),
        format!("endings {dataset} --pieces 8"),
        format!("explore {dataset} --known --plies 0-4"),
    ] {
        let text = refused(command);
        assert!(
            text.contains("only the first 3 half-moves were kept") && text.contains("--with-moves"),
            "{command:?}: {text}"
        );
    }
    // Where nobody names a number, it is that of the dataset.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let output = run!("find {dataset} --fen `{fen}` --count");
    output
        .err()
        .has("only the first 3 half-moves of the games were kept");
    assert_eq!(output.out(), "3\n");
    let output = run!("explore {dataset} --known --format csv");
    let expected = printed!("explore {path} --known --plies 0-3 --format csv");
    assert_eq!(output.out(), expected);
    output
        .err()
        .has("only the first 3 half-moves of the games were kept");
    refused!("audit {path} --positions=0").has("--positions");
    // A dataset that was made with other options is not added to.
    let more = folder.write("more.pgn", TWICE.replace("2020", "2021"));
    refused!("audit {more} --append --out {dataset}").has("positions");
}

/// The page has the half-move after which half of the games are alone as a column, and a chart of all half-moves.
#[test]
fn the_page_says_how_long_games_have_company() {
    let folder = Folder::new();
    let archive = data("archive").display().to_string();
    let dataset = audited(&folder, "kept", &archive, "--positions=12");
    printed!("report {dataset} --quiet");
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    let (_, rest) = page.split_once("id=\"data-positions\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let positions: Value = serde_json::from_str(data).unwrap();
    let columns = positions["columns"].as_array().unwrap();
    let found = (columns.len(), &columns[0][0]);
    assert_eq!(found, (1, &Value::from("alone after")));
    // From the archive, not from what the dataset has counted.
    let known: Vec<Value> = json(format!("explore {archive} --known --plies 0-12"));
    let (mut told, values) = (0, columns[0][1].as_array().unwrap());
    assert_eq!(values.len(), 960);
    for (number, shown) in values.iter().enumerate() {
        let name = number.to_string();
        let row = known.iter().find(|row| row["start"] == name.as_str());
        let expected = row.map_or(Value::Null, |row| row["alone_ply"].clone());
        assert_eq!(shown.as_f64(), expected.as_f64(), "{number}");
        told += usize::from(!shown.is_null());
    }
    assert!(told > 10, "{told}");
}
