//! Attack sets: small tables made at compile time, and sliders by o^(o-2r).
//!
//! Squares run from a1 = 0 to h8 = 63. Every index is masked with 63, which changes nothing for a square
//! and lets the compiler omit the bounds check.

use audit960_types::{Bitboard, Role, Side, Square};

/// The a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The first rank.
pub(crate) const RANK_1: u64 = 0xff;

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

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 8 && rank >= 0 && rank < 8
}

const fn leaper(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (file, rank) = (square % 8 + steps[i].0, square / 8 + steps[i].1);
            if on_board(file, rank) {
                table[square as usize] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Squares on the line through each square in two opposite directions, the square itself excluded.
const fn line(step: (i32, i32)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = -1;
        while direction <= 1 {
            let (df, dr) = (step.0 * direction, step.1 * direction);
            let (mut file, mut rank) = (square % 8 + df, square / 8 + dr);
            while on_board(file, rank) && direction != 0 {
                table[square as usize] |= 1 << (rank * 8 + file);
                file += df;
                rank += dr;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaper(&KNIGHT_STEPS);
static KING: [u64; 64] = leaper(&KING_STEPS);
static PAWN: [[u64; 64]; 2] = [leaper(&[(1, 1), (-1, 1)]), leaper(&[(1, -1), (-1, -1)])];
static FILES: [u64; 64] = line((0, 1));
static DIAGONALS: [u64; 64] = line((1, 1));
static ANTIDIAGONALS: [u64; 64] = line((1, -1));

/// Squares a rook on a file attacks along the first rank, by the occupation of files b to g.
static RANK_ATTACKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut attacks = 0;
            let mut f = file + 1;
            while f < 8 {
                attacks |= 1 << f;
                if occupied >> f & 1 == 1 {
                    break;
                }
                f += 1;
            }
            let mut f = file - 1;
            while f >= 0 {
                attacks |= 1 << f;
                if occupied >> f & 1 == 1 {
                    break;
                }
                f -= 1;
            }
            table[file as usize][inner as usize] = attacks;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Rook lines of each square on an empty board.
static ROOK_LINES: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let rank = RANK_1 << (square & 56);
        table[square] = FILES[square] | (rank & !(1 << square));
        square += 1;
    }
    table
};

/// Bishop lines of each square on an empty board.
static BISHOP_LINES: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = DIAGONALS[square] | ANTIDIAGONALS[square];
        square += 1;
    }
    table
};

/// Queen lines of each square on an empty board.
static QUEEN_LINES: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = ROOK_LINES[square] | BISHOP_LINES[square];
        square += 1;
    }
    table
};

/// Index of the lowest square of a set that is not empty.
#[inline(always)]
pub(crate) const fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize
}

/// Iterates over the squares of a set, lowest first.
#[inline(always)]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = lowest(set);
            set &= set - 1;
            square
        })
    })
}

#[inline(always)]
pub(crate) const fn knight(square: usize) -> u64 {
    KNIGHT[square & 63]
}

#[inline(always)]
pub(crate) const fn king(square: usize) -> u64 {
    KING[square & 63]
}

/// Squares a pawn of `side` attacks.
#[inline(always)]
pub(crate) fn pawn(side: Side, square: usize) -> u64 {
    PAWN[side as usize][square & 63]
}

#[inline(always)]
pub(crate) const fn rook_lines(square: usize) -> u64 {
    ROOK_LINES[square & 63]
}

#[inline(always)]
pub(crate) const fn queen_lines(square: usize) -> u64 {
    QUEEN_LINES[square & 63]
}

#[inline(always)]
pub(crate) const fn bishop_lines(square: usize) -> u64 {
    BISHOP_LINES[square & 63]
}

/// Attacks along one line by o^(o-2r), both ways at once: subtracting the slider twice from the
/// blockers borrows up to the first of them; the byte-swapped board does the same downwards.
#[inline(always)]
fn along(square: usize, occupied: u64, line: u64) -> u64 {
    let slider = 1_u64 << (square & 63);
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider.wrapping_mul(2));
    let down = blockers
        .swap_bytes()
        .wrapping_sub(slider.swap_bytes().wrapping_mul(2))
        .swap_bytes();
    (up ^ down) & line
}

/// Squares a bishop attacks.
#[inline(always)]
pub(crate) fn bishop(square: usize, occupied: u64) -> u64 {
    along(square, occupied, DIAGONALS[square & 63])
        | along(square, occupied, ANTIDIAGONALS[square & 63])
}

/// Squares a rook attacks.
#[inline(always)]
pub(crate) fn rook(square: usize, occupied: u64) -> u64 {
    let shift = square & 56;
    let inner = (occupied >> shift >> 1 & 63) as usize;
    let rank = u64::from(RANK_ATTACKS[square & 7][inner]) << shift;
    along(square, occupied, FILES[square & 63]) | rank
}

/// Squares that a piece attacks from a square of a board with the given occupied squares; none for a
/// pawn, whose attacks depend on its side.
#[must_use]
pub fn piece_attacks(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(piece(role, square.index(), occupied.0))
}

/// Squares strictly between two squares of one rank.
#[must_use]
pub const fn between_on_rank(a: Square, b: Square) -> Bitboard {
    Bitboard(between(a.index(), b.index()))
}

/// As [`piece_attacks`], with bare integers.
pub(crate) fn piece(role: Role, square: usize, occupied: u64) -> u64 {
    match role {
        Role::Pawn => 0,
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => bishop(square, occupied) | rook(square, occupied),
        Role::King => king(square),
    }
}

/// As [`between_on_rank`], with bare integers.
pub(crate) const fn between(a: usize, b: usize) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if high == low {
        0
    } else {
        ((1 << high) - 1) & !((2_u64 << low) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the board step by step, as a person would.
    fn walk(square: usize, occupied: u64, steps: &[(i32, i32)]) -> u64 {
        let mut attacks = 0;
        for &(df, dr) in steps {
            let (mut file, mut rank) = (square as i32 % 8 + df, square as i32 / 8 + dr);
            while on_board(file, rank) {
                let bit = 1_u64 << (rank * 8 + file);
                attacks |= bit;
                if occupied & bit != 0 {
                    break;
                }
                file += df;
                rank += dr;
            }
        }
        attacks
    }

    #[test]
    fn sliders_agree_with_walking() {
        let rook_steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let bishop_steps = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000 {
            occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(17) ^ round;
            let sparse = occupied & occupied.rotate_left(29);
            for square in 0..64 {
                for set in [occupied, sparse, 0, !0] {
                    assert_eq!(rook(square, set), walk(square, set, &rook_steps));
                    assert_eq!(bishop(square, set), walk(square, set, &bishop_steps));
                }
            }
        }
    }

    #[test]
    fn between_leaves_out_both_ends() {
        assert_eq!(between(4, 6), 1 << 5);
        assert_eq!(between(6, 4), 1 << 5);
        assert_eq!(between(56, 63), 0x7e << 56);
        assert_eq!(between(3, 3), 0);
        assert_eq!(between(3, 4), 0);
    }
}
