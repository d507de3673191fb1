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

use std::sync::LazyLock;

use super::{START_COUNT, Start};

/// The first half of the list.
static FIRST_HALF: LazyLock<Vec<Start>> = LazyLock::new(|| {
    let order = |start: &Start| {
        let (rank, files) = (start.arrangement(), start.castling_files());
        let rooks = [files.a_side_rook, files.h_side_rook];
        let bishop = |colour| (0..8).find(|file| file % 2 == colour && rank[*file] == b'B');
        let queen = rank.iter().position(|letter| *letter == b'Q');
        (files.king, rooks, bishop(0), bishop(1), queen)
    };
    let mut half: Vec<_> = Start::all().collect();
    half.sort_by_key(order);
    half.truncate(usize::from(START_COUNT) / 2);
    half
});

/// The index (1-960) of a position in the list.
pub(super) fn place(start: Start) -> u16 {
    let index = |start| (1..).zip(FIRST_HALF.iter()).find(|(_, at)| **at == start);
    match (index(start), index(start.mirror())) {
        (Some((index, _)), _) => index,
        (None, mirrored) => START_COUNT + 1 - mirrored.map_or(0, |(index, _)| index),
    }
}

/// The position at an index; `None` outside 1-960.
pub(super) fn position(place: u16) -> Option<Start> {
    match place {
        1..=480 => Some(FIRST_HALF[usize::from(place) - 1]),
        481..=960 => Some(FIRST_HALF[usize::from(960 - place)].mirror()),
        _ => None,
    }
}
