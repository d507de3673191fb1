//! Tables of squares that pieces reach on an empty board, and of the squares between and beyond two
//! squares.
//!
//! With them, the same code serves all kinds of pieces: where a piece may come from, whether its path is
//! blocked, whether it gives check, whether it is pinned.

use crate::attacks::{ANTIDIAGONALS, DIAGONALS, FILES, RANK_1};
use crate::roles::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Rows of [`REACH`]: the five kinds of pieces by their role, then the pawns' pushes and captures by
/// side.
const ROWS: usize = 16;
const PUSH: usize = 8;
const CAPTURE: usize = 10;

/// Steps of a leaper: (files, ranks).
const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The square of a file and a rank; none off the board.
pub(crate) const fn bit(file: i32, rank: i32) -> u64 {
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        1 << (rank * 8 + file)
    } else {
        0
    }
}

/// Squares one step of a leaper away from each square.
pub(crate) const fn leaper(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[square as usize] |= bit(square % 8 + steps[i].0, square / 8 + steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

/// Squares on the line through each square in two opposite directions, the square itself excluded.
pub(crate) const fn line(step: (i32, i32)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut distance = -7;
    while distance < 8 {
        if distance != 0 {
            let there = leaper(&[(step.0 * distance, step.1 * distance)]);
            let mut square = 0;
            while square < 64 {
                table[square] |= there[square];
                square += 1;
            }
        }
        distance += 1;
    }
    table
}

/// Squares from which a square is reached, by row. The rows of pawns do not lead to the last rank:
/// promotions are left to the slow path.
static REACH: [[u64; 64]; ROWS] = {
    let mut table = [[0; 64]; ROWS];
    table[KNIGHT] = leaper(&KNIGHT_STEPS);
    table[KING] = leaper(&KING_STEPS);
    let mut square = 0;
    while square < 64 {
        let rank = RANK_1 << (square & 56) & !(1 << square);
        table[BISHOP][square] = DIAGONALS[square] | ANTIDIAGONALS[square];
        table[ROOK][square] = FILES[square] | rank;
        table[QUEEN][square] = table[BISHOP][square] | table[ROOK][square];
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

/// Squares strictly between two squares of a line, and squares of a line beyond the second as seen from
/// the first; empty where no line joins them.
struct LineTables {
    between: [[u64; 64]; 64],
    beyond: [[u64; 64]; 64],
}

static LINES: LineTables = {
    let mut lines = LineTables {
        between: [[0; 64]; 64],
        beyond: [[0; 64]; 64],
    };
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (df, dr) = KING_STEPS[i];
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

/// The row of [`REACH`] of a piece of a side (0 or 1); whether it captures matters only for pawns.
pub(crate) const fn way(side: u8, role: usize, takes: bool) -> u8 {
    match role {
        PAWN if takes => CAPTURE as u8 + side,
        PAWN => PUSH as u8 + side,
        _ => role as u8,
    }
}

/// The row that leads back from the squares a piece attacks: for a pawn, the captures of the other side.
pub(crate) const fn attacks(side: u8, role: usize) -> u8 {
    way(side ^ 1, role, true)
}

/// Squares from which the pieces of a row reach a square on an empty board.
#[inline(always)]
pub(crate) fn reach(way: u8, to: usize) -> u64 {
    REACH[usize::from(way) & (ROWS - 1)][to & 63]
}

/// Squares strictly between two squares, if a line joins them.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    LINES.between[a & 63][b & 63]
}

/// Squares beyond the second square as seen from the first, if a line joins them.
#[inline(always)]
pub(crate) fn beyond(from: usize, over: usize) -> u64 {
    LINES.beyond[from & 63][over & 63]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{bishop, rook, squares};

    #[test]
    fn lines_agree_with_the_attacks_of_sliders() {
        for a in 0..64 {
            for b in (0..64).filter(|b| *b != a) {
                let (from, to) = (1_u64 << a, 1_u64 << b);
                let joined = |slider: fn(usize, u64) -> u64| {
                    let aligned = slider(a, 0) & to != 0;
                    if aligned {
                        slider(a, to) & slider(b, from)
                    } else {
                        0
                    }
                };
                assert_eq!(between(a, b), joined(rook) | joined(bishop), "{a} {b}");
                let behind = |s: &usize| *s != a && *s != b && between(a, *s) & to != 0;
                let behind = (0..64).filter(behind).fold(0, |set, s| set | 1 << s);
                assert_eq!(beyond(a, b), behind, "{a} {b}");
            }
            assert_eq!((between(a, a), beyond(a, a)), (0, 0));
        }
    }

    #[test]
    fn ways_of_pieces_are_their_attacks_on_an_empty_board() {
        for to in 0..64 {
            let of = |role| reach(way(0, role, false), to);
            assert_eq!(of(ROOK), rook(to, 0));
            assert_eq!(of(BISHOP), bishop(to, 0));
            assert_eq!(of(QUEEN), rook(to, 0) | bishop(to, 0));
            let steps = |is_step: fn(i32, i32) -> bool| {
                let there = |from: &usize| {
                    let (from, to) = (*from as i32, to as i32);
                    is_step((from % 8 - to % 8).abs(), (from / 8 - to / 8).abs())
                };
                (0..64).filter(there).fold(0, |set, from| set | 1 << from)
            };
            assert_eq!(of(KNIGHT), steps(|files, ranks| files * ranks == 2));
            assert_eq!(of(KING), steps(|files, ranks| files.max(ranks) == 1));
        }
    }

    /// Every pawn, where it may go, and back.
    #[test]
    fn ways_of_pawns_lead_back_from_where_they_go() {
        for (side, up, home, last) in [(0, 8_i32, 1, 7), (1, -8, 6, 0)] {
            let (mut pushes, mut captures) = ([0_u64; 64], [0_u64; 64]);
            for from in 8..56_i32 {
                let (file, rank) = (from & 7, from >> 3);
                let goes = |targets: &mut [u64; 64], to: i32| {
                    if to >> 3 != last {
                        targets[to as usize] |= 1 << from;
                    }
                };
                goes(&mut pushes, from + up);
                if rank == home {
                    goes(&mut pushes, from + 2 * up);
                }
                if file > 0 {
                    goes(&mut captures, from + up - 1);
                }
                if file < 7 {
                    goes(&mut captures, from + up + 1);
                }
            }
            for to in 0..64 {
                // No pawn stands on a first or last rank, whatever the table has there.
                let pawns = 0x00ff_ffff_ffff_ff00;
                assert_eq!(reach(way(side, PAWN, false), to) & pawns, pushes[to]);
                assert_eq!(reach(way(side, PAWN, true), to) & pawns, captures[to]);
            }
            for from in squares(0x00ff_ffff_ffff_ff00) {
                let attacked = reach(attacks(side, PAWN), from);
                let side =
                    [audit960_types::Side::White, audit960_types::Side::Black][usize::from(side)];
                assert_eq!(attacked, crate::attacks::pawn(side, from));
            }
        }
    }
}
