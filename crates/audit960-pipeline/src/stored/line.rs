//! What was played, as a row has it.

use std::collections::HashMap;

use audit960_board::{Move, Position, PositionError};
use audit960_tree::NotAMove;

/// Most start positions that a thread remembers.
const MAX_STARTS: usize = 4096;

/// The start positions of games, by X-FEN.
#[derive(Debug, Default)]
pub(super) struct StartPositions(HashMap<String, Position>);

impl StartPositions {
    /// The position of an X-FEN; the orthodox one without.
    pub(super) fn of(&mut self, fen: Option<&str>) -> Result<&Position, PositionError> {
        let text = fen.unwrap_or_default();
        if self.0.len() >= MAX_STARTS && !self.0.contains_key(text) {
            self.0.clear();
        }
        if !self.0.contains_key(text) {
            self.0.insert(text.to_owned(), Position::of_game(fen)?);
        }
        Ok(&self.0[text])
    }
}

/// Parses at most so many moves of a game; up to the first illegal one if `legal_only`. Returns whether none of the parsed
/// ones is illegal.
///
/// # Errors
/// The half-move that is not a move.
pub(super) fn parse_moves(
    start: &Position,
    text: &str,
    legal_only: bool,
    most: usize,
    moves: &mut Vec<Move>,
) -> Result<bool, NotAMove> {
    let mut position = legal_only.then(|| start.clone());
    for word in text.split_ascii_whitespace().take(most) {
        let played: Move = word.parse().map_err(|_| NotAMove(moves.len() as u32 + 1))?;
        if let Some(position) = &mut position {
            if !position.legal_moves().contains(&played) {
                return Ok(false);
            }
            position.play(played);
        }
        moves.push(played);
    }
    Ok(true)
}
