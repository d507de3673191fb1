//! Expectations follow from the moves of the pieces, or from a search without any of the proofs.

use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap().position
}

fn dead_by(fen: &str) -> Option<DeadBy> {
    position(fen).dead_by()
}

/// Bishops of one colour cannot mate, however many; with both colours, or a knight against a knight, the
/// opponent can help into mate.
#[test]
fn material_counts_first() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "2b1k3/1b6/8/8/8/8/6B1/4KB2 w - - 0 1",
    ] {
        assert_eq!(dead_by(fen), Some(DeadBy::Material), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ] {
        assert_eq!(dead_by(fen), None, "{fen}");
    }
}

#[test]
fn forced_lines_end_in_stalemate_or_too_little_material() {
    // The only legal move takes the queen.
    assert_eq!(
        dead_by("k7/8/8/8/8/8/1q6/K7 w - - 0 1"),
        Some(DeadBy::Forced)
    );
    // The side to move is stalemated.
    assert_eq!(
        dead_by("8/8/8/8/8/2k5/1r6/K7 w - - 0 1"),
        Some(DeadBy::Forced)
    );
    // 1. Kb1 is forced, and Rh1 mates.
    assert_eq!(dead_by("8/8/8/8/8/1k6/7r/K7 w - - 0 1"), None);
    // The king can leave the rook alone.
    assert_eq!(dead_by("8/8/8/8/8/8/r5k1/K7 w - - 0 1"), None);
}

#[test]
fn locked_pawns_keep_kings_and_bishops_apart() {
    for fen in [
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        // Each bishop stays on its own side of the wall, and on the colour of its own pawns.
        "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
    ] {
        assert_eq!(dead_by(fen), Some(DeadBy::Blocked), "{fen}");
    }
    for fen in [
        // A gap in the wall: the kings take pawns.
        "4k3/8/8/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1",
        // The bishop takes pawns.
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1",
        // A rook gives itself up for a pawn.
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K3 w - - 0 1",
        // A pawn can still move.
        "4k3/p7/8/2p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        // A pawn behind the wall can be promoted, and the king of its side never gets there.
        "4k3/7P/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/7p/4K3 w - - 0 1",
        // The bishop that holds it can go.
        "4k2b/7P/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        // A pawn can take a pawn.
        "4k3/8/8/pp2p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(dead_by(fen), None, "{fen}");
    }
}

/// The knight has f2 and g3, on which own pawns stand that face black ones; so the pawns never move, and what a king
/// could take is guarded. In the other position the rook and the bishop stand behind such pawns.
#[test]
fn pieces_are_shut_in_by_pawns() {
    for fen in [
        "3k4/8/8/p1p1p3/P1P1P1p1/5pP1/5P2/3K3N w - - 0 60",
        "3k4/8/8/p1p1p3/P1P1P1p1/5pPp/5P1P/3K2BR b - - 0 60",
    ] {
        assert_eq!(dead_by(fen), Some(DeadBy::Blocked), "{fen}");
    }
    for fen in [
        // The knight can give itself up on f2.
        "3k4/8/8/p1p1p3/P1P1P1p1/5pP1/8/3K3N w - - 0 60",
        // The queen can go to g2.
        "3k4/8/8/p1p1p3/P1P1P1p1/5pPp/5P1P/3K2BQ w - - 0 60",
        // White's king takes the pawn on f3, which no pawn guards.
        "3k4/8/8/p1p1p3/P1P1P3/5pP1/5P2/3K3N w - - 0 60",
    ] {
        assert_eq!(dead_by(fen), None, "{fen}");
    }
}

#[test]
fn a_flag_falls_against_a_side_that_cannot_mate() {
    let cannot =
        |fen: &str| [Side::White, Side::Black].map(|side| position(fen).can_never_mate(side));
    assert_eq!(cannot("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), [false, true]);
    // A knight mates a king that has a pawn, but not a bare one nor one with a queen.
    assert_eq!(cannot("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1"), [false, false]);
    assert_eq!(cannot("4k3/7q/8/8/8/8/8/4KN2 w - - 0 1"), [true, false]);
    assert_eq!(
        cannot("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
        [true, true]
    );
    // Kxh5 is the only legal move and takes Black's last piece; White still has a pawn.
    assert_eq!(cannot("8/6P1/5k1K/7r/8/8/8/8 w - - 0 54"), [false, true]);
}

/// One free pawn of either side is enough.
#[test]
fn pawns_are_held_if_those_of_both_sides_are() {
    for (fen, held) in [
        ("4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", true),
        // An enemy pawn further ahead on the file holds it, too.
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", true),
        // Only White's pawn on h2 is free, then only Black's on h7.
        ("4k3/8/8/p7/P7/8/7P/4K3 w - - 0 1", false),
        ("4k3/7p/8/p7/P7/8/8/4K3 w - - 0 1", false),
    ] {
        let position = Position::from_fen(fen).unwrap().position;
        assert_eq!(reach::all_held(&position), held, "{fen}");
        assert_eq!(reach::all_pawns_held(&position), held, "{fen}");
    }
    // A king before a pawn holds it, but not for good.
    let position = Position::from_fen("8/8/8/k7/P7/8/8/4K3 w - - 0 1").unwrap();
    assert!(reach::all_held(&position.position));
    assert!(!reach::all_pawns_held(&position.position));
}
