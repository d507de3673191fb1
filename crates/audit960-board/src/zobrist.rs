//! Keys of positions (A. L. Zobrist, 1970): equal positions in the sense of Laws 9.2.3 have equal
//! keys.

use audit960_types::{GOLDEN, mix};

/// Code of an empty square: its keys are zero. The colour bits of codes (`code >> 3`) tell White, Black
/// and empty apart.
pub(crate) const EMPTY: u8 = 16;

/// A number of SplitMix64.
const fn split_mix(state: u64) -> u64 {
    mix(state.wrapping_mul(GOLDEN))
}

/// Keys by piece code (role, + 8 for Black; zero for codes that are not a piece) and square.
pub(crate) static PIECES: [[u64; 64]; 32] = {
    let mut table = [[0; 64]; 32];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece % 6 + piece / 6 * 8][square] = split_mix((piece * 64 + square + 1) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Keys by square of a rook that holds a castling right.
pub(crate) static RIGHTS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = split_mix(2000 + square as u64);
        square += 1;
    }
    table
};

/// Keys by file of a legal en-passant capture.
pub(crate) static EN_PASSANT: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        table[file] = split_mix(3000 + file as u64);
        file += 1;
    }
    table
};

/// Key of Black to move.
pub(crate) const BLACK: u64 = split_mix(4000);
