//! The start position that a position is.

use audit960_board::Position;
use audit960_board::start::kind;
use audit960_types::StartKind;

/// The kind of start, and the Scharnagl numbers of White's and of Black's arrangement if all pieces are
/// placed as at the start of a game.
pub(crate) fn start(position: &Position) -> (StartKind, [Option<u16>; 2]) {
    let arrangements = position.arrangements();
    let numbers = arrangements.map(|both| both.map(|start| Some(start.number())).into_array());
    (kind(arrangements, false), numbers.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(fen: &str) -> (StartKind, [Option<u16>; 2]) {
        let setup = audit960_pgn::parse_fen(fen.as_bytes()).unwrap().setup;
        start(&Position::load(&setup).unwrap().position)
    }

    /// 0 is BBQNNRKR, 518 RNBQKBNR, 959 RKRNNQBB (Scharnagl's published table).
    #[test]
    fn kinds_and_numbers() {
        let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(
            kind_of(&format!("{orthodox} w KQkq - 0 1")),
            (StartKind::Standard, [Some(518); 2])
        );
        // Which rights are left says nothing of the arrangement.
        assert_eq!(
            kind_of(&format!("{orthodox} w - - 0 1")),
            (StartKind::Standard, [Some(518); 2])
        );
        assert_eq!(
            kind_of(&format!("{orthodox} b KQkq - 0 1")).0,
            StartKind::Other
        );
        let other = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert_eq!(kind_of(other), (StartKind::Chess960, [Some(0); 2]));
        let double = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1";
        assert_eq!(
            kind_of(double),
            (StartKind::DoubleChess960, [Some(959), Some(0)])
        );
    }

    #[test]
    fn near_misses() {
        for fen in [
            // Two bishops on light squares; a knight short; a knight too many; a pawn moved.
            "rnbqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKNBR w - - 0 1",
            "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1",
        ] {
            assert_eq!(kind_of(fen), (StartKind::Other, [None; 2]), "{fen}");
        }
    }
}
