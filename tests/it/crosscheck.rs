//! `audit --crosscheck`: every game read a second time, in the same pass.

use std::path::Path;

use serde_json::json;

use crate::folder::{Folder, Has, Ran, audited, manifest, rows, run};
use crate::support::{corpus, data};

fn unexplained(dataset: &str) -> Vec<serde_json::Value> {
    let sql = "SELECT * FROM crosscheck WHERE explained_by IS NULL";
    rows(dataset, sql)
}

#[test]
fn the_shared_archives_hold_nothing_unexplained() {
    let Some(root) = corpus(".") else { return };
    let folder = Folder::new();
    let dataset = audited(&folder, "out", [root.to_str().unwrap()], "--crosscheck");
    assert_eq!(unexplained(&dataset), Vec::<serde_json::Value>::new());
    // The torture files are made to be read differently.
    assert!(rows(&dataset, "SELECT kind FROM crosscheck").len() > 50);
}

/// How the peers read these traps was found by running them.
#[test]
fn disagreements_have_a_place_a_kind_and_a_reason() {
    let folder = Folder::new();
    let traps = data("traps");
    let dataset = audited(&folder, "out", [traps.to_str().unwrap()], "--crosscheck");
    assert_eq!(unexplained(&dataset), Vec::<serde_json::Value>::new());
    let known = [
        ("mixed-case-fen-tag.pgn", "final_position", "T010"),
        ("seven-field-fen.pgn", "start", "F006"),
        ("german.pgn", "plies", "M030"),
        ("long-algebraic.pgn", "plies", "M014"),
        ("unescaped-quotes.pgn", "count", "T002"),
        ("chess960-without-fen.pgn", "start", "F002"),
    ];
    for (file, kind, code) in known {
        let sql = format!(
            "SELECT c.*, g.byte_length FROM crosscheck c JOIN games g ON g.source = c.source AND \
             g.byte_offset = c.byte_offset WHERE c.source LIKE '%/{file}'"
        );
        let found = rows(&dataset, &sql);
        assert!(!found.is_empty(), "{file}: both readings agree");
        for row in found {
            assert_eq!(row["kind"], kind, "{row}");
            assert_eq!(row["explained_by"], code, "{row}");
            assert_ne!(row["ours"], row["theirs"], "{row}");
        }
    }
    // In game 1 of them Q must mean the inner rook, which no other reader tries.
    let sql = "SELECT * FROM crosscheck WHERE source LIKE '%/inner-rook.pgn' AND game <> 1";
    let agreed = rows(&dataset, sql);
    assert!(agreed.is_empty(), "{agreed:?}");
}

#[test]
fn the_summary_and_the_manifest_say_so() {
    let folder = Folder::new();
    let (out, plain) = (folder.path("out"), folder.path("plain"));
    let audit = |more: &str| run(("audit data/traps/german.pgn --out", more)).out();
    audit(&format!("{out} --crosscheck")).has("read a second time; 1 disagreement, 0 unexplained");
    audit(&plain).lacks("second time");
    assert!(!Path::new(&plain).join("crosscheck").exists());
    for (dataset, asked) in [(out, true), (plain, false)] {
        let options = &manifest(dataset)["options"];
        let found = (&options["crosscheck"], &options["duplicates"]);
        assert_eq!(found, (&json!(asked), &json!(false)));
    }
}
