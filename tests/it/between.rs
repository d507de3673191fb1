//! Faults that lay between two commands, each once found by hand.

use std::fs;

use crate::folder::{CLEAN, Folder, Has, Ran, audited, printed, run};
use crate::zips::zip;

/// A Chess960 game with an illegal move that was played on: by the tally of the audit it is in no statistics.
#[test]
fn a_dataset_with_illegal_moves_is_consistent() {
    let folder = Folder::new();
    let fen = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1";
    let game = format!(
        "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[FEN \"{fen}\"]\n\n\
         1. e4 e5 2. Qe5 Ng6 3. Ng3 Nf4 1-0\n"
    );
    let file = folder.write("a.pgn", game);
    let dataset = folder.path("out");
    run!("audit -q --keep-illegal {file} --out {dataset}").ends(1);
    run!("verify {dataset}").ends(0);
}

/// No start of the 960 allows the first move, so the whole record is in doubt and its illegal move is not played:
/// by the audit, and by those who read its dataset.
#[test]
fn a_record_without_a_start_keeps_no_illegal_move() {
    let folder = Folder::new();
    let game = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. Q-g6 1-0\n";
    let file = folder.write("a.pgn", game);
    let (keep, infer) = ("--keep-illegal", "--infer-start");
    let dataset = audited(&folder, "out", &file, format!("{keep} {infer}"));
    let exported = |from: &str| {
        let output = run(("export -q --uci --out -", from));
        output.out()
    };
    let of_dataset = exported(&dataset);
    assert_eq!(of_dataset, exported(&format!("{keep} {infer} {file}")));
    // As written, not as a move that was played.
    of_dataset.has("1. Q-g6 1-0");
    let shown = run(["show", &dataset, &format!("{file}#1")]);
    let shown = shown.out();
    shown.has("M001");
    shown.lacks("M006");
    // Without the search only one piece can be meant, and it is moved.
    let kept = audited(&folder, "kept", &file, keep);
    assert!(exported(&kept).contains("d1g6"));
}

/// Members are exported in the order in which the archive lists them, whatever their names.
#[test]
fn members_of_one_name_are_read_and_keep_their_order() {
    let folder = Folder::new();
    let member = |name: &str, event: &str| {
        (
            name.to_owned(),
            CLEAN.replace("\"x\"", &format!("\"{event}\"")).into_bytes(),
        )
    };
    let members = [
        member("z.pgn", "first"),
        member("a.pgn", "second"),
        member("z.pgn", "third"),
        member("m.pgn", "fourth"),
    ];
    let file = folder.write("a.zip", zip(&members));
    let dataset = audited(&folder, "out", &file, "");
    let of_archive = printed!("export -q {file} --out -");
    let events: Vec<&str> = of_archive
        .lines()
        .filter(|line| line.starts_with("[Event"))
        .collect();
    let expected = ["first", "second", "third", "fourth"];
    assert_eq!(events, expected.map(|event| format!("[Event \"{event}\"]")));
    assert_eq!(printed!("export -q {dataset} --out -"), of_archive);
    // A game of each of the two can be named.
    printed(["show", &dataset, &format!("{file}!/z.pgn (2)#1")]).has("third");
}

/// A complete dataset is that of the command only if options and inputs are the same.
#[test]
fn a_complete_dataset_is_resumed_only_by_its_own_command() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", CLEAN);
    let other = folder.write("b.pgn", CLEAN.repeat(2));
    let out = folder.path("out");
    let audit = |more: &[&str]| run((format!("audit -q --out {out}"), more));
    audit(&[&file]).ends(0);
    let before = fs::read(folder.path("out/manifest.json")).unwrap();
    let same = audit(&[&file, "--resume"]);
    same.ends(0);
    for (more, says) in [
        (
            &[file.as_str(), "--with-moves"][..],
            "it was written without moves, but this is an audit with moves",
        ),
        (&[&other], "other inputs"),
        (&[&file, &other], "other inputs"),
    ] {
        let output = audit(&[more, &["--resume"]].concat());
        output.ends(2);
        output.err().has(says);
    }
    // Of the same length.
    fs::write(&file, CLEAN.replace("1-0", "0-1")).unwrap();
    let changed = audit(&[&file, "--resume"]);
    changed.ends(2);
    changed.err().has("has changed");
    assert_eq!(fs::read(folder.path("out/manifest.json")).unwrap(), before);
}

/// Two thousand threads are as good as those that help.
#[test]
fn any_number_of_threads_may_be_asked_for() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", CLEAN.repeat(100));
    for (threads, name) in [("1", "one"), ("100000", "many")] {
        let out = folder.path(name);
        run!("audit -q -j {threads} {file} --out {out}").ends(0);
    }
    let manifest = |name: &str| fs::read(folder.path(&format!("{name}/manifest.json"))).unwrap();
    assert!(manifest("one") == manifest("many"));
}

/// A limit on the size of files is an error of the run like a full disk, with the file in it.
#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes_is_named() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", CLEAN.repeat(5_000));
    let program = env!("CARGO_BIN_EXE_audit960");
    let out = folder.path("out.pgn");
    let script = format!("ulimit -f 1; exec '{program}' export -q '{file}' --out '{out}'");
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    output.ends(2);
    output.err().has("File too large");
    assert!(!std::path::Path::new(&out).exists());
}

/// What a copy says and the kept game does not is in the table of copies, and a finding says so.
#[test]
fn text_that_is_left_out_with_a_copy_is_named() {
    let folder = Folder::new();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let of = |text: &str| CLEAN.replacen("1. e4 e5", &format!("{moves} {text}"), 1);
    // The first has more text, and the second has other text.
    let games = of("{a long comment on the opening}") + &of("{short}");
    let file = folder.write("a.pgn", games);
    let out = folder.path("out.pgn");
    run!("export {file} --no-duplicates --out {out}")
        .ends(0)
        .err()
        .has("left out");
    let table = fs::read_to_string(folder.path("out.pgn.dropped.csv")).unwrap();
    let (head, row) = table.trim_end().split_once('\n').unwrap();
    assert!(head.trim_end().ends_with(",text_left_out"), "{head}");
    row.ends_in(",short");
    assert!(fs::read_to_string(&out).unwrap().contains("a long comment"));
}
