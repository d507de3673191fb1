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

/// Appends piece placement, FEN's first field.
fn write_placement(position: &Position, out: &mut String) {
    // At most one letter a square, and seven slashes; the size is a power of two for the mask.
    let mut text = [0; 128];
    let mut len = 0;
    let mut push = |byte: u8| {
        text[len & 127] = byte;
        len += 1;
    };
    let occupied = position.occupied();
    for rank in (0..8).rev() {
        let mut file = 0;
        for at in squares(occupied >> (8 * rank) & 0xff) {
            if at > file {
                push(b'0' + (at - file) as u8);
            }
            push(LETTERS[usize::from(position.board[(8 * rank + at) & 63] & 31)]);
            file = at + 1;
        }
        if file < 8 {
            push(b'0' + (8 - file) as u8);
        }
        if rank > 0 {
            push(b'/');
        }
    }
    let text = text.get(..len).unwrap_or_default();
    out.push_str(std::str::from_utf8(text).unwrap_or_default());
}

impl Position {
    /// Piece placement, FEN's first field.
    #[must_use]
    pub fn placement(&self) -> String {
        let mut text = String::with_capacity(72);
        write_placement(self, &mut text);
        text
    }

    /// The castling field as X-FEN: `KQkq`, an inner rook by its file letter.
    fn write_xfen_castling(&self, out: &mut String) {
        let before = out.len();
        for side in [Side::White, Side::Black] {
            for wing in [Wing::HSide, Wing::ASide] {
                if let Some(rook) = self.rook_with_right(side, wing) {
                    let capital = match wing {
                        _ if !self.is_outermost(side, wing, rook) => b'A' + (rook & 7) as u8,
                        Wing::HSide => b'K',
                        Wing::ASide => b'Q',
                    };
                    out.push(char::from(if side == Side::White {
                        capital
                    } else {
                        capital | 0x20
                    }));
                }
            }
        }
        if out.len() == before {
            out.push('-');
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
    fn write_shredder_castling(&self, out: &mut String) {
        let before = out.len();
        for side in [Side::White, Side::Black] {
            for wing in [Wing::HSide, Wing::ASide] {
                if let Some(rook) = self.rook_with_right(side, wing) {
                    let base = if side == Side::White { b'A' } else { b'a' };
                    out.push(char::from(base + (rook & 7) as u8));
                }
            }
        }
        if out.len() == before {
            out.push('-');
        }
    }

    fn write_fen(&self, castling: fn(&Self, &mut String), out: &mut String) {
        use std::fmt::Write as _;
        write_placement(self, out);
        out.push_str(if self.turn == Side::White {
            " w "
        } else {
            " b "
        });
        castling(self, out);
        out.push(' ');
        match self.en_passant() {
            Some(square) => out.extend(square.name().map(char::from)),
            None => out.push('-'),
        }
        // Writing to a String cannot fail.
        let _ = write!(out, " {} {}", self.clock, self.move_number);
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
