//! `audit960 epd check` and `perft`, as users run them, and what all of them refuse.

use std::fs;

use serde_json::{Value, json};

use crate::folder::{CLEAN, Folder, Has, Ran, fed, refused, run};
use crate::positions_table::{BOOK, zst};
use crate::support::corpus;

#[test]
fn check_prints_totals_and_findings() {
    let folder = Folder::new();
    let path = folder.write("book.epd", BOOK);
    let output = run!("epd check {path}");
    output.ends(1);
    assert_eq!(
        output.out(),
        "5 positions in 7 lines of 1 file\n\
         verdicts    ok 4, repaired 0, damaged 0, rejected 1\n\
         starts      chess960 1, double_chess960 1, other 2, unknown 1\n\
         castling    xfen 1, shredder 1, none 3\n\
         duplicates  0\n\
         E001        error   unreadable-position          1\n\
         E009        info    en-passant-without-capture   1\n"
    );
    let expected = format!(
        "\n{path}:6:27: info[E009]: no capture on e3 is legal\n    4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9\n    {}^^\n",
        " ".repeat(26)
    );
    let error = format!("{path}:7:1: error[E001]: no position: ");
    output.err().begins(&error);
    output.err().has(&expected);
    let quiet = run!("epd check -q --exit-zero {path}");
    assert_eq!((quiet.status.code(), quiet.err()), (Some(0), String::new()));
    assert_eq!(quiet.out(), output.out());
}

#[test]
fn check_tells_what_each_line_is_and_where_it_stood_before() {
    let folder = Folder::new();
    let first = folder.write("a.epd", BOOK.replace("hello\n", ""));
    // The same pieces, rights and side to move, in other letters and with another clock and move number.
    let text = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 7 9\n";
    let second = folder.write("b.epd", text);
    let output = run!("epd check --lines {first} {second}");
    // A position twice is no error.
    assert_eq!(output.status.code(), Some(0));
    let rows: Vec<Value> = output
        .out()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 5);
    let expected = json!({
        "source": second, "line": 1, "verdict": "ok", "start_kind": "chess960", "white_start": 0,
        "black_start": 0, "castling_style": "xfen", "duplicate_of": {"source": first, "line": 2},
    });
    assert_eq!(rows[4], expected);
    assert!(rows[..4].iter().all(|row| row["duplicate_of"].is_null()));
    output.err().has("warning[E025]: same position as line 2");
}

#[test]
fn what_is_compressed_or_piped_is_read_like_a_file() {
    let folder = Folder::new();
    let plain = folder.write("book.epd", BOOK);
    let packed = folder.write("book.epd.zst", zst(BOOK));
    let of = |output: std::process::Output| (output.status.code(), output.out());
    let expected = of(run!("epd check -q {plain}"));
    assert_eq!(of(run!("epd check -q {packed}")), expected);
    assert_eq!(of(fed("epd check -q -", BOOK.as_bytes())), expected);
    assert_eq!(of(fed("epd check -q -", zst(BOOK))), expected);
    // Threads make no difference, either.
    for threads in ["1", "2", "8"] {
        assert_eq!(of(run!("epd check -q -j {threads} {plain}")), expected);
    }
}

#[test]
fn what_cannot_be_read_is_exit_code_2() {
    let folder = Folder::new();
    let missing = folder.path("missing.epd");
    let games = folder.write("a.pgn", CLEAN);
    let book = folder.write("book.epd", BOOK);
    let mut half = zst(BOOK);
    half.truncate(60);
    let damaged = folder.write("half.epd.zst", half);
    for command in &[
        "check".to_owned(),
        "perft".to_owned(),
        "convert --to fen".to_owned(),
        format!("convert --to parquet --out {}", folder.path("x.parquet")),
    ] {
        for (input, said) in [
            (&missing, missing.as_str()),
            (&games, "holds games, not positions"),
            (&damaged, "are lost"),
        ] {
            let output = run(("epd", command, [&input]));
            assert_eq!(output.status.code(), Some(2), "{command:?} {input}");
            output.err().has(said);
        }
        // A partial file is removed.
        assert!(fs::metadata(folder.path("x.parquet")).is_err());
    }
    for arguments in [
        &["epd"][..],
        &["epd", "check"],
        &["epd", "convert", &book],
        &["epd", "convert", "--to", "pgn", &book],
        // The file to write is there already.
        &["epd", "convert", "--to", "fen", "--out", &book, &book],
    ] {
        let said = refused(arguments);
        assert!(!said.is_empty());
    }
    assert_eq!(fs::read_to_string(&book).unwrap(), BOOK);
}

#[test]
fn perft_counts_are_verified_and_wrong_ones_divided() {
    let folder = Folder::new();
    // 20, 400 and 8,902 are the published counts.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let right = folder.write("right.epd", format!("{start} ;D1 20 ;D2 400 ;D3 8902\n"));
    let output = run!("epd perft --depth 2 {right}");
    output.ends(0);
    assert_eq!(
        output.out(),
        "positions 1\nverified  2 counts, 0 wrong\ndeeper    1 count, not verified\nsequences 420\n"
    );
    output.err().ends_in(" sequences/s\n");
    let wrong = folder.write("wrong.epd", format!("\n{start} ;D1 20 ;D2 401 ;D3 8902\n"));
    let output = run!("epd perft {wrong}");
    output.ends(1);
    let text = output.out();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), format!("{wrong}:2: divide 2"));
    // Twenty replies to each of twenty moves.
    let divided: Vec<&str> = lines.by_ref().take(20).collect();
    let holds = divided.iter().all(|line| line.ends_with("  20")) && divided[0] == "  a2a3  20";
    assert!(holds, "{divided:?}");
    assert_eq!(lines.next(), Some("positions 1"));
    assert_eq!(lines.next(), Some("verified  3 counts, 1 wrong"));
    output
        .err()
        .has("error[E026]: D2: 400 sequences counted, 401 stated");
    let lenient = run!("epd perft -q --exit-zero {wrong}");
    let found = (lenient.status.code(), lenient.err());
    assert_eq!(found, (Some(0), String::new()));
}

/// By python-chess 1.11.2 the first position is won in 17 half-moves, and drawn after Qf5+; the second is drawn.
const STUDIES: &str = "8/8/8/4k3/8/8/8/KQ6 w - - bm Qf5+; dm 8; c0 \"White wins\";\n\
                       8/8/8/8/4k3/8/1r6/3K3R w - - c0 \"White to play and win\"; ce 120;\n\
                       8/8/8/4k3/8/8/8/KQ6 w - - hmvc 90; fmvn 120;\n";

#[test]
fn check_asks_endgame_tables() {
    let Some(tables) = corpus("syzygy") else {
        return;
    };
    let folder = Folder::new();
    let path = folder.write("studies.epd", STUDIES);
    let tables = tables.to_str().unwrap();
    let output = run!("epd check {path} --tablebase {tables}");
    output.ends(1);
    let (text, said) = (output.out(), output.err());
    text.has("values      win 1, cursed-win 1, draw 1\n");
    text.has("E027        error   operation-against-tables     3\n");
    for part in [
        ":1:27: error[E027]: bm Qf5+ is contradicted by endgame tables: it leaves a draw, and ",
        ":1:36: error[E027]: dm 8 is contradicted by endgame tables: the next capture, pawn move or mate takes 17 half-moves",
        ":2:30: error[E027]: c0 \"White to play and win\" is contradicted by endgame tables: the position is a draw",
        ":3:27: info[E028]: under a half-move clock of 90 this is a win that comes too late",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let output = run!("epd check -q --lines {path} --tablebase {tables}");
    let rows: Vec<Value> = output
        .out()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let told =
        |row: &Value| ["clock", "wdl", "dtz", "value", "certain"].map(|key| row[key].clone());
    assert_eq!(
        told(&rows[0]),
        [json!(0), json!(2), json!(17), json!("win"), json!(true)]
    );
    assert_eq!(
        told(&rows[2]),
        [
            json!(90),
            json!(2),
            json!(17),
            json!("cursed-win"),
            json!(true)
        ]
    );
    // Without tables nothing is said of them.
    run!("epd check {path}").ends(0).out().lacks("values");
    refused(["epd", "check", &path, "--tablebase", &folder.path("none")]).has("none");
}
