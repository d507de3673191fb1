//! Tables of squares that pieces reach on an empty board, and of what lies on the lines between.
//!
//! One question after another can then be answered without asking what kind of piece it is: where
//! may it come from, does anything stand in its way, does it check, is it pinned.

use crate::attacks;
use crate::position::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Ways to come to a square: those of the five kinds of pieces by their role, then the pawns' four.
const ROWS: usize = 16;
const PUSH: usize = 8;
const CAPTURE: usize = 10;

const fn bit(file: i32, rank: i32) -> u64 {
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        1 << (rank * 8 + file)
    } else {
        0
    }
}

/// Squares from which a square is reached, by way. The pawns' ways do not lead to the last rank:
/// promotions are for the careful reading.
static REACH: [[u64; 64]; ROWS] = {
    let mut table = [[0; 64]; ROWS];
    let mut square = 0;
    while square < 64 {
        table[KNIGHT][square] = attacks::knight(square);
        table[KING][square] = attacks::king(square);
        table[BISHOP][square] = attacks::bishop_lines(square);
        table[ROOK][square] = attacks::rook_lines(square);
        table[QUEEN][square] = attacks::queen_lines(square);
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut side = 0;
        while side < 2 {
            let (back, fourth, last) = if side == 0 { (-1, 3, 7) } else { (1, 4, 0) };
            if rank != last {
                let two = if rank == fourth {
                    bit(file, rank + 2 * back)
                } else {
                    0
                };
                table[PUSH + side][square] = bit(file, rank + back) | two;
                let (left, right) = (bit(file - 1, rank + back), bit(file + 1, rank + back));
                table[CAPTURE + side][square] = left | right;
            }
            side += 1;
        }
        square += 1;
    }
    table
};

/// Squares strictly between two squares of a line, and squares of a line beyond the second as seen
/// from the first; empty where no line joins them.
struct Lines {
    between: [[u64; 64]; 64],
    beyond: [[u64; 64]; 64],
}

static LINES: Lines = {
    const STEPS: [(i32, i32); 8] = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, -1),
        (1, -1),
        (-1, 1),
    ];
    let mut lines = Lines {
        between: [[0; 64]; 64],
        beyond: [[0; 64]; 64],
    };
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (df, dr) = STEPS[i];
            let (mut file, mut rank) = (from as i32 % 8 + df, from as i32 / 8 + dr);
            let mut whole = 0;
            while bit(file, rank) != 0 {
                whole |= bit(file, rank);
                (file, rank) = (file + df, rank + dr);
            }
            (file, rank) = (from as i32 % 8 + df, from as i32 / 8 + dr);
            let mut passed = 0;
            while bit(file, rank) != 0 {
                let to = (rank * 8 + file) as usize;
                lines.between[from][to] = passed;
                passed |= 1 << to;
                lines.beyond[from][to] = whole & !passed;
                (file, rank) = (file + df, rank + dr);
            }
            i += 1;
        }
        from += 1;
    }
    lines
};

/// The way in which a piece of a side (0 or 1) comes to a square; whether it takes counts for pawns
/// only.
pub(crate) const fn way(side: u8, role: usize, takes: bool) -> u8 {
    match role {
        PAWN if takes => CAPTURE as u8 + side,
        PAWN => PUSH as u8 + side,
        _ => role as u8,
    }
}

/// The way that leads back from the squares a piece attacks: for a pawn's, the other side's captures.
pub(crate) const fn attacks(side: u8, role: usize) -> u8 {
    way(side ^ 1, role, true)
}

/// Squares from which a way leads to a square on an empty board.
#[inline(always)]
pub(crate) fn reach(way: u8, to: usize) -> u64 {
    REACH[usize::from(way) & (ROWS - 1)][to & 63]
}

/// Squares strictly between two squares, if a line joins them.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    LINES.between[a & 63][b & 63]
}

/// Squares behind the second square as seen from the first, if a line joins them.
#[inline(always)]
pub(crate) fn beyond(from: usize, over: usize) -> u64 {
    LINES.beyond[from & 63][over & 63]
}
