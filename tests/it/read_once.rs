//! Inputs that can be read only once, however they are named, and what a run leaves when it does not end well.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::folder::{CLEAN, Folder, Has, Ran, Words, program, run};

/// The program with an archive in a pipe, which Linux names `/dev/stdin`.
#[cfg(unix)]
fn piped(arguments: impl Words, text: &str) -> std::process::Output {
    let folder = Folder::new();
    let archive = folder.write("piped.pgn", text);
    let mut writer = Command::new("cat")
        .arg(&archive)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pipe = writer.stdout.take().unwrap();
    let output = program(arguments).stdin(pipe).output().unwrap();
    writer.wait().unwrap();
    output
}

/// Searches that read an archive twice read a pipe once, like standard input; what needs both readings refuses it.
#[test]
#[cfg(unix)]
fn a_pipe_with_a_name_is_read_as_standard_input_is() {
    let folder = Folder::new();
    let out = folder.path("out.pgn");
    let lost = CLEAN.replace("[FEN ", "[Fen0 ");
    for name in ["-", "/dev/stdin"] {
        let found = piped(format!("export {name} --infer-start --out - -q"), &lost);
        assert_eq!(found.out().matches("[Event ").count(), 1, "{name}");
        piped(format!("explore {name} --start 0"), CLEAN).ends(0);
        for refused in [
            vec!["export", name, "--no-duplicates", "--out", &out],
            vec!["show", name, "1"],
            vec!["starts", name, "--against", name],
            vec!["starts", name, "--against-where", "white_elo > 2000"],
        ] {
            let output = piped(&refused, CLEAN);
            output.ends(2);
            let why = format!("{name}: ");
            let why = output.err().contains(&why) && output.err().contains("only once");
            assert!(why, "{refused:?}: {}", output.err());
        }
    }
}

/// What is read for a condition is an input, too.
#[test]
fn the_file_of_found_games_is_not_replaced() {
    let folder = Folder::new();
    let games = folder.write("g.pgn", CLEAN);
    let found = run!("find {games} --moved e4 --format csv");
    let hits = folder.write("hits.txt", found.out());
    let dataset = folder.path("ds");
    run!("audit -q {games} --out {dataset}");
    let other = folder.path("other.pgn");
    for arguments in [
        format!("draws {games} --format csv --out {hits}"),
        format!("report {dataset} --out {hits}"),
        format!("export {games} --force --out {hits}"),
        format!("export {games} --force --out {other} --damaged-to {hits}"),
    ] {
        let output = run((&arguments, format!("--found {hits}")));
        output.ends(2);
        let why = output.err();
        assert!(why.contains("is also an input"), "{arguments:?}: {why}");
    }
    assert_eq!(fs::read_to_string(&hits).unwrap(), found.out());
}

/// A run that wrote a dataset and died before its report.
#[test]
fn a_report_that_is_missing_is_written_by_resume() {
    let folder = Folder::new();
    let games = folder.write("g.pgn", CLEAN);
    let dataset = folder.path("ds");
    let audit = ["audit", "-q", &games, "--report", "--out", &dataset];
    run(audit).ends(0);
    let report = folder.path("ds/report.html");
    let whole = fs::read(&report).unwrap();
    fs::remove_file(&report).unwrap();
    run((&audit, "--resume")).ends(0);
    assert_eq!(fs::read(&report).unwrap().len(), whole.len());
}

/// Pages replace pages, and follow no link.
#[test]
#[cfg(unix)]
fn manual_pages_are_written_through_no_link() {
    let folder = Folder::new();
    let victim = folder.write("victim.txt", "mine");
    let pages = folder.path("man");
    run!("man {pages}").ends(0);
    run!("man {pages}").ends(0);
    let page = folder.path("man/audit960-diff.1");
    fs::remove_file(&page).unwrap();
    std::os::unix::fs::symlink(&victim, &page).unwrap();
    let output = run!("man {pages}");
    output.ends(2);
    assert!(output.err().contains("audit960-diff.1"));
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
}

/// Links to folders are not followed, and named by whoever reads the folder.
#[test]
#[cfg(unix)]
fn links_to_folders_are_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("games")).unwrap();
    fs::create_dir(folder.path("others")).unwrap();
    folder.write("games/a.pgn", CLEAN);
    folder.write("others/b.pgn", CLEAN);
    std::os::unix::fs::symlink(folder.path("others"), folder.path("games/linked")).unwrap();
    for command in ["draws", "explore", "endings"] {
        let output = run([command, &folder.path("games")]);
        let told = output.err();
        let named = "games/linked (a link to a folder, which is not followed)";
        assert!(told.contains(named), "{command}: {told}");
    }
}

/// Half-written files have no name that somebody reads.
#[test]
fn converted_positions_get_their_name_when_they_are_whole() {
    let folder = Folder::new();
    let lines = folder.write("a.epd", "8/8/8/4k3/8/4K3/8/8 w - -\n");
    let missing = folder.path("missing.epd");
    for form in ["fen", "parquet"] {
        let out = folder.path(&format!("out.{form}"));
        run!("epd convert {lines} {missing} --to {form} --out {out}").ends(2);
        assert!(fs::metadata(&out).is_err());
        let convert = ["epd", "convert", &lines, "--to", form, "--out", &out];
        run(convert).ends(0);
        let whole = fs::read(&out).unwrap();
        run(convert).ends(2).err().has(&out);
        assert_eq!(fs::read(&out).unwrap(), whole);
    }
    let names = fs::read_dir(folder.path("")).unwrap();
    let hidden = names.filter(|name| {
        let name = name.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with('.')
    });
    assert_eq!(hidden.count(), 0);
}

/// A table of copies whose export failed at the end, here because a link to nothing has the name of one of its files.
#[test]
#[cfg(unix)]
fn no_table_of_copies_is_left_by_an_export_that_fails() {
    let folder = Folder::new();
    let games = folder.write("g.pgn", CLEAN.repeat(2));
    let (out, link) = (folder.path("out.pgn"), folder.path("link.pgn"));
    std::os::unix::fs::symlink(folder.path("nowhere.pgn"), &link).unwrap();
    let export = ["export", "-q", &games, "--no-duplicates", "--out", &out];
    run((&export, format!("--damaged-to {link}")))
        .ends(2)
        .err()
        .has("link.pgn");
    let table = folder.path("out.pgn.dropped.csv");
    assert!(fs::metadata(&table).is_err());
    run((&export, "--force")).ends(0);
    assert!(fs::metadata(&table).is_ok());
}
