//! Which start position it is.

use audit960_board::Position;
use audit960_board::start::{ORTHODOX, scharnagl_number};
use audit960_types::{Role, Side, StartKind};

/// The kind of start, and the Scharnagl numbers of White's and of Black's arrangement where all men
/// stand as at the start of a game.
pub(crate) fn start(position: &Position) -> (StartKind, [Option<u16>; 2]) {
    match numbers(position) {
        Some([white, black]) => {
            let kind = match (white, black) {
                _ if white != black => StartKind::DoubleChess960,
                _ if white == ORTHODOX.number() => StartKind::Standard,
                _ => StartKind::Chess960,
            };
            (kind, [Some(white), Some(black)])
        }
        None => (StartKind::Other, [None; 2]),
    }
}

fn numbers(position: &Position) -> Option<[u16; 2]> {
    let [white, black] = position
        .pieces()
        .map(|men| (men[Role::Pawn as usize], set(men)));
    let at_home = white == (0xff00, 0xffff) && black == (0xff << 48, 0xffff << 48);
    if !at_home || position.turn() == Side::Black {
        return None;
    }
    let number = |rank: usize| {
        let letter = |file: usize| {
            position
                .piece_at(8 * rank + file)
                .map_or(0, |m| m.1.letter())
        };
        scharnagl_number(&std::array::from_fn(letter))
    };
    Some([number(0)?, number(7)?])
}

/// All squares of a side's men.
fn set(men: [u64; 6]) -> u64 {
    men.iter().fold(0, |set, squares| set | squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(fen: &str) -> (StartKind, [Option<u16>; 2]) {
        let setup = audit960_pgn::parse_fen(fen.as_bytes()).unwrap().setup;
        start(&Position::load(&setup).unwrap().position)
    }

    /// 0 is BBQNNRKR, 518 RNBQKBNR, 959 RKRNNQBB (Scharnagl's published table).
    #[test]
    fn kinds_and_numbers() {
        let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(
            kind(&format!("{orthodox} w KQkq - 0 1")),
            (StartKind::Standard, [Some(518); 2])
        );
        // Which rights are left says nothing of the arrangement.
        assert_eq!(
            kind(&format!("{orthodox} w - - 0 1")),
            (StartKind::Standard, [Some(518); 2])
        );
        assert_eq!(
            kind(&format!("{orthodox} b KQkq - 0 1")).0,
            StartKind::Other
        );
        let other = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert_eq!(kind(other), (StartKind::Chess960, [Some(0); 2]));
        let double = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1";
        assert_eq!(
            kind(double),
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
            assert_eq!(kind(fen), (StartKind::Other, [None; 2]), "{fen}");
        }
    }
}
