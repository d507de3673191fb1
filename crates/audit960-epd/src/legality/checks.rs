//! Checks that no last move can have given.

use audit960_board::Position;
use audit960_types::{Bitboard, Role, Side, Square};

/// The pieces on a set of squares, such as `the queen on a4 and the rook on c1`.
pub(super) fn names(position: &Position, set: Bitboard) -> String {
    let piece = |square| {
        let kind = match position.piece_at(square) {
            Some((_, Role::Pawn)) => "pawn",
            Some((_, Role::Knight)) => "knight",
            Some((_, Role::Bishop)) => "bishop",
            Some((_, Role::Rook)) => "rook",
            Some((_, Role::Queen)) => "queen",
            Some((_, Role::King)) => "king",
            None => "piece",
        };
        format!("the {kind} on {square}")
    };
    set.into_iter().map(piece).collect::<Vec<_>>().join(" and ")
}

/// Why the side to move cannot be in the check it is in. `passed` is the square that a pawn has just
/// passed with a double step, if the position says so.
///
/// The last move gives check with the piece that moved, by opening the line of another, or both:
/// never more than two, never two that jump or step, and never two on one line with the king
/// between them. After a double step the piece that moved is known.
pub(super) fn impossible(position: &Position, passed: Option<Square>) -> Option<String> {
    if !position.in_check() {
        return None;
    }
    let checkers = position.checkers();
    let king = position.pieces()[position.turn()][Role::King].first()?;
    let two: Vec<Square> = checkers.into_iter().take(2).collect();
    let reason = match *two.as_slice() {
        _ if checkers.count() > 2 => "more than two pieces give check at once",
        [first, second] if leaps(position, first) && leaps(position, second) => {
            "neither can have opened the way for the other"
        }
        [first, second] if strictly_between(first, king, second) => {
            "they check along one line from both ends"
        }
        _ if passed.is_some_and(|square| !by_double_step(position, king, square, &two)) => {
            "the last move was a double step that neither checks nor opens a line"
        }
        _ => return None,
    };
    Some(format!(
        "no move can give this check ({}): {reason}",
        names(position, checkers)
    ))
}

/// Whether a piece can give check only by moving itself, not along a line that another piece opens.
fn leaps(position: &Position, square: Square) -> bool {
    matches!(
        position.piece_at(square),
        Some((_, Role::Knight | Role::Pawn))
    )
}

/// Whether each check comes from the pawn that has passed a square, or along a line through the
/// square it came from.
fn by_double_step(position: &Position, king: Square, passed: Square, checkers: &[Square]) -> bool {
    let (up, down) = (
        Square::new(passed.index() + 8),
        Square::new(passed.index() - 8),
    );
    let (from, to) = match position.turn() {
        Side::White => (up, down),
        Side::Black => (down, up),
    };
    checkers.iter().all(|&square| {
        square == to || !leaps(position, square) && strictly_between(square, from, king)
    })
}

/// Whether a square lies on the line between two others.
fn strictly_between(one: Square, middle: Square, other: Square) -> bool {
    let step = |a: Square, b: Square| {
        let files = i32::from(b.file()) - i32::from(a.file());
        let ranks = i32::from(b.rank()) - i32::from(a.rank());
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        (straight && (files, ranks) != (0, 0)).then(|| (files.signum(), ranks.signum()))
    };
    let direction = step(one, middle);
    direction.is_some() && direction == step(middle, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str) -> Option<String> {
        let setup = audit960_pgn::parse_fen(fen.as_bytes()).unwrap().setup;
        let position = Position::load(&setup).unwrap().position;
        impossible(&position, setup.en_passant)
    }

    #[test]
    fn checks_that_can_have_been_given() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            // A knight that has moved away from a rook: both give check.
            "k3r3/8/8/8/8/3n4/8/4K3 w - - 0 1",
            // Two rooks at a right angle: a pawn has captured and become one.
            "k3r3/8/8/8/8/8/8/r3K3 w - - 0 1",
            // A pawn that has captured out of the way of a rook, from e3.
            "k3r3/8/8/8/8/8/3p4/4K3 w - - 0 1",
            // The double step itself, and lines that it opens through the square it came from.
            "8/8/8/4k3/3P4/8/8/4K3 b - d3 0 1",
            "8/8/8/4k3/1P6/8/8/B5K1 b - b3 0 1",
            "8/8/7k/8/3P4/8/8/2B3K1 b - d3 0 1",
        ] {
            assert_eq!(reason(fen), None, "{fen}");
        }
    }

    #[test]
    fn checks_that_cannot() {
        for (fen, part) in [
            // Three at once; a knight and a pawn; two knights.
            ("k3r3/8/8/8/8/3n4/8/r3K3 w - - 0 1", "more than two"),
            ("k7/8/8/8/8/3n4/3p4/4K3 w - - 0 1", "opened the way"),
            ("k7/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "opened the way"),
            // Rooks left and right of the king, bishops on both ends of a diagonal.
            ("k7/8/8/8/r3K2r/8/8/8 w - - 0 1", "both ends"),
            ("k7/8/6b1/8/4K3/8/2b5/8 w - - 0 1", "both ends"),
            // After d2-d4 a rook on e1 checks along a file that d2 is not on.
            ("4k3/8/8/8/3P4/8/8/4R1K1 b - d3 0 1", "double step"),
            ("4k3/8/3N4/8/3P4/8/8/6K1 b - d3 0 1", "double step"),
        ] {
            let reason = reason(fen).unwrap_or_else(|| panic!("{fen}"));
            assert!(reason.contains(part), "{fen}: {reason}");
        }
        assert_eq!(
            reason("k7/8/8/8/8/3n1n2/8/4K3 w - - 0 1").unwrap(),
            "no move can give this check (the knight on d3 and the knight on f3): neither can have \
             opened the way for the other"
        );
    }
}
