//! What killed commands leave goes with the next one; audits that are killed and resumed are in `deaths`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use crate::folder::{CLEAN, Folder, Ran, Words, program};

/// Names in a folder that begin with a full stop: what is not finished.
fn unfinished(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

/// A command that has begun to write into `folder`, and waits for more input.
fn begun(arguments: impl Words, input: &str, folder: &Path) -> (Child, ChildStdin) {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let began = Instant::now();
    let is_begun = |name: &String| name.ends_with(".inprogress");
    while !unfinished(folder).iter().any(is_begun) {
        // Nothing is written.
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    (child, stdin)
}

#[test]
fn what_a_killed_command_left_goes_with_the_next() {
    let folder = Folder::new();
    let inner = folder.path("out");
    fs::create_dir(&inner).unwrap();
    let inner = Path::new(&inner);
    let games: String = (0..20_000)
        .map(|game| CLEAN.replacen("\"x\"", &format!("\"e{}\"", game % 50), 1))
        .collect();
    let out = folder.path("out/a.pgn");
    let split = ["export", "-q", "-", "--split-by", "event", "--out", &out];
    let (mut child, _stdin) = begun(split, &games, inner);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!unfinished(inner).is_empty());
    // Another command, whose own file gets its name.
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let positions = folder.write("a.epd", line);
    let other = folder.path("out/a.fen");
    run!("epd convert {positions} --to fen --out {other}").ends(0);
    assert_eq!(unfinished(inner), Vec::<String>::new());
    assert!(Path::new(&other).exists());
}

#[cfg(unix)]
#[test]
fn at_a_signal_nothing_unfinished_stays() {
    let folder = Folder::new();
    let inner = folder.path("out");
    fs::create_dir(&inner).unwrap();
    let inner = Path::new(&inner);
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let out = folder.path("out/a.fen");
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let convert = ["epd", "convert", "-", "--to", "fen", "--out", &out];
        let (mut child, _stdin) = begun(convert, line, inner);
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(unfinished(inner), Vec::<String>::new());
    }
}
