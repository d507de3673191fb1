//! EPD and FEN files: every shared one is read, checked, converted and counted as argued here.

use std::collections::BTreeSet;

use audit960_audit::second_reading::PositionKey;
use audit960_board::Position;
use audit960_epd::{
    Castling, CheckSummary, Checker, Converter, LineFacts, Target, Text, check_text, perft_jobs,
};
use audit960_pgn::{EpdLine, EpdRecord, parse_epd};
use audit960_types::{Bitboard, CastlingStyle, Code, Finding, StartKind};

use crate::support::corpus;

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

pub(crate) fn shared(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(corpus(&format!("epd/{name}.epd"))?).unwrap())
}

/// The results of a check, line by line.
pub(crate) struct CheckLog {
    pub(crate) lines: Vec<(LineFacts, Vec<Finding>)>,
}

pub(crate) fn check(bytes: &[u8]) -> (CheckLog, CheckSummary) {
    let text = Text::plain(bytes);
    let mut checker = Checker::new();
    checker.begin_source("a.epd");
    let lines = checker.take(check_text(&text, None), &text);
    (CheckLog { lines }, checker.summary().clone())
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
            let holds = named.iter().flatten().sum::<usize>() > 0;
            assert!(holds, "{name}: {record:?}");
            moves += named.iter().flatten().sum::<usize>();
        }
    }
    // Counted by python-chess: 349, 1500, 26 and 11.
    assert_eq!(moves, 1886);
}

/// The position that shakmaty makes of a FEN.
fn by_shakmaty(fen: &str) -> PositionKey {
    let game = format!("[FEN \"{fen}\"]\n\n*\n");
    let reading = audit960_audit::second_reading::read(game.as_bytes());
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
        en_passant: loaded.position.en_passant(),
    }
}

/// X-FEN: `K` and `Q` are the outermost rooks, a file letter names an inner one; readers always accept
/// file letters.
#[test]
fn mixed_letters_mean_what_xfen_defines() {
    for (fen, rooks) in [
        // Two rooks on either side of White's king: the outer ones by K and Q, the inner by letter.
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ -", "a1 h1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB -", "b1 g1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w KB -", "b1 h1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GQ -", "a1 g1"),
        // Mixed over the sides, and in any order.
        ("r1r1k2r/8/8/8/8/8/8/1R2K1R1 w GBha -", "b1 g1 a8 h8"),
        ("r1r1k2r/8/8/8/8/8/8/1R2K1R1 w QKck -", "b1 g1 c8 h8"),
        ("1r2k1r1/8/8/8/8/8/8/R3K3 w Qkq -", "a1 b8 g8"),
    ] {
        let set = rooks.split(' ').map(|name| name.parse().unwrap());
        let set: Bitboard = set.collect();
        assert_eq!(by_us(fen).castling_rooks, set, "{fen}");
        assert_eq!(by_us(fen), by_shakmaty(&format!("{fen} 0 1")), "{fen}");
    }
}

#[test]
fn books_of_both_dialects_read_as_shakmaty_reads_them() {
    let mut styles = BTreeSet::new();
    for name in "dfrc-mixed-castling-sample frc-3moves-sample FRC_openings chess960-perft-odd-lines"
        .split(' ')
    {
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

/// The table of all 960, with the numbers that an independent source gives them.
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

/// A file without findings goes to the other format and dialect and comes back byte for byte.
#[test]
fn conversions_round_trip() {
    for name in "wacnew STS1-STS15_LAN_v3 STS1-STS15_LAN_v4 STS1-STS15_LAN_v5".split(' ') {
        let Some(bytes) = shared(name) else { return };
        let holds = converted(Target::Epd, Castling::AsWritten, &bytes) == bytes;
        assert!(holds, "{name}");
    }
    for name in "FRC_openings frc-3moves-sample dfrc-mixed-castling-sample".split(' ') {
        let Some(bytes) = shared(name) else { return };
        let holds = converted(Target::Fen, Castling::AsWritten, &bytes) == bytes;
        assert!(holds, "{name}");
        let epd = converted(Target::Epd, Castling::AsWritten, &bytes);
        assert!(epd != bytes, "{name}");
        let holds = converted(Target::Fen, Castling::AsWritten, &epd) == bytes;
        assert!(holds, "{name}");
        let shredder = converted(Target::Fen, Castling::Shredder, &bytes);
        let xfen = converted(Target::Fen, Castling::Xfen, &bytes);
        let holds = converted(Target::Fen, Castling::Xfen, &shredder) == xfen;
        assert!(holds, "{name}");
        let holds = converted(Target::Fen, Castling::Shredder, &xfen) == shredder;
        assert!(holds, "{name}");
        if name != "dfrc-mixed-castling-sample" {
            assert!(xfen == bytes, "{name} is X-FEN");
        }
    }
    let Some(bytes) = shared("chess960-perft-odd-lines") else {
        return;
    };
    assert!(converted(Target::Fen, Castling::AsWritten, &bytes) == bytes);
}

/// Converting a converted file changes nothing more.
#[test]
fn conversion_is_idempotent() {
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
