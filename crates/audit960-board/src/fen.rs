//! A position as FEN text, in both Chess960 dialects.

use audit960_types::{Role, Side, Wing};

use crate::attacks::lowest;
use crate::position::{Position, ROOK, back_rank};
use crate::square_name;

/// Appends piece placement, FEN's first field.
fn write_placement(position: &Position, out: &mut String) {
    for rank in (0..8).rev() {
        let mut free = 0;
        for file in 0..8 {
            let Some((side, role)) = position.piece_at(rank * 8 + file) else {
                free += 1;
                continue;
            };
            if free > 0 {
                out.push(char::from(b'0' + free));
                free = 0;
            }
            out.push(char::from(letter(side, role)));
        }
        if free > 0 {
            out.push(char::from(b'0' + free));
        }
        if rank > 0 {
            out.push('/');
        }
    }
}

const fn letter(side: Side, role: Role) -> u8 {
    match side {
        Side::White => role.letter(),
        Side::Black => role.letter() | 0x20,
    }
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
                if let Some(rook) = self.castling_rook(side, wing) {
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

    /// Whether no rook of a side stands beyond this one on its first rank.
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
                if let Some(rook) = self.castling_rook(side, wing) {
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
            Some(square) => out.extend(square_name(square).map(char::from)),
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
    #[must_use]
    pub fn xfen(&self) -> String {
        let mut text = String::with_capacity(96);
        self.write_xfen(&mut text);
        text
    }

    /// The position as Shredder-FEN with all six fields.
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        let mut text = String::with_capacity(96);
        self.write_fen(Self::write_shredder_castling, &mut text);
        text
    }
}
