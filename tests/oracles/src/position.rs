//! Positions set up from a FEN.

use audit960_types::Side;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, FromSetup as _, PositionError};

pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// Sets up a FEN, X-FEN or Shredder-FEN as a reader does that knows Chess960: castling as in
/// Chess960 unless every right is one of the orthodox arrangement.
///
/// # Errors
/// If the FEN is unreadable, or has a right without its rook, an en-passant square without its pawn, or more
/// pieces than promotions can make. A check that no last move can have given is not an error.
pub(crate) fn set_up(fen: &[u8]) -> Result<Chess, String> {
    let setup = Fen::from_ascii(fen)
        .map_err(|error| error.to_string())?
        .into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}
