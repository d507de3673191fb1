//! FEN and EPD.

use audit960_board::Position;
use audit960_pgn::{EpdLine, parse_epd, parse_fen};
use audit960_types::{CastlingStyle, Setup};

/// A position that is read is written in both dialects so that it is read again without a note.
pub fn fen(text: &[u8]) {
    match parse_fen(text) {
        Ok(record) => check_setup(&record.setup),
        Err(fault) => assert!(text.ends_with(fault.at), "a fault is a place in the text"),
    }
}

fn check_setup(setup: &Setup) {
    let Ok(loaded) = Position::load(setup) else {
        return;
    };
    let position = loaded.position;
    for text in [position.xfen(), position.shredder_fen()] {
        let again = parse_fen(text.as_bytes()).expect("a FEN of ours");
        assert_eq!(again.notes, [], "{text}");
        let reloaded = Position::load(&again.setup).expect("a position of ours");
        assert_eq!(reloaded.dropped.castling, [], "{text}");
        assert_eq!(reloaded.dropped.en_passant, None, "{text}");
        assert_eq!(reloaded.position.key(), position.key(), "{text}");
        assert_eq!(reloaded.position.xfen(), position.xfen());
        assert_eq!(
            reloaded.position.castling_rooks(),
            position.castling_rooks()
        );
        // Where all rooks are inner ones, both dialects write the same.
        let style = match again.style {
            CastlingStyle::Mixed => panic!("{text} is in neither dialect"),
            CastlingStyle::Xfen => position.xfen(),
            CastlingStyle::Shredder => position.shredder_fen(),
            CastlingStyle::None => text.clone(),
        };
        assert_eq!(style, text);
    }
}

/// Every line is read as something, and what is read has its place in it.
pub fn epd(text: &[u8]) {
    for line in text.split(|byte| *byte == b'\n') {
        match parse_epd(line) {
            EpdLine::Blank | EpdLine::Comment => {}
            EpdLine::Unreadable(fault) => {
                let at = fault.column as usize;
                assert!(at >= 1 && at <= line.len() + 1, "{fault:?}");
                assert_eq!(
                    line.get(at - 1).copied().filter(|_| fault.found.is_some()),
                    fault.found
                );
            }
            EpdLine::Record(record) => {
                let last = line.len() as u32 + 1;
                let mut before = 0;
                for operation in &record.operations {
                    assert!(operation.column > before && operation.column <= last);
                    before = operation.column;
                    assert!(line[operation.column as usize - 1..].starts_with(operation.name));
                    for operand in &operation.operands {
                        assert!(operand.column > before && operand.column <= last);
                        before = operand.column;
                    }
                }
                assert!(
                    record
                        .notes
                        .iter()
                        .all(|note| note.column >= 1 && note.column <= last)
                );
                check_setup(&record.setup);
            }
        }
    }
}
