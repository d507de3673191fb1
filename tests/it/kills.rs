//! Audits that are killed at any moment: they leave a whole dataset or none, and can be resumed.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use audit960_board::start::SplitMix64;

use crate::cli::{CLEAN, Folder, stderr};
use crate::support::run;

/// Kills: `AUDIT960_KILLS`, else 10.
fn kills() -> u32 {
    let asked = std::env::var("AUDIT960_KILLS").ok();
    asked.map_or(10, |kills| kills.parse().unwrap())
}

#[test]
fn a_killed_audit_can_be_resumed() {
    let (seed, kills) = (9, kills());
    let folder = Folder::new();
    // No two games are equal, and there are several row groups.
    let games = (0..70_000).map(|game| CLEAN.replacen("1. e4", &format!("{{{game}}} 1. e4"), 1));
    let file = folder.write("a.pgn", games.collect::<String>());
    let whole = folder.path("whole");
    let audit = |out: &str, more: &[&str]| {
        let usual = ["audit", "-q", "--checkpoint", "2", &file, "--out", out];
        run(&[&usual, more].concat())
    };
    let few = folder.write("few.pgn", CLEAN.repeat(50));
    let begin = |out: &str| {
        let begun = run(&["audit", "-q", &few, "--out", out]);
        assert_eq!(begun.status.code(), Some(0), "{}", stderr(&begun));
    };
    let added = folder.path("added");
    begin(&added);
    assert_eq!(audit(&added, &["--append"]).status.code(), Some(0));
    let began = Instant::now();
    assert_eq!(audit(&whole, &[]).status.code(), Some(0));
    let takes = began.elapsed();
    println!("seed {seed}, {kills} kills, {takes:?} for a whole run");
    let manifest = |out: &str| fs::read(Path::new(out).join("manifest.json")).unwrap();
    let expected = [manifest(&whole), manifest(&added)];
    let mut random = SplitMix64::new(seed);
    let (mut finished, mut resumed) = (0, 0);
    for kill in 0..kills {
        let out = folder.path(&format!("out{kill}"));
        // Every other run adds to an existing dataset.
        let append = kill % 2 == 1;
        if append {
            begin(&out);
        }
        let more: &[&str] = if append { &["--append"] } else { &[] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_audit960"))
            .args(["audit", "-q", "--checkpoint", "2", &file, "--out", &out])
            .args(more)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Every moment of a run, and a little beyond its end.
        let share = f64::from(random.below(1100)) / 1000.0;
        std::thread::sleep(Duration::from_secs_f64(takes.as_secs_f64() * share));
        child.kill().unwrap();
        child.wait().unwrap();
        let there = Path::new(&out).join("manifest.json").exists();
        if there && (!append || manifest(&out) == expected[1]) {
            finished += 1;
        }
        if Path::new(&out).join("_inprogress/checkpoint").exists() {
            resumed += 1;
        }
        let again = audit(&out, &[more, &["--resume"]].concat());
        assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
        // The manifest lists the checksums of all files.
        assert!(
            manifest(&out) == expected[usize::from(append)],
            "kill {kill}"
        );
        let verified = run(&["verify", &out]);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        fs::remove_dir_all(&out).unwrap();
    }
    println!("{resumed} of {kills} runs were resumed from a checkpoint");
    println!("{finished} of {kills} runs had finished");
}

/// Names in a folder that begin with a full stop: what is not finished.
fn unfinished(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

/// A command that has begun to write into `folder`, and waits for more input.
fn begun(arguments: &[&str], input: &str, folder: &Path) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_audit960"))
        .args(arguments)
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
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
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
    let (mut child, _stdin) = begun(&split, &games, inner);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!unfinished(inner).is_empty());
    // Another command, whose own file gets its name.
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let positions = folder.write("a.epd", line);
    let other = folder.path("out/a.fen");
    let converted = run(&["epd", "convert", &positions, "--to", "fen", "--out", &other]);
    assert_eq!(converted.status.code(), Some(0), "{}", stderr(&converted));
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
        let (mut child, _stdin) = begun(&convert, line, inner);
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(unfinished(inner), Vec::<String>::new());
    }
}
