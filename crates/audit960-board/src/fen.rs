//! A position as FEN text, in both Chess960 dialects.

use std::fmt::Write as _;

use audit960_types::{CastlingRight, Side, Wing};

use crate::attacks::squares;
use crate::position::Position;

/// Letters by piece code.
static LETTERS: [u8; 16] = *b"PNBRQK  pnbrqk  ";

impl Position {
    /// Piece placement, FEN's first field.
    #[must_use]
    pub fn placement(&self) -> String {
        // Room for a whole FEN: most callers go on writing.
        let mut text = String::with_capacity(96);
        for rank in (0..8).rev() {
            let mut file = 0;
            for at in squares(self.occupied() >> (8 * rank) & 0xff) {
                push_empty(at - file, &mut text);
                let code = self.board[(8 * rank + at) & 63];
                text.push(char::from(LETTERS[usize::from(code & 15)]));
                file = at + 1;
            }
            push_empty(8 - file, &mut text);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The letter of a right, in capitals: its rook's file, or in X-FEN `K` or `Q` where no rook is beyond it.
    fn castling_letter(&self, right: CastlingRight, shredder: bool) -> u8 {
        let outermost = self.outermost_rook(right.side, right.wing);
        match right.wing {
            _ if shredder || outermost != Some(right.rook) => b'A' + right.rook.file(),
            Wing::HSide => b'K',
            Wing::ASide => b'Q',
        }
    }

    fn fen(&self, shredder: bool) -> String {
        let mut text = self.placement();
        text.push_str(match self.turn {
            Side::White => " w ",
            Side::Black => " b ",
        });
        let before = text.len();
        for right in self.castling_rights() {
            let capital = self.castling_letter(right, shredder);
            text.push(char::from(capital | (right.side as u8) << 5));
        }
        if text.len() == before {
            text.push('-');
        }
        text.push(' ');
        match self.en_passant() {
            Some(square) => text.extend(square.name().map(char::from)),
            None => text.push('-'),
        }
        // Writing to a string does not fail.
        let _ = write!(text, " {} {}", self.clock, self.move_number);
        text
    }

    /// The position as X-FEN with all six fields. The en-passant square is given only if a capture
    /// there is legal.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_board::types::SanWord;
    ///
    /// let mut position = Position::standard();
    /// for san in [&b"e4"[..], b"a6", b"e5", b"d5"] {
    ///     position.play_san(SanWord::new(san).unwrap()).unwrap();
    /// }
    /// assert_eq!(
    ///     position.xfen(),
    ///     "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    /// );
    /// ```
    #[must_use]
    pub fn xfen(&self) -> String {
        self.fen(false)
    }

    /// The position as Shredder-FEN with all six fields: rights as the files of the rooks.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    ///
    /// assert!(Position::standard().shredder_fen().contains(" w HAha - "));
    /// ```
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        self.fen(true)
    }
}

/// Appends how many squares are empty, if any.
fn push_empty(number: usize, text: &mut String) {
    if number > 0 {
        text.push(char::from(b'0' + number as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_placement_is_the_first_field() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/2p4p/P6P/8/8/4K3 b - - 9 9",
        ] {
            let position = Position::from_fen(fen).unwrap().position;
            assert_eq!(Some(position.placement().as_str()), fen.split(' ').next());
        }
    }
}
