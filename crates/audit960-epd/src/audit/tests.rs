//! Rows worked out by hand.

use audit960_types::{CastlingStyle, FactSink, Identity, Side, StartKind};

use super::*;

/// A row, owned; the names are those of the columns.
#[derive(Debug, PartialEq)]
struct Owned {
    line: u64,
    at: (u64, u64),
    fen: Option<String>,
    start: (StartKind, Option<u16>, Option<u16>),
    side: Option<Side>,
    castling: (Option<String>, CastlingStyle),
    counters: (Option<u32>, Option<u32>),
    operations: Option<String>,
    verdict: Verdict,
    codes: Vec<Code>,
}

#[derive(Default)]
struct CheckLog {
    rows: Vec<Owned>,
    findings: Vec<Finding>,
    gaps: Vec<Gap>,
    /// Findings since the last row; for each row, the count it states and that number.
    since: u32,
    counted: Vec<(u32, u32)>,
}

impl FactSink for CheckLog {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Finding(finding) => {
                self.since += 1;
                self.findings.push(finding);
            }
            Fact::Gap(gap) => {
                self.gaps.push(*gap);
            }
            Fact::Position(facts) => {
                self.counted
                    .push((facts.findings, std::mem::take(&mut self.since)));
                let own = |text: Option<&str>| text.map(str::to_owned);
                self.rows.push(Owned {
                    line: facts.line,
                    at: (facts.identity.byte_offset, facts.byte_length),
                    fen: own(facts.fen),
                    start: (facts.start, facts.white_start, facts.black_start),
                    side: facts.side,
                    castling: (own(facts.castling), facts.castling_style),
                    counters: (facts.clock, facts.move_number),
                    operations: own(facts.operations),
                    verdict: facts.verdict,
                    codes: facts.codes.to_vec(),
                });
            }
            _ => {}
        }
    }
}

fn audit(text: &str, audit: LineAudit) -> CheckLog {
    let mut said = CheckLog::default();
    let feeds = audit.run(&Text::plain(text.as_bytes()), &mut said);
    assert_eq!(feeds, text.matches('\n').count() as u64);
    said
}

#[test]
fn rows_of_lines_without_findings() {
    // FEN's fields, Shredder letters, Scharnagl number 0; EPD's opcodes; neither.
    let text = "# a book\r\n\
                bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\r\n\n\
                4k3/8/8/8/8/8/8/4K2R b K - hmvc 7; fmvn 31; id \"R+K; ü\"; acd 12; x 1.50;\n\
                4k3/8/8/8/8/8/8/4K3 w - -";
    let said = audit(text, LineAudit::default());
    assert_eq!(said.findings, []);
    let bytes = |line: usize| text.split_inclusive('\n').nth(line).unwrap().len() as u64;
    let before = |line: usize| (0..line).map(bytes).sum::<u64>();
    let range = |line: usize| (before(line), bytes(line));
    let expected = [
        Owned {
            line: 1,
            at: range(1),
            fen: Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1".into()),
            start: (StartKind::Chess960, Some(0), Some(0)),
            side: Some(Side::White),
            castling: (Some("KQkq".into()), CastlingStyle::Shredder),
            counters: (Some(0), Some(1)),
            operations: None,
            verdict: Verdict::Ok,
            codes: Vec::new(),
        },
        Owned {
            line: 3,
            at: range(3),
            fen: Some("4k3/8/8/8/8/8/8/4K2R b K - 7 31".into()),
            start: (StartKind::Other, None, None),
            side: Some(Side::Black),
            castling: (Some("K".into()), CastlingStyle::Xfen),
            counters: (Some(7), Some(31)),
            operations: Some(
                r#"[{"opcode":"hmvc","operands":[7]},{"opcode":"fmvn","operands":[31]},{"opcode":"id","operands":["R+K; ü"]},{"opcode":"acd","operands":[12]},{"opcode":"x","operands":[1.5]}]"#
                    .into(),
            ),
            verdict: Verdict::Ok,
            codes: Vec::new(),
        },
        Owned {
            line: 4,
            at: range(4),
            fen: Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".into()),
            start: (StartKind::Other, None, None),
            side: Some(Side::White),
            castling: (Some("-".into()), CastlingStyle::None),
            counters: (None, None),
            operations: None,
            verdict: Verdict::Ok,
            codes: Vec::new(),
        },
    ];
    assert_eq!(said.rows, expected);
    let gap = Gap {
        identity: Identity::default(),
        byte_length: text.len() as u64,
        kind: GapKind::Positions,
    };
    assert_eq!(said.gaps, [gap]);
}

#[test]
fn what_is_wrong_is_counted_and_named() {
    let text = "hello\n\
                8/8/8/8/8/8/8/K7 w - -\n\
                4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Qa1; am Qa2\n\
                4k3/8/8/8/8/8/8/4K2R w KQ -\n";
    let said = audit(text, LineAudit::default());
    let rows: Vec<_> = said
        .rows
        .iter()
        .map(|row| (row.verdict, row.fen.as_deref(), row.codes.as_slice()))
        .collect();
    use Code::*;
    let expected = [
        (Verdict::Rejected, None, &[UnreadablePosition][..]),
        (Verdict::Rejected, None, &[MissingKing]),
        // No black pawn stands beside e4; Black has no queen; the last semicolon is missing.
        (
            Verdict::Damaged,
            Some("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
            &[EnPassantWithoutCapture, UnclosedOperation, IllegalOperand],
        ),
        (
            Verdict::Repaired,
            Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            &[RightWithoutRook],
        ),
    ];
    let by_catalogue = |codes: &[Code]| codes.is_sorted();
    for ((verdict, fen, codes), (expected_verdict, expected_fen, expected_codes)) in
        rows.iter().zip(expected)
    {
        assert_eq!((*verdict, *fen), (expected_verdict, expected_fen));
        assert!(by_catalogue(codes));
        let mut expected_codes = expected_codes.to_vec();
        expected_codes.sort();
        assert_eq!(*codes, expected_codes);
    }
    assert_eq!(rows.len(), 4);
    // Two moves of one code: the number counts both.
    assert_eq!(said.counted, [(1, 1), (1, 1), (4, 4), (1, 1)]);
    for row in &said.rows[..2] {
        assert_eq!((row.side, &row.castling.0), (None, &None));
        assert_eq!(row.start, (StartKind::Unknown, None, None));
    }
}

#[test]
fn letters_can_be_asked_for() {
    let text = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";
    let shredder = LineAudit {
        castling: Castling::Shredder,
        ..LineAudit::default()
    };
    let row = &audit(text, shredder).rows[0];
    assert_eq!(row.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w H - 3 9"));
    assert_eq!(row.castling, (Some("H".to_owned()), CastlingStyle::Xfen));
}

#[test]
fn a_line_that_goes_on_beyond_the_text_is_rejected() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 w - - id \"x";
    let cut = LineAudit {
        cut: true,
        ..LineAudit::default()
    };
    let said = audit(text, cut);
    let rows = said.rows.iter().map(|row| (row.verdict, row.codes.clone()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (Verdict::Ok, vec![]),
            (Verdict::Rejected, vec![Code::OversizeGame])
        ]
    );
}

#[test]
fn a_name_that_promises_games_is_reported_once() {
    let misnamed = LineAudit {
        misnamed: true,
        ..LineAudit::default()
    };
    let said = audit("4k3/8/8/8/8/8/8/4K3 w - -\n", misnamed);
    let codes: Vec<_> = said.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::PositionsInput]);
    assert_eq!(
        (said.rows[0].verdict, said.rows[0].codes.len()),
        (Verdict::Ok, 0)
    );
}

/// Row lines count from the start of the chunk; findings have the line of the file.
#[test]
fn lines_of_rows_count_from_the_chunk() {
    let text = Text {
        first_line: 1_000,
        ..Text::plain(b"hello\n4k3/8/8/8/8/8/8/4K3 w - -\n")
    };
    let mut said = CheckLog::default();
    LineAudit::default().run(&text, &mut said);
    assert_eq!(said.findings[0].line, 1_000);
    assert_eq!([said.rows[0].line, said.rows[1].line], [0, 1]);
}

/// A FEN has the rights and the findings that it has as a tag of a game.
#[test]
fn rights_are_assumed_as_in_games() {
    let text = "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1\n\
                rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w ? - 0 1\n\
                rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w - - 0 1\n\
                rkrnnbbq/pppppppp/8/8/8/P7/1PPPPPPP/RKRNNBBQ w HEhe - 0 1\n";
    let said = audit(text, LineAudit::default());
    let rights = ["KQkq", "KQkq", "-", "-"].map(|rights| Some(rights.to_owned()));
    let rows = said.rows.iter();
    assert_eq!(
        rows.clone()
            .map(|row| row.castling.0.clone())
            .collect::<Vec<_>>(),
        rights
    );
    let assumed = rows.map(|row| row.codes.contains(&Code::RightsAssumed));
    assert_eq!(assumed.collect::<Vec<_>>(), [true, true, false, false]);
}

#[test]
fn a_line_that_is_not_utf_8_has_a_finding() {
    let text = b"4k3/8/8/8/8/8/8/4K3 w - - id \"M\xfcller\";\n";
    let mut said = CheckLog::default();
    LineAudit::default().run(&Text::plain(text), &mut said);
    let [row] = said.rows.as_slice() else {
        panic!("{:?}", said.rows)
    };
    assert_eq!(
        (row.verdict, &row.codes),
        (Verdict::Ok, &vec![Code::NotUtf8])
    );
    assert!(row.operations.as_ref().unwrap().contains("Müller"));
    let [finding] = said.findings.as_slice() else {
        panic!("{:?}", said.findings)
    };
    assert_eq!(finding.column, 32);
}

/// What cannot be a counter is not one.
#[test]
fn a_counter_that_cannot_be_is_none() {
    let said = audit(
        "4k3/8/8/8/8/8/8/4K3 w - - fmvn 0; hmvc -1;\n",
        LineAudit::default(),
    );
    assert_eq!(said.rows[0].counters, (None, None));
}
