//! FEN and EPD.

use audit960_board::Position;
use audit960_epd::{LineAudit, Text};
use audit960_pgn::{EpdLine, parse_epd, parse_fen};
use audit960_types::{
    CastlingStyle, Fact, FactSink, Setup, Verdict, count_line_ends, is_line_start,
};

/// A position that was read is written in both dialects and read again without a note.
pub fn fen(text: &[u8]) {
    match parse_fen(text) {
        Ok(record) => check_setup(&record.setup),
        Err(error) => assert!(error.at <= text.len(), "an error is in the text"),
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

/// Checks rows of positions: they come in order, within the text, each after its findings.
struct Rows<'t> {
    text: &'t [u8],
    /// Where the last row ended.
    end: u64,
    lines: u64,
    since: u32,
    gaps: u64,
}

impl FactSink for Rows<'_> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(_) | Fact::Incident(_) | Fact::Repetition(_) => {
                panic!("there are no games");
            }
            Fact::Finding(finding) => {
                assert!(
                    finding.line >= self.lines && finding.column >= 1 && finding.game.is_none()
                );
                self.since += 1;
            }
            Fact::Skipped(_) => {}
            Fact::Gap(gap) => {
                self.gaps += gap.byte_length;
            }
            Fact::Position(facts) => {
                let (from, to) = (
                    facts.identity.byte_offset,
                    facts.identity.byte_offset + facts.byte_length,
                );
                assert!(from >= self.end && to > from && to <= self.text.len() as u64);
                let before = &self.text[..from as usize];
                assert!(is_line_start(self.text, from as usize));
                assert_eq!(facts.line, count_line_ends(before));
                (self.end, self.lines) = (to, facts.line + 1);
                assert_eq!(facts.findings, std::mem::take(&mut self.since));
                assert!(facts.codes.is_sorted() && facts.codes.len() <= facts.findings as usize);
                assert_eq!(facts.fen.is_none(), facts.verdict == Verdict::Rejected);
                if let Some(fen) = facts.fen {
                    let again = parse_fen(fen.as_bytes()).expect("a FEN of ours");
                    assert_eq!(again.notes, [], "{fen}");
                }
            }
        }
    }
}

/// Every line is read as something, and whatever is read has a column within the line.
pub fn epd(text: &[u8]) {
    let mut rows = Rows {
        text,
        end: 0,
        lines: 0,
        since: 0,
        gaps: 0,
    };
    let line_ends = LineAudit::default().run(&Text::plain(text), &mut rows);
    assert_eq!(line_ends, count_line_ends(text));
    assert_eq!(rows.gaps, text.len() as u64);
    for line in text.split(|byte| *byte == b'\n') {
        match parse_epd(line) {
            EpdLine::Blank | EpdLine::Comment => {}
            EpdLine::Unreadable(error) => {
                let at = error.column as usize;
                assert!(at >= 1 && at <= line.len() + 1, "{error:?}");
                assert_eq!(
                    line.get(at - 1).copied().filter(|_| error.found.is_some()),
                    error.found
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
