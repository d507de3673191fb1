//! Perft: the number of legal move sequences, the test of a move generator.
//!
//! The last ply is counted, not played: only the sizes of the target sets are needed. Of the ply before
//! it, only moves that are not inert (see `replies`) are played. Sequences that lead to the same position
//! share one count.

use audit960_types::Side;

use super::count::Count;
use super::pawns::{PawnTargets, ahead};
use super::piece_sets::{CastlingPath, CastlingPaths, PieceSets, castling_paths};
use super::replies::Replies;
use super::targets::Targets;
use crate::attacks::squares;
use crate::moves::Move;
use crate::position::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK};

/// Counts what follows each move of side `US`; `THEM` is the other.
struct CountBelow<'a, const US: usize, const THEM: usize> {
    pieces: &'a PieceSets,
    /// Plies to count after the move.
    depth: u32,
    known: &'a mut PerftCache,
    number: u64,
}

impl<const US: usize, const THEM: usize> CountBelow<'_, US, THEM> {
    #[inline(always)]
    fn count(&mut self, after: &PieceSets) -> bool {
        self.number += after.perft::<THEM, US>(self.depth, self.known);
        true
    }
}

impl<const US: usize, const THEM: usize> Targets for CountBelow<'_, US, THEM> {
    #[inline(always)]
    fn piece(&mut self, role: usize, from: usize, targets: u64) -> bool {
        squares(targets).all(|to| self.count(&self.pieces.after::<US>(role, from, to, role)))
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        targets.each().all(|(from, to)| {
            if from.abs_diff(to) == 16 {
                self.count(&self.pieces.after_double_step::<US>(from, to))
            } else if (8..56).contains(&to) {
                self.count(&self.pieces.after::<US>(PAWN, from, to, PAWN))
            } else {
                [QUEEN, ROOK, BISHOP, KNIGHT]
                    .into_iter()
                    .all(|becomes| self.count(&self.pieces.after::<US>(PAWN, from, to, becomes)))
            }
        })
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) -> bool {
        self.count(&self.pieces.after_en_passant::<US>(from, to))
    }

    #[inline(always)]
    fn castling(&mut self, _: usize, path: &CastlingPath) -> bool {
        self.count(&self.pieces.after_castling::<US>(path))
    }
}

/// Counts the replies to each move of side `US`: to inert moves many at once, to others by playing them.
struct LastTwo<'a, 'b, const US: usize, const THEM: usize> {
    replies: &'a Replies<'a, US, THEM>,
    below: &'a mut CountBelow<'b, US, THEM>,
}

impl<const US: usize, const THEM: usize> Targets for LastTwo<'_, '_, US, THEM> {
    #[inline(always)]
    fn piece(&mut self, role: usize, from: usize, targets: u64) -> bool {
        let inert = self.replies.inert(role, from, targets);
        if inert != 0 {
            self.below.number += self.replies.number(1 << from, role, inert);
        }
        self.below.piece(role, from, targets & !inert)
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        let inert = self.replies.inert_steps(targets);
        if inert.one | inert.two != 0 {
            let free = ahead::<US>(self.replies.neutral_origins());
            let together = inert.one & free | inert.two & ahead::<US>(free);
            self.below.number += self.replies.number(0, PAWN, together);
            for (from, to) in inert.without(together).each() {
                self.below.number += self.replies.number(1 << from, PAWN, 1 << to);
            }
        }
        self.below.pawns(&targets.without(inert.one | inert.two))
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) -> bool {
        self.below.en_passant(from, to)
    }

    #[inline(always)]
    fn castling(&mut self, king: usize, path: &CastlingPath) -> bool {
        self.below.castling(king, path)
    }
}

/// Counts already known, by position and depth, and the paths of castling, which do not change.
struct PerftCache {
    slots: Vec<Slot>,
    castling_paths: CastlingPaths,
}

/// Key and count, in the slot of the key's low bits; both 0 in an empty slot.
type Slot = (u64, u64);

impl PerftCache {
    /// A table for a depth. The last ply is never looked up, and hardly any position occurs twice within
    /// two plies: below a depth of 5 there is nothing to share.
    fn new(position: &Position, depth: u32) -> Self {
        let bits = match depth {
            0..=4 => 0,
            5 => 16,
            6 => 18,
            _ => 20,
        };
        Self {
            slots: vec![(0, 0); 1 << bits],
            castling_paths: castling_paths(position),
        }
    }

    #[inline(always)]
    fn slot(&mut self, key: u64) -> &mut Slot {
        let at = key as usize & (self.slots.len() - 1);
        &mut self.slots[at]
    }
}

impl PieceSets {
    /// Number of legal move sequences of `depth` plies, at least 1, side `US` first.
    fn perft<const US: usize, const THEM: usize>(&self, depth: u32, known: &mut PerftCache) -> u64 {
        if depth == 1 {
            let mut count = Count::default();
            self.visit::<US>(&known.castling_paths[US], &mut count);
            return count.total();
        }
        // Counts of one position at different depths have different keys.
        let key = self.key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = known.slot(key);
        if slot.0 == key {
            return slot.1;
        }
        let [ours, theirs] = [known.castling_paths[US], known.castling_paths[THEM]];
        let mut below = CountBelow::<US, THEM> {
            pieces: self,
            depth: depth - 1,
            known,
            number: 0,
        };
        if depth == 2 {
            let replies = &Replies::of(self, &theirs);
            self.visit::<US>(
                &ours,
                &mut LastTwo {
                    replies,
                    below: &mut below,
                },
            );
        } else {
            self.visit::<US>(&ours, &mut below);
        }
        let number = below.number;
        *known.slot(key) = (key, number);
        number
    }
}

impl Position {
    /// Number of legal move sequences of `depth` plies. After an illegal move that was kept a king may be captured; nothing
    /// follows that.
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
        self.count_below(depth, &mut PerftCache::new(self, depth))
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
        let known = &mut PerftCache::new(self, depth);
        let mut below = |m| {
            let depth = depth.saturating_sub(1);
            let number = if depth > 0 && self.captures_king(m) {
                0
            } else {
                self.after(m).count_below(depth, known)
            };
            (m, number)
        };
        self.legal_moves().into_iter().map(&mut below).collect()
    }

    fn count_below(&self, depth: u32, known: &mut PerftCache) -> u64 {
        match (depth, self.turn) {
            (0, _) => 1,
            // Replies are counted together, and double steps noted, only where the side that replies is not in check yet.
            (2.., _) if self.leaves_king_attacked() => {
                let moves = self.legal_moves().into_iter();
                let follow = moves.filter(|m| !self.captures_king(*m));
                follow
                    .map(|m| self.after(m).count_below(depth - 1, known))
                    .sum()
            }
            (_, Side::White) => PieceSets::of(self).perft::<0, 1>(depth, known),
            (_, Side::Black) => PieceSets::of(self).perft::<1, 0>(depth, known),
        }
    }

    fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_after_illegal(m);
        next
    }

    /// Whether the side that is not to move is in check: it made, or ignored, an illegal move.
    fn leaves_king_attacked(&self) -> bool {
        let mut passed = self.clone();
        passed.turn = self.turn.other();
        passed.attacked_king()
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
        // After 1. e4 there are 20 replies, and 600 white moves after them: a published divide.
        let e4 = divided.iter().find(|(m, _)| start.san(*m) == "e4").unwrap();
        assert_eq!(e4.1, 600);
    }
}
