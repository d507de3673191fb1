//! Scharnagl's numbering, 0-959, the one every program uses.
//!
//! With the free squares always counted from the a-file and from zero,
//! `number = light + 4 dark + 16 queen + 96 knights`:
//!
//! - *light*: the bishop on a light square, 0-3 for b, d, f, h;
//! - *dark*: the bishop on a dark square, 0-3 for a, c, e, g;
//! - *queen*: its index among the six squares without a bishop;
//! - *knights*: their pair of indices among the five squares left, 0-9 in lexicographic order;
//! - rook, king, rook take the last three squares.
//!
//! Source: R. Scharnagl, *Fischer-Random-Schach (FRC / Chess960)*, 2004.

use super::{FirstRank, START_COUNT};

/// First ranks by Scharnagl number.
pub static ARRANGEMENTS: [FirstRank; START_COUNT as usize] = all_arrangements();

/// Scharnagl's number of two knights, by their indices (0-4) among the five squares left.
///
/// Eight wide, and 10 where there is no such pair: a rank with other pieces can give any indices, and
/// must then get a number out of range.
const KNIGHT_PAIRS: [[u16; 8]; 8] = knight_pairs();

/// The first rank (capital letters, a to h) of a Scharnagl number; `None` above 959.
///
/// # Examples
/// ```
/// use audit960_board::start::{arrangement, scharnagl_number};
///
/// assert_eq!(arrangement(518), Some(*b"RNBQKBNR"));
/// assert_eq!(scharnagl_number(b"RNBQKBNR"), Some(518));
/// ```
#[must_use]
pub fn arrangement(number: u16) -> Option<FirstRank> {
    ARRANGEMENTS.get(usize::from(number)).copied()
}

/// The Scharnagl number of a first rank in capital letters from a to h; `None` if it is not one of
/// the 960.
///
/// Neither divides nor allocates: the squares of bishops, queen and knights give the only number that the
/// rank could have, and one comparison with the table decides.
#[must_use]
pub const fn scharnagl_number(rank: &FirstRank) -> Option<u16> {
    let bishops = squares(rank, b'B');
    let queen = squares(rank, b'Q');
    let knights = squares(rank, b'N');
    let dark = (bishops & 0x55).trailing_zeros() as u16 / 2;
    let light = (bishops & 0xAA).trailing_zeros() as u16 / 2;
    let queen_place = place(!bishops, queen.trailing_zeros());
    let free = !(bishops | queen);
    let near = place(free, knights.trailing_zeros()) as usize;
    let far = place(free, 7 - (knights | 1).leading_zeros()) as usize;
    let number = light + 4 * dark + 16 * queen_place + 96 * KNIGHT_PAIRS[near & 7][far & 7];
    if number < START_COUNT
        && u64::from_le_bytes(ARRANGEMENTS[number as usize]) == u64::from_le_bytes(*rank)
    {
        Some(number)
    } else {
        None
    }
}

/// The files on which a letter stands, bit 0 for a.
const fn squares(rank: &FirstRank, letter: u8) -> u8 {
    let mut set = 0;
    let mut file = 0;
    while file < 8 {
        set |= ((rank[file] == letter) as u8) << file;
        file += 1;
    }
    set
}

/// How many squares of a set lie before a file (0-8).
const fn place(set: u8, file: u32) -> u16 {
    (set as u16 & ((1 << file) - 1)).count_ones() as u16
}

const fn knight_pairs() -> [[u16; 8]; 8] {
    let mut pairs = [[10; 8]; 8];
    let mut number = 0;
    let mut near = 0;
    while near < 5 {
        let mut far = near + 1;
        while far < 5 {
            pairs[near][far] = number;
            number += 1;
            far += 1;
        }
        near += 1;
    }
    pairs
}

const fn all_arrangements() -> [FirstRank; START_COUNT as usize] {
    let mut all = [[0; 8]; START_COUNT as usize];
    let mut number = 0;
    while number < START_COUNT as usize {
        all[number] = build(number);
        number += 1;
    }
    all
}

const fn build(number: usize) -> FirstRank {
    let mut rank = [0; 8];
    rank[number % 4 * 2 + 1] = b'B';
    rank[number / 4 % 4 * 2] = b'B';
    rank[nth_free(&rank, number / 16 % 6)] = b'Q';
    let (near, far) = knights_of(number as u16 / 96);
    let (near, far) = (nth_free(&rank, near), nth_free(&rank, far));
    rank[near] = b'N';
    rank[far] = b'N';
    rank[nth_free(&rank, 0)] = b'R';
    rank[nth_free(&rank, 0)] = b'K';
    rank[nth_free(&rank, 0)] = b'R';
    rank
}

const fn knights_of(pair: u16) -> (usize, usize) {
    let mut near = 0;
    while near < 5 {
        let mut far = near + 1;
        while far < 5 {
            if KNIGHT_PAIRS[near][far] == pair {
                return (near, far);
            }
            far += 1;
        }
        near += 1;
    }
    (0, 1)
}

const fn nth_free(rank: &FirstRank, place: usize) -> usize {
    let mut file = 0;
    let mut left = place;
    while rank[file] != 0 || left > 0 {
        if rank[file] == 0 {
            left -= 1;
        }
        file += 1;
    }
    file
}
