//! Every code on a line that triggers it.

use super::*;

/// Lines, each with the only code it triggers, the text at whose first byte it is reported, and the
/// verdict of the line. `@` stands for the orthodox position.
const SHOWN: [(&str, Code, &str, Verdict); 48] = {
    use Code as C;
    use Verdict::{Damaged, Ok, Rejected, Repaired};
    [
        ("hello", C::UnreadablePosition, "hello", Rejected),
        (
            "8/8/8/8/8/8/8/K1k5 x - -",
            C::UnreadablePosition,
            "x",
            Rejected,
        ),
        ("8/8/8/8/8/8/8/K7 w - -", C::MissingKing, "8", Rejected),
        ("8/8/8/8/8/8/8/K1k1k3 w - -", C::SeveralKings, "8", Rejected),
        (
            "8/8/8/8/8/8/8/K1k1P3 w - -",
            C::PawnOnEndRank,
            "8",
            Rejected,
        ),
        (
            "8/8/8/8/8/8/8/K1k4R w - -",
            C::OpponentInCheck,
            "8",
            Rejected,
        ),
        ("k7/8/8/8/8/3n1n2/8/4K3 w - -", C::ImpossibleCheck, "k7", Ok),
        (
            "rnbqkbnr/pppppppp/8/8/8/5N2/1PPPPPPP/RNBQKBNR w KQkq -",
            C::ImpossiblePromotions,
            "r",
            Ok,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBNR w KQkq -",
            C::TooManyPieces,
            "r",
            Ok,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - -0 1",
            C::GluedFields,
            "-0",
            Repaired,
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3",
            C::EnPassantWithoutCapture,
            "e3",
            Ok,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3",
            C::ImpossibleEnPassant,
            "e3",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e9 0 1",
            C::ImpossibleEnPassant,
            "e9",
            Repaired,
        ),
        ("4k3/8/8/8/8/8/8/4K3 b", C::FenFieldsMissing, "", Repaired),
        (
            "4k3/8/8/8/8/8/8/4K2R w KH -",
            C::RepeatedRight,
            "H",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK -",
            C::RepeatedRight,
            "KK",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 9999999999 1",
            C::FenCounter,
            "9999999999",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1",
            C::SevenFieldFen,
            "0+0",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ -",
            C::RightWithoutRook,
            "Q",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w ? -",
            C::RightWithoutRook,
            "?",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/44/4K2R w K - 0 1",
            C::FenDigits,
            "4k3",
            Repaired,
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 7", C::FenCounter, "7", Repaired),
        ("@ w KQkq - 10 5", C::CountersDisagree, "- 10", Ok),
        ("@ w KQkq - 0 1 \0", C::ControlBytes, "\0", Ok),
        ("@ w KQkq - ; 18 knights;", C::NotAnOperation, "18", Ok),
        ("@ w KQkq - bm e4", C::UnclosedOperation, "", Ok),
        ("@ w KQkq - bm e4, d4;", C::MovePunctuation, "e4,", Ok),
        ("@ w KQkq - id BK.01;", C::UnquotedString, "BK", Ok),
        (
            "@ w KQkq - id \"BK.01;",
            C::UnclosedString,
            "\"BK",
            Repaired,
        ),
        ("@ w KQkq - dm x;", C::WrongOperand, "dm", Damaged),
        (
            "@ w KQkq - bm novelty;",
            C::WrongOperand,
            "novelty",
            Damaged,
        ),
        ("@ w KQkq - pv e4 -- d4;", C::WrongOperand, "--", Damaged),
        ("@ w KQkq - bm e4 Qh5;", C::IllegalOperand, "Qh5", Damaged),
        (
            "@ w KQkq - ; cdb eval: 8; PV: e2e4 e2e4;",
            C::IllegalOperand,
            "e2e4;",
            Damaged,
        ),
        (
            "@ w KQkq - pv e4 e5 Ke3 Nf6;",
            C::IllegalOperand,
            "Ke3",
            Damaged,
        ),
        (
            "4k3/8/8/8/8/2N5/8/4K1N1 w - - bm Ne2;",
            C::AmbiguousOperand,
            "Ne2",
            Damaged,
        ),
        ("@ w KQkq - bm e2e4;", C::MoveNotation, "e2e4", Repaired),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1;",
            C::MoveNotation,
            "e1g1",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - bm Kxh1;",
            C::MoveNotation,
            "Kxh1",
            Repaired,
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - bm a8;",
            C::MoveNotation,
            "a8",
            Repaired,
        ),
        (
            "4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7;",
            C::SanSpelling,
            "Qd7",
            Ok,
        ),
        ("@ w KQkq - acd 1; acd 2;", C::RepeatedOpcode, "acd 2", Ok),
        (
            "@ w KQkq - bm e4; am e4;",
            C::ContradictoryOperations,
            "am",
            Ok,
        ),
        (
            "@ w KQkq - pm e4; pv d4 d5;",
            C::ContradictoryOperations,
            "pv",
            Ok,
        ),
        (
            "@ w KQkq - draw_claim; draw_offer; sm e4;",
            C::ContradictoryOperations,
            "draw_offer",
            Ok,
        ),
        (
            "@ w KQkq - draw_claim;",
            C::DrawWithoutMove,
            "draw_claim",
            Ok,
        ),
        ("@ w KQkq - dm 1;", C::ImplausibleMate, "dm", Damaged),
        (
            "# comment\n@ w KQkq - 0 1\n@ w HAha - 0 1",
            C::DuplicatePosition,
            "rnbqkbnr",
            Ok,
        ),
    ]
};

#[test]
fn each_code_at_its_column() {
    for (line, code, at, verdict) in SHOWN {
        let text = line.replace('@', START);
        let said = check(&text);
        let found: Vec<_> = said
            .findings
            .iter()
            .map(|f| (f.code, f.line, f.column))
            .collect();
        let last = text.lines().count() as u64 - 1;
        let shown = text.lines().last().unwrap();
        // In an operation the column is after the position, which may contain the same letters.
        let from = if shown.starts_with(at) {
            0
        } else {
            shown.find(' ').unwrap()
        };
        let column = if at.is_empty() {
            shown.len()
        } else {
            from + shown[from..].find(at).unwrap()
        };
        let expected = (code, last, column as u32 + 1);
        assert!(
            found.iter().all(|f| *f == expected) && !found.is_empty(),
            "{line}: {found:?}"
        );
        assert_eq!(said.lines.last().unwrap().verdict, verdict, "{line}");
        assert!(
            said.findings
                .iter()
                .all(|finding| !finding.message.is_empty()),
            "{line}"
        );
    }
}

#[test]
fn every_code_of_the_letter_is_shown() {
    let shown: BTreeSet<Code> = SHOWN.iter().map(|(_, code, ..)| *code).collect();
    for &code in Code::ALL
        .iter()
        .filter(|code| code.as_str().starts_with('E'))
    {
        // Perft has tests of its own, and so has what endgame tables say.
        let elsewhere = [
            Code::PerftDiffers,
            Code::OperationAgainstTables,
            Code::ClockChangesValue,
        ];
        assert!(
            shown.contains(&code) || elsewhere.contains(&code),
            "{code:?}"
        );
    }
}
