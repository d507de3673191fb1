//! What a new user meets: help, version, a folder that is chosen, the page, completions, the manual.

use std::process::Output;

use crate::folder::{Folder, Has, Ran, printed, program, refused, run};

const GAME: &str = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";

fn run_in(folder: &Folder, arguments: &str) -> Output {
    program(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn without_arguments_the_help_teaches() {
    run("")
        .ends(2)
        .err()
        .has("audit")
        .has("A first session:")
        .has("Exit codes:");
}

#[test]
fn the_version_names_commit_and_features() {
    let features = ["none", "cloud"][usize::from(cfg!(feature = "cloud"))];
    let version = printed("--version");
    version.begins("audit960 ").has("commit ");
    version.has(&format!("features: {features})"));
}

#[test]
fn without_a_folder_one_is_picked_beside_the_input_and_none_is_overwritten() {
    let folder = Folder::new();
    let whole = folder.write("games.pgn", GAME);
    folder.write("week.pgn.zst", GAME);
    let picked = |input: &str| {
        let message = run_in(&folder, &format!("audit {input} -q")).ends(0).err();
        message.has("the dataset goes to");
        let name = message.trim_end().rsplit(' ').next().unwrap().to_owned();
        assert!(folder.is_dataset(&name), "{message}");
        name
    };
    assert_eq!(picked("games.pgn"), "games-audit");
    assert_eq!(picked("games.pgn"), "games-audit-2");
    assert_eq!(picked("./games.pgn"), "games-audit-3");
    folder.write("games-audit-4", "a file of somebody");
    picked(&whole).ends_in("games-audit-5");
    assert_eq!(picked("week.pgn.zst"), "week-audit");
    assert_eq!(folder.read("games-audit-4"), "a file of somebody");
}

#[test]
fn an_input_that_is_not_there_is_named_without_a_folder_too() {
    let folder = Folder::new();
    run_in(&folder, "audit nothing.pgn")
        .ends(2)
        .err()
        .has("nothing.pgn");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn the_page_is_made_with_the_dataset() {
    let folder = Folder::new();
    folder.write("games.pgn", GAME);
    run_in(&folder, "audit games.pgn --out d --report")
        .ends(0)
        .err()
        .has("report.html");
    let with = folder.read("d/report.html");
    run_in(&folder, "report d -q").ends(0);
    assert!(with == folder.read("d/report.html"));
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        printed(["completions", shell])
            .has("infer-start")
            .has("keep-illegal");
    }
    refused("completions cmd");
}

#[test]
fn every_command_has_its_page_in_the_manual() {
    let folder = Folder::new();
    run_in(&folder, "man pages/man1").ends(0);
    let page = |name: &str| folder.read(&format!("pages/man1/{name}"));
    for name in "audit960.1 audit960-audit.1 audit960-epd-perft.1 audit960-verify.1".split(' ') {
        page(name).has(".TH ").has(".SH SYNOPSIS");
    }
    // Its options are there.
    page("audit960-audit.1").has("infer");
}
