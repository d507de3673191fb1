//! A move as written, before it is resolved on a board.

use crate::labels::Wing;
use crate::pieces::Role;
use crate::squares::{Bitboard, Square};

/// A word of movetext: its first eight bytes, the first one lowest, and its length up to eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanWord {
    /// The bytes; those beyond the length are ignored.
    pub bytes: u64,
    /// How many of them belong to the word, 0 to 8.
    pub len: u32,
}

impl SanWord {
    /// The word of a text; `None` if it has more than eight bytes.
    #[must_use]
    pub fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; 8];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Self {
            bytes: u64::from_le_bytes(bytes),
            len: text.len() as u32,
        })
    }

    /// Whether a byte occurs in the word.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        const ONES: u64 = 0x0101_0101_0101_0101;
        // Bytes beyond the word are made to differ.
        let beyond = if self.len < 8 {
            u64::MAX << (8 * self.len)
        } else {
            0
        };
        let differs = (self.bytes ^ (ONES * byte as u64)) | beyond;
        differs.wrapping_sub(ONES) & !differs & (ONES << 7) != 0
    }

    /// Whether the word has the form of a plain move in some language with Latin letters: an optional capital, an
    /// optional origin, an optional `x`, a square, and an optional check or mate mark.
    #[must_use]
    pub fn has_plain_form(self) -> bool {
        let bytes = self.bytes.to_le_bytes();
        let text = match bytes.get(..self.len as usize).unwrap_or_default() {
            [unmarked @ .., b'+' | b'#'] => unmarked,
            text => text,
        };
        let text = match text {
            [b'A'..=b'Z', squares @ ..] => squares,
            text => text,
        };
        let [before @ .., b'a'..=b'h', b'1'..=b'8'] = text else {
            return false;
        };
        let origin = match before {
            [origin @ .., b'x'] => origin,
            origin => origin,
        };
        matches!(
            origin,
            [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
        )
    }

    /// Byte `i` of the word.
    #[inline(always)]
    #[must_use]
    pub const fn byte(self, i: u32) -> u8 {
        (self.bytes >> (8 * (i & 7))) as u8
    }
}

/// A move as written, in any notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Castling to a wing.
    Castling(Wing),
    /// A piece or pawn that moves to a square.
    Piece {
        /// Kind of piece; `None` where the text names only squares.
        role: Option<Role>,
        /// Squares it may start from.
        from: Bitboard,
        /// Target square.
        to: Square,
        /// What a pawn promotes to; `None` where the text does not say.
        promotion: Option<Role>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_moves_are_told_by_their_form() {
        let plain = |text: &str| SanWord::new(text.as_bytes()).unwrap().has_plain_form();
        for text in [
            "e4", "exd5", "Sf3", "Nbd7", "R1xe1+", "Qh4xe1#", "Kxe2", "Ze4", "e2e4",
        ] {
            assert!(plain(text), "{text}");
        }
        for text in [
            "", "e", "4", "O-O", "e8=Q", "e9", "i4", "nf3", "Nf3!", "Nf3++", "xx4", "Nfff3", "N3f",
            "1-0", "Pxx4", "e4x", "--", "SSf3",
        ] {
            assert!(!plain(text), "{text}");
        }
    }
}
