//! A position as FEN text, in both Chess960 dialects.

use audit960_types::{Role, Side, Wing};

use crate::attacks::{lowest, squares};
use crate::position::{Position, ROOK, back_rank};

/// Letters by piece code; zero for empty squares and unused codes.
static LETTERS: [u8; 32] = {
    let mut letters = [0; 32];
    let mut side = 0;
    while side < 2 {
        let mut role = 0;
        while role < Role::ALL.len() {
            letters[role | side << 3] = Role::ALL[role].letter() | (side as u8) << 5;
            role += 1;
        }
        side += 1;
    }
    letters
};

/// A FEN as it is written. It has at most 71 bytes of placement, 4 rights, 20 digits and the rest of less than 16;
/// the size is a power of two for the mask.
struct FenText {
    bytes: [u8; 128],
    len: usize,
}

impl FenText {
    const fn new() -> Self {
        Self {
            bytes: [0; 128],
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len & 127] = byte;
        self.len += 1;
    }

    fn push_all(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.push(*byte);
        }
    }

    /// Appends a number in decimal digits.
    fn push_number(&mut self, number: u32) {
        if number > 9 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    fn append_to(&self, out: &mut String) {
        let text = &self.bytes[..self.len];
        out.push_str(std::str::from_utf8(text).unwrap_or_default());
    }
}

/// Appends piece placement, FEN's first field.
fn write_placement(position: &Position, text: &mut FenText) {
    let occupied = position.occupied();
    for rank in (0..8).rev() {
        let mut file = 0;
        for at in squares(occupied >> (8 * rank) & 0xff) {
            if at > file {
                text.push(b'0' + (at - file) as u8);
            }
            text.push(LETTERS[usize::from(position.board[(8 * rank + at) & 63] & 31)]);
            file = at + 1;
        }
        if file < 8 {
            text.push(b'0' + (8 - file) as u8);
        }
        if rank > 0 {
            text.push(b'/');
        }
    }
}

impl Position {
    /// Piece placement, FEN's first field.
    #[must_use]
    pub fn placement(&self) -> String {
        let (mut text, mut out) = (FenText::new(), String::with_capacity(72));
        write_placement(self, &mut text);
        text.append_to(&mut out);
        out
    }

    /// The castling field as X-FEN: `KQkq`, an inner rook by its file letter.
    fn write_xfen_castling(&self, text: &mut FenText) {
        let before = text.len;
        for side in [Side::White, Side::Black] {
            for wing in [Wing::HSide, Wing::ASide] {
                if let Some(rook) = self.rook_with_right(side, wing) {
                    let capital = match wing {
                        _ if !self.is_outermost(side, wing, rook) => b'A' + (rook & 7) as u8,
                        Wing::HSide => b'K',
                        Wing::ASide => b'Q',
                    };
                    text.push(capital | (side as u8) << 5);
                }
            }
        }
        if text.len == before {
            text.push(b'-');
        }
    }

    /// Whether no rook of a side is beyond this one on its back rank.
    fn is_outermost(&self, side: Side, wing: Wing, rook: usize) -> bool {
        let rooks = self.roles[ROOK] & self.sides[side as usize] & back_rank(side);
        match wing {
            Wing::ASide => lowest(rooks) == rook,
            Wing::HSide => 63 - rooks.leading_zeros() as usize == rook,
        }
    }

    /// The castling field as Shredder-FEN: always file letters, `HAha`.
    fn write_shredder_castling(&self, text: &mut FenText) {
        let before = text.len;
        for side in [Side::White, Side::Black] {
            for wing in [Wing::HSide, Wing::ASide] {
                if let Some(rook) = self.rook_with_right(side, wing) {
                    let base = if side == Side::White { b'A' } else { b'a' };
                    text.push(base + (rook & 7) as u8);
                }
            }
        }
        if text.len == before {
            text.push(b'-');
        }
    }

    fn write_fen(&self, castling: fn(&Self, &mut FenText), out: &mut String) {
        let mut text = FenText::new();
        write_placement(self, &mut text);
        text.push_all(if self.turn == Side::White {
            b" w "
        } else {
            b" b "
        });
        castling(self, &mut text);
        text.push(b' ');
        match self.en_passant() {
            Some(square) => text.push_all(&square.name()),
            None => text.push(b'-'),
        }
        for number in [self.clock, self.move_number] {
            text.push(b' ');
            text.push_number(number);
        }
        text.append_to(out);
    }

    /// Appends the position as X-FEN with all six fields.
    pub fn write_xfen(&self, out: &mut String) {
        self.write_fen(Self::write_xfen_castling, out);
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
        let mut text = String::with_capacity(96);
        self.write_xfen(&mut text);
        text
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
        let mut text = String::with_capacity(96);
        self.write_fen(Self::write_shredder_castling, &mut text);
        text
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

    #[test]
    fn numbers_have_all_their_digits() {
        let mut position = Position::standard();
        for (clock, number) in [
            (0, 1),
            (9, 10),
            (99, 100),
            (150, 17_697),
            (u32::MAX, u32::MAX),
        ] {
            (position.clock, position.move_number) = (clock, number);
            let expected =
                format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {clock} {number}");
            assert_eq!(position.xfen(), expected);
        }
    }
}
