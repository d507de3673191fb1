//! Expectations from the standard's own examples, and from lines of public files.

use audit960_types::{CastlingLetter, Side, Square, Wing};

use super::*;

/// 43 bytes: the side to move is then in column 45, castling in 47, en passant in 52.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn read(line: &str) -> EpdRecord<'_> {
    match parse_epd(line.as_bytes()) {
        EpdLine::Record(record) => record,
        other => panic!("{line}: {other:?}"),
    }
}

/// Notes as (column, length, kind).
fn notes(line: &str) -> Vec<(u32, u32, EpdDiagnosticKind)> {
    read(line)
        .notes
        .iter()
        .map(|note| (note.column, note.len, note.kind))
        .collect()
}

/// Operations after the orthodox position, as the standard writes them.
fn operations(tail: &str) -> Vec<String> {
    let line = format!("{START} w KQkq - {tail}");
    let write = |operation: &Operation<'_>| {
        let mut out = Vec::new();
        operation.write(&mut out);
        String::from_utf8(out).unwrap()
    };
    read(&line).operations.iter().map(write).collect()
}

/// Diagnostics after the orthodox position, columns counted from the tail.
fn tail_notes(tail: &str) -> Vec<(u32, u32, EpdDiagnosticKind)> {
    let line = format!("{START} w KQkq - {tail}");
    let before = (line.len() - tail.len()) as u32;
    notes(&line)
        .into_iter()
        .map(|(column, len, kind)| (column - before, len, kind))
        .collect()
}

#[test]
fn four_fields_and_operations() {
    let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";";
    let record = read(line);
    assert_eq!(record.notes, []);
    assert_eq!((record.clock, record.move_number), (None, None));
    assert_eq!((record.setup.clock, record.setup.move_number), (0, 1));
    assert_eq!(record.tail, b"bm Qg6; id \"WAC.001\";");
    let column = |text: &str| line.find(text).unwrap() as u32 + 1;
    let [best, id] = record.operations.as_slice() else {
        panic!("{record:?}")
    };
    assert_eq!(
        (best.name, best.column, best.shape),
        (&b"bm"[..], column("bm"), Shape::Moves)
    );
    let moves = [Operand {
        column: column("Qg6"),
        value: OperandValue::Move {
            text: b"Qg6",
            mark: b"",
        },
    }];
    assert_eq!(best.operands, moves);
    assert_eq!(
        id.operands,
        [Operand {
            column: column("\"WAC"),
            value: OperandValue::Text(b"WAC.001")
        }]
    );
}

#[test]
fn counters_of_fen_and_of_operations() {
    let line = format!("{START} b KQkq e3 12 40");
    let record = read(&line);
    assert_eq!((record.clock, record.move_number), (Some(12), Some(40)));
    assert_eq!(record.setup.en_passant, Some(Square::E3));
    assert_eq!((record.setup.turn, record.tail), (Side::Black, &b""[..]));
    let line = format!("{START} w KQkq - fmvn 40; hmvc 12;");
    let record = read(&line);
    assert_eq!((record.clock, record.move_number), (None, None));
    assert_eq!((record.setup.clock, record.setup.move_number), (12, 40));
    // The fields take precedence over the operations.
    let line = format!("{START} w KQkq - 3 7 hmvc 12;");
    let record = read(&line);
    assert_eq!((record.setup.clock, record.setup.move_number), (3, 7));
    // A clock without a number, followed by an operation.
    let line = format!("{START} w KQkq - 3 bm e4;");
    let record = read(&line);
    assert_eq!((record.clock, record.move_number), (Some(3), None));
    assert_eq!(record.operations.len(), 1);
    assert_eq!(notes(&format!("{START} w KQkq - 0 1")), []);
}

#[test]
fn operands_by_their_form() {
    let line = format!(
        "{START} w KQkq - noop -12 +3 0.25 -1.5 1. .5 1e5 \"a; b\" x 99999999999999999999;"
    );
    let record = read(&line);
    let values: Vec<_> = record.operations[0]
        .operands
        .iter()
        .map(|o| o.value)
        .collect();
    assert_eq!(
        values,
        [
            OperandValue::Integer(-12),
            OperandValue::Integer(3),
            OperandValue::Float(0.25, b"0.25"),
            OperandValue::Float(-1.5, b"-1.5"),
            OperandValue::Word(b"1."),
            OperandValue::Word(b".5"),
            OperandValue::Word(b"1e5"),
            OperandValue::Text(b"a; b"),
            OperandValue::Word(b"x"),
            OperandValue::Word(b"99999999999999999999"),
        ]
    );
    assert_eq!(record.notes, []);
}

#[test]
fn moves_of_every_opcode_that_takes_them() {
    for opcode in ["am", "bm", "pm", "pv", "sm", "sv", "PV:"] {
        let line = format!("{START} w KQkq - {opcode} O-O c4;");
        let record = read(&line);
        let is_move = |operand: &Operand<'_>| matches!(operand.value, OperandValue::Move { .. });
        assert!(
            record.operations[0].operands.iter().all(is_move),
            "{opcode}"
        );
        assert_eq!(record.operations[0].operands.len(), 2, "{opcode}");
    }
}

/// `bm Qd1 + ; id BK.01 ` is how public collections write the Bratko-Kopec file.
#[test]
fn detached_marks_and_bare_strings() {
    use EpdDiagnosticKind::{MovePunctuation, Unquoted};
    assert_eq!(
        operations("; bm Qd1 + ; id BK.01 "),
        ["bm Qd1+;", "id \"BK.01\";"]
    );
    assert_eq!(
        tail_notes("; bm Qd1 + ; id BK.01 "),
        [(10, 1, MovePunctuation), (17, 5, Unquoted)]
    );
    assert_eq!(
        operations("; bm axb5; id Position 6 "),
        ["bm axb5;", "id \"Position 6\";"]
    );
    assert_eq!(operations("bm Qd1+ Nf3;"), ["bm Qd1+ Nf3;"]);
    assert_eq!(tail_notes("bm Qd1+ Nf3;"), []);
    assert_eq!(
        operations("pv 1. e4 e5 2.Nf3! Nc6, 3...a6;"),
        ["pv e4 e5 Nf3 Nc6 a6;"]
    );
    assert_eq!(tail_notes("bm Nf3, e4;"), [(4, 4, MovePunctuation)]);
    assert_eq!(
        operations("pv 1.O-O 0-0 1995.11.26;"),
        ["pv O-O 0-0 1995.11.26;"]
    );
    // A mark before the first move is dropped.
    assert_eq!(operations("bm + e4;"), ["bm e4;"]);
}

/// Both ways to write perft counts, and the evaluations of chessdb.cn.
#[test]
fn operations_in_use() {
    let counts = ["D1 20;", "D2 400;"];
    for tail in [
        ";D1 20 ;D2 400",
        "; D1 20; D2 400",
        "D1 20; D2 400;",
        ";D1 20;D2 400 ;",
    ] {
        assert_eq!(operations(tail), counts, "{tail}");
        assert_eq!(tail_notes(tail), [], "{tail}");
    }
    let cdb = "; cdb eval: 8; PV: d2d4 d7d5 e1h1;";
    assert_eq!(operations(cdb), ["cdb eval: 8;", "PV: d2d4 d7d5 e1h1;"]);
    assert_eq!(
        operations("; cdb eval: -M12, ply: 4;"),
        ["cdb eval: -M12, ply: 4;"]
    );
    assert_eq!(tail_notes(cdb), []);
    assert_eq!(
        operations("acd 20; Ae \"Stockish 15\";"),
        ["acd 20;", "Ae \"Stockish 15\";"]
    );
}

#[test]
fn semicolons_left_out() {
    use EpdDiagnosticKind::Unclosed;
    assert_eq!(operations("bm e4"), ["bm e4;"]);
    assert_eq!(tail_notes("bm e4"), [(6, 0, Unclosed)]);
    assert_eq!(
        operations("bm e4 id \"x\"; dm 3 c0 \"y\""),
        ["bm e4;", "id \"x\";", "dm 3;", "c0 \"y\";"]
    );
    // The opcodes c1 to c8 are pawn moves where moves are expected.
    assert_eq!(operations("bm c3 c4 d4;"), ["bm c3 c4 d4;"]);
    assert_eq!(operations(""), [""; 0]);
    assert_eq!(tail_notes(";;"), []);
}

#[test]
fn strings_with_quotes_left_out() {
    use EpdDiagnosticKind::{UnclosedString, Unquoted};
    assert_eq!(
        operations("c0 \"He said \"hi\"\"; id \"x\";"),
        ["c0 \"He said 'hi'\";", "id \"x\";"]
    );
    assert_eq!(tail_notes("id \"open; bm e4;"), [(4, 5, UnclosedString)]);
    assert_eq!(operations("id \"open; bm e4;"), ["id \"open\";", "bm e4;"]);
    assert_eq!(tail_notes("eco B01;"), [(5, 3, Unquoted)]);
    assert_eq!(operations("eco; v0;"), ["eco;", "v0;"]);
    assert_eq!(operations("id \"\";"), ["id \"\";"]);
}

#[test]
fn text_that_is_no_operation_is_kept() {
    use EpdDiagnosticKind::NotAnOperation;
    let tail = "; 18 knights; should be OK(but see HGM)";
    assert_eq!(
        operations(tail),
        ["18 knights;", "should be OK(but see HGM);"]
    );
    assert_eq!(tail_notes(tail), [(3, 10, NotAnOperation)]);
    let line = format!("{START} w - - ** WIP **; bm e4;");
    let record = read(&line);
    assert_eq!(record.operations[0].name, b"** WIP **");
    assert!(!record.operations[0].is_operation() && record.operations[1].is_operation());
}

#[test]
fn fields_glued_missing_or_wrong() {
    use EpdDiagnosticKind::{Field, GluedFields};
    let record = read("4k3/8/8/8/8/8/8/4K3 w - -0 1 bm Kd2;");
    assert_eq!((record.clock, record.move_number), (Some(0), Some(1)));
    assert_eq!(
        notes("4k3/8/8/8/8/8/8/4K3 w - -0 1"),
        [(25, 2, GluedFields)]
    );
    let missing = Field(FenDiagnostic::FieldsMissing);
    assert_eq!(
        notes("4k3/8/8/8/8/8/8/4K3 w"),
        [(22, 0, missing), (22, 0, missing)]
    );
    let record = read("4k3/8/8/8/8/8/8/4K3 w bm Kd2;");
    assert_eq!(record.operations[0].name, b"bm");
    let bad = Field(FenDiagnostic::EnPassantText);
    assert_eq!(notes(&format!("{START} w KQkq e9 0 1")), [(52, 2, bad)]);
    assert_eq!(notes(&format!("{START} w KQkq x 0 1")), [(52, 1, bad)]);
    let castling = Field(FenDiagnostic::CastlingCharacter(b'?'));
    assert_eq!(notes(&format!("{START} w ? - 0 1")), [(47, 1, castling)]);
    assert_eq!(
        notes("rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 161+0 0 1"),
        [(54, 5, Field(FenDiagnostic::SeventhField))]
    );
    assert_eq!(
        notes(&format!("{START} w KQkq - -4 1")),
        [(54, 2, Field(FenDiagnostic::Counter))]
    );
    assert_eq!(
        notes(&format!("{START} w KQkq - 99999999999 1")),
        [(54, 11, Field(FenDiagnostic::Counter))]
    );
}

#[test]
fn castling_letters_of_both_dialects_mixed() {
    use CastlingLetter::{File, Wing as Outermost};
    let record = read("rk2r3/8/8/8/8/8/8/RK2R1R1 w Eq - 0 1");
    let letters = [File(Side::White, 4), Outermost(Side::Black, Wing::ASide)];
    assert_eq!(record.setup.castling, letters);
    assert_eq!((record.castling, record.castling_column), (&b"Eq"[..], 29));
    assert_eq!(record.style, CastlingStyle::Xfen);
}

#[test]
fn blanks_line_ends_and_the_end_of_the_record() {
    let plain = read(&format!("{START} w KQkq - 0 1")).setup;
    for line in [
        format!("  {START}  w  KQkq - 0  1; extra white space "),
        format!("{START} w KQkq - 0 1\r"),
        format!("{START}\tw\tKQkq\t-\t0\t1\r\n"),
        format!("\u{feff}{START} w KQkq - 0 1"),
    ] {
        assert_eq!(read(&line).setup, plain, "{line:?}");
    }
    let line = format!("{START} w KQkq - 0 1 \0 ");
    assert_eq!(notes(&line), [(58, 1, EpdDiagnosticKind::ControlBytes)]);
    for blank in ["", " \t", "\r\n", "\0", "\u{feff}"] {
        assert_eq!(parse_epd(blank.as_bytes()), EpdLine::Blank, "{blank:?}");
    }
    for comment in ["# perft", "  #", "% x", "; y"] {
        assert_eq!(parse_epd(comment.as_bytes()), EpdLine::Comment, "{comment}");
    }
}

#[test]
fn errors_in_lines_without_a_position() {
    let error = |line: &str| match parse_epd(line.as_bytes()) {
        EpdLine::Unreadable(error) => (error.column, error.found.map(char::from), error.expected),
        other => panic!("{line}: {other:?}"),
    };
    use Expected::{Placement, SideToMove};
    assert_eq!(error("hello have a nice day"), (1, Some('h'), Placement));
    assert_eq!(
        error("rnbqkbn1/ppppppppr/8/8/8/8/8/8 w - -"),
        (18, Some('r'), Placement)
    );
    assert_eq!(
        error("rnbqkbnr/pppppppp/8/6/8/8/8/8 w - -"),
        (22, Some('/'), Placement)
    );
    assert_eq!(
        error(" rnbqk0nr/8/8/8/8/8/8/8 w - -"),
        (7, Some('0'), Placement)
    );
    assert_eq!(
        error("\u{feff}8/8/8/8/8/8/8 w - -"),
        (17, Some(' '), Placement)
    );
    assert_eq!(error("8/8/8/8/8/8/8/8 K - -"), (17, Some('K'), SideToMove));
    assert_eq!(error("8/8/8/8/8/8/8/8"), (16, None, SideToMove));
    assert_eq!(error("[Event \"no EPD\"]"), (1, Some('['), Placement));
}
