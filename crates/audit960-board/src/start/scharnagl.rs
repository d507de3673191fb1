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

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{FirstRank, START_COUNT};

/// First ranks by Scharnagl number.
pub static ARRANGEMENTS: LazyLock<[FirstRank; START_COUNT as usize]> =
    LazyLock::new(|| std::array::from_fn(build));

/// Scharnagl numbers by first rank.
static NUMBERS: LazyLock<HashMap<FirstRank, u16>> =
    LazyLock::new(|| ARRANGEMENTS.iter().copied().zip(0..).collect());

/// Indices of two knights among the five squares left, by their number.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

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
#[must_use]
pub fn scharnagl_number(rank: &FirstRank) -> Option<u16> {
    NUMBERS.get(rank).copied()
}

fn build(number: usize) -> FirstRank {
    let mut rank = [0; 8];
    rank[number % 4 * 2 + 1] = b'B';
    rank[number / 4 % 4 * 2] = b'B';
    let mut put = |letter, index| {
        let mut free = rank.iter_mut().filter(|letter| **letter == 0);
        if let Some(square) = free.nth(index) {
            *square = letter;
        }
    };
    put(b'Q', number / 16 % 6);
    // The farther first, so that the index of the nearer stays.
    let [near, far] = KNIGHTS[number / 96];
    put(b'N', far);
    put(b'N', near);
    for letter in *b"RKR" {
        put(letter, 0);
    }
    rank
}
