//! Perft: the number of legal move sequences, the test of a move generator. The last half-move is counted, not played.

use super::pawns::{LAST_RANKS, PawnTargets};
use super::piece_sets::CastlingPath;
use super::targets::Targets;
use crate::moves::Move;
use crate::position::Position;

/// Counts moves.
struct Count(u64);

impl Targets for Count {
    fn piece(&mut self, _: usize, _: usize, targets: u64) -> bool {
        self.0 += u64::from(targets.count_ones());
        true
    }

    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        for set in [targets.one, targets.two, targets.left, targets.right] {
            // On the last rank a pawn becomes one of four pieces.
            let (all, promoting) = (set.count_ones(), (set & LAST_RANKS).count_ones());
            self.0 += u64::from(all + 3 * promoting);
        }
        true
    }

    fn en_passant(&mut self, _: usize, _: usize) -> bool {
        self.0 += 1;
        true
    }

    fn castling(&mut self, _: usize, _: &CastlingPath) -> bool {
        self.0 += 1;
        true
    }
}

impl Position {
    /// Number of legal move sequences of `depth` half-moves. After an illegal move that was kept a king may be captured;
    /// nothing follows that.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_pgn::parse_fen;
    ///
    /// // Counts of the chess programming literature: the orthodox start position, and one of Chess960.
    /// assert_eq!(Position::standard().perft(3), 8_902);
    /// let record = parse_fen(b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")?;
    /// let position = Position::load(&record.setup)?.position;
    /// assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), [21, 528, 12_189]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => {
                let mut count = Count(0);
                self.visit_targets(&mut count);
                count.0
            }
            _ => {
                let mut number = 0;
                self.for_each_legal(&mut |m| number += self.count_from(m, depth));
                number
            }
        }
    }

    /// Perft of the position after each legal move, in the order of [`Position::legal_moves`]. For a
    /// `depth` of at least 1, the counts add up to [`Position::perft`].
    ///
    /// # Examples
    /// ```
    /// let parts = audit960_board::Position::standard().divide(2);
    /// // Black has 20 replies to each of the 20 moves.
    /// assert!(parts.len() == 20 && parts.iter().all(|(_, count)| *count == 20));
    /// ```
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let moves = self.legal_moves().into_iter();
        moves.map(|m| (m, self.count_from(m, depth))).collect()
    }

    /// Number of sequences of `depth` half-moves that begin with this one.
    fn count_from(&self, m: Move, depth: u32) -> u64 {
        if depth > 1 && self.captures_king(m) {
            return 0;
        }
        let mut next = self.clone();
        next.play_after_illegal(m);
        next.perft(depth.saturating_sub(1))
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
        // After 1. e4 there are 20 replies, and 600 white moves after them: a published divide.
        let e4 = divided.iter().find(|(m, _)| start.san(*m) == "e4").unwrap();
        assert_eq!(e4.1, 600);
    }
}
