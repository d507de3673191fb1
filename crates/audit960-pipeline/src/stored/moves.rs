//! What was played, as a row has it.

use std::collections::HashMap;

use audit960_board::{Move, Position, PositionError};
use audit960_tree::NotAMove;

/// Most start positions that a thread remembers.
const MAX_STARTS: usize = 4096;

/// The start positions of games.
#[derive(Debug)]
pub(super) struct StartPositions {
    orthodox: Position,
    /// The others, by X-FEN.
    others: HashMap<String, Position>,
}

impl Default for StartPositions {
    fn default() -> Self {
        Self {
            orthodox: Position::standard(),
            others: HashMap::new(),
        }
    }
}

impl StartPositions {
    /// The position of an X-FEN; the orthodox one without.
    pub(super) fn of(&mut self, fen: Option<&str>) -> Result<&Position, PositionError> {
        let Some(text) = fen else {
            return Ok(&self.orthodox);
        };
        if self.others.len() >= MAX_STARTS && !self.others.contains_key(text) {
            self.others.clear();
        }
        if !self.others.contains_key(text) {
            let position = Position::of_game(fen)?;
            self.others.insert(text.to_owned(), position);
        }
        Ok(&self.others[text])
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
    let words = text.as_bytes().split(u8::is_ascii_whitespace);
    for word in words.filter(|word| !word.is_empty()).take(most) {
        let played = Move::from_uci(word).map_err(|_| NotAMove(moves.len() as u32 + 1))?;
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
