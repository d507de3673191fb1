//! `audit960 epd`, as users run it.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{CLEAN, Folder, stderr, stdout};
use crate::positions_table::{BOOK, asked, fed, zst};
use crate::support::{corpus, data, printed, refused, run};

/// Lines that the standard would have written so itself, with everything that has a place in them.
const CLEAN_FEN: &str = "\
# kings and rooks\r\n\
\r\n\
rk1rr3/8/8/8/8/8/1P6/1RK1R2R w EQkq - 0 1\r\n\
4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 12\r\n\
bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 4 3 bm e4; id \"x; y\";\r\n\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";

#[test]
fn check_prints_totals_and_findings() {
    let folder = Folder::new();
    let path = folder.write("book.epd", BOOK);
    let output = run(&["epd", "check", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "5 positions in 7 lines of 1 file\n\
         verdicts    ok 4, repaired 0, damaged 0, rejected 1\n\
         starts      chess960 1, double_chess960 1, other 2, unknown 1\n\
         castling    xfen 1, shredder 1, none 3\n\
         duplicates  0\n\
         E001        error   unreadable-position          1\n\
         E009        info    en-passant-without-capture   1\n"
    );
    let expected = format!(
        "{path}:6:27: info[E009]: no capture on e3 is legal\n    4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9\n    {}^^\n\
         {path}:7:1: error[E001]: no position: ",
        " ".repeat(26)
    );
    assert!(
        stderr(&output).starts_with(&expected),
        "{}",
        stderr(&output)
    );
    let quiet = run(&["epd", "check", "-q", "--exit-zero", &path]);
    assert_eq!(
        (quiet.status.code(), stderr(&quiet)),
        (Some(0), String::new())
    );
    assert_eq!(stdout(&quiet), stdout(&output));
}

#[test]
fn check_tells_what_each_line_is_and_where_it_stood_before() {
    let folder = Folder::new();
    let first = folder.write("a.epd", BOOK.replace("hello\n", ""));
    // The same men, rights and side to move, in other letters and with other counters.
    let second = folder.write(
        "b.epd",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 7 9\n",
    );
    let output = run(&["epd", "check", "--lines", &first, &second]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "a position twice is no error"
    );
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 5);
    let expected = json!({
        "source": second, "line": 1, "verdict": "ok", "start": "chess960", "white_start": 0,
        "black_start": 0, "castling_style": "xfen", "duplicate_of": {"source": first, "line": 2},
    });
    assert_eq!(rows[4], expected);
    assert!(rows[..4].iter().all(|row| row["duplicate_of"].is_null()));
    assert!(
        stderr(&output).contains("warning[E025]: the position of line 2"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn what_is_compressed_or_piped_is_read_like_a_file() {
    let folder = Folder::new();
    let plain = folder.write("book.epd", BOOK);
    let packed = folder.write("book.epd.zst", zst(BOOK));
    let of = |output: std::process::Output| (output.status.code(), stdout(&output));
    let expected = of(run(&["epd", "check", "-q", &plain]));
    assert_eq!(of(run(&["epd", "check", "-q", &packed])), expected);
    assert_eq!(
        of(fed(&["epd", "check", "-q", "-"], BOOK.as_bytes())),
        expected
    );
    assert_eq!(of(fed(&["epd", "check", "-q", "-"], &zst(BOOK))), expected);
    // Threads make no difference, either.
    for threads in ["1", "2", "8"] {
        assert_eq!(
            of(run(&["epd", "check", "-q", "-j", threads, &plain])),
            expected
        );
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
    for command in [
        &["check"][..],
        &["perft"],
        &["convert", "--to", "fen"],
        &[
            "convert",
            "--to",
            "parquet",
            "--out",
            &folder.path("x.parquet"),
        ],
    ] {
        for (input, said) in [
            (&missing, missing.as_str()),
            (&games, "holds games, not positions"),
            (&damaged, "are lost"),
        ] {
            let output = run(&[&["epd"], command, &[input]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?} {input}");
            assert!(stderr(&output).contains(said), "{}", stderr(&output));
        }
        assert!(
            fs::metadata(folder.path("x.parquet")).is_err(),
            "half a file is none"
        );
    }
    for arguments in [
        &["epd"][..],
        &["epd", "check"],
        &["epd", "convert", &book],
        &["epd", "convert", "--to", "pgn", &book],
        &["epd", "from-games", &games],
        &["epd", "from-games", "--after", "2", "--at-claim", &games],
        // The file to write is there already.
        &["epd", "convert", "--to", "fen", "--out", &book, &book],
    ] {
        let (code, said) = refused(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(!said.is_empty());
    }
    assert_eq!(fs::read_to_string(&book).unwrap(), BOOK);
}

#[test]
fn fen_goes_to_epd_and_comes_back_byte_for_byte() {
    let folder = Folder::new();
    let fen = folder.write("a.fen", CLEAN_FEN);
    let convert = |options: &[&str], input: &str| {
        let output = run(&[&["epd", "convert", "-q", input], options].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{options:?}: {}",
            stderr(&output)
        );
        output.stdout
    };
    assert_eq!(convert(&["--to", "fen"], &fen), CLEAN_FEN.as_bytes());
    let epd = convert(&["--to", "epd"], &fen);
    let text = String::from_utf8(epd.clone()).unwrap();
    assert!(
        text.contains("/BBQNNRKR w HFhf - bm e4; fmvn 3; hmvc 4; id \"x; y\";\r\n"),
        "{text}"
    );
    let epd = folder.write("a.epd", epd);
    let back = convert(&["--to", "fen"], &epd);
    // Perft counts are operations among others now; all else is as it was.
    let expected = CLEAN_FEN.replace(";D1 20 ;D2 400", "D1 20; D2 400;");
    assert_eq!(String::from_utf8(back).unwrap(), expected);
    // Either dialect, there and back.
    let shredder = convert(&["--to", "fen", "--castling", "shredder"], &fen);
    let text = String::from_utf8(shredder.clone()).unwrap();
    assert!(
        text.contains("1RK1R2R w EBea - ") && text.contains("RNBQKBNR w HAha - "),
        "{text}"
    );
    let shredder = folder.write("b.fen", shredder);
    let xfen = convert(&["--to", "fen", "--castling", "xfen"], &shredder);
    assert_eq!(
        String::from_utf8(xfen).unwrap(),
        CLEAN_FEN.replace("HFhf", "KQkq")
    );
}

#[test]
fn shared_books_come_back_byte_for_byte() {
    let Some(root) = corpus("epd") else { return };
    let folder = Folder::new();
    for name in [
        "FRC_openings",
        "frc-3moves-sample",
        "dfrc-mixed-castling-sample",
    ] {
        let path = root.join(format!("{name}.epd"));
        let bytes = fs::read(&path).unwrap();
        let epd = folder.path(&format!("{name}.epd"));
        let path = path.to_str().unwrap();
        printed(&["epd", "convert", "--to", "epd", "--out", &epd, path]);
        assert!(
            fs::read(&epd).unwrap() != bytes,
            "{name}: counters are operations in EPD"
        );
        let output = run(&["epd", "convert", "--to", "fen", &epd]);
        assert!(output.stdout == bytes, "{name}");
    }
}

#[test]
fn rows_of_text() {
    let folder = Folder::new();
    let book = folder.write("book.epd", BOOK);
    let output = run(&["epd", "convert", "--format", "csv", &book]);
    assert_eq!(output.status.code(), Some(1), "a line was left out");
    assert!(
        stderr(&output).ends_with("1 of 5 lines are no position and were left out\n"),
        "{}",
        stderr(&output)
    );
    let text = stdout(&output);
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(
        lines.len(),
        6,
        "a heading, four rows, and nothing behind the last"
    );
    assert_eq!(
        lines[0],
        "source,line,fen,start,white_start,black_start,castling_style,operations"
    );
    let fen = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(
        lines[2],
        format!("{book},4,{fen},double_chess960,0,959,xfen,\"bm e4; id \"\"d 960\"\";\"")
    );
    let output = run(&["epd", "convert", "--to", "jsonl", "-q", &book]);
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows[1],
        json!({
            "source": book, "line": 4, "fen": fen, "start": "double_chess960", "white_start": 0,
            "black_start": 959, "castling_style": "xfen",
            "operations": [
                {"opcode": "bm", "operands": ["e4"]},
                {"opcode": "id", "operands": ["d 960"]},
            ],
        })
    );
}

/// A folder with a manifest and the file as its table, so that it can be asked.
fn as_dataset(folder: &Folder, name: &str, parquet: &[u8]) -> String {
    fs::create_dir(folder.path(name)).unwrap();
    folder.write(&format!("{name}/positions.parquet"), parquet);
    folder.write(&format!("{name}/manifest.json"), "{}");
    folder.path(name)
}

#[test]
fn parquet_holds_what_the_audit_writes() {
    let folder = Folder::new();
    let book = folder.write("book.epd", BOOK);
    let out = folder.path("book.parquet");
    let output = run(&[
        "epd",
        "convert",
        "-q",
        "--to",
        "parquet",
        "--castling",
        "xfen",
        "--out",
        &out,
        &book,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let bytes = fs::read(&out).unwrap();
    let converted = as_dataset(&folder, "converted", &bytes);
    assert_eq!(folder.audit(&["-q", &book]).status.code(), Some(1));
    let all = "SELECT * FROM positions WHERE fen IS NOT NULL ORDER BY line";
    let rows = asked(&converted, all);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows, asked(&folder.path("out"), all));
    assert_eq!(
        asked(&converted, "SELECT COUNT(*) AS n FROM positions")[0]["n"],
        4,
        "what is no position is left out"
    );
    // The letters as they are written, or those that are asked for; and to standard output.
    for (letters, castling) in [("as-written", "FHfh"), ("shredder", "HFhf")] {
        let arguments = [
            "epd",
            "convert",
            "-q",
            "--to",
            "parquet",
            "--castling",
            letters,
            &book,
        ];
        let output = run(&arguments);
        let dataset = as_dataset(&folder, letters, &output.stdout);
        let row = &asked(&dataset, all)[0];
        assert_eq!(row["castling"], castling);
        let fen = format!("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w {castling} - 0 1");
        assert_eq!(row["fen"], fen);
    }
}

/// More lines than a chunk and a row group hold: lines go on from chunk to chunk, and threads make
/// no difference.
#[test]
fn large_books_in_parquet() {
    let folder = Folder::new();
    let line = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n";
    let book = folder.write("book.epd", line.repeat(70_000));
    let convert = |threads: &str| {
        let output = run(&["epd", "convert", "--to", "parquet", "-j", threads, &book]);
        assert_eq!(output.status.code(), Some(0));
        output.stdout
    };
    let one = convert("1");
    assert!(one == convert("2"));
    let dataset = as_dataset(&folder, "large", &one);
    let sql = "SELECT COUNT(*) AS n, MAX(line) AS last, COUNT(DISTINCT line) AS lines, \
               MAX(byte_offset) AS at FROM positions";
    let expected = json!({
        "n": 70_000, "last": 70_000, "lines": 70_000, "at": 69_999 * line.len(),
    });
    assert_eq!(asked(&dataset, sql), [expected]);
}

#[test]
fn perft_counts_are_verified_and_wrong_ones_divided() {
    let folder = Folder::new();
    // 20, 400 and 8,902 are the published counts.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let right = folder.write("right.epd", format!("{start} ;D1 20 ;D2 400 ;D3 8902\n"));
    let output = run(&["epd", "perft", "--depth", "2", &right]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stdout(&output),
        "positions 1\nverified  2 counts, 0 wrong\ndeeper    1 counts, not looked at\nsequences 420\n"
    );
    assert!(
        stderr(&output).ends_with(" sequences/s\n"),
        "{}",
        stderr(&output)
    );
    let wrong = folder.write("wrong.epd", format!("\n{start} ;D1 20 ;D2 401 ;D3 8902\n"));
    let output = run(&["epd", "perft", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    let told = stdout(&output);
    let mut lines = told.lines();
    assert_eq!(lines.next().unwrap(), format!("{wrong}:2: divide 2"));
    // Twenty answers to each of twenty moves.
    let divided: Vec<&str> = lines.by_ref().take(20).collect();
    assert!(
        divided.iter().all(|line| line.ends_with("  20")) && divided[0] == "  a2a3  20",
        "{divided:?}"
    );
    assert_eq!(lines.next(), Some("positions 1"));
    assert_eq!(lines.next(), Some("verified  3 counts, 1 wrong"));
    assert!(
        stderr(&output).contains("error[E026]: D2: 400 sequences counted, 401 stated"),
        "{}",
        stderr(&output)
    );
    let lenient = run(&["epd", "perft", "-q", "--exit-zero", &wrong]);
    assert_eq!(
        (lenient.status.code(), stderr(&lenient)),
        (Some(0), String::new())
    );
}

#[test]
fn positions_after_some_half_moves() {
    let folder = Folder::new();
    let other = CLEAN.replace("1. e4 e5", "1. e4 c5");
    let path = folder.write("a.pgn", [CLEAN, &other, CLEAN].concat());
    let output = run(&["epd", "from-games", "--after", "2", &path]);
    assert_eq!(output.status.code(), Some(0));
    // Two games reach the first position, one the second.
    assert_eq!(
        stdout(&output),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - Games 2;\n\
         rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - Games 1;\n"
    );
    assert_eq!(stderr(&output), "2 positions of 3 games\n");
    let piped = fed(
        &["epd", "from-games", "--after", "2", "-q", "-"],
        &fs::read(&path).unwrap(),
    );
    assert_eq!(
        (stdout(&piped), stderr(&piped)),
        (stdout(&output), String::new())
    );
    // What it writes is a file of positions without a fault.
    let book = folder.write("book.epd", &output.stdout);
    assert_eq!(run(&["epd", "check", &book]).status.code(), Some(0));
    // A game that is damaged is an error in the data.
    let path = folder.write("b.pgn", CLEAN.replace("e5", "e4"));
    assert_eq!(
        run(&["epd", "from-games", "--after", "1", &path])
            .status
            .code(),
        Some(1)
    );
}

#[test]
fn positions_of_the_first_claim() {
    let archive = data("archive/icc-style.pgn");
    let records = printed(&["epd", "from-games", "--at-claim", archive.to_str().unwrap()]);
    let ledger = printed(&["fifty", archive.to_str().unwrap(), "--format", "csv"]);
    assert_eq!(
        records.lines().count(),
        ledger.lines().count() - 1,
        "{ledger}"
    );
    for record in records.lines() {
        assert!(
            record.contains("; draw_claim; fmvn ") && record.contains("; sm "),
            "{record}"
        );
    }
    let folder = Folder::new();
    let claims = folder.write("claims.epd", records);
    assert_eq!(run(&["epd", "check", &claims]).status.code(), Some(0));
}
