//! Exports as other programs read them.

use std::path::Path;
use std::process::Command;

use crate::folder::{Folder, exported};
use crate::support::archives;

/// Moves, variations, last positions, comments, annotations and tags, as python-chess reads them.
#[test]
fn python_chess_reads_what_it_read() {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    if !python(&["-c", "import chess.pgn"]).is_ok_and(|output| output.status.success()) {
        assert!(
            std::env::var_os("AUDIT960_REQUIRE_PYTHON_CHESS").is_none(),
            "no python-chess"
        );
        println!("skipped: python-chess is not there");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/compare_games.py");
    let folder = Folder::new();
    let (mut compared, mut incomparable) = (0, 0);
    for path in archives() {
        let name = path.display().to_string();
        let small = std::fs::metadata(&path).unwrap().len() < 100_000;
        if !small || name.contains("torture") || name.contains("traps") {
            continue;
        }
        exported(&folder, "out.pgn", &[&name]);
        let out = folder.path("out.pgn");
        let output = python(&[script.to_str().unwrap(), &name, &out]).unwrap();
        match output.status.code() {
            Some(0) => compared += 1,
            Some(2) => incomparable += 1,
            _ => panic!("{name}: {}", String::from_utf8_lossy(&output.stdout)),
        }
    }
    println!("{compared} archives compared, {incomparable} read as other games");
    assert!(compared > 3 * incomparable);
}
