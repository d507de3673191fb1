use super::*;

fn read(text: &str) -> FenRecord {
    parse_fen(text.as_bytes()).unwrap()
}

#[test]
fn six_fields() {
    let fen = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fen.setup, Setup::standard());
    assert_eq!(fen.style, CastlingStyle::Xfen);
    assert_eq!(fen.notes, []);
    let fen = read("4k3/8/8/8/4P3/8/8/4K3 b - e3 12 40");
    assert_eq!((fen.setup.clock, fen.setup.move_number), (12, 40));
    assert_eq!(fen.setup.en_passant, Some(Square::E3));
    assert_eq!(fen.setup.turn, Side::Black);
}

#[test]
fn castling_styles() {
    for (castling, style) in [
        ("HAha", CastlingStyle::Shredder),
        ("AHah", CastlingStyle::Shredder),
        ("QKqk", CastlingStyle::Xfen),
        ("-", CastlingStyle::None),
        ("HQkq", CastlingStyle::Mixed),
    ] {
        let fen = read(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1"));
        assert_eq!(fen.style, style, "{castling}");
    }
    // The inner rook on f1 needs its letter in X-FEN.
    assert_eq!(
        read("4k3/8/8/8/8/8/8/R3KR1R w FQ - 0 1").style,
        CastlingStyle::Xfen
    );
}

#[test]
fn notes() {
    let start = "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN";
    let fen = read(&format!("{start} w CAca - 161+0 0 1"));
    assert_eq!(fen.notes, [FenDiagnostic::SeventhField]);
    assert_eq!((fen.setup.clock, fen.setup.move_number), (0, 1));
    let fen = read(&format!("{start} w CAca - 3 1;"));
    assert_eq!((fen.notes, fen.setup.clock), (vec![FenDiagnostic::Tail], 3));
    assert_eq!(
        read(&format!("{start} w")).notes,
        [FenDiagnostic::FieldsMissing]
    );
    assert_eq!(
        read(&format!("{start} w CA - x 1")).notes,
        [FenDiagnostic::Counter]
    );
    assert_eq!(
        read(&format!("{start} w C? - 0 1")).notes,
        [FenDiagnostic::CastlingCharacter(b'?')]
    );
}

#[test]
fn letters_twice() {
    let fen = read("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkqKb - 0 1");
    let twice = CastlingLetter::Wing(Side::White, Wing::HSide);
    assert_eq!(fen.notes, [FenDiagnostic::RepeatedLetter(twice)]);
    assert_eq!(fen.setup.castling.len(), 5);
}

#[test]
fn a_board_alone() {
    let rights = |text: &str| {
        let fen = read(text);
        assert_eq!(fen.notes, [FenDiagnostic::FieldsMissing], "{text}");
        assert_eq!(fen.style, CastlingStyle::None, "{text}");
        assert_eq!((fen.setup.clock, fen.setup.move_number), (0, 1));
        (fen.setup.turn, fen.setup.castling.len())
    };
    let board = |black: &str, white: &str| format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}");
    // Start positions, double ones too, have all rights.
    assert_eq!(rights(&board("rnbqkbnr", "RNBQKBNR")), (Side::White, 4));
    assert_eq!(rights(&board("bbqnnrkr", "BBQNNRKR")), (Side::White, 4));
    assert_eq!(rights(&board("bbqnnrkr", "RNBQKBNR")), (Side::White, 4));
    assert_eq!(
        rights(&(board("bbqnnrkr", "BBQNNRKR") + " w")),
        (Side::White, 4)
    );
    assert_eq!(
        rights(&(board("bbqnnrkr", "BBQNNRKR") + " b")),
        (Side::Black, 0)
    );
    // None of the 960: the king not between the rooks, bishops on one colour, a different set of pieces.
    assert_eq!(rights(&board("bbqnnrkr", "KRQNNRBB")), (Side::White, 0));
    assert_eq!(rights(&board("bnbqnrkr", "BNBQNRKR")), (Side::White, 0));
    assert_eq!(rights(&board("bbnnnrkr", "BBNNNRKR")), (Side::White, 0));
    assert_eq!(rights("4k3/8/8/8/8/8/8/4K2R"), (Side::White, 0));
    assert_eq!(rights("4k3/8/8/8/8/8/8/4K2R  "), (Side::White, 0));
}

#[test]
fn no_position() {
    let kind = |text: &str| parse_fen(text.as_bytes()).unwrap_err().expected;
    assert_eq!(kind("?"), Expected::Placement);
    assert_eq!(kind(""), Expected::Placement);
    assert_eq!(kind("8/8/8/8/8/8/8/7 w - - 0 1"), Expected::Placement);
    assert_eq!(kind("8/8/8/8/8/8/8/44p w - - 0 1"), Expected::Placement);
    assert_eq!(kind("8/8/8/8/8/8/8/8/8 w - - 0 1"), Expected::Placement);
    assert_eq!(kind("8/8/8/8/8/8/8/8 K - - 0 1"), Expected::SideToMove);
    assert_eq!(kind("8/8/8/8/8/8/8/8 KQkq"), Expected::SideToMove);
}
