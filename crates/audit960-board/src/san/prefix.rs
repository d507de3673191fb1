//! The text before the target square of a plain move, read with one table lookup.
//!
//! ```text
//! prefix = [ piece [ file / rank ] [ "x" ] / file "x" ]
//! ```
//! There are 179 of them, of at most three bytes. A multiplication gives each a slot of its own among 512
//! (found by trial; checked at compile time).

use crate::attacks::FILE_A;
use crate::play::MovingPiece;
use crate::position::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::ray_tables;
use crate::zobrist::EMPTY;

/// What a prefix says, for both sides where they differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    /// Its bytes, the first one lowest.
    key: u32,
    pub(super) piece: MovingPiece,
    /// The row of such a piece in the table of [`ray_tables::reach`], by side.
    pub(super) way: [u8; 2],
    /// Colour bits that the target square must have, by side.
    pub(super) taken: [u8; 2],
    /// Whether there is an `x`.
    pub(super) takes: bool,
    /// Whether file or rank of a piece is named, or the king moves: the slower test is needed then.
    pub(super) unusual: bool,
    /// Squares it allows the piece to come from.
    pub(super) from: u64,
}

const SLOTS: usize = 512;
const FACTOR: u32 = 0x7764_ff69;

/// Keys have three bytes: this one never occurs.
const NO_KEY: u32 = u32::MAX;

const fn slot(key: u32) -> usize {
    (key.wrapping_mul(FACTOR) >> 23) as usize
}

/// The prefix in the lowest bytes of a word (all others zero), if it is one.
#[inline(always)]
pub(super) fn prefix(bytes: u32) -> Option<&'static Prefix> {
    let found = &PREFIXES[slot(bytes) & (SLOTS - 1)];
    (found.key == bytes).then_some(found)
}

static PREFIXES: [Prefix; SLOTS] = {
    let none = Prefix {
        key: NO_KEY,
        piece: MovingPiece::new(PAWN, false),
        way: [0; 2],
        taken: [0; 2],
        takes: false,
        unusual: false,
        from: 0,
    };
    let mut table = [none; SLOTS];
    let pieces = [
        (b'N', KNIGHT),
        (b'B', BISHOP),
        (b'R', ROOK),
        (b'Q', QUEEN),
        (b'K', KING),
    ];
    set(&mut table, &[], PAWN, !0);
    let mut i = 0;
    while i < 8 {
        set(&mut table, &[b'a' + i, b'x'], PAWN, FILE_A << i);
        i += 1;
    }
    let mut p = 0;
    while p < pieces.len() {
        let (letter, role) = pieces[p];
        set(&mut table, &[letter], role, !0);
        set(&mut table, &[letter, b'x'], role, !0);
        let mut i = 0;
        while i < 8 {
            let (file, rank) = (FILE_A << i, 0xff << (8 * i));
            set(&mut table, &[letter, b'a' + i], role, file);
            set(&mut table, &[letter, b'a' + i, b'x'], role, file);
            set(&mut table, &[letter, b'1' + i], role, rank);
            set(&mut table, &[letter, b'1' + i, b'x'], role, rank);
            i += 1;
        }
        p += 1;
    }
    table
};

const fn set(table: &mut [Prefix; SLOTS], text: &[u8], role: usize, from: u64) {
    let mut key = 0;
    let mut i = 0;
    while i < text.len() {
        key |= (text[i] as u32) << (8 * i);
        i += 1;
    }
    let takes = i > 0 && text[i - 1] == b'x';
    let (white, black) = (0, 1);
    let entry = &mut table[slot(key)];
    assert!(entry.key == NO_KEY, "two prefixes in one slot");
    *entry = Prefix {
        key,
        piece: MovingPiece::new(role, takes),
        way: [
            ray_tables::way(white, role, takes),
            ray_tables::way(black, role, takes),
        ],
        taken: if takes {
            [black, white]
        } else {
            [EMPTY >> 3; 2]
        },
        takes,
        unusual: role == KING || role != PAWN && from != !0,
        from,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(u8, u64)> {
        let mut bytes = [0; 4];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        prefix(u32::from_le_bytes(bytes)).map(|found| (found.piece.role, found.from))
    }

    #[test]
    fn prefixes() {
        assert_eq!(read(""), Some((0, !0)));
        assert_eq!(read("N"), Some((1, !0)));
        assert_eq!(read("Rax"), Some((3, FILE_A)));
        assert_eq!(read("Q8"), Some((4, 0xff << 56)));
        assert_eq!(read("dx"), Some((0, FILE_A << 3)));
        for text in [
            "d", "x", "xx", "Nxx", "Na1", "Ni", "N9", "n", "P", "4x", "O-O",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_three_bytes() {
        let found = (0..1 << 24)
            .filter(|bytes| prefix(*bytes).is_some())
            .count();
        assert_eq!(found, 1 + 8 + 5 * (2 + 4 * 8));
    }
}
