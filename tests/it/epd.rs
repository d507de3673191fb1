//! EPD and FEN files: every shared one reads, is checked, converted and counted as argued here.

use std::collections::BTreeSet;

use audit960_board::Position;
use audit960_crosscheck::PositionKey;
use audit960_epd::{
    AfterPlies, AtClaim, Castling, CheckSink, CheckSummary, Checker, Converter, LineFacts, Target,
    Text, check_text, perft_jobs,
};
use audit960_pgn::{EpdLine, EpdRecord, parse_epd};
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{CastlingStyle, Code, FactSink, Finding, Identity, StartKind, Verdict};

use crate::support::{audit_file, corpus, data, pgn_files};

/// The files that hold nothing but positions that can be played from.
const BOOKS_AND_SUITES: [&str; 11] = [
    "FRC_openings",
    "STS1-STS15_LAN_v3",
    "STS1-STS15_LAN_v4",
    "STS1-STS15_LAN_v5",
    "bratko-kopec",
    "chess960-perft-odd-lines",
    "dfrc-mixed-castling-sample",
    "frc-3moves-sample",
    "nolot",
    "standard-perft",
    "wacnew",
];

fn shared(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(corpus(&format!("epd/{name}.epd"))?).unwrap())
}

/// What a check says, line by line.
#[derive(Default)]
struct Said {
    lines: Vec<(LineFacts, Vec<Finding>)>,
}

impl CheckSink for Said {
    fn line(&mut self, facts: &LineFacts) {
        self.lines.push((*facts, Vec::new()));
    }

    fn finding(&mut self, finding: Finding) {
        self.lines.last_mut().unwrap().1.push(finding);
    }
}

fn check(bytes: &[u8]) -> (Said, CheckSummary) {
    let text = Text::plain(bytes);
    let (mut said, mut checker) = (Said::default(), Checker::new());
    checker.begin_source("a.epd");
    checker.take(check_text(&text), &text, &mut said);
    (said, checker.summary().clone())
}

fn records(bytes: &[u8]) -> Vec<EpdRecord<'_>> {
    let lines = bytes.split(|byte| *byte == b'\n').map(parse_epd);
    lines
        .filter_map(|line| match line {
            EpdLine::Record(record) => Some(record),
            _ => None,
        })
        .collect()
}

/// Best and avoided moves of test suites that have been solved for decades are legal: python-chess
/// reads all 4,886 of them.
#[test]
fn suites_and_books_hold_no_false_finding() {
    for name in BOOKS_AND_SUITES {
        let Some(bytes) = shared(name) else { return };
        let (said, summary) = check(&bytes);
        assert_eq!(summary.verdicts.total(), summary.verdicts.ok, "{name}");
        for (_, findings) in &said.lines {
            for finding in findings {
                let allowed = match finding.code {
                    // The files of 1990 end their records with NUL, and leave quotes out.
                    Code::ControlBytes | Code::UnquotedString | Code::MovePunctuation => {
                        matches!(name, "bratko-kopec" | "nolot")
                    }
                    Code::DuplicatePosition => name.starts_with("STS") || name == "standard-perft",
                    // `B6b/8/8/8/2K5/5k2/8/b6B b`: bishops check from both ends of a diagonal.
                    Code::ImpossibleCheck => name == "standard-perft",
                    _ => false,
                };
                assert!(allowed, "{name}: {finding:?}");
            }
        }
        println!("{name}: {} lines", summary.lines);
    }
}

#[test]
fn moves_of_suites_are_all_read() {
    let mut moves = 0;
    for name in ["wacnew", "STS1-STS15_LAN_v5", "bratko-kopec", "nolot"] {
        let Some(bytes) = shared(name) else { return };
        for record in records(&bytes) {
            let named =
                ["bm", "am"].map(|opcode| record.operation(opcode).map(|o| o.operands.len()));
            assert!(
                named.iter().flatten().sum::<usize>() > 0,
                "{name}: {record:?}"
            );
            moves += named.iter().flatten().sum::<usize>();
        }
    }
    // Counted by python-chess: 349, 1500, 26 and 11.
    assert_eq!(moves, 1886);
}

/// Codes that say nothing of whether a line can be played from.
const BESIDE: [Code; 4] = [
    Code::ControlBytes,
    Code::NotAnOperation,
    Code::UnclosedOperation,
    Code::DuplicatePosition,
];

/// Lines 1 to 30 of the destruction test with the verdict that each line's own text asks for, the
/// codes that give the reason, and the argument.
const DESTRUCTION: [(Verdict, &[Code], &str); 30] = {
    use Code as C;
    use Verdict::{Ok, Rejected, Repaired};
    [
        (Ok, &[], "startpos; should be OK"),
        (
            Ok,
            &[C::ImpossiblePromotions],
            "should be OK; no pawn gets through without a capture",
        ),
        (
            Ok,
            &[C::ImpossiblePromotions],
            "should be OK, technically not allowed: as line 2",
        ),
        (Ok, &[C::ImpossiblePromotions], "should be OK (ditto)"),
        (Ok, &[C::ImpossiblePromotions], "should be OK (ditto)"),
        (Ok, &[], "extra white space; should be not a problem"),
        (Ok, &[], "leading spaces; should be not a problem"),
        (
            Ok,
            &[],
            "castle status; should be overridable: X-FEN's q is the rook on b8",
        ),
        (
            Ok,
            &[C::CountersDisagree],
            "400 quiet half-moves, but nothing reset the clock in 998",
        ),
        (
            Ok,
            &[C::CountersDisagree],
            "overridable: clock 10 where eight half-moves were played",
        ),
        (
            Repaired,
            &[C::RightWithoutRook],
            "overridable: a king on a8 cannot castle",
        ),
        (
            Ok,
            &[C::TooManyMen],
            "white 18 pieces; if engines can handle it, leave it ok",
        ),
        (
            Ok,
            &[C::TooManyMen],
            "black 17 pieces; if engines can handle it, leave it ok",
        ),
        (
            Repaired,
            &[C::TooManyMen, C::GluedFields],
            "30 knights, leave it as ok; -0 1",
        ),
        (
            Repaired,
            &[C::TooManyMen, C::RightWithoutRook],
            "too many promoted; h8 holds no rook",
        ),
        (
            Repaired,
            &[C::TooManyMen, C::GluedFields],
            "30 queens, leave it as ok; -0 1",
        ),
        (
            Rejected,
            &[C::OpponentInCheck],
            "the bishop on c7 looks at d8, and White moves",
        ),
        (
            Rejected,
            &[C::UnreadablePosition],
            "extra piece on rank, cull",
        ),
        (Rejected, &[C::UnreadablePosition], "colour, cull"),
        (
            Repaired,
            &[C::RightWithoutRook],
            "cull (or override): A is Q again, b8 is a knight",
        ),
        (Rejected, &[C::UnreadablePosition], "slash chars; cull"),
        (Rejected, &[C::UnreadablePosition], "bad character; cull"),
        (Rejected, &[C::UnreadablePosition], "bad numeric; cull"),
        (
            Rejected,
            &[C::UnreadablePosition],
            "square count too low; cull",
        ),
        (
            Rejected,
            &[C::UnreadablePosition],
            "square count too high; cull",
        ),
        (Rejected, &[C::SeveralKings], "3 kings; cull"),
        (Rejected, &[C::MissingKing], "1 king; cull"),
        (Rejected, &[C::PawnOnEndRank], "pawn back rank; cull"),
        (Rejected, &[C::UnreadablePosition], "garbage"),
        (Rejected, &[C::UnreadablePosition], "garbage"),
    ]
};

/// Lines 31 to 90, `bad EPD`: White is to move, and a white piece attacks Black's king.
const ATTACKS: [&str; 60] = [
    "Qa4 c4", "Qc6 g6", "Rc5 b5", "Pe6 f7", "Bf5 e6", "Rd7 d8", "Nc6 d4", "Rc3 c8", "Nf1 e3",
    "Rg3 a3", "Qc8 f5", "Bc4 g8", "Pg4 f5", "Qb2 a3", "Bg7 e5", "Bg3 f4", "Bf3 d5", "Qc4 a2",
    "Qb3 e6", "Re8 e4", "Rd5 f5", "Qb1 f1", "Rd1 d5", "Qd7 d6", "Rc4 b4", "Nc1 b3", "Qa5 a4",
    "Qh8 h4", "Nc4 d6", "Rc4 h4", "Bc3 b2", "Qc1 a3", "Nc7 b5", "Qc3 a3", "Pe6 d7", "Be3 f2",
    "Pg5 h6", "Ng3 e4", "Be5 d4", "Rg1 e1", "Qb1 b5", "Qg1 h1", "Qg2 h1", "Qd1 f1", "Ng3 f5",
    "Ra7 d7", "Qg1 a7", "Qb1 f5", "Qa8 b7", "Be7 f8", "Qb7 b5", "Ba2 c4", "Qe6 d6", "Rg8 a8",
    "Be4 c6", "Qe1 f1", "Rd8 f8", "Qg7 h8", "Pd5 c6", "Qe5 e8",
];

/// Lines 91 to 106, `epd should be OK`: the best move is given in the coordinates of engines, which
/// EPD does not know; `G` where the clock is glued to the en-passant field besides.
const READABLE: &[u8; 16] = b"GG-GG-G-GGGGGG--";

#[test]
fn the_destruction_test_as_argued() {
    let Some(bytes) = shared("destruction-test") else {
        return;
    };
    let (said, _) = check(&bytes);
    assert_eq!(said.lines.len(), 106);
    for (i, (facts, findings)) in said.lines.iter().enumerate() {
        let codes: BTreeSet<Code> = findings
            .iter()
            .map(|f| f.code)
            .filter(|code| !BESIDE.contains(code))
            .collect();
        let (verdict, expected, why) = match i + 1 {
            line @ 1..=30 => DESTRUCTION[line - 1],
            31..=90 => (Verdict::Rejected, &[Code::OpponentInCheck][..], "bad EPD"),
            line if READABLE[line - 91] == b'G' => (
                Verdict::Repaired,
                &[Code::GluedFields, Code::MoveNotation][..],
                "should be OK",
            ),
            _ => (Verdict::Repaired, &[Code::MoveNotation][..], "should be OK"),
        };
        let expected: BTreeSet<Code> = expected.iter().copied().collect();
        assert_eq!(
            (facts.verdict, &codes),
            (verdict, &expected),
            "line {}: {why}",
            i + 1
        );
    }
}

/// The board of a placement: letters by rank from the eighth and file, `.` where it is free.
fn board(placement: &str) -> Vec<Vec<char>> {
    let rank = |rank: &str| {
        let squares = rank.chars().map(|c| match c.to_digit(10) {
            Some(free) => ".".repeat(free as usize),
            None => c.to_string(),
        });
        squares.collect::<String>().chars().collect()
    };
    placement.split('/').map(rank).collect()
}

/// The arguments themselves: the piece and the king stand there, and nothing stands between.
#[test]
fn the_attacks_of_the_destruction_test_are_there() {
    let Some(bytes) = shared("destruction-test") else {
        return;
    };
    let text = String::from_utf8(bytes).unwrap();
    for (line, attack) in text.lines().skip(30).zip(ATTACKS) {
        let board = board(line.split(' ').next().unwrap());
        let at = |file: i32, rank: i32| board[7 - rank as usize][file as usize];
        let square = |name: &str| {
            let name = name.as_bytes();
            (i32::from(name[0] - b'a'), i32::from(name[1] - b'1'))
        };
        let (piece, king) = attack.split_once(' ').unwrap();
        let ((x, y), (kx, ky)) = (square(&piece[1..]), square(king));
        let kind = piece.chars().next().unwrap();
        assert_eq!((at(x, y), at(kx, ky)), (kind, 'k'), "{line}");
        let (dx, dy) = (kx - x, ky - y);
        let straight = dx == 0 || dy == 0;
        let diagonal = dx.abs() == dy.abs();
        let attacks = match kind {
            'N' => dx.abs() * dy.abs() == 2,
            'P' => dy == 1 && dx.abs() == 1,
            'R' => straight,
            'B' => diagonal,
            _ => straight || diagonal,
        };
        assert!(attacks, "{attack} of {line}");
        let steps = if kind == 'N' {
            1
        } else {
            dx.abs().max(dy.abs())
        };
        for step in 1..steps {
            assert_eq!(
                at(x + dx.signum() * step, y + dy.signum() * step),
                '.',
                "{attack} of {line}"
            );
        }
        assert_eq!(line.split_whitespace().nth(1), Some("w"));
    }
}

/// The position that shakmaty makes of a FEN.
fn by_shakmaty(fen: &str) -> PositionKey {
    let game = format!("[FEN \"{fen}\"]\n\n*\n");
    let reading = audit960_crosscheck::read(game.as_bytes());
    let reached = reading.games[0].reached.clone();
    reached
        .unwrap_or_else(|| panic!("{fen}: {:?}", reading.games[0].stopped))
        .key
}

fn by_us(fen: &str) -> PositionKey {
    let EpdLine::Record(record) = parse_epd(fen.as_bytes()) else {
        panic!("{fen}")
    };
    let loaded = Position::load(&record.setup).unwrap();
    assert_eq!(loaded.dropped.castling, [], "{fen}");
    PositionKey {
        placement: loaded.position.placement(),
        side: loaded.position.turn(),
        castling_rooks: loaded.position.castling_rooks(),
        en_passant: loaded.position.en_passant().map(|square| square as u8),
    }
}

/// X-FEN: `K` and `Q` are the outermost rooks, a file letter names an inner one; readers take file
/// letters always. Squares count from a1 = 0.
#[test]
fn mixed_letters_mean_what_xfen_defines() {
    for (fen, rooks) in [
        // Two rooks on either side of White's king: the outer ones by K and Q, the inner by letter.
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ -", &[0, 7][..]),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB -", &[1, 6]),
        ("4k3/8/8/8/8/8/8/RR2K1RR w KB -", &[1, 7]),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GQ -", &[0, 6]),
        // Mixed over the sides, and in any order.
        ("r1r1k2r/8/8/8/8/8/8/1R2K1R1 w GBha -", &[1, 6, 56, 63]),
        ("r1r1k2r/8/8/8/8/8/8/1R2K1R1 w QKck -", &[1, 6, 58, 63]),
        ("1r2k1r1/8/8/8/8/8/8/R3K3 w Qkq -", &[0, 57, 62]),
    ] {
        let set = rooks.iter().map(|square| 1_u64 << square).sum::<u64>();
        assert_eq!(by_us(fen).castling_rooks, set, "{fen}");
        assert_eq!(by_us(fen), by_shakmaty(&format!("{fen} 0 1")), "{fen}");
    }
}

#[test]
fn books_of_both_dialects_read_as_shakmaty_reads_them() {
    let mut styles = BTreeSet::new();
    for name in [
        "dfrc-mixed-castling-sample",
        "frc-3moves-sample",
        "FRC_openings",
        "chess960-perft-odd-lines",
    ] {
        let Some(bytes) = shared(name) else { return };
        let text = String::from_utf8(bytes).unwrap();
        for line in text.lines() {
            let fen = line.split(';').next().unwrap().trim();
            assert_eq!(by_us(fen), by_shakmaty(fen), "{fen}");
            let EpdLine::Record(record) = parse_epd(line.as_bytes()) else {
                panic!("{line}")
            };
            styles.insert(record.style);
        }
    }
    assert!(styles.contains(&CastlingStyle::Xfen) && styles.contains(&CastlingStyle::Shredder));
}

/// The table of all 960, with the numbers that others gave them.
#[test]
fn start_positions_have_their_numbers() {
    let Some(path) = corpus("epd/scharnagl.csv") else {
        return;
    };
    let table = std::fs::read_to_string(path).unwrap();
    let (numbers, fens): (Vec<u16>, Vec<&str>) = table
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split('\t').collect();
            (cells[0].parse::<u16>().unwrap(), cells[3])
        })
        .unzip();
    let (said, summary) = check(fens.join("\n").as_bytes());
    assert_eq!(said.lines.len(), 960);
    for ((facts, findings), number) in said.lines.iter().zip(numbers) {
        assert_eq!(facts.numbers, [Some(number); 2]);
        assert!(findings.is_empty(), "{findings:?}");
    }
    assert_eq!(summary.starts[&StartKind::Chess960], 959);
    assert_eq!(summary.styles[&CastlingStyle::Shredder], 960);
}

fn converted(target: Target, castling: Castling, bytes: &[u8]) -> Vec<u8> {
    let conversion = Converter { target, castling }.convert(&Text::plain(bytes), "a.epd");
    assert_eq!(conversion.left_out, 0);
    conversion.bytes
}

/// Where nothing was wrong, a file goes to the other form and dialect and comes back byte for byte.
#[test]
fn there_and_back_again() {
    for name in [
        "wacnew",
        "STS1-STS15_LAN_v3",
        "STS1-STS15_LAN_v4",
        "STS1-STS15_LAN_v5",
    ] {
        let Some(bytes) = shared(name) else { return };
        assert!(
            converted(Target::Epd, Castling::AsWritten, &bytes) == bytes,
            "{name}"
        );
    }
    for name in [
        "FRC_openings",
        "frc-3moves-sample",
        "dfrc-mixed-castling-sample",
    ] {
        let Some(bytes) = shared(name) else { return };
        assert!(
            converted(Target::Fen, Castling::AsWritten, &bytes) == bytes,
            "{name}"
        );
        let epd = converted(Target::Epd, Castling::AsWritten, &bytes);
        assert!(epd != bytes, "{name}");
        assert!(
            converted(Target::Fen, Castling::AsWritten, &epd) == bytes,
            "{name}"
        );
        let shredder = converted(Target::Fen, Castling::Shredder, &bytes);
        let xfen = converted(Target::Fen, Castling::Xfen, &bytes);
        assert!(
            converted(Target::Fen, Castling::Xfen, &shredder) == xfen,
            "{name}"
        );
        assert!(
            converted(Target::Fen, Castling::Shredder, &xfen) == shredder,
            "{name}"
        );
        if name != "dfrc-mixed-castling-sample" {
            assert!(xfen == bytes, "{name} is X-FEN");
        }
    }
    let Some(bytes) = shared("chess960-perft-odd-lines") else {
        return;
    };
    assert!(converted(Target::Fen, Castling::AsWritten, &bytes) == bytes);
}

/// Converting what was converted changes nothing more.
#[test]
fn once_is_enough() {
    for name in BOOKS_AND_SUITES {
        let Some(bytes) = shared(name) else { return };
        for target in [Target::Epd, Target::Fen] {
            let once = converted(target, Castling::Xfen, &bytes);
            assert!(converted(target, Castling::Xfen, &once) == once, "{name}");
        }
    }
}

/// Every count of the suites up to four plies.
#[test]
fn perft_suites_agree() {
    for (name, counts) in [
        ("chess960-perft-odd-lines", 480 * 4),
        ("standard-perft", 400),
    ] {
        let Some(bytes) = shared(name) else { return };
        let (jobs, _) = perft_jobs(&Text::plain(&bytes));
        let results: Vec<_> = jobs.iter().map(|job| job.run(4)).collect();
        for result in &results {
            assert!(result.findings.is_empty(), "{name}: {:?}", result.findings);
        }
        let verified: u64 = results.iter().map(|result| result.verified).sum();
        assert!(verified >= counts, "{name}: only {verified} counts");
    }
}

/// Replays a file into a sink.
fn gather<S: FactSink>(path: &std::path::Path, mut sink: S) -> S {
    let bytes = std::fs::read(path).unwrap();
    let identity = |at: usize| Identity {
        frame_offset: 0,
        byte_offset: at as u64,
    };
    let options = AuditOptions {
        with_moves: true,
        ..AuditOptions::default()
    };
    Auditor::new(options).audit(&bytes, spans(&bytes), &identity, false, &mut sink);
    sink
}

/// Of every incident of the project's own archives there is one record: its position, its counters,
/// a claim, and a legal move that completes the fifty.
#[test]
fn claims_as_records() {
    let mut claims = 0;
    for path in pgn_files(&data("archive")) {
        let incidents = audit_file(&path, 1 << 20).incidents;
        let records = gather(&path, AtClaim::new()).take();
        assert_eq!(records.len(), incidents.len(), "{}", path.display());
        for (line, incident) in records.iter().zip(&incidents) {
            let EpdLine::Record(record) = parse_epd(line.as_bytes()) else {
                panic!("{line}")
            };
            let fen: Vec<&str> = incident.field("fen").split(' ').collect();
            assert_eq!(
                line.split(' ').take(4).collect::<Vec<_>>(),
                fen[..4],
                "{line}"
            );
            assert_eq!(record.setup.clock.to_string(), fen[4], "{line}");
            assert_eq!(record.setup.move_number.to_string(), fen[5], "{line}");
            assert!(record.operation("draw_claim").is_some() && record.operation("sm").is_some());
            let (said, _) = check(line.as_bytes());
            assert!(said.lines[0].1.is_empty(), "{:?}", said.lines[0]);
            claims += 1;
        }
    }
    assert!(claims > 0);
}

#[test]
fn positions_after_some_plies_are_counted_once() {
    for path in pgn_files(&data("archive")) {
        let games = audit_file(&path, 1 << 20).games;
        for plies in [0, 1, 8] {
            let sink = gather(&path, AfterPlies::new(plies));
            let enough = games
                .iter()
                .filter(|game| game.plies >= plies && game.moves.is_some());
            assert_eq!(sink.games(), enough.count() as u64, "{}", path.display());
            let mut text = Vec::new();
            sink.write(&mut text).unwrap();
            let (said, summary) = check(&text);
            assert_eq!(
                (said.lines.len(), summary.duplicates),
                (sink.positions(), 0)
            );
            let reached: i64 = records(&text)
                .iter()
                .map(|r| r.operation("Games").unwrap().integer().unwrap())
                .sum();
            assert_eq!(reached as u64, sink.games());
        }
    }
}
