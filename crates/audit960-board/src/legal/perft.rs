//! Perft: numbers of legal move sequences, the test of a move generator.
//!
//! The last ply is counted, not played: all it needs are the sizes of the target sets. Sequences
//! that lead to the same position share one count.

use audit960_types::Side;

use super::men::{Men, Way, Ways, ways};
use super::targets::{PawnTargets, Targets};
use crate::attacks::{RANK_1, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK};

/// Counts moves. Sets of targets are added up square by square, in binary: a set for the lowest
/// digit of every square's sum, one for the next, one for the third. That takes fewer steps than to
/// count each set.
#[derive(Default)]
struct Count {
    digits: [u64; 3],
    number: u64,
}

impl Count {
    #[inline(always)]
    fn add(&mut self, set: u64) {
        let mut carry = set;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        if carry != 0 {
            self.number += 8 * u64::from(carry.count_ones());
        }
    }

    #[inline(always)]
    fn total(&self) -> u64 {
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
        let PawnTargets {
            one,
            two,
            left,
            right,
            ..
        } = *targets;
        // Steps go to free squares and captures to enemies, single steps elsewhere than double ones.
        let together = one | two | left;
        self.add(together);
        self.add(right);
        let promotions = (together | right) & (RANK_1 | RANK_1 << 56);
        if promotions != 0 {
            for set in [together, right] {
                self.number += 3 * u64::from((set & promotions).count_ones());
            }
        }
        true
    }

    #[inline(always)]
    fn en_passant(&mut self, _: usize, _: usize) -> bool {
        self.number += 1;
        true
    }

    #[inline(always)]
    fn castling(&mut self, _: usize, _: &Way) -> bool {
        self.number += 1;
        true
    }
}

/// Counts what follows each move of side `US`; `THEM` is the other.
struct Below<'a, const US: usize, const THEM: usize> {
    men: &'a Men,
    /// Plies to count after the move.
    depth: u32,
    known: &'a mut Known,
    number: u64,
}

impl<const US: usize, const THEM: usize> Below<'_, US, THEM> {
    #[inline(always)]
    fn count(&mut self, after: &Men) -> bool {
        self.number += after.perft::<THEM, US>(self.depth, self.known);
        true
    }
}

impl<const US: usize, const THEM: usize> Targets for Below<'_, US, THEM> {
    #[inline(always)]
    fn piece(&mut self, role: usize, from: usize, targets: u64) -> bool {
        squares(targets).all(|to| self.count(&self.men.after::<US>(role, from, to, role)))
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        targets.each().all(|(from, to)| {
            if from.abs_diff(to) == 16 {
                self.count(&self.men.after_double_step::<US>(from, to))
            } else if (8..56).contains(&to) {
                self.count(&self.men.after::<US>(PAWN, from, to, PAWN))
            } else {
                [QUEEN, ROOK, BISHOP, KNIGHT]
                    .into_iter()
                    .all(|becomes| self.count(&self.men.after::<US>(PAWN, from, to, becomes)))
            }
        })
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) -> bool {
        self.count(&self.men.after_en_passant::<US>(from, to))
    }

    #[inline(always)]
    fn castling(&mut self, _: usize, way: &Way) -> bool {
        self.count(&self.men.after_castling::<US>(way))
    }
}

/// Numbers already counted, by position and depth, and what does not change on the way.
struct Known {
    /// One ply before the end: small, so that looking there is quicker than counting.
    last: Vec<Slot>,
    /// Above it.
    upper: Vec<Slot>,
    ways: Ways,
}

/// Key and number, in the slot of the key's low bits; 0 and 0 where nothing is known.
type Slot = (u64, u64);

impl Known {
    /// Tables for a depth.
    fn new(position: &Position, depth: u32) -> Self {
        let (last, upper) = match depth {
            0..=2 => (0, 0),
            3 => (10, 0),
            4 => (15, 8),
            5 => (16, 13),
            6 => (16, 17),
            _ => (16, 20),
        };
        let table = |bits: u32| vec![(0, 0); 1 << bits];
        Self {
            last: table(last),
            upper: table(upper),
            ways: ways(position),
        }
    }

    #[inline(always)]
    fn slot(&mut self, key: u64, depth: u32) -> &mut Slot {
        let table = if depth == 1 {
            &mut self.last
        } else {
            &mut self.upper
        };
        let at = key as usize & (table.len() - 1);
        &mut table[at]
    }
}

impl Men {
    /// Number of legal move sequences of `depth` plies, at least 1, side `US` first.
    fn perft<const US: usize, const THEM: usize>(&self, depth: u32, known: &mut Known) -> u64 {
        let key = self.key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = known.slot(key, depth);
        if slot.0 == key {
            return slot.1;
        }
        let number = if depth == 1 {
            let mut count = Count::default();
            self.visit::<US>(&known.ways[US], &mut count);
            count.total()
        } else {
            let ways = known.ways[US];
            let mut below = Below::<US, THEM> {
                men: self,
                depth: depth - 1,
                known,
                number: 0,
            };
            self.visit::<US>(&ways, &mut below);
            below.number
        };
        *known.slot(key, depth) = (key, number);
        number
    }
}

impl Position {
    /// Number of legal move sequences of `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.count_below(depth, &mut Known::new(self, depth))
    }

    /// Perft of the position after each legal move, in the order of [`Position::legal_moves`]: for
    /// a `depth` of at least 1, the numbers that [`Position::perft`] is the sum of.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let known = &mut Known::new(self, depth);
        let mut below = |m| (m, self.after(m).count_below(depth.saturating_sub(1), known));
        self.legal_moves().into_iter().map(&mut below).collect()
    }

    fn count_below(&self, depth: u32, known: &mut Known) -> u64 {
        match (depth, self.turn) {
            (0, _) => 1,
            (_, Side::White) => Men::of(self).perft::<0, 1>(depth, known),
            (_, Side::Black) => Men::of(self).perft::<1, 0>(depth, known),
        }
    }

    fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that are in every engine's tests: the orthodox start.
    #[test]
    fn counts_of_the_start() {
        let start = Position::standard();
        for (depth, nodes) in [
            (0, 1),
            (1, 20),
            (2, 400),
            (3, 8902),
            (4, 197_281),
            (5, 4_865_609),
        ] {
            assert_eq!(start.perft(depth), nodes);
        }
        let divided = start.divide(3);
        assert_eq!(divided.len(), 20);
        assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8902);
        // After 1. e4 there are 20 answers, after them 600 white moves: a published divide.
        let e4 = divided.iter().find(|(m, _)| start.san(*m) == "e4").unwrap();
        assert_eq!(e4.1, 600);
    }
}
