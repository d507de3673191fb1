//! Exports as other programs read them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::{Folder, Ran, exported};
use crate::soak;
use crate::support::all_archives;

/// Archives small enough for slow readers, and not made to be misread.
fn small_archives() -> Vec<PathBuf> {
    let mut paths = all_archives();
    paths.retain(|path| {
        let name = path.display().to_string();
        let small = std::fs::metadata(path).unwrap().len() < 100_000;
        small && !name.contains("torture") && !name.contains("traps")
    });
    paths
}

/// Moves, variations, last positions, comments, annotations and tags, as python-chess reads them.
#[test]
fn python_chess_reads_what_it_read() {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    if !python(&["-c", "import chess.pgn"]).is_ok_and(|output| output.status.success()) {
        // No python-chess.
        assert!(std::env::var_os("AUDIT960_REQUIRE_PYTHON_CHESS").is_none());
        println!("skipped: python-chess is not there");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/compare_games.py");
    let folder = Folder::new();
    let (mut compared, mut incomparable) = (0, 0);
    for path in soak::sample(small_archives(), 4) {
        let name = path.display().to_string();
        exported(&folder, "out.pgn", &name);
        let out = folder.path("out.pgn");
        let output = python(&[script.to_str().unwrap(), &name, &out]).unwrap();
        match output.status.code() {
            Some(0) => compared += 1,
            Some(2) => incomparable += 1,
            _ => panic!("{name}: {}", output.out()),
        }
    }
    println!("{compared} archives compared, {incomparable} read as other games");
    assert!(compared > 3 * incomparable);
}

/// The moves in SAN that pgn-extract writes, and the number of its complaints.
fn pgn_extract(path: &str) -> Option<(Vec<String>, usize)> {
    let arguments = ["-s", "-C", "-N", "-V", "--notags", path];
    let output = ["pgn-extract", "/usr/games/pgn-extract"]
        .iter()
        .find_map(|program| Command::new(program).args(arguments).output().ok())?;
    let text = output.out();
    // Games without moves have their result from the tags.
    let is_result = |word: &str| ["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
    let words = text.split_whitespace().filter(|word| !is_result(word));
    let said = output.err();
    let complaints = said.split(['\n', '\r']).filter(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("Games: ")
    });
    Some((words.map(str::to_owned).collect(), complaints.count()))
}

/// Games that pgn-extract reads without complaint, it also reads so in the export, with the same moves.
#[test]
fn pgn_extract_reads_what_it_read() {
    let folder = Folder::new();
    let (mut compared, mut complained) = (0, 0);
    for path in small_archives() {
        let name = path.display().to_string();
        let Some((moves, complaints)) = pgn_extract(&name) else {
            println!("skipped: pgn-extract is not there");
            return;
        };
        exported(&folder, "out.pgn", &name);
        let (exported, left) = pgn_extract(&folder.path("out.pgn")).unwrap();
        assert!(left <= complaints, "{name}: {left} complaints");
        if complaints == 0 {
            compared += 1;
            assert_eq!(exported, moves, "{name}");
        } else {
            complained += 1;
        }
    }
    println!("{compared} archives compared, {complained} not read without complaint");
    assert!(compared > complained);
}
