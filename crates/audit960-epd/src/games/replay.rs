//! A game played again from its columns.

use audit960_board::{Move, Position};
use audit960_pgn::parse_fen;
use audit960_types::Role;

/// The position a game starts from; `fen` is `None` for the orthodox one.
pub(super) fn start(fen: Option<&str>) -> Option<Position> {
    match fen {
        None => Some(Position::standard()),
        Some(fen) => {
            let setup = parse_fen(fen.as_bytes()).ok()?.setup;
            Some(Position::load(&setup).ok()?.position)
        }
    }
}

/// A move of a column of moves (UCI_Chess960).
pub(super) fn uci(text: &str) -> Option<Move> {
    let square = |file: u8, rank: u8| {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        (file < 8 && rank < 8).then(|| usize::from(rank * 8 + file))
    };
    match *text.as_bytes() {
        [a, b, c, d] => Some(Move::new(square(a, b)?, square(c, d)?)),
        [a, b, c, d, letter] => Some(Move::promotion(
            square(a, b)?,
            square(c, d)?,
            Role::from_letter(letter)?,
        )),
        _ => None,
    }
}

/// The position after so many half-moves, and the half-move that follows; `None` where the game
/// has not so many.
pub(super) fn after(
    fen: Option<&str>,
    moves: &str,
    plies: u32,
) -> Option<(Position, Option<Move>)> {
    let mut position = start(fen)?;
    let mut moves = moves.split_ascii_whitespace();
    for _ in 0..plies {
        position.play(uci(moves.next()?)?);
    }
    Some((position, moves.next().and_then(uci)))
}

/// The first four fields of a position's X-FEN.
pub(super) fn four_fields(position: &Position) -> String {
    let mut fen = position.xfen();
    for _ in 0..2 {
        fen.truncate(fen.rfind(' ').unwrap_or(fen.len()));
    }
    fen
}
