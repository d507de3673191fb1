//! `audit960 export`, as people run it.

use std::path::Path;

use crate::folder::{Folder, Has, Ran, audited, exported, game, run};

/// An archive without games beside others is named, and stops no export.
#[test]
fn inputs_without_games_are_passed_over() {
    let folder = Folder::new();
    let member = ("a.txt".to_owned(), b"hello".to_vec());
    let paths = ["a.pgn", "b.zip", "c.pgn"].map(|name| folder.path(name));
    std::fs::write(
        &paths[0],
        game(&[("Event", "a"), ("White", "a")], "1. e4 1-0"),
    )
    .unwrap();
    std::fs::write(&paths[1], crate::zips::zip(&[member])).unwrap();
    std::fs::write(
        &paths[2],
        game(&[("Event", "c"), ("White", "c")], "1. d4 0-1"),
    )
    .unwrap();
    let inputs = paths.each_ref().map(String::as_str);
    let dataset = audited(&folder, "dataset", inputs, "");
    let [of_dataset, of_archives] = ["d.pgn", "p.pgn"].map(|name| folder.path(name));
    let said = run!("export {dataset} --out {of_dataset}");
    let other = run(("export", &inputs, format!("--out {of_archives}")));
    for said in [&said, &other] {
        said.ends(1);
        let text = said.err();
        text.has("b.zip");
        text.has("S010");
    }
    let written = std::fs::read_to_string(&of_dataset).unwrap();
    assert_eq!(written.matches("[Event ").count(), 2);
    assert_eq!(written, std::fs::read_to_string(&of_archives).unwrap());
}

#[test]
fn an_archive_that_has_changed_is_reported() {
    let folder = Folder::new();
    let games = game(&[("Event", "a")], "1. e4 e5 *") + &game(&[("Event", "b")], "1. d4 d5 *");
    let path = folder.write("a.pgn", &games);
    let dataset = audited(&folder, "dataset", &path, "");
    let refused = |text: &str| {
        folder.write("a.pgn", text);
        let output = run!("export {dataset} --out -");
        output.ends(2);
        output.err()
    };
    assert!(refused(&games[1..]).contains("audit it again"));
    // Other moves, another player, another result: each of the same length.
    let tagged = game(
        &[("Event", "a"), ("White", "A"), ("Result", "1-0")],
        "1. e4 e5 1-0",
    );
    let tagged_path = folder.write("tagged.pgn", &tagged);
    let of_tagged = audited(&folder, "tagged", &tagged_path, "");
    for (from, to) in [("\"A\"", "\"Z\""), ("1-0", "0-1")] {
        folder.write("tagged.pgn", tagged.replace(from, to));
        let output = run!("export {of_tagged} --out -");
        output.err().has("is not the one of the dataset");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        run!("show {of_tagged} 1")
            .err()
            .has("is not the one of the dataset");
    }
    refused(&games.replace("1. d4", "1. c4")).has("is not the one of the dataset");
    std::fs::remove_file(&path).unwrap();
    run!("export {dataset} --out -").ends(2);
}

#[test]
fn files_are_not_replaced_unasked() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", game(&[("Event", "a")], "1. e4 *"));
    let out = folder.write("out.pgn", "mine");
    run!("export {path} --out {out}").ends(2);
    assert_eq!(folder.read("out.pgn"), "mine");
    let missing = folder.path("missing.pgn");
    let failed = run!("export {missing} --out {out} --force");
    let found = (failed.status.code(), folder.read("out.pgn"));
    assert_eq!(found, (Some(2), "mine".to_owned()));
    // Nothing is left behind.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    printed!("export {path} --out {out} --force --quiet");
    assert!(folder.read("out.pgn").contains("\n1. e4 *\n"));
    let found = printed!("export {path} --out - --quiet");
    assert_eq!(found, folder.read("out.pgn"));
}

#[test]
fn damaged_games_go_aside_with_what_was_found() {
    let folder = Folder::new();
    let text = game(&[("Event", "good")], "1. e4 e5 *")
        + &game(&[("Event", "bad")], "1. e4 Ke7 *")
        + &game(&[("Event", "foreign"), ("Variant", "Atomic")], "1. Nf3 *");
    let path = folder.write("a.pgn", &text);
    let (out, aside) = (folder.path("good.pgn"), folder.path("bad.pgn"));
    let output = run!("export {path} --out {out} --damaged-to {aside}");
    output.ends(1);
    let said = output.err();
    said.has("a.pgn:7:7: error[M001]: Ke7 is not legal here");
    said.has("3 games read, 1 written anew, 2 put aside");
    assert_eq!(folder.read("good.pgn").matches("[Event ").count(), 1);
    let bad = folder.read("bad.pgn");
    bad.has("a.pgn:7:7: error[M001]: Ke7 is not legal here\n[Event \"bad\"]\n\n1. e4 Ke7 *\n\n;");
    bad.ends_in("[Event \"foreign\"]\n[Variant \"Atomic\"]\n\n1. Nf3 *\n\n");
    // Comments and games can be read again.
    let again = exported(&folder, "again.pgn", &aside);
    assert_eq!(again.matches("[Event ").count(), 2);
}

#[test]
fn games_are_sorted_into_files() {
    let folder = Folder::new();
    let text = game(&[("Event", "A/B: open"), ("Date", "2019.01.02")], "1. e4 *")
        + &game(&[("Event", "x"), ("Date", "2020.??.??")], "1. d4 *")
        + &game(&[("Event", "A/B: open")], "1. c4 *")
        + &game(&[("Event", "x"), ("Variant", "Crazyhouse")], "1. Nf3 *");
    let path = folder.write("in.pgn", &text);
    let out = folder.path("out.pgn.gz");
    let split = |by| printed!("export {path} --out {out} --split-by {by} --quiet --force");
    for by in ["event", "year", "start", "source"] {
        split(by);
    }
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "in.pgn",
            "out-2019.pgn.gz",
            "out-2020.pgn.gz",
            "out-A-B-open.pgn.gz",
            "out-in.pgn.gz",
            // Crazyhouse begins from arrangement 518, but is none of its games.
            "out-other-variants.pgn.gz",
            "out-sp518.pgn.gz",
            "out-unknown.pgn.gz",
            "out-x.pgn.gz",
        ]
    );
    let open = exported(&folder, "open.pgn", [&folder.path("out-A-B-open.pgn.gz")]);
    assert!(open.contains("1. e4 *") && open.contains("1. c4 *") && !open.contains("1. d4"));
}

#[test]
fn illegal_variations_are_reported() {
    let folder = Folder::new();
    let text = &game(&[("Event", "a")], "1. e4 e5 (1...\nKe5 2. d4) *");
    let path = folder.write("a.pgn", text);
    let output = run!("export {path} --out -");
    output.ends(0);
    output
        .err()
        .has("a.pgn:4:1: warning[M040]: Ke5 is not legal in the variation");
    output.out().ends_in("\n1. e4 e5 (1... Ke5 2. d4) *\n\n");
}

#[test]
fn copies_are_left_out() {
    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let folder = Folder::new();
    let tags = |more: &[(&'static str, &'static str)]| {
        let mut all = vec![
            ("Event", "x"),
            ("White", "Tal, Mihail"),
            ("Black", "Botvinnik, M."),
        ];
        all.extend_from_slice(more);
        all
    };
    let one = game(
        &tags(&[("Date", "1960.??.??"), ("Site", "?")]),
        &format!("{MOVES} 1-0"),
    );
    let two = game(
        &tags(&[
            ("Date", "1960.03.15"),
            ("Site", "Moscow"),
            ("Result", "1/2-1/2"),
        ]),
        &format!("{MOVES} 6. Re1 {{better known}} 1/2-1/2"),
    );
    let other_day = game(&tags(&[("Date", "1961.03.15")]), &format!("{MOVES} *"));
    let first = folder.write("1.pgn", format!("{one}{other_day}"));
    let second = folder.write("2.pgn", &two);
    let out = folder.path("out.pgn");
    let output = run!("export {first} {second} --out {out} --no-duplicates -j2");
    output.ends(0);
    let text = folder.read("out.pgn");
    assert_eq!(text.matches("[Event ").count(), 2, "{text}");
    text.has("[Date \"1961.03.15\"]");
    text.has("6. Re1");
    text.lacks("[Date \"1960.??.??\"]");
    output
        .err()
        .has("warning[C010]: the result is 1/2-1/2 and 1-0 in its copy");
    let table = folder.read("out.pgn.dropped.csv");
    let row = table.lines().nth(1).unwrap();
    row.has("1.pgn,0,");
    row.has("2.pgn#1,plies,");
    assert_eq!(table.lines().count(), 2, "{table}");
    // An archive and its copy give the archive.
    let alone = exported(&folder, "alone.pgn", &first);
    folder.write("copy.pgn", &alone);
    let twice = [folder.path("alone.pgn"), folder.path("copy.pgn")];
    let both = exported(&folder, "both.pgn", (&twice, "--no-duplicates"));
    assert_eq!(both, alone);
    // Beside the files of a split, in a folder that is made for them.
    let parts = folder.path("parts/");
    run((
        "export --no-duplicates --split-by year --out",
        &parts,
        &twice,
    ))
    .ends(0);
    assert_eq!(folder.read("parts/dropped.csv").lines().count(), 3);
}

/// An archive of blank lines, or of text that is no game, is one without games, whether it is named or a dataset of it.
#[test]
fn an_input_without_games_is_an_error_of_archives_and_datasets() {
    let folder = Folder::new();
    let game = folder.write("a.pgn", "[Event \"x\"]\n\n1. e4 *\n");
    for (name, text) in [("b", "\n\n"), ("c", "no game\n")] {
        let other = folder.write(&format!("{name}.pgn"), text);
        let dataset = audited(&folder, name, (&game, &other), "");
        for inputs in [vec![game.clone(), other], vec![dataset]] {
            let out = folder.path("out.pgn");
            run(("export -q --force --out", &out, &inputs)).ends(1);
        }
    }
}

/// Games that are written anew may contradict themselves, too: the exit code says so, and the reason is printed.
#[test]
fn each_error_is_printed() {
    let folder = Folder::new();
    let mated = "[Event \"x\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let path = folder.write("a.pgn", mated);
    let ran = run!("export {path} --out {}", folder.path("b.pgn"));
    ran.ends(1);
    ran.err().has("error[C001]");
    ran.err().has("1 game read, 1 written anew; ");
}

/// An empty file would look like a result; where --force replaces one, the games of an earlier export would.
#[test]
fn where_no_game_is_wanted_no_new_file_is_written() {
    let folder = Folder::new();
    let (new, bad) = (folder.path("new.pgn"), folder.path("bad.pgn"));
    let nobody = "export data/archive/icc-style.pgn --player Nobody --damaged-to";
    let ran = run!("{nobody} {bad} --out {new}");
    ran.ends(0);
    ran.err().has("19 games read, none written");
    assert!(!Path::new(&new).exists() && !Path::new(&bad).exists());
    let there = folder.write("there.pgn", "[Event \"earlier\"]\n");
    run!("{nobody} {bad} --out {there} --force").ends(0);
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "");
    let stale = folder.write("stale.pgn", "earlier");
    run!("export data/archive/icc-style.pgn --force --out {there} --damaged-to {stale}").ends(0);
    assert_eq!(std::fs::read_to_string(&stale).unwrap(), "");
}
