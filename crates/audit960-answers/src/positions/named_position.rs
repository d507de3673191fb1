//! Positions as users name them: a start position, a FEN, and moves from there.

use anyhow::bail;
use audit960_board::start::{Numbering, Start};
use audit960_board::{Move, Position};
use audit960_replay::lenient_move;
use audit960_tree::find::without_number;

use crate::starts::named;

/// The start positions of White and Black that a text names, as [`named`] reads it, by Scharnagl number.
///
/// # Errors
/// A sentence that says why it names none.
pub fn named_start(text: &str) -> anyhow::Result<[Start; 2]> {
    let (white, black) = named(text, Numbering::Scharnagl)?;
    Ok([white, black])
}

/// The half-moves of a line of play from a position, in SAN or UCI_Chess960, with or without move numbers.
///
/// # Errors
/// A sentence that names the first word that is not a legal move.
pub fn line_from(position: &Position, text: &str) -> anyhow::Result<Vec<Move>> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    for word in text.split_ascii_whitespace().filter_map(without_number) {
        let Some(played) = lenient_move(&position, word.as_bytes(), None) else {
            bail!(
                "half-move {}, {word}, is not a legal move in {}",
                moves.len() + 1,
                position.xfen()
            );
        };
        position.play(played);
        moves.push(played);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_tree::position_of_fen;

    #[test]
    fn starts_of_both_sides_are_named_with_a_slash() {
        let numbers = |text| {
            named_start(text)
                .map(|starts| starts.map(Start::number))
                .ok()
        };
        assert_eq!(numbers("518"), Some([518, 518]));
        assert_eq!(numbers("518/12"), Some([518, 12]));
        assert_eq!(numbers("RNBQKBNR/12"), Some([518, 12]));
        assert_eq!(numbers("960"), None);
        assert_eq!(numbers("518/960"), None);
    }

    #[test]
    fn impossible_positions_are_refused_in_a_sentence() {
        for (fen, why) in [
            ("8/8/8/8/8/8/8/KKKKKKKK w - - 0 1", "more than one king"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right K"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "passed e6"),
            ("4k3/8/8", "no game can reach"),
        ] {
            let error = position_of_fen(fen).unwrap_err();
            assert!(error.contains(why), "{fen}: {error}");
        }
        // Games do begin from positions with more pieces than promotions can give.
        assert!(position_of_fen("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1").is_ok());
        // No pawn can capture on e3, so it is the position without the square.
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert!(position_of_fen(after).unwrap().xfen().contains(" KQkq - "));
    }

    #[test]
    fn lines_are_san_or_uci_with_or_without_numbers() {
        let line = |text| line_from(&Position::standard(), text).map(|moves| moves.len());
        for text in [
            "e4 c5 Nf3",
            "1. e4 c5 2. Nf3",
            "1.e4 c5 2.Nf3",
            "e2e4 c7c5 g1f3",
            "1. e4 1... c5 Nf3",
        ] {
            assert_eq!(line(text).ok(), Some(3), "{text}");
        }
        assert_eq!(line("").ok(), Some(0));
        let error = line("e4 c5 Nf4").unwrap_err().to_string();
        assert!(
            error.starts_with("half-move 3, Nf4, is not a legal move in rnbqkbnr/pp1ppppp"),
            "{error}"
        );
    }
}
