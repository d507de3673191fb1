//! Files of positions in an audit, as users run it: table `positions` and its totals.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{BROKEN, CLEAN, Folder, stderr, stdout};
use crate::support::{audited, corpus, fed, printed, run};

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

/// The rows that a query returns.
pub(crate) fn asked(dataset: &str, sql: &str) -> Vec<Value> {
    let text = printed(&["query", dataset, sql, "--format", "json"]);
    let rows: Value = serde_json::from_str(&text).unwrap();
    rows.as_array().unwrap().clone()
}

fn positions(dataset: &str) -> Vec<Value> {
    asked(
        dataset,
        "SELECT * FROM positions ORDER BY source, frame_offset, byte_offset",
    )
}

fn manifest(dataset: &str) -> Value {
    let text = fs::read_to_string(Path::new(dataset).join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What [`BOOK`] holds, argued from its text. Offsets: 9 bytes of comment, then 57, 1, 72, 47, 33 and
/// 6 bytes of lines.
fn book(source: &str) -> Vec<Value> {
    let row = |line: u32, byte_offset: u32, byte_length: u32, rest: Value| {
        let mut row = json!({
            "source": source, "frame_offset": 0, "byte_offset": byte_offset,
            "byte_length": byte_length, "line": line,
        });
        let columns = row.as_object_mut().unwrap();
        columns.extend(rest.as_object().unwrap().clone());
        row
    };
    vec![
        row(
            2,
            9,
            57,
            json!({
                "fen": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
                "start_kind": "chess960", "white_start": 0, "black_start": 0, "side": "white",
                "castling": "KQkq", "castling_style": "shredder", "clock": 0, "move_number": 1,
                "operations": null, "verdict": "ok", "findings": 0, "codes": null,
            }),
        ),
        row(
            4,
            67,
            72,
            json!({
                "fen": "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
                "start_kind": "double_chess960", "white_start": 0, "black_start": 959, "side": "white",
                "castling": "KQkq", "castling_style": "xfen", "clock": null, "move_number": null,
                "operations": "[{\"opcode\":\"bm\",\"operands\":[\"e4\"]},\
                               {\"opcode\":\"id\",\"operands\":[\"d 960\"]}]",
                "verdict": "ok", "findings": 0, "codes": null,
            }),
        ),
        row(
            5,
            139,
            47,
            json!({
                "fen": "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 12",
                "start_kind": "other", "white_start": null, "black_start": null, "side": "black",
                "castling": "-", "castling_style": "none", "clock": 0, "move_number": 12,
                "operations": "[{\"opcode\":\"hmvc\",\"operands\":[0]},\
                               {\"opcode\":\"fmvn\",\"operands\":[12]}]",
                "verdict": "ok", "findings": 0, "codes": null,
            }),
        ),
        row(
            6,
            186,
            33,
            json!({
                "fen": "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9",
                "start_kind": "other", "white_start": null, "black_start": null, "side": "black",
                "castling": "-", "castling_style": "none", "clock": 0, "move_number": 9,
                "operations": null, "verdict": "ok", "findings": 1, "codes": "E009",
            }),
        ),
        row(
            7,
            219,
            6,
            json!({
                "fen": null, "start_kind": "unknown", "white_start": null, "black_start": null,
                "side": null, "castling": null, "castling_style": "none", "clock": null,
                "move_number": null, "operations": null, "verdict": "rejected", "findings": 1,
                "codes": "E001",
            }),
        ),
    ]
}

#[test]
fn every_line_is_a_row() {
    let folder = Folder::new();
    let path = folder.write("book.epd", BOOK);
    let output = folder.audit(&[&path]);
    // A line that is not a position is an error in the data.
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains(&format!("{path}:7:1: error[E001]: ")),
        "{}",
        stderr(&output)
    );
    let text = stdout(&output);
    assert!(
        text.contains("Positions  5 lines: ok 4, repaired 0, damaged 0, rejected 1\n"),
        "{text}"
    );
    let out = folder.path("out");
    assert_eq!(positions(&out), book(&path));
    // Their findings are rows of diagnostics, at the same lines and offsets.
    let findings = asked(
        &out,
        "SELECT code, line, \"column\", byte_offset, game FROM diagnostics ORDER BY line",
    );
    let expected = [
        json!({"code": "E009", "line": 6, "column": 27, "byte_offset": 186, "game": null}),
        json!({"code": "E001", "line": 7, "column": 1, "byte_offset": 219, "game": null}),
    ];
    assert_eq!(findings, expected);
    assert_eq!(asked(&out, "SELECT COUNT(*) AS n FROM games")[0]["n"], 0);

    let quiet = run(&[
        "audit",
        "-q",
        "--exit-zero",
        &path,
        "--out",
        &folder.path("zero"),
    ]);
    assert_eq!(quiet.status.code(), Some(0));
}

#[test]
fn compressed_and_piped_books_give_the_same_rows() {
    let folder = Folder::new();
    let rows = |dataset: &str, source: &str| {
        assert_eq!(positions(dataset), book(source), "{source}");
    };
    let path = folder.write("book.epd.zst", zst(BOOK));
    rows(
        &audited(Path::new(&folder.path("")), "zst", &[&path], &[]),
        &path,
    );
    let out = folder.path("piped");
    let output = fed(&["audit", "-q", "-", "--out", &out], BOOK.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    rows(&out, "-");
    // Without a line feed at its end, with carriage returns before the others.
    let text = BOOK.trim_end().replace('\n', "\r\n");
    let path = folder.write("crlf.epd", text);
    let dataset = audited(Path::new(&folder.path("")), "crlf", &[&path], &[]);
    let without_place = |mut rows: Vec<Value>| {
        for row in &mut rows {
            let columns = row.as_object_mut().unwrap();
            columns.retain(|name, _| !name.starts_with("byte_"));
        }
        rows
    };
    assert_eq!(
        without_place(positions(&dataset)),
        without_place(book(&path))
    );
}

#[test]
fn games_and_positions_are_accounted_for_side_by_side() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    let games = folder.write("in/a.pgn", [CLEAN, BROKEN].concat());
    let book_path = folder.write("in/b.epd", BOOK);
    for (name, options) in [
        ("plain", &[][..]),
        ("all", &["--crosscheck", "--duplicates", "--with-moves"]),
    ] {
        let dataset = audited(
            Path::new(&folder.path("")),
            name,
            &[&folder.path("in")],
            options,
        );
        assert_eq!(positions(&dataset), book(&book_path));
        let manifest = manifest(&dataset);
        let totals = &manifest["totals"];
        let bytes = [games.as_str(), &book_path].map(|path| fs::metadata(path).unwrap().len());
        assert_eq!(totals["bytes"], bytes[0] + bytes[1]);
        assert_eq!(totals["game_bytes"], bytes[0]);
        // The bytes of positions are a gap: the law of conservation has two terms.
        assert_eq!(totals["gap_bytes"], bytes[1]);
        assert_eq!(totals["gaps"]["positions"], bytes[1]);
        assert_eq!(
            (&totals["games"], &totals["positions"]),
            (&json!(2), &json!(5))
        );
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
            assert_eq!(
                asked(&dataset, "SELECT COUNT(*) AS n FROM duplicates")[0]["n"],
                0
            );
            let read_twice = asked(&dataset, "SELECT source FROM crosscheck");
            assert!(read_twice.iter().all(|row| row["source"] == games));
        }
    }
}

#[test]
fn an_archive_of_games_alone_has_no_such_table() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", CLEAN);
    let dataset = audited(Path::new(&folder.path("")), "out", &[&path], &[]);
    assert!(!Path::new(&dataset).join("positions").exists());
    assert_eq!(manifest(&dataset)["totals"]["positions"], 0);
    let output = run(&["query", &dataset, "SELECT * FROM positions"]);
    assert_eq!(output.status.code(), Some(2));
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
        let output = folder.audit(&[&path]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            stderr(&output).matches("info[S005]").count(),
            count,
            "{name}"
        );
        assert_eq!(positions(&folder.path("out")).len(), 4, "{name}");
    }
}

/// Counted by python-chess from the same files: side to move, castling fields as X-FEN, and
/// en-passant squares on which a capture is legal.
#[test]
fn shared_books_and_suites_are_what_python_chess_reads() {
    let Some(root) = corpus("epd") else { return };
    let folder = Folder::new();
    let dataset = audited(
        Path::new(&folder.path("")),
        "out",
        &[root.to_str().unwrap()],
        &[],
    );
    let rows = asked(
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
        assert_eq!(
            columns.map(|column| row[column].as_i64().unwrap()),
            counts,
            "{name}"
        );
    }
}
