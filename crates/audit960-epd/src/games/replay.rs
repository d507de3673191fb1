//! A game replayed from its columns.

use audit960_board::{Move, Position};

/// The position after `plies` half-moves, and the half-move that follows; `None` if the game is shorter.
pub(super) fn after(
    fen: Option<&str>,
    moves: &str,
    plies: u32,
) -> Option<(Position, Option<Move>)> {
    let mut position = Position::of_game(fen).ok()?;
    let mut moves = moves.split_ascii_whitespace();
    for _ in 0..plies {
        position.play(moves.next()?.parse().ok()?);
    }
    Some((position, moves.next().and_then(|text| text.parse().ok())))
}

/// The first four fields of a position's X-FEN.
pub(super) fn four_fields(position: &Position) -> String {
    let mut fen = position.xfen();
    for _ in 0..2 {
        fen.truncate(fen.rfind(' ').unwrap_or(fen.len()));
    }
    fen
}
