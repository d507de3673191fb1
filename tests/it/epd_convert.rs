//! `audit960 epd convert`, as users run it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use audit960_dataset::{Storage, UnfinishedDataset};
use serde_json::{Map, Value, json};

use crate::cli::{Folder, stderr, stdout};
use crate::positions_table::{BOOK, asked};
use crate::support::{corpus, printed, run};

/// Lines in standard form, with everything that they can hold.
const CLEAN_FEN: &str = "\
# kings and rooks\r\n\
\r\n\
rk1rr3/8/8/8/8/8/1P6/1RK1R2R w EQkq - 0 1\r\n\
4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 12\r\n\
bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 4 3 bm e4; id \"x; y\";\r\n\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";

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
            "{name}: clock and move number are operations in EPD"
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
        stderr(&output).ends_with("1 of 5 lines is not a position and was left out\n"),
        "{}",
        stderr(&output)
    );
    let text = stdout(&output);
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(
        lines.len(),
        6,
        "a heading, four rows, and nothing after the last"
    );
    assert_eq!(
        lines[0],
        "source,line,fen,start_kind,white_start,black_start,castling_style,operations"
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
            "source": book, "line": 4, "fen": fen, "start_kind": "double_chess960", "white_start": 0,
            "black_start": 959, "castling_style": "xfen",
            "operations": [
                {"opcode": "bm", "operands": ["e4"]},
                {"opcode": "id", "operands": ["d 960"]},
            ],
        })
    );
}

/// A dataset with the file as its only table, so that it can be queried.
fn as_dataset(folder: &Folder, name: &str, parquet: &[u8]) -> String {
    let plain = folder.write("counted.parquet", parquet);
    let rows = audit960_dataset::tables::count_rows(Path::new(&plain)).unwrap();
    let dir = folder.path(name);
    let work = UnfinishedDataset::begin(Path::new(&dir), Storage::new()).unwrap();
    let mut file = work.files().create("positions.parquet").unwrap();
    file.write_all(parquet).unwrap();
    file.finish(rows).unwrap();
    work.commit(Map::new()).unwrap();
    dir
}

#[test]
fn parquet_holds_what_the_audit_writes() {
    let folder = Folder::new();
    let book = folder.write("book.epd", BOOK);
    let out = folder.path("book.parquet");
    let output = run(&[
        "epd", "convert", "-q", "--to", "parquet", "--out", &out, &book,
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
        "a line that is not a position is left out"
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
