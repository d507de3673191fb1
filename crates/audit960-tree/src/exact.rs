//! The position that a FEN names, if a game can reach it.

use audit960_board::Position;

/// The position of a FEN, of which nothing had to be dropped: a game can reach it.
///
/// # Errors
/// A sentence that says why no game can.
pub fn position_of_fen(text: &str) -> Result<Position, String> {
    let loaded = Position::from_fen(text.trim())
        .map_err(|error| format!("no game can reach the position {text}: {error}"))?;
    let dropped = loaded.dropped;
    if let Some(letter) = dropped.castling.first() {
        let (side, letter) = (letter.side(), char::from(letter.letter()));
        return Err(format!(
            "no game can reach the position {text}: king and rook of {side} do not stand where castling right {letter} \
             needs them"
        ));
    }
    if let Some(square) = dropped.en_passant {
        return Err(format!(
            "no game can reach the position {text}: no pawn can just have passed {square}"
        ));
    }
    Ok(loaded.position)
}
