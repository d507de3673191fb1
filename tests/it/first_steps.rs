//! What a new user meets: help, version, a folder that is chosen, the page, completions, the manual.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GAME: &str = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_audit960");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with some archives.
fn archives(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        fs::write(folder.path().join(name), GAME).unwrap();
    }
    folder
}

#[test]
fn without_arguments_the_help_teaches() {
    let output = run_in(Path::new("."), &[]);
    assert_eq!(output.status.code(), Some(2));
    let help = text(&output.stderr);
    for part in ["audit", "A first session:", "Exit codes:"] {
        assert!(help.contains(part), "{help}");
    }
}

#[test]
fn the_version_names_commit_and_features() {
    let version = text(&run_in(Path::new("."), &["--version"]).stdout);
    assert!(version.starts_with("audit960 "), "{version}");
    assert!(version.contains("commit "), "{version}");
    let features = if cfg!(feature = "cloud") {
        "cloud"
    } else {
        "none"
    };
    assert!(
        version.contains(&format!("features: {features})")),
        "{version}"
    );
}

#[test]
fn without_a_folder_one_is_picked_beside_the_input_and_none_is_overwritten() {
    let folder = archives(&["games.pgn", "week.pgn.zst"]);
    let picked = |input: &str| {
        let output = run_in(folder.path(), &["audit", input, "-q"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let message = text(&output.stderr);
        let name = message.trim_end().rsplit(' ').next().unwrap().to_owned();
        assert!(message.contains("the dataset goes to"), "{message}");
        assert!(
            folder.path().join(&name).join("manifest.json").exists(),
            "{message}"
        );
        name
    };
    assert_eq!(picked("games.pgn"), "games-audit");
    assert_eq!(picked("games.pgn"), "games-audit-2");
    assert_eq!(picked("./games.pgn"), "games-audit-3");
    fs::write(folder.path().join("games-audit-4"), "a file of somebody").unwrap();
    let whole = folder.path().join("games.pgn");
    assert!(picked(whole.to_str().unwrap()).ends_with("games-audit-5"));
    assert_eq!(picked("week.pgn.zst"), "week-audit");
    let mine = fs::read_to_string(folder.path().join("games-audit-4"));
    assert_eq!(mine.unwrap(), "a file of somebody");
}

#[test]
fn an_input_that_is_not_there_is_named_without_a_folder_too() {
    let folder = archives(&[]);
    let output = run_in(folder.path(), &["audit", "nothing.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("nothing.pgn"), "{output:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_page_is_made_with_the_dataset() {
    let folder = archives(&["games.pgn"]);
    let output = run_in(
        folder.path(),
        &["audit", "games.pgn", "--out", "d", "--report"],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let with = fs::read(folder.path().join("d/report.html")).unwrap();
    assert!(text(&output.stderr).contains("report.html"));
    assert_eq!(
        run_in(folder.path(), &["report", "d", "-q"]).status.code(),
        Some(0)
    );
    assert!(with == fs::read(folder.path().join("d/report.html")).unwrap());
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run_in(Path::new("."), &["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        let script = text(&output.stdout);
        assert!(
            script.contains("infer-start") && script.contains("keep-illegal"),
            "{shell}"
        );
    }
    assert_eq!(
        run_in(Path::new("."), &["completions", "cmd"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn every_command_has_its_page_in_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), &["man", "pages/man1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = |name: &str| -> PathBuf { folder.path().join("pages/man1").join(name) };
    for name in [
        "audit960.1",
        "audit960-audit.1",
        "audit960-epd-perft.1",
        "audit960-verify.1",
    ] {
        let page = fs::read_to_string(page(name)).unwrap();
        assert!(
            page.contains(".TH ") && page.contains(".SH SYNOPSIS"),
            "{name}"
        );
    }
    let audit = fs::read_to_string(page("audit960-audit.1")).unwrap();
    assert!(audit.contains("infer"), "its options are there");
}
