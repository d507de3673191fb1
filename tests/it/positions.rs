//! `audit960 starts`, as users run it.

use serde_json::Value;

use crate::folder::{CLEAN, Folder, Has, Ran, audited, json, printed};
use crate::positions_table::BOOK;
use crate::support::data;

#[test]
fn the_model_is_shown() {
    let archive = data("archive/mainz-2009.pgn");
    let text = printed(["starts", archive.to_str().unwrap(), "--model"]);
    for part in [
        "advantage",
        "design_effect",
        "expected  observed",
        "Verdict: no position",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn start_positions_are_counted_in_books_and_in_their_datasets() {
    let folder = Folder::new();
    let all = printed("starts list --format epd");
    assert_eq!(all.lines().count(), 960);
    // All of them, number 7 twice more, and with Black to move, which is no start position.
    let seventh = all.lines().nth(7).unwrap();
    let later = seventh.replace(" w ", " b ");
    let again = format!("{seventh}\n");
    let text = [&all, &again, &again, &later, BOOK].join("\n");
    let book = folder.write("book.epd", text.trim_end());
    let dataset = audited(&folder, "out", &book, "");
    for input in [&book, &dataset] {
        let output = run!("starts {input} --exit-zero --format json");
        output.ends(0);
        let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = rows.as_array().unwrap();
        assert_eq!(rows.len(), 960);
        // 963 lines of 960 positions; BOOK has number 0 once more.
        let counts: Vec<_> = rows
            .iter()
            .take(4)
            .map(|row| (row["start"].as_u64(), row["lines"].as_u64()))
            .collect();
        assert_eq!(
            counts,
            [
                (Some(7), Some(3)),
                (Some(0), Some(2)),
                (Some(1), Some(1)),
                (Some(2), Some(1))
            ]
        );
        let share = rows[0]["share"].as_f64().unwrap();
        assert!((share - 3.0 / 963.0).abs() < 1e-12, "{share}");
        run!("starts {input} --exit-zero --min-games 2")
            .out()
            .ends_in(
                "\n968 lines: 963 hold one of the 960 positions (960 of them), 1 a pair of double \
                 Chess960, 3 another position, 1 none\n",
            );
        assert_eq!(
            printed!("starts {input} --pairs --format csv"),
            "white_start,white_arrangement,black_start,black_arrangement,lines\r\n\
             0,BBQNNRKR,959,RKRNNQBB,1\r\n"
        );
        let output = run!("starts {input} --sort score");
        assert_eq!(output.status.code(), Some(2), "lines have no score");
    }
    // Only an archive is checked again, so only it gives the exit code of its findings.
    run!("starts {book}").ends(1);
    run!("starts {dataset}").ends(0);
}

#[test]
fn games_come_first_where_there_are_both() {
    let folder = Folder::new();
    let game = CLEAN.replace(
        "[Result",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n[Result",
    );
    let games = folder.write("a.pgn", game);
    let book = folder.write("b.epd", BOOK);
    let ask = |options: &str| printed!("starts --exit-zero {games} {book} {options}");
    let results = ask("");
    results.has("\n1 Chess960 game from 1 of 960 positions");
    results.has("1 line of EPD also holds a start position (--lines)\n");
    let lines = ask("--lines --format csv");
    assert_eq!(lines, "start,arrangement,lines,share\r\n0,BBQNNRKR,1,1\r\n");
    let pairs = ask("--pairs --format csv");
    assert!(pairs.lines().count() == 2, "no game, but a line: {pairs}");
}

/// Below the table stands how evaluations and scores go together, over the positions of which a game has a result.
#[test]
fn evaluations_stand_beside_the_scores() {
    let rows: Vec<Value> = json("starts data/archive");
    let played = rows.iter().filter(|row| {
        row["white_wins"].as_u64() > Some(0)
            || row["draws"].as_u64() > Some(0)
            || row["black_wins"].as_u64() > Some(0)
    });
    let said = format!(" over {} positions\n", played.count());
    let text = printed("starts data/archive");
    text.has("\nevaluation (Stockfish 15.1) and adjusted_score: correlation ");
    text.ends_in(&said);
    assert!(rows.iter().all(|row| row["evaluation"].is_i64()));
}
