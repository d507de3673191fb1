//! Counts the target squares of many sets together.

use super::pawns::{LAST_RANKS, PawnTargets};
use super::piece_sets::CastlingPath;
use super::targets::Targets;

/// Counts moves. Sets of targets are added square by square, in binary: one set for the lowest digit of
/// every square's sum, one for the next, one for the third. That takes fewer steps than counting each
/// set.
#[derive(Default)]
pub(super) struct Count {
    digits: [u64; 3],
    number: u64,
}

impl Count {
    /// Adds a move to each square of a set.
    #[inline(always)]
    pub(super) fn add(&mut self, set: u64) {
        let mut carry = set;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        if carry != 0 {
            self.number += 8 * u64::from(carry.count_ones());
        }
    }

    /// Adds a pawn move to each square of a set, four on the last rank.
    #[inline(always)]
    pub(super) fn add_pawns(&mut self, set: u64) {
        self.add(set);
        if set & LAST_RANKS != 0 {
            self.number += 3 * u64::from((set & LAST_RANKS).count_ones());
        }
    }

    #[inline(always)]
    pub(super) fn total(&self) -> u64 {
        let [ones, twos, fours] = self.digits.map(|digit| u64::from(digit.count_ones()));
        self.number + ones + 2 * twos + 4 * fours
    }
}

impl Targets for Count {
    #[inline(always)]
    fn piece(&mut self, _: usize, _: usize, targets: u64) -> bool {
        self.add(targets);
        true
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        // These sets are disjoint: steps go to empty squares, captures to enemies, and no square is the
        // target of both a single and a double step.
        self.add_pawns(targets.one | targets.two | targets.left);
        self.add_pawns(targets.right);
        true
    }

    #[inline(always)]
    fn en_passant(&mut self, _: usize, _: usize) -> bool {
        self.number += 1;
        true
    }

    #[inline(always)]
    fn castling(&mut self, _: usize, _: &CastlingPath) -> bool {
        self.number += 1;
        true
    }
}
