//! What is kept of each half-move until the game is over.
//!
//! The hot path only writes this down. What asks for a whole run of moves at once (the highest
//! clock, how often a position came back) is answered from it when the game has ended.

use audit960_board::{Move, Position};
use audit960_pgn::work::looked_at;

/// The position after a half-move.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    clock: u32,
    capture: bool,
}

/// The moves and positions of a game, the first position included.
#[derive(Debug)]
pub(crate) struct Trail {
    steps: Vec<Step>,
    /// X-FEN of the first position, then two bytes a move ([`Move::bits`], the lower one first): what
    /// the hash of a game is taken of. Written as the moves come, for a processor is slow to read at
    /// once what it has just written piece by piece.
    record: Vec<u8>,
    /// Length of the X-FEN.
    fen: usize,
    /// By the upper bits of a key: the run in which such a key was last met. Most positions are new,
    /// and this tells so with one look.
    met: Box<[u32; SLOTS]>,
    /// Runs met so far, in this game and before. After four thousand million, marks of old could be
    /// mistaken, at the cost of a look through the run.
    runs: u32,
    /// Room to sort the keys of a long run in.
    sorted: Vec<u64>,
}

/// Fewest half-moves after which a position can come back: each side there and back again.
const SOONEST: u32 = 4;

/// Slots of the table of keys.
const SLOTS: usize = 1024;

/// Positions of a run that are looked through one by one; more are sorted.
const FEW: u32 = 128;

impl Trail {
    pub(crate) fn new() -> Self {
        Self {
            steps: Vec::with_capacity(1024),
            record: Vec::with_capacity(2048),
            fen: 0,
            met: Box::new([0; SLOTS]),
            runs: 0,
            sorted: Vec::new(),
        }
    }

    /// Begins a game from a position with that X-FEN.
    pub(crate) fn begin(&mut self, position: &Position, fen: &str) {
        self.record.clear();
        self.record.extend_from_slice(fen.as_bytes());
        self.fen = fen.len();
        self.rewind(position);
    }

    /// Goes back to the first position.
    pub(crate) fn rewind(&mut self, position: &Position) {
        self.record.truncate(self.fen);
        self.steps.clear();
        self.steps.push(Step {
            key: position.key(),
            clock: position.clock(),
            capture: false,
        });
    }

    /// A move has been played.
    #[inline(always)]
    pub(crate) fn add(&mut self, position: &Position, played: Move, capture: bool) {
        self.record.extend_from_slice(&played.bits().to_le_bytes());
        self.steps.push(Step {
            key: position.key(),
            clock: position.clock(),
            capture,
        });
    }

    /// X-FEN of the first position.
    pub(crate) fn fen(&self) -> &str {
        std::str::from_utf8(&self.record[..self.fen]).unwrap_or_default()
    }

    /// X-FEN and moves as they are hashed.
    pub(crate) fn record(&self) -> &[u8] {
        &self.record
    }

    /// Half-moves played.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        (self.steps.len() as u32).saturating_sub(1)
    }

    /// The moves.
    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        let (pairs, _) = self.record[self.fen..].as_chunks();
        pairs
            .iter()
            .map(|pair| Move::from_bits(u16::from_le_bytes(*pair)))
    }

    /// A game without a position to start from: nothing.
    pub(crate) fn clear(&mut self) {
        self.record.clear();
        self.fen = 0;
        self.steps.clear();
    }

    /// Whether the move of a ply captured.
    pub(crate) fn captured(&self, ply: u32) -> bool {
        self.steps
            .get(ply as usize)
            .is_some_and(|step| step.capture)
    }

    /// Highest clock of the game, and occurrences of the most frequent position (Laws 9.2.3: same
    /// side, same men, same rights, same en passant). Only positions of one run without capture and
    /// pawn move can be the same.
    pub(crate) fn extremes(&mut self) -> (u32, u32) {
        let (mut max_clock, mut most) = (0, 1);
        let mut run = self.runs.wrapping_add(1);
        for (i, step) in self.steps.iter().enumerate() {
            max_clock = max_clock.max(step.clock);
            run = run.wrapping_add(u32::from(step.clock == 0));
            let slot = &mut self.met[(step.key >> 54) as usize & (SLOTS - 1)];
            if *slot == run {
                if step.clock > FEW {
                    self.runs = run;
                    return (self.max_clock(), self.most_repeated());
                }
                most = most.max(occurrences(&self.steps[..=i]));
            }
            *slot = run;
        }
        self.runs = run;
        (max_clock, most)
    }

    fn max_clock(&self) -> u32 {
        self.steps.iter().map(|step| step.clock).max().unwrap_or(0)
    }

    /// Occurrences of the most frequent position, in a number of steps that grows hardly faster than
    /// the game.
    #[cold]
    fn most_repeated(&mut self) -> u32 {
        let mut most = 1;
        for run in self.steps.chunk_by(|_, next| next.clock != 0) {
            looked_at(run.len());
            self.sorted.clear();
            self.sorted.extend(run.iter().map(|step| step.key));
            self.sorted.sort_unstable();
            for keys in self.sorted.chunk_by(|a, b| a == b) {
                most = most.max(keys.len() as u32);
            }
        }
        most
    }
}

/// Occurrences of the last position in its run.
fn occurrences(steps: &[Step]) -> u32 {
    let Some((last, before)) = steps.split_last() else {
        return 0;
    };
    let run = before.len().saturating_sub(last.clock as usize);
    let soonest = before.len().saturating_sub(SOONEST as usize - 1);
    let run = &before[run.min(soonest)..soonest];
    looked_at(run.len());
    1 + run.iter().filter(|step| step.key == last.key).count() as u32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Runs of made-up positions: the side to move is part of a key, as it is of real ones.
    #[test]
    fn counts_as_a_map_would() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) % below
        };
        let mut trail = Trail::new();
        for game in 0..400 {
            let first_clock = if game % 3 == 0 { random(90) as u32 } else { 0 };
            let mut clock = first_clock;
            let mut counts = HashMap::new();
            let mut expected = 1;
            trail.steps.clear();
            // Kinds of games: runs short and long, few positions and many.
            let (ends, kinds) = ([2, 5, 20, 100, 4000][game % 5], [2, 3, 30][game % 3]);
            for ply in 0..random(700) {
                if ply > 0 {
                    clock = if random(ends) == 0 { 0 } else { clock + 1 };
                }
                if clock == 0 {
                    counts.clear();
                }
                // A position cannot come back after two half-moves.
                let key = (random(kinds) << 2 | ply & 3) << if game % 2 == 0 { 57 } else { 40 };
                let count = counts.entry(key).or_insert(0);
                *count += 1;
                expected = expected.max(*count);
                trail.steps.push(Step {
                    key,
                    clock,
                    capture: false,
                });
            }
            let clocks = trail.steps.iter().map(|step| step.clock);
            let max_clock = clocks.max().unwrap_or(0);
            assert_eq!(trail.extremes(), (max_clock, expected), "game {game}");
            assert_eq!(trail.most_repeated(), expected, "game {game}");
        }
    }
}
