//! A club's procedure with one six-sided die, and its exact distribution.
//!
//! 1. King: the die counts from file b.
//! 2. Rook left of the king: the die counts the squares left of it from file a, wrapping around.
//! 3. Rook right of the king: the same on its right.
//! 4. Light-square bishop: the die counts the free light squares, wrapping around.
//! 5. Dark-square bishop: the same on the dark squares.
//! 6. Queen: the die counts the free squares.
//! 7. Knights take the rest.
//!
//! Every count runs from a to h.

use super::super::{FirstRank, START_COUNT, Start};
use super::{SplitMix64, Step, Throw, ThrowResult, files, filled, free};

const FACES: u16 = 6;
const THROWS: usize = 6;
const LIGHT_SQUARES: u8 = 0xAA;

/// How many of the 6^6 = 46,656 equally likely sequences of throws give each position (by Scharnagl
/// number): between 24 and 96.
#[must_use]
pub fn club_counts() -> [u16; START_COUNT as usize] {
    let mut counts = [0; START_COUNT as usize];
    for throw in 0..u32::from(FACES).pow(THROWS as u32) {
        let mut rest = throw;
        let dice = std::array::from_fn(|_| {
            let shown = (rest % u32::from(FACES)) as u16 + 1;
            rest /= u32::from(FACES);
            shown
        });
        let (start, _) = place(dice);
        counts[usize::from(start.number())] += 1;
    }
    counts
}

pub(super) fn one_die(random: &mut SplitMix64) -> (Start, Vec<Throw>) {
    let (start, steps) = place(std::array::from_fn(|_| random.throw(FACES)));
    (start, steps.to_vec())
}

/// The position that six throws lead to, and how.
fn place(dice: [u16; THROWS]) -> (Start, [Throw; THROWS]) {
    let mut rank: FirstRank = [0; 8];
    let mut king = 0;
    let order = [
        (Step::King, b'K'),
        (Step::ASideRook, b'R'),
        (Step::HSideRook, b'R'),
        (Step::LightBishop, b'B'),
        (Step::DarkBishop, b'B'),
        (Step::Queen, b'Q'),
    ];
    let steps = std::array::from_fn(|index| {
        let (step, letter) = order[index];
        let squares = free(&rank)
            & match step {
                Step::King => 0b0111_1110,
                Step::ASideRook => (1 << king) - 1,
                Step::HSideRook => !((1 << king) - 1),
                Step::LightBishop => LIGHT_SQUARES,
                Step::DarkBishop => !LIGHT_SQUARES,
                _ => 0xFF,
            };
        let shown = dice[index];
        let file = count(squares, shown);
        rank[usize::from(file)] = letter;
        if step == Step::King {
            king = file;
        }
        Throw {
            step,
            faces: FACES,
            shown,
            squares,
            landing: ThrowResult::File(file),
        }
    });
    for letter in rank.iter_mut().filter(|letter| **letter == 0) {
        *letter = b'N';
    }
    (filled(&rank), steps)
}

/// The file reached by counting over a set of files, wrapping around.
fn count(squares: u8, shown: u16) -> u8 {
    let index = (u32::from(shown) - 1) % squares.count_ones();
    files(squares).nth(index as usize).unwrap_or_default()
}
