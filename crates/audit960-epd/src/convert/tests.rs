//! Round trips, and the rows.

use super::*;

const EPD: Converter = Converter {
    target: Target::Epd,
    castling: Castling::AsWritten,
};
const FEN: Converter = Converter {
    target: Target::Fen,
    castling: Castling::AsWritten,
};

fn convert(converter: Converter, text: &str) -> String {
    let conversion = converter.convert(&Text::plain(text.as_bytes()), "a.epd");
    String::from_utf8(conversion.bytes).unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn valid_lines_are_unchanged() {
    for line in [
        "w KQkq -",
        "w HAha - bm Nf3 e4; id \"x; y\";",
        "w AHah - acd 1.50; x;",
        "w - - fmvn 3; hmvc 4;",
        "w KQkq - D1 20; D2 400;",
    ] {
        let line = format!("{START} {line}\r\n");
        assert_eq!(convert(EPD, &line), line);
    }
    for line in [
        "w KQkq - 0 1",
        "w Qk - 12 40 ;D1 20 ;D2 400",
        "w QKqk - 0 1 bm e4; id \"x\";",
    ] {
        let line = format!("{START} {line}");
        assert_eq!(convert(FEN, &line), line);
    }
    let file = format!("# comment\n\n{START} w KQkq - 0 1\n");
    assert_eq!(convert(FEN, &file), file);
}

#[test]
fn counters_go_from_fields_to_operations_and_back() {
    let fen = format!("{START} w HAha - 12 40\n");
    let epd = format!("{START} w HAha - fmvn 40; hmvc 12;\n");
    assert_eq!(convert(EPD, &fen), epd);
    assert_eq!(convert(FEN, &epd), fen);
    // Among other operations, in ASCII order; and out again.
    let fen = format!("{START} w KQkq - 12 40 bm e4; id \"x\";");
    let epd = format!("{START} w KQkq - bm e4; fmvn 40; hmvc 12; id \"x\";");
    assert_eq!(convert(EPD, &fen), epd);
    assert_eq!(convert(FEN, &epd), fen);
    // Perft counts are closed by their semicolon once they are operations among others.
    let fen = format!("{START} w KQkq - 0 1 ;D1 20 ;D2 400");
    assert_eq!(
        convert(EPD, &fen),
        format!("{START} w KQkq - D1 20; D2 400; fmvn 1; hmvc 0;")
    );
    // Without clock and move number, FEN gets 0 and 1.
    assert_eq!(
        convert(FEN, &format!("{START} w KQkq -")),
        format!("{START} w KQkq - 0 1")
    );
}

#[test]
fn both_dialects() {
    // White's e1 and Black's d8 are inner rooks: X-FEN has no K or k for them.
    let line = |castling: &str| format!("rk1rr3/8/8/8/8/8/1P6/1RK1R2R w {castling} - 0 1");
    let to = |castling, text: &str| {
        convert(
            Converter {
                target: Target::Fen,
                castling,
            },
            text,
        )
    };
    assert_eq!(to(Castling::Shredder, &line("EQeq")), line("EBea"));
    assert_eq!(to(Castling::Xfen, &line("EBea")), line("EQkq"));
    assert_eq!(to(Castling::AsWritten, &line("EBea")), line("EBea"));
    assert_eq!(to(Castling::Xfen, &line("HBda")), line("KQdq"));
    assert_eq!(to(Castling::Shredder, &line("KQdq")), line("HBda"));
    assert_eq!(to(Castling::Xfen, &line("qdQK")), line("KQdq"));
}

#[test]
fn errors_are_corrected() {
    for (from, to) in [
        // A right without its rook; a character that is not a castling letter; a repeated letter.
        ("4k3/8/8/8/8/8/8/4K2R w KQ -", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w K? -", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w HH -", "4k3/8/8/8/8/8/8/4K2R w K -"),
        // An en-passant square without a legal capture; with one it stays.
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3",
            "4k3/8/8/8/4P3/8/8/4K3 b - -",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
        ),
        // Spaces, marks, quotes and semicolons.
        (
            "  4k3/8/8/8/8/8/8/3QK3  w - -  ; bm Qd7 + ; id BK.01 ",
            "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+; id \"BK.01\";",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - ; 18 knights; x",
            "4k3/8/8/8/8/8/8/4K3 w - - ; 18 knights; x;",
        ),
    ] {
        assert_eq!(convert(EPD, from), to);
        assert_eq!(convert(EPD, to), to, "once is enough");
    }
}

#[test]
fn unreadable_lines_are_left_out_and_reported() {
    let text = format!("hello\n{START} w KQkq -\n8/8/8/8/8/8/8/K7 w - -\n");
    let conversion = EPD.convert(&Text::plain(text.as_bytes()), "a.epd");
    assert_eq!((conversion.positions, conversion.left_out), (1, 2));
    assert_eq!(conversion.bytes, format!("{START} w KQkq -\n").into_bytes());
    let lines: Vec<_> = conversion
        .findings
        .iter()
        .map(|finding| finding.line)
        .collect();
    assert_eq!(lines, [0, 2]);
}

#[test]
fn rows_of_csv() {
    let csv = Converter {
        target: Target::Csv,
        castling: Castling::Xfen,
    };
    let text =
        format!("# start\n{START} w HAha - bm e4; id \"a, b\";\n4k3/8/8/8/8/8/8/4K3 b - - 3 9\n");
    let conversion = csv.convert(&Text::plain(text.as_bytes()), "a.epd");
    let rows = String::from_utf8(conversion.bytes).unwrap();
    assert_eq!(
        rows,
        format!(
            "a.epd,2,{START} w KQkq - 0 1,standard,518,518,shredder,\"bm e4; id \"\"a, b\"\";\"\r\n\
             a.epd,3,4k3/8/8/8/8/8/8/4K3 b - - 3 9,other,,,none,\r\n"
        )
    );
    assert_eq!(csv.heading().iter().filter(|b| **b == b',').count(), 7);
    assert_eq!(EPD.heading(), b"");
}

#[test]
fn rows_of_json_read_back() {
    let json = Converter {
        target: Target::JsonLines,
        castling: Castling::Shredder,
    };
    let text = format!("{START} w KQkq - D1 20; bm e4; c0 \"say \\hi\u{fc}\"; x 0.5 y;\n");
    let rows =
        String::from_utf8(json.convert(&Text::plain(text.as_bytes()), "a.epd").bytes).unwrap();
    assert_eq!(rows.lines().count(), 1);
    let row: serde_json::Value = serde_json::from_str(&rows).unwrap();
    assert_eq!(row["line"], 1);
    assert_eq!(row["fen"], format!("{START} w HAha - 0 1"));
    assert_eq!(row["white_start"], 518);
    assert_eq!(row["castling_style"], "xfen");
    let operations = &row["operations"];
    assert_eq!(
        operations[0],
        serde_json::json!({"opcode": "D1", "operands": [20]})
    );
    assert_eq!(
        operations[1],
        serde_json::json!({"opcode": "bm", "operands": ["e4"]})
    );
    assert_eq!(operations[2]["operands"][0], "say \\hi\u{fc}");
    assert_eq!(operations[3]["operands"], serde_json::json!([0.5, "y"]));
}

/// Only what the fields of a FEN say already is left out of its operations.
#[test]
fn counters_that_are_not_read_are_kept() {
    for (operations, fen) in [
        ("hmvc x; id \"a\";", "0 1 hmvc x; id \"a\";"),
        ("hmvc 2000000;", "0 1 hmvc 2000000;"),
        ("hmvc -3;", "0 1 hmvc -3;"),
        ("hmvc 5; hmvc 6;", "5 1 hmvc 6;"),
        ("fmvn 0;", "0 1 fmvn 0;"),
    ] {
        let epd = format!("{START} w KQkq - {operations}");
        assert_eq!(convert(FEN, &epd), format!("{START} w KQkq - {fen}"));
        assert_eq!(convert(EPD, &epd), epd);
    }
    // Fields and operations that say two things: the field comes first, because the first is read. A move number that
    // nobody stated is not made up.
    let both = format!("{START} w KQkq - 5 9 hmvc 6; id \"a\";");
    assert_eq!(
        convert(EPD, &both),
        format!("{START} w KQkq - fmvn 9; hmvc 5; hmvc 6; id \"a\";")
    );
    assert_eq!(
        convert(EPD, &format!("{START} w KQkq - 7")),
        format!("{START} w KQkq - hmvc 7;")
    );
}

/// Rights that were assumed are written as they are, not the field that names none of them.
#[test]
fn a_castling_field_that_fits_nothing_is_written_anew() {
    let line = "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1";
    for castling in [Castling::AsWritten, Castling::Xfen] {
        let converter = Converter {
            target: Target::Fen,
            castling,
        };
        assert_eq!(convert(converter, line), line.replace("HEhe", "KQkq"));
    }
    let fits = line.replace("HEhe", "CAca");
    assert_eq!(convert(FEN, &fits), fits);
}
