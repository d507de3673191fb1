//! Files of positions in an audit, as users run it: table `positions` and its totals.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, audited, fed, manifest, rows};
use crate::support::corpus;

/// A comment, a start position in Shredder letters that are not in order, a blank line, a pair of
/// double Chess960 with operations, an en-passant square that counts, one that does not, and a line
/// that is not a position. 0 is BBQNNRKR, 959 RKRNNQBB (Scharnagl's table).
pub(crate) const BOOK: &str = "\
# a book\n\
bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w FHfh - 0 1\n\
\n\
rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - bm e4; id \"d 960\";\n\
4k3/8/8/8/3pP3/8/8/4K3 b - e3 hmvc 0; fmvn 12;\n\
4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9\n\
hello\n";

/// A zstd frame (RFC 8878) of one raw block, which is the last.
pub(crate) fn zst(text: &str) -> Vec<u8> {
    let size = text.len() as u32;
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    bytes.extend(size.to_le_bytes());
    bytes.extend(&(size << 3 | 1).to_le_bytes()[..3]);
    bytes.extend(text.as_bytes());
    bytes
}

fn positions(dataset: &str) -> Vec<Value> {
    let sql = "SELECT * FROM positions ORDER BY source, frame_offset, byte_offset";
    rows(dataset, sql)
}

/// What [`BOOK`] holds, argued from its text. Offsets: 9 bytes of comment, then 57, 1, 72, 47, 33 and
/// 6 bytes of lines.
fn book(source: &str) -> Vec<Value> {
    let moves =
        "[{\"opcode\":\"bm\",\"operands\":[\"e4\"]},{\"opcode\":\"id\",\"operands\":[\"d 960\"]}]";
    let counters =
        "[{\"opcode\":\"hmvc\",\"operands\":[0]},{\"opcode\":\"fmvn\",\"operands\":[12]}]";
    // Each row without the columns in which it is like a line that is no position and has no findings.
    let rows = json!([
        {"line": 2, "byte_offset": 9, "byte_length": 57, "verdict": "ok", "side": "white",
         "fen": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "castling": "KQkq",
         "start_kind": "chess960", "white_start": 0, "black_start": 0, "castling_style": "shredder",
         "clock": 0, "move_number": 1},
        {"line": 4, "byte_offset": 67, "byte_length": 72, "verdict": "ok", "side": "white",
         "fen": "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "castling": "KQkq",
         "start_kind": "double_chess960", "white_start": 0, "black_start": 959,
         "castling_style": "xfen", "operations": moves},
        {"line": 5, "byte_offset": 139, "byte_length": 47, "verdict": "ok", "side": "black",
         "fen": "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 12", "castling": "-", "start_kind": "other",
         "clock": 0, "move_number": 12, "operations": counters},
        {"line": 6, "byte_offset": 186, "byte_length": 33, "verdict": "ok", "side": "black",
         "fen": "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9", "castling": "-", "start_kind": "other",
         "clock": 0, "move_number": 9, "findings": 1, "codes": "E009"},
        {"line": 7, "byte_offset": 219, "byte_length": 6, "findings": 1, "codes": "E001"},
    ]);
    let whole = |row: &Value| {
        let mut whole = json!({
            "source": source, "frame_offset": 0, "fen": null, "start_kind": "unknown", "white_start": null,
            "black_start": null, "side": null, "castling": null, "castling_style": "none", "clock": null,
            "move_number": null, "operations": null, "verdict": "rejected", "findings": 0, "codes": null,
        });
        let columns = whole.as_object_mut().unwrap();
        columns.extend(row.as_object().unwrap().clone());
        whole
    };
    rows.as_array().unwrap().iter().map(whole).collect()
}

#[test]
fn every_line_is_a_row() {
    let folder = Folder::new();
    let path = folder.write("book.epd", BOOK);
    let output = folder.audit(&path);
    // A line that is not a position is an error in the data.
    output.ends(1);
    output.err().has(&format!("{path}:7:1: error[E001]: "));
    output
        .out()
        .has("Positions  5 lines: ok 4, repaired 0, damaged 0, rejected 1\n");
    let out = folder.path("out");
    assert_eq!(positions(&out), book(&path));
    // Their findings are rows of diagnostics, at the same lines and offsets.
    let sql = "SELECT code, line, \"column\", byte_offset, game FROM diagnostics ORDER BY line";
    let findings = rows(&out, sql);
    let expected = [
        json!({"code": "E009", "line": 6, "column": 27, "byte_offset": 186, "game": null}),
        json!({"code": "E001", "line": 7, "column": 1, "byte_offset": 219, "game": null}),
    ];
    assert_eq!(findings, expected);
    assert_eq!(rows(&out, "SELECT COUNT(*) AS n FROM games")[0]["n"], 0);

    run!("audit -q --exit-zero {path} --out {}", folder.path("zero")).ends(0);
}

#[test]
fn compressed_and_piped_books_give_the_same_rows() {
    let folder = Folder::new();
    let rows = |dataset: &str, source: &str| {
        assert_eq!(positions(dataset), book(source), "{source}");
    };
    let path = folder.write("book.epd.zst", zst(BOOK));
    rows(&audited(&folder, "zst", &path, ""), &path);
    let out = folder.path("piped");
    fed(format!("audit -q - --out {out}"), BOOK.as_bytes()).ends(1);
    rows(&out, "-");
    // Without a line feed at its end, with carriage returns before the others.
    let text = BOOK.trim_end().replace('\n', "\r\n");
    let path = folder.write("crlf.epd", text);
    let dataset = audited(&folder, "crlf", &path, "");
    let without_place = |mut rows: Vec<Value>| {
        for row in &mut rows {
            let columns = row.as_object_mut().unwrap();
            columns.retain(|name, _| !name.starts_with("byte_"));
        }
        rows
    };
    let found = without_place(positions(&dataset));
    assert_eq!(found, without_place(book(&path)));
}

#[test]
fn games_and_positions_are_accounted_for_side_by_side() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    let games = folder.write("in/a.pgn", [CLEAN, BROKEN].concat());
    let book_path = folder.write("in/b.epd", BOOK);
    for (name, options) in [
        ("plain", ""),
        ("all", "--crosscheck --duplicates --with-moves"),
    ] {
        let dataset = audited(&folder, name, [&folder.path("in")], options);
        assert_eq!(positions(&dataset), book(&book_path));
        let manifest = manifest(&dataset);
        let totals = &manifest["totals"];
        let bytes = [games.as_str(), &book_path].map(|path| fs::metadata(path).unwrap().len());
        assert_eq!(totals["bytes"], bytes[0] + bytes[1]);
        assert_eq!(totals["game_bytes"], bytes[0]);
        // The bytes of positions are a gap: the law of conservation has two terms.
        assert_eq!(totals["gap_bytes"], bytes[1]);
        assert_eq!(totals["gaps"]["positions"], bytes[1]);
        let found = (&totals["games"], &totals["positions"]);
        assert_eq!(found, (&json!(2), &json!(5)));
        assert_eq!(
            totals["position_verdicts"],
            json!({"ok": 4, "repaired": 0, "damaged": 0, "rejected": 1})
        );
        assert_eq!(totals["findings"], json!({"M001": 1, "E001": 1, "E009": 1}));
        let counts: Vec<_> = manifest["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|input| (input["games"].as_u64(), input["positions"].as_u64()))
            .collect();
        assert_eq!(counts, [(Some(2), Some(0)), (Some(0), Some(5))]);
        if name == "all" {
            // A second reading and copies are about games.
            let found = &rows(&dataset, "SELECT COUNT(*) AS n FROM duplicates")[0]["n"];
            assert_eq!(found, 0);
            let read_twice = rows(&dataset, "SELECT source FROM crosscheck");
            assert!(read_twice.iter().all(|row| row["source"] == games));
        }
    }
}

#[test]
fn an_archive_of_games_alone_has_no_such_table() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", CLEAN);
    let dataset = audited(&folder, "out", &path, "");
    assert!(!Path::new(&dataset).join("positions").exists());
    assert_eq!(manifest(&dataset)["totals"]["positions"], 0);
    run!("query {dataset} `SELECT * FROM positions`").ends(2);
}

/// S005 is for names that promise games; positions under any other name have no such finding.
#[test]
fn only_a_name_that_promises_games_is_reported() {
    for (name, count) in [
        ("a.pgn", 1),
        ("a.PGN.zst", 1),
        ("a.epd", 0),
        ("a.epd.zst", 0),
        ("a.fen", 0),
    ] {
        let folder = Folder::new();
        let text = BOOK.replace("hello\n", "");
        let path = match name.ends_with("zst") {
            true => folder.write(name, zst(&text)),
            false => folder.write(name, &text),
        };
        let output = folder.audit((&path, "--all-findings"));
        output.ends(0);
        assert_eq!(output.err().matches("info[S005]").count(), count, "{name}");
        assert_eq!(positions(&folder.path("out")).len(), 4, "{name}");
    }
}

/// Counted by python-chess from the same files: side to move, castling fields as X-FEN, and
/// en-passant squares on which a capture is legal.
#[test]
fn shared_books_and_suites_are_what_python_chess_reads() {
    let Some(root) = corpus("epd") else { return };
    let folder = Folder::new();
    let dataset = audited(&folder, "out", [root.to_str().unwrap()], "");
    let rows = rows(
        &dataset,
        "SELECT source, \
         SUM(CASE WHEN side = 'white' THEN 1 ELSE 0 END) AS white, \
         SUM(CASE WHEN side = 'black' THEN 1 ELSE 0 END) AS black, \
         SUM(CASE WHEN castling = '-' THEN 1 ELSE 0 END) AS none, \
         SUM(CASE WHEN castling = 'KQkq' THEN 1 ELSE 0 END) AS all4, \
         SUM(CASE WHEN fen LIKE '% - % %' THEN 0 ELSE 1 END) AS passed, \
         SUM(CASE WHEN white_start = black_start THEN 1 ELSE 0 END) AS starts \
         FROM positions WHERE fen IS NOT NULL GROUP BY source ORDER BY source",
    );
    let expected = [
        ("FRC_openings", [960, 0, 0, 960, 0, 960]),
        ("STS1-STS15_LAN_v3", [872, 628, 1421, 8, 0, 0]),
        ("STS1-STS15_LAN_v4", [872, 628, 1421, 8, 0, 0]),
        ("STS1-STS15_LAN_v5", [872, 628, 1421, 8, 0, 0]),
        ("bratko-kopec", [15, 9, 21, 1, 0, 0]),
        ("chess960-perft-odd-lines", [480, 0, 8, 317, 1, 0]),
        ("dfrc-mixed-castling-sample", [1610, 1425, 2, 2917, 0, 0]),
        ("frc-3moves-sample", [1300, 0, 0, 1226, 0, 0]),
        ("nolot", [10, 1, 7, 1, 0, 0]),
        ("standard-perft", [65, 63, 91, 5, 1, 1]),
        ("wacnew", [190, 110, 270, 8, 0, 0]),
    ];
    let columns = ["white", "black", "none", "all4", "passed", "starts"];
    for (name, counts) in expected {
        let path = root.join(format!("{name}.epd"));
        let row = rows
            .iter()
            .find(|row| row["source"] == path.to_str().unwrap());
        let row = row.unwrap_or_else(|| panic!("no row of {name}"));
        let found = columns.map(|column| row[column].as_i64().unwrap());
        assert_eq!(found, counts, "{name}");
    }
}
