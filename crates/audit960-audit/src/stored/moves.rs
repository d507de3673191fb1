//! What was played, as a row has it.

use std::collections::HashMap;
use std::iter;

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

/// The next of the words between spaces, which are moves of four or five bytes wherever an audit wrote them.
#[inline]
fn next_word<'t>(rest: &mut &'t [u8]) -> Option<&'t [u8]> {
    let text = rest.trim_ascii_start();
    let length = match text {
        [] => return None,
        [_, _, _, _, b' ', ..] => 4,
        [_, _, _, _, _, b' ', ..] => 5,
        _ => text
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(text.len()),
    };
    let (word, after) = text.split_at(length);
    *rest = after;
    Some(word)
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
    let mut rest = text.as_bytes();
    for word in iter::from_fn(|| next_word(&mut rest)).take(most) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text as its moves in UCI, or the half-move that is none.
    fn parsed(text: &str, most: usize) -> Result<Vec<String>, u32> {
        let mut moves = Vec::new();
        let start = Position::standard();
        match parse_moves(&start, text, false, most, &mut moves) {
            Ok(_) => Ok(moves.iter().map(Move::to_string).collect()),
            Err(NotAMove(halfmove)) => Err(halfmove),
        }
    }

    #[test]
    fn moves_stand_between_spaces() {
        let all = Ok(["e2e4", "a7a8q", "e8h8"].map(str::to_owned).to_vec());
        for text in ["e2e4 a7a8q e8h8", " e2e4  a7a8q\te8h8 ", "e2e4 a7a8q e8h8 "] {
            assert_eq!(parsed(text, 9), all, "{text:?}");
        }
        assert_eq!(parsed("e2e4 a7a8q e8h8", 1), Ok(vec!["e2e4".to_owned()]));
        assert_eq!(parsed("", 9), Ok(Vec::new()));
    }

    #[test]
    fn the_error_names_the_half_move_that_is_no_move() {
        for text in [
            "e2e4 e2 e7e5",
            "e2e4 e7e5qq",
            "e2e4 e2\te4 e7e5",
            "e2e4 e",
            "e2e4 e7e5k x",
        ] {
            assert_eq!(parsed(text, 9), Err(2), "{text:?}");
        }
    }
}
