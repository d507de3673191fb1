//! Compares the examples, on every game of `data/archive`, with the results of python-chess (`data/golden`).
//! The examples are modules of this test, so that no program has to be run.

#![allow(clippy::unwrap_used, reason = "helpers may fail like tests")]

use std::collections::BTreeMap;
use std::path::PathBuf;

#[allow(dead_code, reason = "main is for the example")]
#[path = "../examples/claims.rs"]
mod claims;
#[allow(dead_code, reason = "main is for the example")]
#[path = "../examples/fens.rs"]
mod fens;
#[allow(dead_code, reason = "main is for the example")]
#[path = "../examples/validate.rs"]
mod validate;

fn data(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data")).join(name)
}

/// The rows of a table of `data/golden` as cells, by file of the archive.
fn golden(table: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let text = std::fs::read_to_string(data("golden").join(table)).unwrap();
    let mut rows: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        rows.entry(cells[0].clone()).or_default().push(cells);
    }
    rows
}

fn archive(file: &str) -> Vec<u8> {
    std::fs::read(data("archive").join(file)).unwrap()
}

/// Columns: file, game, plies, fen.
#[test]
fn positions_are_those_of_python_chess() {
    let golden = golden("replay.tsv");
    assert_eq!(golden.len(), 8);
    for (file, rows) in golden {
        let text = fens::list(&archive(&file));
        let games: Vec<&str> = text.split_terminator("\n\n").collect();
        assert_eq!(games.len(), rows.len(), "{file}");
        for (game, row) in games.into_iter().zip(&rows) {
            let positions = game.lines().count().to_string();
            assert_eq!(
                positions,
                (row[2].parse::<u32>().unwrap() + 1).to_string(),
                "{row:?}"
            );
            assert_eq!(game.lines().last(), Some(&*row[3]), "{row:?}");
        }
    }
}

/// Columns: file, game, reset_ply, reset_by, first_claim_ply, first_claim_side, first_claim_article,
/// …, fen. Games without a row have no claim.
#[test]
fn claims_are_those_of_python_chess() {
    let golden = golden("fifty.tsv");
    for entry in data("archive").read_dir().unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let text = claims::list(&archive(&file));
        let found: Vec<&str> = text
            .lines()
            .map(|line| line.split_once(": ").unwrap().1)
            .collect();
        let rows = golden.get(&file).map_or(&[][..], Vec::as_slice);
        let expected: Vec<String> = rows
            .iter()
            .map(|row| {
                format!(
                    "{} before half-move {} ({}): {}",
                    row[5], row[4], row[6], row[15]
                )
            })
            .collect();
        assert_eq!(found, expected, "{file}");
    }
}

/// The archive is legal; an illegal move is an error of its game only.
#[test]
fn validation_counts_as_python_chess_does() {
    for (file, rows) in golden("replay.tsv") {
        let plies: u32 = rows.iter().map(|row| row[2].parse::<u32>().unwrap()).sum();
        let text = validate::report(&archive(&file));
        let games = rows.len();
        assert_eq!(
            text,
            format!("{games} games, {plies} half-moves, 0 games with an error\n")
        );
    }
    let broken = b"[Event \"a\"]\n\n1. e4 Ke5 *\n\n[Event \"b\"]\n\n1. e4 *\n";
    let text = validate::report(broken);
    assert_eq!(text, "2 games, 2 half-moves, 1 games with an error\n");
}
