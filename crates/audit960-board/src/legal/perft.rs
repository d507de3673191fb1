//! Perft: numbers of legal move sequences, the test of a move generator.
//!
//! The last ply is counted, not played: all it needs are the sizes of the target sets.

use super::EachMove;
use super::targets::Targets;
use crate::attacks::RANK_1;
use crate::moves::Move;
use crate::position::Position;

/// Counts moves.
struct Count(u64);

impl Targets for Count {
    #[inline(always)]
    fn piece(&mut self, _: usize, targets: u64) -> bool {
        self.0 += u64::from(targets.count_ones());
        true
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _: isize) -> bool {
        let promotions = targets & (RANK_1 | RANK_1 << 56);
        self.0 += u64::from(targets.count_ones() + 3 * promotions.count_ones());
        true
    }

    #[inline(always)]
    fn en_passant(&mut self, _: usize, _: usize) -> bool {
        self.0 += 1;
        true
    }

    #[inline(always)]
    fn castling(&mut self, _: usize, _: usize) -> bool {
        self.0 += 1;
        true
    }
}

impl Position {
    /// Number of legal move sequences of `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal(),
            _ => {
                let mut nodes = 0;
                self.visit_targets(&mut EachMove(|m| {
                    let mut next = self.clone();
                    next.play(m);
                    nodes += next.perft(depth - 1);
                    true
                }));
                nodes
            }
        }
    }

    /// Perft of the position after each legal move, in the order of [`Position::legal_moves`]. The
    /// sum is [`Position::perft`] of `depth`, which is at least 1.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let below = |m| (m, self.after(m).perft(depth.saturating_sub(1)));
        self.legal_moves().into_iter().map(below).collect()
    }

    /// Number of legal moves.
    fn count_legal(&self) -> u64 {
        let mut count = Count(0);
        self.visit_targets(&mut count);
        count.0
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
        for (depth, nodes) in [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281)] {
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
