//! Move generation against published perft counts.

use audit960_board::Position;
use audit960_pgn::parse_fen;

use crate::soak;
use crate::support::corpus;

fn position(fen: &str) -> Position {
    Position::load(&parse_fen(fen.as_bytes()).unwrap().setup)
        .unwrap()
        .position
}

/// Counts known for decades: the orthodox start, and a middlegame full of special moves.
#[test]
fn orthodox_counts() {
    let start = Position::standard();
    for (depth, nodes) in [
        (1, 20),
        (2, 400),
        (3, 8902),
        (4, 197_281),
        (5, 4_865_609),
        (6, 119_060_324),
    ] {
        assert_eq!(start.perft(depth), nodes);
    }
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (depth, nodes) in [
        (1, 48),
        (2, 2039),
        (3, 97_862),
        (4, 4_085_603),
        (5, 193_690_690),
    ] {
        assert_eq!(kiwipete.perft(depth), nodes);
    }
}

/// The counts of a file of `FEN ;D1 n ;D2 n ...` lines: up to depth 4, and of one line in so many up to depth 5.
fn check(file: &str, stride: u64) {
    let Some(path) = corpus(file) else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let deep: Vec<usize> = soak::sample(0..lines.len(), stride).collect();
    for (number, line) in lines.into_iter().enumerate() {
        let deepest = if deep.contains(&number) { 5 } else { 4 };
        let mut parts = line.split(';');
        let start = position(parts.next().unwrap());
        for part in parts {
            let Some((depth, nodes)) = part.trim().split_once(' ') else {
                continue;
            };
            let (depth, nodes): (u32, u64) =
                (depth[1..].parse().unwrap(), nodes.trim().parse().unwrap());
            if depth <= deepest {
                assert_eq!(start.perft(depth), nodes, "depth {depth} of {line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{file}: only {checked} counts");
}

#[test]
fn chess960_suite_to_depth_five() {
    check("epd/chess960-perft-odd-lines.epd", 10);
}

#[test]
fn standard_suite_to_depth_five() {
    check("epd/standard-perft.epd", 3);
}
