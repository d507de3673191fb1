//! Every form of an export: the same bytes for any number of threads, compressed or not, and findings only
//! about the content of the games.

use std::collections::BTreeSet;

use crate::folder::{Folder, Has, audited, csv, exported, game};
use crate::support::many;

/// The options of the forms, and whether they write games.
const FORMS: [(&str, bool); 8] = [
    ("", true),
    ("--castling shredder", true),
    ("--one-line", true),
    ("--minimal", true),
    ("--uci", true),
    ("--raw", true),
    ("--epd", false),
    ("--apply-proposals --keep-illegal", true),
];

/// The files of a folder whose names begin with `prefix`, by the rest of the name.
fn files(folder: &Folder, prefix: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(prefix)).collect();
    names.sort();
    let bytes = |name: &String| std::fs::read(folder.path(name)).unwrap();
    names
        .iter()
        .map(|name| (name[prefix.len()..].to_owned(), bytes(name)))
        .collect()
}

#[test]
fn threads_change_no_byte_of_any_form() {
    let folder = Folder::new();
    let archive = many().display().to_string();
    let more: [&str; 4] = [
        "--split-by event",
        "--split-by start",
        "--no-duplicates",
        "--damaged-to ASIDE",
    ];
    let forms = FORMS.iter().map(|(options, _)| *options).chain(more);
    for (number, options) in forms.enumerate() {
        // Each form in one compression, and the first in all: how text is compressed does not depend on the form.
        for (place, ending) in ["pgn", "pgn.zst", "pgn.gz"].into_iter().enumerate() {
            if number > 0 && number % 3 != place {
                continue;
            }
            let of = |threads: &str| {
                let prefix = format!("{number}-{place}{threads}-");
                let out = folder.path(&format!("{prefix}o.{ending}"));
                let aside = folder.path(&format!("{prefix}aside.pgn"));
                let options = options.replace("ASIDE", &aside);
                printed!("export -q --exit-zero {archive} --out {out} {threads} {options}");
                files(&folder, &prefix)
            };
            let one = of("-j1");
            assert!(!one.is_empty());
            assert!(one == of("-j3"), "{options:?} {ending}");
        }
    }
}

#[test]
fn what_is_written_again_is_the_same() {
    let folder = Folder::new();
    let archive = many().display().to_string();
    for (options, games) in FORMS {
        let once = exported(&folder, "once.pgn", ([&archive], options));
        if games {
            let again = folder.path("once.pgn");
            let twice = exported(&folder, "twice.pgn", ([&again], options));
            assert!(once == twice, "{options:?}");
        }
    }
}

/// Findings of an export are about what the games hold, not about how they are written.
#[test]
fn exports_are_audited_without_a_finding_of_form() {
    let folder = Folder::new();
    let archive = many().display().to_string();
    for (number, (options, _)) in FORMS[..4].iter().enumerate() {
        let normal = ["--verdict", "ok,repaired"];
        exported(&folder, "out.pgn", ([&archive], options, &normal));
        let dataset = audited(&folder, &format!("{number}"), [&folder.path("out.pgn")], "");
        let query = "SELECT DISTINCT code FROM diagnostics";
        let found = csv(&dataset, query);
        let found: BTreeSet<&str> = found.lines().skip(1).collect();
        let of_form =
            |code: &&&str| code.starts_with(['P', 'M', 'S']) && !["P011", "P015"].contains(*code);
        let of_form: Vec<_> = found.iter().filter(of_form).collect();
        assert!(of_form.is_empty(), "{options:?}: {of_form:?}");
        let count = csv(&dataset, "SELECT COUNT(*) FROM games WHERE verdict <> 'ok'");
        assert_eq!(count.lines().nth(1), Some("0"), "{options:?}");
    }
}

/// Hostile and odd text: each game comes out whole, and its neighbours are not changed.
#[test]
fn odd_text_comes_out_whole() {
    let folder = Folder::new();
    let deep = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(200), ")".repeat(200));
    let texts: [(&str, &str); 12] = [
        ("1. e4 {a { b} e5 *", "\n1. e4 {a { b} 1... e5 *\n"),
        ("1. e4 ; a } b\n e5 *", "\n1. e4 ; a } b\n1... e5 *\n"),
        (
            "1. e4 $256 $0 $99999999999 e5 *",
            "\n1. e4 $256 $0 $99999999999 e5 *\n",
        ),
        ("1. e4\n% an escape\ne5 *", "\n1. e4 e5 *\n"),
        (
            "1. e4\r\n\r\n{a\r\nb} e5\r\n*\r\n",
            "\n1. e4 {a b} 1... e5 *\n",
        ),
        (
            "1. e4 (1. d4 (1. c4 {x}) d5) e5 *",
            "\n1. e4 (1. d4 (1. c4 {x}) 1... d5) 1... e5 *\n",
        ),
        (
            "1. e4 {\u{e9}\u{2658}} e5 *",
            "\n1. e4 {\u{e9}\u{2658}} 1... e5 *\n",
        ),
        ("1. e4 {} e5 {  } *", "\n1. e4 {} 1... e5 { } *\n"),
        ("*", "\n*\n"),
        (
            "{nothing was played} 1/2-1/2",
            "\n{nothing was played} 1/2-1/2\n",
        ),
        ("1. e4 () e5 *", "\n1. e4 () 1... e5 *\n"),
        (&deep, "1... e5 *\n"),
    ];
    let mut all = String::new();
    for (number, (movetext, _)) in texts.iter().enumerate() {
        let number = number.to_string();
        all.push_str(&game(
            &[
                ("Event", "say \\\"x\\\" \\\\"),
                ("White", "A"),
                ("Black", "B"),
                ("Round", &number),
            ],
            movetext,
        ));
    }
    let path = folder.write("odd.pgn", &all);
    let out = exported(&folder, "out.pgn", &path);
    let games: Vec<&str> = out.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), texts.len(), "{out}");
    for (written, (movetext, expected)) in games.iter().zip(texts) {
        written.begins("\"say \\\"x\\\" \\\\\"]\n");
        assert!(written.contains(expected), "{movetext}: {written}");
    }
    let found = exported(&folder, "again.pgn", [&folder.path("out.pgn")]);
    assert_eq!(found, out);
    // Latin-1 becomes UTF-8; games without tags and several on a line are games.
    let text = b"[White \"H\xfcbner\"]\n\n1. e4 {\xe9} 1-0 1. d4 0-1 1. c4 *\n";
    folder.write("latin.pgn", text);
    let out = exported(&folder, "out.pgn", [&folder.path("latin.pgn")]);
    out.has("[White \"H\u{fc}bner\"]");
    out.has("1. e4 {\u{e9}} 1-0\n");
    assert_eq!(out.matches("[Event ").count(), 3, "{out}");
}
