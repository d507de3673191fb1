//! Names and texts from archives control no terminal, and are no formulas in a spreadsheet.

use std::process::Output;

use audit960_types::is_unsafe_char;

use crate::cli::{CLEAN, Folder};
use crate::support::run;

/// Hostile text: it clears the screen, rings the bell, changes the colour, and reverses the direction of
/// text.
const HOSTILE: &str = "a\x1b[2J\x07\u{9b}31m\u{202e}b\u{2066}\u{2028}";

/// Fails if an output holds a character that a terminal would obey, or a forged line.
fn check(what: &str, output: &Output) {
    for (stream, bytes) in [("output", &output.stdout), ("error", &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        let harmful = |c: char| is_unsafe_char(c) && !matches!(c, '\n' | '\r' | '\t');
        if let Some(found) = text.chars().find(|c| harmful(*c)) {
            panic!("{what}: standard {stream} holds {found:?}: {text:?}");
        }
        // The line that a name with a line end would begin.
        let fake = text.lines().find(|line| line.starts_with("fake:"));
        assert_eq!(fake, None, "{what}");
    }
}

/// A game whose tags, comments and moves are hostile, with a claim and a finding.
fn hostile_game() -> String {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(26);
    format!(
        "[Event \"{HOSTILE}\"]\n[Site \"=1+1\"]\n[Date \"2020.01.02\"]\n[White \"=cmd|' /C calc'!A0\"]\n\
         [Black \"@{HOSTILE}\"]\n[Result \"1-0\"]\n\n1. e4 {{{HOSTILE}}} e5 {shuffle} <{HOSTILE}> \
         N{HOSTILE}f3 1-0\n\n"
    )
}

/// The same game without the unreadable words.
fn readable_game() -> String {
    let game = hostile_game();
    let (head, _) = game.split_once(" <").unwrap();
    format!("{head} 1-0\n\n")
}

#[test]
fn nothing_that_is_printed_is_obeyed() {
    let folder = Folder::new();
    let name = format!("{HOSTILE}\nfake:1:1: error[M001]: no\n.pgn");
    let text = [&hostile_game(), CLEAN].concat();
    let file = folder.write(&name, &text);
    let epd = folder.write(
        &format!("{HOSTILE}.epd"),
        format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{HOSTILE}\"; D1 7;\n4k3/8 {HOSTILE}\n"),
    );
    let out = folder.path(&format!("out{HOSTILE}"));
    let output = run(&[
        "audit",
        &file,
        &epd,
        "--out",
        &out,
        "--crosscheck",
        "--duplicates",
    ]);
    assert_eq!(output.status.code(), Some(1));
    check("audit", &output);
    let again = folder.path("again");
    check(
        "audit --format json",
        &run(&[
            "audit",
            &file,
            "--out",
            &again,
            "--format",
            "json",
            "--all-findings",
        ]),
    );
    check(
        "audit into what is there",
        &run(&["audit", &file, "--out", &again]),
    );
    let page = folder.path(&format!("{HOSTILE}.html"));
    let sheet = folder.path(&format!("{HOSTILE}.sheet.html"));
    let exported = folder.path(&format!("{HOSTILE}.export.pgn"));
    let nowhere = folder.path(&format!("nowhere{HOSTILE}\nfake:1"));
    let game = format!("{file}#0");
    let runs: &[&[&str]] = &[
        &["draws", &out],
        &["draws", &file],
        &["draws", &out, "--format", "json"],
        &["draws", &out, "--format", "csv"],
        &["draws", &out, "--records"],
        &["draws", &file, "--claim", &game, "--ply", "103"],
        &[
            "draws", &file, "--claim", &game, "--ply", "103", "--format", "json",
        ],
        &["draws", "--watch", &file, "--once"],
        &["draws", "--watch", &file, "--once", "--format", "json"],
        &["draws", &out, "--sheet", &game, "--out", &sheet],
        &["draws", &out, "--sheet", &nowhere, "--out", &sheet],
        &["fifty", &out],
        &["positions", &out],
        &["positions", &file],
        &["explore", &file],
        &["explore", &file, "--format", "json"],
        &["explore", &file, "--format", "pgn"],
        &["popular", &file, "--by", "event", "--ply", "0"],
        &["endings", &file, "--pieces", "32", "--format", "csv"],
        &["find", &file, "--ply", "0"],
        &["find", &file, "--ply", "0", "--format", "csv"],
        &["find", &file, "--position", HOSTILE],
        &["query", &out, "SELECT * FROM games"],
        &["query", &out, "SELECT * FROM games", "--format", "csv"],
        &["query", &out, "SELECT * FROM games", "--format", "json"],
        &["query", &out, "SELECT * FROM diagnostics"],
        &[
            "query",
            &out,
            "SELECT * FROM diagnostics",
            "--format",
            "json",
        ],
        &[
            "query",
            &out,
            "SELECT operations FROM positions",
            "--format",
            "csv",
        ],
        &[
            "query",
            &out,
            &format!("SELECT \"{HOSTILE}\nfake:\" FROM games"),
        ],
        &["show", &file, "0"],
        &["show", &file, "0", "--ply", "1"],
        &["show", &out, &format!("{file}#0")],
        &["show", &out, &nowhere],
        &["report", &out, "--out", &page],
        &["report", &out, "--out", &nowhere, "--title", HOSTILE],
        &["verify", &out],
        &["verify", &nowhere],
        &["infer-start", &file],
        &["export", &file, "--out", &exported],
        &["export", &file, "--out", &exported],
        &["epd", "check", &epd],
        &["epd", "check", "--lines", &epd],
        &["epd", "convert", "--to", "csv", &epd],
        &["epd", "convert", "--to", "jsonl", &epd],
        &["epd", "perft", &epd],
        &["epd", "from-games", "--after", "1", &file],
        &["epd", "check", &file],
        &["law", "--law-table", &nowhere],
        &["law", "--law-table", &file],
        &["explain", HOSTILE],
        &["start", "show", HOSTILE],
        &["audit", &nowhere, "--out", &again],
        &[
            "draws",
            &out,
            "--where",
            &format!("white = '{HOSTILE}\nfake:"),
        ],
        &["draws", &out, "--where", HOSTILE],
        &["positions", &out, "--min-games", HOSTILE],
        &[HOSTILE],
        &["draws", &out, &format!("--{HOSTILE}\nfake:")],
    ];
    for arguments in runs {
        check(&format!("{arguments:?}"), &run(arguments));
    }
    // Pages show a text as it is.
    for page in [&page, &sheet] {
        let text = std::fs::read_to_string(page).unwrap();
        let harmful = |c: char| is_unsafe_char(c) && !matches!(c, '\n' | '\r' | '\t');
        assert_eq!(text.chars().find(|c| harmful(*c)), None, "{page:?}");
        assert!(!text.contains("\\u202e") && !text.contains("\\u2028"));
    }
}

#[test]
fn exports_hold_no_control_characters() {
    let folder = Folder::new();
    // A game that cannot be replayed is copied unchanged, so this one can be replayed.
    let file = folder.write("a.pgn", readable_game());
    for options in [&[][..], &["--castling", "shredder"]] {
        let arguments = [
            &["export", "-q", "--exit-zero", &file, "--out", "-"],
            options,
        ]
        .concat();
        let text = String::from_utf8(run(&arguments).stdout).unwrap();
        let control = |c: char| c.is_control() && c != '\n';
        assert!(text.contains("[Site \"=1+1\"]"), "{text}");
        assert!(!text.contains(control), "{text:?}");
    }
}

#[test]
fn cells_of_csv_are_no_formulas() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", hostile_game());
    let csv = |options: &[&str]| {
        let arguments = [&["draws", &file, "--format", "csv"], options].concat();
        String::from_utf8(run(&arguments).stdout).unwrap()
    };
    let safe = csv(&[]);
    assert!(safe.contains("'=cmd|'"), "{safe}");
    assert!(safe.contains("'@a\\u{1b}[2J"), "{safe}");
    assert!(!safe.contains(",=") && !safe.contains(",\"="), "{safe}");
    let raw = csv(&["--raw-csv"]);
    assert!(
        raw.contains(",=cmd|'") && raw.contains("\u{1b}[2J"),
        "{raw}"
    );
    // A sign that stands alone is no formula, and a number is no text.
    let exported = folder.path("b.pgn");
    let dropped = folder.path("dropped.csv");
    let twice = folder.write("c.pgn", hostile_game().repeat(2));
    run(&[
        "export",
        "-q",
        &twice,
        "--no-duplicates",
        "--dropped",
        &dropped,
        "--out",
        &exported,
    ]);
    let dropped = std::fs::read_to_string(&dropped).unwrap_or_default();
    assert!(!dropped.contains(",=cmd"), "{dropped}");
}

/// `--sheet` writes a new file, never through a link or to a device.
#[cfg(unix)]
#[test]
fn sheets_follow_no_links() {
    use std::fs;
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let file = folder.write("a.pgn", hostile_game());
    let precious = folder.write("precious", "");
    let link = folder.path("sheet.html");
    symlink(&precious, &link).unwrap();
    let sheet = |out: &str| run(&["draws", &file, "--sheet", "0", "--out", out]);
    assert_eq!(sheet(&link).status.code(), Some(2));
    assert_eq!(fs::read(&precious).unwrap(), b"");
    assert_eq!(sheet("/dev/null").status.code(), Some(2));
    let out = folder.path("other.html");
    assert_eq!(sheet(&out).status.code(), Some(0));
    let page = fs::read_to_string(&out).unwrap();
    assert!(page.contains("=cmd") && !page.contains('\x1b'), "{page}");
    assert_eq!(sheet(&out).status.code(), Some(2), "it is not empty");
    let left = fs::read_dir(folder.path(".")).unwrap();
    let hidden = left.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with('.')
    });
    assert_eq!(hidden.count(), 0);
}
