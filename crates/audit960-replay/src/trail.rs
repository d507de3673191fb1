//! What is kept of each half-move until the game is over.
//!
//! The hot path only writes this down. What asks for a whole run of moves at once (the highest
//! clock, how often a position came back) is answered from it when the game has ended.

use audit960_board::{Move, Position};
use audit960_pgn::work::looked_at;

/// The position after a half-move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) key: u64,
    pub(crate) clock: u32,
    capture: bool,
}

/// A position that had stood before, after the half-move that brought it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    /// The half-move, from 1.
    pub(crate) ply: u32,
    /// The half-move after which it stood the time before; 0 for the start of the record.
    pub(crate) before: u32,
    /// How often it has stood now, 2 or more.
    pub(crate) times: u32,
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
    /// Positions that came back, in the order of the game; known when [`Trail::extremes`] has run.
    recurrences: Vec<Recurrence>,
    /// Room to sort the keys of a long run in, each with its half-move.
    sorted: Vec<(u64, u32)>,
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
            recurrences: Vec::new(),
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
        self.moves_between(0, self.plies())
    }

    /// The moves after one half-move, up to another.
    pub(crate) fn moves_between(
        &self,
        after: u32,
        last: u32,
    ) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        let (pairs, _) = self.record[self.fen..].as_chunks();
        let pairs = pairs.get(after as usize..last as usize).unwrap_or_default();
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

    /// The positions, the first one included: the one after a half-move has its number as index.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Positions that came back, in the order of the game, as [`Trail::extremes`] has found them.
    pub(crate) fn recurrences(&self) -> &[Recurrence] {
        &self.recurrences
    }

    /// Highest clock of the game, and occurrences of the most frequent position (Laws 9.2.3: same
    /// side, same men, same rights, same en passant). Only positions of one run without capture and
    /// pawn move can be the same.
    pub(crate) fn extremes(&mut self) -> (u32, u32) {
        self.recurrences.clear();
        let (mut max_clock, mut most) = (0, 1);
        let mut run = self.runs.wrapping_add(1);
        let (steps, met) = (self.steps.as_slice(), &mut *self.met);
        for (i, step) in steps.iter().enumerate() {
            max_clock = max_clock.max(step.clock);
            run = run.wrapping_add(u32::from(step.clock == 0));
            let slot = &mut met[(step.key >> 54) as usize & (SLOTS - 1)];
            if *slot == run {
                if step.clock > FEW {
                    self.runs = run;
                    return (self.max_clock(), self.most_repeated());
                }
                if let Some(recurrence) = recurrence(&steps[..=i]) {
                    most = most.max(recurrence.times);
                    self.recurrences.push(recurrence);
                }
            }
            *slot = run;
        }
        self.runs = run;
        (max_clock, most)
    }

    fn max_clock(&self) -> u32 {
        self.steps.iter().map(|step| step.clock).max().unwrap_or(0)
    }

    /// Finds the recurrences by sorting; gives the occurrences of the most frequent position. The
    /// number of steps grows hardly faster than the game.
    #[cold]
    fn most_repeated(&mut self) -> u32 {
        self.recurrences.clear();
        let (mut most, mut ply) = (1, 0);
        for run in self.steps.chunk_by(|_, next| next.clock != 0) {
            looked_at(run.len());
            self.sorted.clear();
            self.sorted
                .extend(run.iter().map(|step| step.key).zip(ply..));
            self.sorted.sort_unstable();
            for same in self.sorted.chunk_by(|a, b| a.0 == b.0) {
                most = most.max(same.len() as u32);
                let again = same.iter().zip(&same[1..]).zip(2..);
                self.recurrences
                    .extend(again.map(|((before, now), times)| Recurrence {
                        ply: now.1,
                        before: before.1,
                        times,
                    }));
            }
            ply += run.len() as u32;
        }
        self.recurrences
            .sort_unstable_by_key(|recurrence| recurrence.ply);
        most
    }
}

/// How the last position has come back in its run, if it has.
fn recurrence(steps: &[Step]) -> Option<Recurrence> {
    let (last, before) = steps.split_last()?;
    let run = before.len().saturating_sub(last.clock as usize);
    let soonest = before.len().saturating_sub(SOONEST as usize - 1);
    let first = run.min(soonest);
    let run = &before[first..soonest];
    looked_at(run.len());
    let same = |step: &Step| step.key == last.key;
    let earlier = run.iter().filter(|step| same(step)).count() as u32;
    if earlier == 0 {
        return None;
    }
    let latest = run.iter().rposition(same)?;
    Some(Recurrence {
        ply: before.len() as u32,
        before: (first + latest) as u32,
        times: earlier + 1,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Runs of made-up positions: the side to move is part of a key, as it is of real ones.
    #[test]
    fn finds_what_a_map_finds() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) % below
        };
        let mut trail = Trail::new();
        for game in 0..400 {
            let first_clock = if game % 3 == 0 { random(90) as u32 } else { 0 };
            let mut clock = first_clock;
            let mut seen = HashMap::<u64, Vec<u32>>::new();
            let mut expected = 1;
            let mut recurrences = Vec::new();
            trail.steps.clear();
            // Kinds of games: runs short and long, few positions and many.
            let (ends, kinds) = ([2, 5, 20, 100, 4000][game % 5], [2, 3, 30][game % 3]);
            for ply in 0..random(700) {
                if ply > 0 {
                    clock = if random(ends) == 0 { 0 } else { clock + 1 };
                }
                if clock == 0 {
                    seen.clear();
                }
                // A position cannot come back after two half-moves.
                let key = (random(kinds) << 2 | ply & 3) << if game % 2 == 0 { 57 } else { 40 };
                let plies = seen.entry(key).or_default();
                let ply = ply as u32;
                if let Some(&before) = plies.last() {
                    let times = plies.len() as u32 + 1;
                    expected = expected.max(times);
                    recurrences.push(Recurrence { ply, before, times });
                }
                plies.push(ply);
                trail.steps.push(Step {
                    key,
                    clock,
                    capture: false,
                });
            }
            let clocks = trail.steps.iter().map(|step| step.clock);
            let max_clock = clocks.max().unwrap_or(0);
            assert_eq!(trail.extremes(), (max_clock, expected), "game {game}");
            assert_eq!(trail.recurrences(), recurrences, "game {game}");
            assert_eq!(trail.most_repeated(), expected, "game {game}");
            assert_eq!(trail.recurrences(), recurrences, "game {game}");
        }
    }
}
