//! `audit960 export`, as people run it.

use crate::folder::{Folder, exported, game, many};
use crate::support::{audited, printed, run};

#[test]
fn threads_and_ways_write_the_same() {
    let folder = Folder::new();
    let archive = many().display().to_string();
    let one = exported(&folder, "1.pgn", &[&archive, "-j", "1"]);
    assert!(one.contains("[Event "));
    assert_eq!(exported(&folder, "3.pgn", &[&archive, "-j", "3"]), one);
    let dataset = audited(folder.0.path(), "dataset", &[&archive], &[]);
    assert_eq!(exported(&folder, "d.pgn", &[&dataset, "-j", "2"]), one);
    // Compressed, and read again: a file in normal form stays unchanged.
    for name in ["a.pgn.zst", "a.pgn.gz"] {
        let path = folder.path(name);
        printed(&["export", "-q", "--exit-zero", &archive, "--out", &path]);
        assert_eq!(exported(&folder, "again.pgn", &[&path]), one, "{name}");
        let stored = std::fs::read(&path).unwrap();
        printed(&[
            "export",
            "-q",
            "--exit-zero",
            &archive,
            "--out",
            &path,
            "--force",
            "-j1",
        ]);
        assert_eq!(std::fs::read(&path).unwrap(), stored, "{name}");
    }
}

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
    let dataset = audited(folder.0.path(), "dataset", &inputs, &[]);
    let [of_dataset, of_archives] = ["d.pgn", "p.pgn"].map(|name| folder.path(name));
    let said = run(&["export", &dataset, "--out", &of_dataset]);
    let other = run(&[&["export"], &inputs[..], &["--out", &of_archives]].concat());
    for said in [&said, &other] {
        assert_eq!(said.status.code(), Some(1));
        let text = String::from_utf8_lossy(&said.stderr);
        assert!(text.contains("b.zip") && text.contains("S010"), "{text}");
    }
    let written = std::fs::read_to_string(&of_dataset).unwrap();
    assert_eq!(written.matches("[Event ").count(), 2);
    assert_eq!(written, std::fs::read_to_string(&of_archives).unwrap());
}

/// Conditions select the same games from an archive and from its dataset.
#[test]
fn selections_hold_for_archives_and_datasets() {
    let folder = Folder::new();
    let archive = many().display().to_string();
    let dataset = audited(folder.0.path(), "dataset", &[&archive], &["--with-moves"]);
    let selections: [&[&str]; 7] = [
        &["--verdict", "damaged,repaired"],
        &["--code", "M023", "--verdict", "ok"],
        &["--player", "KASPAROV", "--min-clock", "20"],
        &[
            "--where",
            "plies > 80 AND white ILIKE '%a%' AND date_from < '1990-01-01'",
        ],
        &["--where", "moves LIKE 'e2e4 c7c5%' AND result <> '1/2-1/2'"],
        &["--raw", "--where", "length(event) > 10 OR year IS NULL"],
        &["--where", "evals IS NULL AND clocks IS NULL AND plies > 10"],
    ];
    for selection in selections {
        let of = |name, input: &str| {
            let arguments: Vec<&str> = [input].iter().chain(selection).copied().collect();
            exported(&folder, name, &arguments)
        };
        let (from_archive, from_dataset) = (of("a.pgn", &archive), of("d.pgn", &dataset));
        assert!(from_archive == from_dataset, "{selection:?}");
    }
    let output = run(&["export", &archive, "--out", "-", "--where", "game < 3"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_archive_that_has_changed_is_reported() {
    let folder = Folder::new();
    let games = game(&[("Event", "a")], "1. e4 e5 *") + &game(&[("Event", "b")], "1. d4 d5 *");
    let path = folder.write("a.pgn", &games);
    let dataset = audited(folder.0.path(), "dataset", &[&path], &[]);
    let refused = |text: &str| {
        folder.write("a.pgn", text);
        let output = run(&["export", &dataset, "--out", "-"]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&games[1..]).contains("audit it again"));
    // Other moves, another player, another result: each of the same length.
    let tagged = game(
        &[("Event", "a"), ("White", "A"), ("Result", "1-0")],
        "1. e4 e5 1-0",
    );
    let tagged_path = folder.write("tagged.pgn", &tagged);
    let of_tagged = audited(folder.0.path(), "tagged", &[&tagged_path], &[]);
    for (from, to) in [("\"A\"", "\"Z\""), ("1-0", "0-1")] {
        folder.write("tagged.pgn", &tagged.replace(from, to));
        let output = run(&["export", &of_tagged, "--out", "-"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("is not the one of the dataset"), "{text}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let shown = run(&["show", &of_tagged, "0"]);
        let text = String::from_utf8(shown.stderr).unwrap();
        assert!(text.contains("is not the one of the dataset"), "{text}");
    }
    let other = refused(&games.replace("1. d4", "1. c4"));
    assert!(other.contains("is not the one of the dataset"), "{other}");
    std::fs::remove_file(&path).unwrap();
    let output = run(&["export", &dataset, "--out", "-"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn files_are_not_replaced_unasked() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", &game(&[("Event", "a")], "1. e4 *"));
    let out = folder.write("out.pgn", "mine");
    assert_eq!(
        run(&["export", &path, "--out", &out]).status.code(),
        Some(2)
    );
    assert_eq!(folder.read("out.pgn"), "mine");
    let missing = folder.path("missing.pgn");
    let failed = run(&["export", &missing, "--out", &out, "--force"]);
    assert_eq!(
        (failed.status.code(), folder.read("out.pgn")),
        (Some(2), "mine".to_owned())
    );
    assert_eq!(
        std::fs::read_dir(folder.0.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
    printed(&["export", &path, "--out", &out, "--force", "--quiet"]);
    assert!(folder.read("out.pgn").contains("\n1. e4 *\n"));
    assert_eq!(
        printed(&["export", &path, "--out", "-", "--quiet"]),
        folder.read("out.pgn")
    );
}

#[test]
fn damaged_games_go_aside_with_what_was_found() {
    let folder = Folder::new();
    let text = game(&[("Event", "good")], "1. e4 e5 *")
        + &game(&[("Event", "bad")], "1. e4 Ke7 *")
        + &game(&[("Event", "foreign"), ("Variant", "Atomic")], "1. Nf3 *");
    let path = folder.write("a.pgn", &text);
    let (out, aside) = (folder.path("good.pgn"), folder.path("bad.pgn"));
    let output = run(&["export", &path, "--out", &out, "--damaged-to", &aside]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("a.pgn:7:7: error[M001]: Ke7 is not legal here"),
        "{said}"
    );
    assert!(
        said.contains("3 games read, 1 written anew, 2 written as they are"),
        "{said}"
    );
    assert_eq!(folder.read("good.pgn").matches("[Event ").count(), 1);
    let bad = folder.read("bad.pgn");
    assert!(
        bad.contains(
            "a.pgn:7:7: error[M001]: Ke7 is not legal here\n[Event \"bad\"]\n\n1. e4 Ke7 *\n\n;"
        ),
        "{bad}"
    );
    assert!(
        bad.ends_with("[Event \"foreign\"]\n[Variant \"Atomic\"]\n\n1. Nf3 *\n\n"),
        "{bad}"
    );
    // Comments and games can be read again.
    let again = exported(&folder, "again.pgn", &[&aside]);
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
    let split = |by| {
        printed(&[
            "export",
            &path,
            "--out",
            &out,
            "--split-by",
            by,
            "--quiet",
            "--force",
        ])
    };
    for by in ["event", "year", "start", "source"] {
        split(by);
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.0.path())
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
    let open = exported(&folder, "open.pgn", &[&folder.path("out-A-B-open.pgn.gz")]);
    assert!(open.contains("1. e4 *") && open.contains("1. c4 *") && !open.contains("1. d4"));
}

#[test]
fn illegal_variations_are_reported() {
    let folder = Folder::new();
    let path = folder.write(
        "a.pgn",
        &game(&[("Event", "a")], "1. e4 e5 (1...\nKe5 2. d4) *"),
    );
    let output = run(&["export", &path, "--out", "-"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("a.pgn:4:1: warning[M040]: Ke5 is not legal in the variation"),
        "{said}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.ends_with("\n1. e4 e5 (1... Ke5 2. d4) *\n\n"),
        "{text}"
    );
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
    let first = folder.write("1.pgn", &format!("{one}{other_day}"));
    let second = folder.write("2.pgn", &two);
    let out = folder.path("out.pgn");
    let output = run(&[
        "export",
        &first,
        &second,
        "--out",
        &out,
        "--no-duplicates",
        "-j2",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = folder.read("out.pgn");
    assert_eq!(text.matches("[Event ").count(), 2, "{text}");
    assert!(
        text.contains("[Date \"1961.03.15\"]") && text.contains("6. Re1"),
        "{text}"
    );
    assert!(!text.contains("[Date \"1960.??.??\"]"), "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("warning[C010]: the result is 1/2-1/2 and 1-0 in its copy"),
        "{said}"
    );
    let table = folder.read("out.pgn.dropped.csv");
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.contains("1.pgn,0,") && row.contains("2.pgn#0,plies,"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 2, "{table}");
    // An archive and its copy give the archive.
    let alone = exported(&folder, "alone.pgn", &[&first]);
    folder.write("copy.pgn", &alone);
    let twice = [folder.path("alone.pgn"), folder.path("copy.pgn")];
    assert_eq!(
        exported(
            &folder,
            "both.pgn",
            &[&twice[0], &twice[1], "--no-duplicates"]
        ),
        alone
    );
}
