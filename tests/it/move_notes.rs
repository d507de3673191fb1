//! Clocks and evaluations in table `games`, as users ask for them.

use std::fs;

use serde_json::Value;

use crate::folder::{Folder, audited, csv, printed, rows};
use crate::support::{data, pgn_files};

const LISTS: [&str; 3] = ["clocks", "move_times", "evals"];

/// A list of a row; none where it is null.
fn list(row: &Value, name: &str) -> Option<Vec<Option<f64>>> {
    serde_json::from_value(row[name].clone()).unwrap()
}

/// Every list is as long as the game, or null as a whole; there are as many values as the text has commands
/// and engine comments, counted here by their marks. The archives have no variations, and all their moves
/// are read.
#[test]
fn nothing_is_lost_or_invented() {
    let folder = Folder::new();
    // How often a command or the mark of a dialect stands in each archive, by list.
    let marks: [(&str, [&[&str]; 3]); 5] = [
        (
            "lichess-style.pgn",
            [&["[%clk "], &["[%emt "], &["[%eval "]],
        ),
        (
            "chesscom-style.pgn",
            [&["[%clk "], &["[%emt "], &["[%eval "]],
        ),
        ("fics-style.pgn", [&["[%clk "], &["[%emt "], &["[%eval "]]),
        ("tcec-style.pgn", [&[" tl="], &[" mt="], &[" wv="]]),
        ("cutechess-style.pgn", [&[], &["/"], &["/"]]),
    ];
    let sql = format!("SELECT plies, {} FROM games", LISTS.join(", "));
    for (name, marks) in marks {
        let path = data("archive").join(name);
        let text = fs::read_to_string(&path).unwrap().replace('\n', " ");
        let comments: String = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .fold(String::new(), |all, (comment, _)| all + "{" + comment + "}");
        let dataset = audited(&folder, name, [path.to_str().unwrap()], "--with-moves");
        let rows = rows(&dataset, &sql);
        assert!(!rows.is_empty());
        for (list_name, marks) in LISTS.into_iter().zip(marks) {
            let mut values = 0;
            for row in &rows {
                let Some(list) = list(row, list_name) else {
                    continue;
                };
                let found = Some(list.len() as u64);
                assert_eq!(found, row["plies"].as_u64(), "{name} {list_name}");
                values += list.iter().flatten().count();
            }
            let stated: usize = marks
                .iter()
                .map(|mark| comments.matches(mark).count())
                .sum();
            assert_eq!(values, stated, "{name} {list_name}");
        }
    }
}

/// One game, by hand: the answer in every form, and nothing without the option.
#[test]
fn answers_in_every_form() {
    let folder = Folder::new();
    let game =
        "[Event \"x\"]\n\n1. e4 {[%clk 0:03:00] [%eval 0.17]} e5 {+0.35/12 1.25s} 2. Nf3 1-0\n";
    let inputs = folder.write("one.pgn", game);
    let dataset = audited(&folder, "moves", &inputs, "--with-moves");
    let sql = "SELECT clocks, move_times, evals FROM games";
    assert_eq!(
        csv(&dataset, sql),
        "clocks,move_times,evals\r\n\"[180,null,null]\",\"[null,1.25,null]\",\"[0.17,-0.35,null]\"\r\n"
    );
    let out = folder.path("answer.parquet");
    printed(["query", &dataset, sql, "--out", &out]);
    assert!(fs::metadata(out).unwrap().len() > 0);
    // The engine has lists of numbers, not their text.
    let sum = "SELECT ARRAY_SUM(move_times) AS spent FROM games";
    assert_eq!(csv(&dataset, sum), "spent\r\n1.25\r\n");
    let plain = audited(&folder, "plain", &inputs, "");
    assert_eq!(csv(&plain, sql), "clocks,move_times,evals\r\n,,\r\n");
    printed!("verify {dataset} --inputs");
}

/// No list of any game, whatever is wrong with it, differs in length from the game.
#[test]
fn lists_are_as_long_as_games() {
    let folder = Folder::new();
    let inputs: Vec<String> = ["archive", "traps"]
        .iter()
        .flat_map(|folder| pgn_files(&data(folder)))
        .map(|path| path.display().to_string())
        .collect();
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let dataset = audited(&folder, "all", &inputs, "--with-moves");
    let sql = "SELECT plies, clocks, move_times, evals, verdict FROM games";
    let rows = rows(&dataset, sql);
    let mut seen = 0;
    for row in &rows {
        for list in LISTS.iter().filter_map(|name| list(row, name)) {
            assert_eq!(Some(list.len() as u64), row["plies"].as_u64(), "{row}");
            assert!(list.iter().any(Option::is_some), "{row}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}
