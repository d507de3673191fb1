//! Names and texts from archives control no terminal, and are no formulas in a spreadsheet.

use std::process::Output;

use audit960_types::is_unsafe_char;

use crate::folder::{CLEAN, Folder, Has, Ran, Words, run};

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
    let output = run!("audit `{file}` `{epd}` --out `{out}` --crosscheck --duplicates");
    output.ends(1);
    check("audit", &output);
    let again = folder.path("again");
    check(
        "audit --format json",
        &run!("audit `{file}` --out {again} --format json --all-findings"),
    );
    check(
        "audit into what is there",
        &run!("audit `{file}` --out {again}"),
    );
    let page = folder.path(&format!("{HOSTILE}.html"));
    let sheet = folder.path(&format!("{HOSTILE}.sheet.html"));
    let exported = folder.path(&format!("{HOSTILE}.export.pgn"));
    let nowhere = folder.path(&format!("nowhere{HOSTILE}\nfake:1"));
    let game = format!("{file}#1");
    let runs = "\
        draws OUT
        draws FILE
        draws OUT --format json
        draws OUT --format csv
        draws claim FILE GAME --ply 103
        draws claim FILE GAME --ply 103 --format json
        draws watch FILE --once
        draws watch FILE --once --format json
        draws sheet OUT GAME --out SHEET
        draws sheet OUT NOWHERE --out SHEET
        draws --rule fifty OUT
        starts OUT
        starts FILE
        explore FILE
        explore FILE --format json
        explore FILE --format pgn
        explore FILE --by event --plies 0
        endings FILE --pieces 32 --format csv
        find FILE --ply 0
        find FILE --ply 0 --format csv
        find FILE --position HOSTILE
        query OUT `SELECT * FROM games`
        query OUT `SELECT * FROM games` --format csv
        query OUT `SELECT * FROM games` --format json
        query OUT `SELECT * FROM diagnostics`
        query OUT `SELECT * FROM diagnostics` --format json
        query OUT `SELECT operations FROM positions` --format csv
        query OUT `SELECT \"HOSTILEFAKE\" FROM games`
        show FILE 1
        show FILE 1 --ply 1
        show OUT GAME
        show OUT NOWHERE
        report OUT --out PAGE
        report OUT --out NOWHERE --title HOSTILE
        verify OUT
        verify NOWHERE
        infer-start FILE
        export FILE --out EXPORTED
        export FILE --out EXPORTED
        epd check EPD
        epd check --lines EPD
        epd convert --to csv EPD
        epd convert --to jsonl EPD
        epd perft EPD
        epd check FILE
        law --law-table NOWHERE
        law --law-table FILE
        explain HOSTILE
        starts show HOSTILE
        audit NOWHERE --out AGAIN
        draws OUT --where `white = 'HOSTILEFAKE`
        draws OUT --where HOSTILE
        starts OUT --min-games HOSTILE
        HOSTILE
        draws OUT --HOSTILEFAKE";
    let values = [
        ("FILE", &*file),
        ("OUT", &*out),
        ("GAME", &*game),
        ("SHEET", &*sheet),
        ("NOWHERE", &*nowhere),
        ("PAGE", &*page),
        ("EXPORTED", &*exported),
        ("EPD", &*epd),
        ("AGAIN", &*again),
        ("HOSTILE", HOSTILE),
        ("FAKE", "\nfake:"),
    ];
    for line in runs.lines() {
        let value = |word: String| {
            values
                .iter()
                .fold(word, |word, (name, value)| word.replace(name, value))
        };
        let arguments: Vec<String> = line.words().into_iter().map(value).collect();
        check(line, &run(arguments));
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
    for options in ["", "--castling shredder"] {
        let text = run((format!("export -q --exit-zero {file} --out -"), options)).out();
        let control = |c: char| c.is_control() && c != '\n';
        text.has("[Site \"=1+1\"]");
        assert!(!text.contains(control), "{text:?}");
    }
}

#[test]
fn cells_of_csv_are_no_formulas() {
    let folder = Folder::new();
    let file = folder.write("a.pgn", hostile_game());
    let csv = |options: &str| run((format!("draws {file} --format csv"), options)).out();
    let safe = csv("");
    safe.has("'=cmd|'");
    safe.has("'@a\\u{1b}[2J");
    safe.lacks(",=");
    safe.lacks(",\"=");
    let raw = csv("--raw-csv");
    raw.has(",=cmd|'");
    raw.has("\u{1b}[2J");
    // A sign that stands alone is no formula, and a number is no text.
    let exported = folder.path("b.pgn");
    let dropped = folder.path("dropped.csv");
    let twice = folder.write("c.pgn", hostile_game().repeat(2));
    run!("export -q {twice} --no-duplicates --dropped `{dropped}` --out {exported}");
    std::fs::read_to_string(&dropped)
        .unwrap_or_default()
        .lacks(",=cmd");
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
    let sheet = |out: &str| run!("draws sheet {file} 1 --out {out}");
    sheet(&link).ends(2);
    assert_eq!(fs::read(&precious).unwrap(), b"");
    sheet("/dev/null").ends(2);
    let out = folder.path("other.html");
    sheet(&out).ends(0);
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
