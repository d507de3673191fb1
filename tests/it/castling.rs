//! Castling under Chess960 rules: all 42 pairs of king and rook, both colours.

use audit960_board::Position;
use audit960_pgn::parse_fen;
use audit960_types::{Role, SanWord, Side};

fn position(fen: &str) -> Position {
    Position::load(&parse_fen(fen.as_bytes()).unwrap().setup)
        .unwrap()
        .position
}

/// A rank with a king and a rook on it, as FEN text.
fn rank(king: usize, rook: usize, side: Side) -> String {
    let mut text = String::new();
    let mut free = 0;
    for file in 0..8 {
        let piece = match file {
            f if f == king => 'K',
            f if f == rook => 'R',
            _ => {
                free += 1;
                continue;
            }
        };
        if free > 0 {
            text.push_str(&free.to_string());
            free = 0;
        }
        text.push(if side == Side::White {
            piece
        } else {
            piece.to_ascii_lowercase()
        });
    }
    if free > 0 {
        text.push_str(&free.to_string());
    }
    text
}

/// Square of the only piece of a kind and colour.
fn square(position: &Position, side: Side, role: Role) -> u32 {
    position.pieces()[side][role].only().unwrap().index() as u32
}

#[test]
fn all_forty_two_pairs_for_both_colours() {
    let mut pairs = 0;
    for king in 1..=6 {
        for rook in (0..8).filter(|rook| *rook != king) {
            for side in [Side::White, Side::Black] {
                let letter = (b'A' + rook as u8) as char;
                let (fen, base) = match side {
                    // The other king stands behind its pawns, safe from checks.
                    Side::White => (
                        format!(
                            "k7/pppppppp/8/8/8/8/8/{} w {letter} - 0 1",
                            rank(king, rook, side)
                        ),
                        0,
                    ),
                    Side::Black => {
                        let letter = letter.to_ascii_lowercase();
                        (
                            format!(
                                "{}/8/8/8/8/8/PPPPPPPP/K7 b {letter} - 0 1",
                                rank(king, rook, side)
                            ),
                            56,
                        )
                    }
                };
                let (word, king_file, rook_file) = if rook > king {
                    ("O-O", 6, 5)
                } else {
                    ("O-O-O", 2, 3)
                };
                let mut played = position(&fen);
                let resolved = played.play_san(SanWord::new(word.as_bytes()).unwrap());
                assert!(resolved.is_some_and(|r| r.castling), "{word} in {fen}");
                let found = square(&played, side, Role::King);
                assert_eq!(found, base + king_file, "{word} in {fen}");
                let found = square(&played, side, Role::Rook);
                assert_eq!(found, base + rook_file, "{word} in {fen}");
                assert_eq!(played.clock(), 1, "castling is a quiet move");
                assert!(played.castling_rooks().is_empty());
                // Castling on the other side is not possible.
                let other = if rook > king { "O-O-O" } else { "O-O" };
                let mut start = position(&fen);
                assert!(
                    start
                        .play_san(SanWord::new(other.as_bytes()).unwrap())
                        .is_none()
                );
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 2 * 42);
}

#[test]
fn what_forbids_castling() {
    let castles = |fen: &str, word: &str| {
        position(fen)
            .play_san(SanWord::new(word.as_bytes()).unwrap())
            .is_some()
    };
    // The departing rook uncovers an attack along the first rank.
    assert!(!castles("4k3/8/8/8/8/8/8/qR2K2R w B - 0 1", "O-O-O"));
    assert!(castles("4k3/8/8/8/8/8/8/1R2K2R w B - 0 1", "O-O-O"));
    // In check; through check; into check.
    assert!(!castles("4k3/8/8/8/4r3/8/8/4K2R w H - 0 1", "O-O"));
    assert!(!castles("4k3/8/8/8/5r2/8/8/4K2R w H - 0 1", "O-O"));
    assert!(!castles("4k3/8/8/8/6r1/8/8/4K2R w H - 0 1", "O-O"));
    // Only the rook passes an attacked square.
    assert!(castles("4k3/8/8/8/1r6/8/8/R3K3 w A - 0 1", "O-O-O"));
    // A piece stands where the king or the rook has to pass or land.
    assert!(!castles("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "O-O-O"));
    assert!(!castles("4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1", "O-O-O"));
    // A piece beside the path does not matter.
    assert!(castles("4k3/8/8/8/8/8/8/NR2K3 w B - 0 1", "O-O-O"));
}
