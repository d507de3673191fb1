//! Every code on a line that triggers it, and the results of many lines.

mod shown;
mod tables;

use std::collections::BTreeSet;

use super::*;

/// Everything that a check reports.
#[derive(Default)]
struct CheckLog {
    lines: Vec<LineFacts>,
    findings: Vec<Finding>,
}

impl Extend<(LineFacts, Vec<Finding>)> for CheckLog {
    fn extend<T: IntoIterator<Item = (LineFacts, Vec<Finding>)>>(&mut self, lines: T) {
        for (facts, findings) in lines {
            self.lines.push(facts);
            self.findings.extend(findings);
        }
    }
}

fn check(text: &str) -> CheckLog {
    let text = Text::plain(text.as_bytes());
    let (mut said, mut checker) = (CheckLog::default(), Checker::new());
    checker.begin_source("a.epd");
    said.extend(checker.take(check_text(&text, None), &text));
    said
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn lines_with_nothing_to_say() {
    for tail in [
        "w KQkq -",
        "w HAha - 0 1",
        "w KQkq - bm Nc3 d4 e4; id \"x\";",
        "w KQkq - pv e4 e5 Nf3 Nc6 Bb5 a6 O-O; pm e4;",
        "w KQkq - draw_claim; sm Nf3; sv Nf3 Nf6;",
        "w KQkq - am e4; bm d4;",
        "w KQkq - ; cdb eval: 8, ply: 3; acd 20;",
        "w KQkq - ; cdb eval: 8; PV: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1h1 f8e7;",
        "w KQkq - Ae \"private\"; unknown 1;",
    ] {
        let said = check(&format!("{START} {tail}"));
        assert_eq!(said.findings, [], "{tail}");
        assert_eq!(said.lines[0].verdict, Verdict::Ok);
    }
}

#[test]
fn messages_name_what_is_wrong() {
    for (line, part) in [
        ("8/8/8/8/8/8/8/K7 w - -", "Black has no king"),
        (
            "8/8/8/8/8/8/8/K1k4R w - -",
            "black's king on c1 is attacked by the rook on h1",
        ),
        ("8/8/8/8/8/8/8/K1k3RR w - -", "attacked by the rook on g1,"),
        (
            "k6R/8/8/8/8/8/8/K6r w - -",
            "both kings are in check, and it is white's move",
        ),
        ("rnbqkbnr/ppppippp/8/8/8/8/8/8 w - -", "i is not a piece"),
        ("9/8/8/8/8/8/8/8 w - -", "9 is not a piece, number"),
        ("7/8/8/8/8/8/8/8 w - -", "fewer than eight"),
        ("8p/8/8/8/8/8/8/8 w - -", "more than eight squares at p"),
        ("8/8/8/8/8/8/8 w - -", "ends before"),
        ("8/8/8/8/8/8/8/8", "side to move is missing"),
        ("krr5/8/8/8/8/8/8/4K3 w q -", "in the corner"),
        ("4k3/8/8/8/8/4K3/8/7R w K -", "not on its first rank"),
        (
            "4k3/8/8/8/8/8/8/4KR1R w KF -",
            "F for white, but a right on that side of the king is given already",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KH -",
            "H names a rook that an earlier letter names",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w G -",
            "no rook stands on the g-file",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1NN w - - bm Ng3 Nf3 Nfd4;",
            "Nfd4 is not legal here",
        ),
        (
            "4k3/8/8/8/8/2N5/8/4K1N1 w - - bm Ne2;",
            "Nge2 and Nce2 are legal",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0;",
            "0-0 read as O-O (from e1)",
        ),
        ("4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7;", "Qd7 is Qd7+ in SAN"),
        ("4k3/8/8/8/8/8/8/4K3 w - - dm 2;", "a lone king cannot mate"),
        ("k7/8/1K6/8/8/8/8/7R w - - dm 2;", "a move mates at once"),
        (
            "k7/8/1K6/8/8/8/8/7R w - - dm 1; ce 32764;",
            "dm 1 would be ce 32766, not 32764",
        ),
        ("k7/1R6/1K6/8/8/8/8/8 b - - dm 1;", "no legal move"),
    ] {
        let said = check(line);
        assert!(
            said.findings.iter().any(|f| f.message.contains(part)),
            "{line}: {:?}",
            said.findings
        );
    }
}

/// Castling in SAN, as the king taking its rook, and a rook move that looks like it.
#[test]
fn castling_of_chess960_in_operations() {
    let line = "4k3/8/8/8/8/8/8/1RK3R1 w GB - bm O-O O-O-O; pv g1h1; sm Kd1; sv Kd1 Kd8;";
    let said = check(line);
    let codes: Vec<_> = said.findings.iter().map(|finding| finding.code).collect();
    // g1h1 is a rook move, in the coordinates of engines.
    assert_eq!(codes, [Code::MoveNotation]);
    assert!(said.findings[0].message.contains("Rh1"));
    // King takes rook, as UCI_Chess960 has it.
    let said = check(&line.replace("g1h1", "c1g1"));
    assert!(
        said.findings[0].message.contains("O-O (from c1)"),
        "{:?}",
        said.findings
    );
}

#[test]
fn correct_mates_are_not_reported() {
    for tail in [
        "dm 1; bm Rh8#;",
        "bm Rh8#; ce 32766; dm 1;",
        "dm 1; pv Rh8#;",
    ] {
        assert_eq!(
            check(&format!("k7/8/1K6/8/8/8/8/7R w - - {tail}")).findings,
            [],
            "{tail}"
        );
    }
}

#[test]
fn a_summary_of_two_files() {
    let mut checker = Checker::new();
    let mut said = CheckLog::default();
    let first = format!("# start\n{START} w KQkq - 0 1\n\n{START} w HAha -\nhello\n");
    let second = format!(
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\r\n{START} w - -\r\n{START} w QKqk -"
    );
    for (name, text) in [("a.epd", &first), ("b.epd", &second)] {
        checker.begin_source(name);
        // The same lines cut in two: nothing depends on where.
        let cut = text.find('\n').unwrap() + 1;
        let (head, rest) = text.as_bytes().split_at(cut);
        for (bytes, first_line) in [(head, 0), (rest, 1)] {
            let text = Text {
                first_line,
                ..Text::plain(bytes)
            };
            said.extend(checker.take(check_text(&text, None), &text));
        }
    }
    let summary = checker.summary();
    assert_eq!((summary.lines, summary.duplicates), (8, 2));
    assert_eq!((summary.verdicts.ok, summary.verdicts.rejected), (5, 1));
    assert_eq!(summary.starts[&StartKind::Standard], 4);
    assert_eq!(summary.starts[&StartKind::Chess960], 1);
    assert_eq!(summary.styles[&CastlingStyle::Shredder], 2);
    let duplicates: Vec<_> = said
        .lines
        .iter()
        .map(|line| (line.line, line.duplicate_of))
        .collect();
    assert_eq!(
        duplicates,
        [
            (1, None),
            (3, Some((0, 1))),
            (4, None),
            (0, None),
            (1, None),
            (2, Some((0, 1)))
        ]
    );
    let messages: Vec<_> = said
        .findings
        .iter()
        .filter(|finding| finding.code == Code::DuplicatePosition)
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "same position as line 2",
            "same position as line 2 of a.epd"
        ]
    );
    assert_eq!(said.lines[3].numbers, [Some(0), Some(0)]);
    assert_eq!(checker.sources(), ["a.epd", "b.epd"]);
}
