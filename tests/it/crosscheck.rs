//! `audit --crosscheck`: every game read a second time, in the same pass.

use crate::support::{audited, corpus, data, run};

/// Rows of a query, as objects.
fn rows(dataset: &str, sql: &str) -> Vec<serde_json::Value> {
    let output = run(&["query", dataset, sql, "--format", "json"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn unexplained(dataset: &str) -> Vec<serde_json::Value> {
    rows(
        dataset,
        "SELECT * FROM crosscheck WHERE explained_by IS NULL",
    )
}

#[test]
fn the_shared_archives_hold_nothing_unexplained() {
    let Some(root) = corpus(".") else { return };
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(
        folder.path(),
        "out",
        &[root.to_str().unwrap()],
        &["--crosscheck"],
    );
    assert_eq!(unexplained(&dataset), Vec::<serde_json::Value>::new());
    // The torture files are made to be read differently.
    assert!(rows(&dataset, "SELECT kind FROM crosscheck").len() > 50);
}

/// How the peers read these traps was found by running them.
#[test]
fn disagreements_have_a_place_a_kind_and_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let traps = data("traps");
    let dataset = audited(
        folder.path(),
        "out",
        &[traps.to_str().unwrap()],
        &["--crosscheck"],
    );
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
    let agreed = rows(
        &dataset,
        "SELECT * FROM crosscheck WHERE source LIKE '%/inner-rook.pgn' AND game <> 1",
    );
    assert!(agreed.is_empty(), "{agreed:?}");
}

#[test]
fn the_summary_and_the_manifest_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let traps = data("traps/german.pgn");
    let (out, plain) = (folder.path().join("out"), folder.path().join("plain"));
    let input = traps.to_str().unwrap();
    let said = run(&[
        "audit",
        input,
        "--out",
        out.to_str().unwrap(),
        "--crosscheck",
    ]);
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(
        text.contains("read a second time; 1 disagreement, 0 unexplained"),
        "{text}"
    );
    let said = run(&["audit", input, "--out", plain.to_str().unwrap()]);
    assert!(
        !String::from_utf8(said.stdout)
            .unwrap()
            .contains("second time")
    );
    assert!(!plain.join("crosscheck").exists());
    for (folder, asked) in [(out, true), (plain, false)] {
        let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["options"]["crosscheck"], asked);
        assert_eq!(manifest["options"]["duplicates"], false);
    }
}
