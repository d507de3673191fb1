//! The club's mirror list, 1-960, reconstructed.
//!
//! A chess club's page numbers the positions so that `n` and `961 - n` are left-right mirrors, in
//! blocks by the king's file b, c, d, e, f, g (108, 168, 204, 204, 168, 108 positions), and calls
//! `RNBQKBNR` 626 and its mirror `RNBKQBNR` 335. Its full table is not available, so the order
//! within the blocks is a **reconstruction**: by (left rook, right rook, dark-square bishop,
//! light-square bishop, queen), files ascending, for kings on b, c and d; the second half is the
//! mirror of the first. The two numbers fix no more than this: with the light-square bishop first
//! they would be 620 and 341. Lexicographic order with R < Q < B < N meets every number above as
//! well.

use super::{START_COUNT, Start, scharnagl_number};

const HALF: usize = START_COUNT as usize / 2;

/// Scharnagl numbers of the first half of the list.
static FIRST_HALF: [u16; HALF] = first_half();

/// Index in the list, 1-960, by Scharnagl number.
static PLACES: [u16; START_COUNT as usize] = places();

/// The index (1-960) of a position in the list.
pub(super) fn place(start: Start) -> u16 {
    PLACES[usize::from(start.number())]
}

/// The position at an index; `None` outside 1-960.
pub(super) fn position(place: u16) -> Option<Start> {
    match place {
        1..=480 => Start::new(FIRST_HALF[usize::from(place) - 1]),
        481..=960 => Start::new(FIRST_HALF[usize::from(960 - place)]).map(Start::mirror),
        _ => None,
    }
}

const fn first_half() -> [u16; HALF] {
    let mut list = [0; HALF];
    let mut next = 0;
    let mut king = 1;
    while king <= 3 {
        let mut left = 0;
        while left < king {
            let mut right = king + 1;
            while right < 8 {
                let mut rank = [b'N'; 8];
                rank[king] = b'K';
                rank[left] = b'R';
                rank[right] = b'R';
                next = append_bishops_and_queen(&mut list, next, rank);
                right += 1;
            }
            left += 1;
        }
        king += 1;
    }
    list
}

const fn append_bishops_and_queen(list: &mut [u16; HALF], mut next: usize, rank: [u8; 8]) -> usize {
    let mut dark = 0;
    while dark < 8 {
        let mut light = 1;
        while light < 8 {
            if rank[dark] == b'N' && rank[light] == b'N' {
                let mut queen = 0;
                while queen < 8 {
                    let mut full = rank;
                    full[dark] = b'B';
                    full[light] = b'B';
                    if full[queen] == b'N' {
                        full[queen] = b'Q';
                        if let Some(number) = scharnagl_number(&full) {
                            list[next] = number;
                        }
                        next += 1;
                    }
                    queen += 1;
                }
            }
            light += 2;
        }
        dark += 2;
    }
    next
}

const fn places() -> [u16; START_COUNT as usize] {
    let list = first_half();
    let mut places = [0; START_COUNT as usize];
    let mut place = 1;
    while place <= HALF as u16 {
        let number = list[place as usize - 1];
        places[number as usize] = place;
        if let Some(start) = Start::new(number) {
            places[start.mirror().number() as usize] = START_COUNT + 1 - place;
        }
        place += 1;
    }
    places
}
