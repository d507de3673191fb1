//! Attack sets: small tables made at compile time, and sliders by o^(o-2r).
//!
//! Squares run from a1 = 0 to h8 = 63. Every index is masked with 63, which changes nothing for a square
//! and lets the compiler omit the bounds check.

use audit960_types::{Bitboard, Role, Side, Square};

use crate::ray_tables::{self, leaper, line};
use crate::roles::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// The a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The first rank.
pub(crate) const RANK_1: u64 = 0xff;

static PAWN: [[u64; 64]; 2] = [leaper(&[(1, 1), (-1, 1)]), leaper(&[(1, -1), (-1, -1)])];
pub(crate) static FILES: [u64; 64] = line((0, 1));
pub(crate) static DIAGONALS: [u64; 64] = line((1, 1));
pub(crate) static ANTIDIAGONALS: [u64; 64] = line((1, -1));

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
pub(crate) fn knight(square: usize) -> u64 {
    ray_tables::reach(KNIGHT as u8, square)
}

#[inline(always)]
pub(crate) fn king(square: usize) -> u64 {
    ray_tables::reach(KING as u8, square)
}

/// Squares a pawn of `side` attacks.
#[inline(always)]
pub(crate) fn pawn(side: Side, square: usize) -> u64 {
    PAWN[side as usize][square & 63]
}

#[inline(always)]
pub(crate) fn rook_lines(square: usize) -> u64 {
    ray_tables::reach(ROOK as u8, square)
}

#[inline(always)]
pub(crate) fn queen_lines(square: usize) -> u64 {
    ray_tables::reach(QUEEN as u8, square)
}

#[inline(always)]
pub(crate) fn bishop_lines(square: usize) -> u64 {
    ray_tables::reach(BISHOP as u8, square)
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
pub fn between_on_rank(a: Square, b: Square) -> Bitboard {
    Bitboard(ray_tables::between(a.index(), b.index()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ray_tables::bit;

    /// Walks the board step by step, as a person would.
    fn walk(square: usize, occupied: u64, steps: &[(i32, i32)]) -> u64 {
        let mut attacks = 0;
        for &(df, dr) in steps {
            let (mut file, mut rank) = (square as i32 % 8 + df, square as i32 / 8 + dr);
            while bit(file, rank) != 0 {
                let bit = bit(file, rank);
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
}
