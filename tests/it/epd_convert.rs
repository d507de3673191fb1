//! `audit960 epd convert`, as users run it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use audit960_dataset::{Storage, UnfinishedDataset};
use serde_json::{Map, Value, json};

use crate::folder::{Folder, Has, Ran, count, rows, run};
use crate::positions_table::BOOK;

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
        let output = run((format!("epd convert -q {input}"), options));
        output.ends(0);
        output.stdout
    };
    assert_eq!(convert(&["--to", "fen"], &fen), CLEAN_FEN.as_bytes());
    let epd = convert(&["--to", "epd"], &fen);
    String::from_utf8(epd.clone())
        .unwrap()
        .has("/BBQNNRKR w HFhf - bm e4; fmvn 3; hmvc 4; id \"x; y\";\r\n");
    let epd = folder.write("a.epd", epd);
    let back = convert(&["--to", "fen"], &epd);
    // Perft counts are operations among others now; all else is as it was.
    let expected = CLEAN_FEN.replace(";D1 20 ;D2 400", "D1 20; D2 400;");
    assert_eq!(String::from_utf8(back).unwrap(), expected);
    // Either dialect, there and back.
    let shredder = convert(&["--to", "fen", "--castling", "shredder"], &fen);
    let text = String::from_utf8(shredder.clone()).unwrap();
    text.has("1RK1R2R w EBea - ");
    text.has("RNBQKBNR w HAha - ");
    let shredder = folder.write("b.fen", shredder);
    let xfen = convert(&["--to", "fen", "--castling", "xfen"], &shredder);
    let found = String::from_utf8(xfen).unwrap();
    assert_eq!(found, CLEAN_FEN.replace("HFhf", "KQkq"));
}

#[test]
fn rows_of_text() {
    let folder = Folder::new();
    let book = folder.write("book.epd", BOOK);
    let output = run!("epd convert --format csv {book}");
    assert_eq!(output.status.code(), Some(1), "a line was left out");
    output
        .err()
        .ends_in("1 of 5 lines is not a position and was left out\n");
    let text = output.out();
    let lines: Vec<&str> = text.split("\r\n").collect();
    // A heading, four rows, and nothing after the last.
    assert_eq!(lines.len(), 6);
    assert_eq!(
        lines[0],
        "source,line,fen,start_kind,white_start,black_start,castling_style,operations"
    );
    let fen = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(
        lines[2],
        format!("{book},4,{fen},double_chess960,0,959,xfen,\"bm e4; id \"\"d 960\"\";\"")
    );
    let output = run!("epd convert --to jsonl -q {book}");
    let rows: Vec<Value> = output
        .out()
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
    let output = run!("epd convert -q --to parquet --out {out} {book}");
    output.ends(1);
    assert!(output.stdout.is_empty());
    let bytes = fs::read(&out).unwrap();
    let converted = as_dataset(&folder, "converted", &bytes);
    folder.audit(["-q", &book]).ends(1);
    let all = "SELECT * FROM positions WHERE fen IS NOT NULL ORDER BY line";
    let written = rows(&converted, all);
    assert_eq!(written.len(), 4);
    assert_eq!(written, rows(&folder.path("out"), all));
    // A line that is not a position is left out.
    assert_eq!(count(&converted, "positions"), 4);
    // The letters as they are written, or those that are asked for; and to standard output.
    for (letters, castling) in [("as-written", "FHfh"), ("shredder", "HFhf")] {
        let output = run!("epd convert -q --to parquet --castling {letters} {book}");
        let dataset = as_dataset(&folder, letters, &output.stdout);
        let row = &rows(&dataset, all)[0];
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
        let output = run!("epd convert --to parquet -j {threads} {book}");
        output.ends(0);
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
    assert_eq!(rows(&dataset, sql), [expected]);
}
