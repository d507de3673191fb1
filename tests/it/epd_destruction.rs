//! The destruction test of the shared archives: absurd positions, each with the verdict and the
//! reason that its own text asks for.

use std::collections::BTreeSet;

use crate::epd::{check, shared};
use crate::folder::cases;

/// Codes that say nothing about whether a line can be played from: control bytes, operations, and positions that stand twice.
const BESIDE: &str = "P005 E011 E012 E025";

/// Lines 1 to 30 of the destruction test with the verdict that each line's own text asks for, the
/// codes that give the reason, and the argument.
const DESTRUCTION: &str = "\
    ok |  | startpos; should be OK
    ok | E007 | should be OK; no pawn gets through without a capture
    ok | E007 | should be OK, technically not allowed: as line 2
    ok | E007 | should be OK (ditto)
    ok | E007 | should be OK (ditto)
    ok |  | extra white space; should be not a problem
    ok |  | leading spaces; should be not a problem
    ok |  | castle status; should be overridable: X-FEN's q is the rook on b8
    ok | E010 | 400 quiet half-moves, but nothing reset the clock in 998
    ok | E010 | overridable: clock 10 where eight half-moves were played
    repaired | F004 | overridable: a king on a8 cannot castle
    ok | F014 | white 18 pieces; if engines can handle it, leave it ok
    ok | F014 | black 17 pieces; if engines can handle it, leave it ok
    repaired | F014 E008 | 30 knights, leave it as ok; -0 1
    repaired | F014 F004 | too many promoted; h8 holds no rook
    repaired | F014 E008 | 30 queens, leave it as ok; -0 1
    rejected | E005 | the bishop on c7 looks at d8, and White moves
    rejected | E001 | extra piece on rank, cull
    rejected | E001 | colour, cull
    repaired | F004 F016 | cull (or override): A is Q again, b8 is a knight
    rejected | E001 | slash chars; cull
    rejected | E001 | bad character; cull
    rejected | E001 | bad numeric; cull
    rejected | E001 | square count too low; cull
    rejected | E001 | square count too high; cull
    rejected | E003 | 3 kings; cull
    rejected | E002 | 1 king; cull
    rejected | E004 | pawn back rank; cull
    rejected | E001 | garbage
    rejected | E001 | garbage";

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
/// EPD does not know; `G` if the clock is also glued to the en-passant field.
const READABLE: &[u8; 16] = b"GG-GG-G-GGGGGG--";

#[test]
fn the_destruction_test_as_argued() {
    let Some(bytes) = shared("destruction-test") else {
        return;
    };
    let (said, _) = check(&bytes);
    assert_eq!(said.lines.len(), 106);
    let argued = cases::<3>(DESTRUCTION);
    for (i, (facts, findings)) in said.lines.iter().enumerate() {
        let codes = findings.iter().map(|found| found.code.as_str());
        let codes: BTreeSet<&str> = codes.filter(|code| !BESIDE.contains(code)).collect();
        let [verdict, expected, why] = match i + 1 {
            line @ 1..=30 => argued[line - 1],
            31..=90 => ["rejected", "E005", "bad EPD"],
            line if READABLE[line - 91] == b'G' => ["repaired", "E008 E019", "should be OK"],
            _ => ["repaired", "E019", "should be OK"],
        };
        let expected: BTreeSet<&str> = expected.split_whitespace().collect();
        let found = (facts.verdict.as_str(), codes);
        assert_eq!(found, (verdict, expected), "line {}: {why}", i + 1);
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
            let found = at(x + dx.signum() * step, y + dy.signum() * step);
            assert_eq!(found, '.', "{attack} of {line}");
        }
        assert_eq!(line.split_whitespace().nth(1), Some("w"));
    }
}
