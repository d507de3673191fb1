//! The moves, position keys and clocks of a game, kept until it is over.
//!
//! The hot path only records them. Questions about whole runs of moves (the highest clock, how often a
//! position was repeated) are answered from them at the end of the game.

use audit960_board::{Move, Position};
use audit960_pgn::scanned::count_scanned;

/// The position after a half-move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) key: u64,
    pub(crate) clock: u32,
    capture: bool,
}

/// A recurrence: a position that had occurred before, after the half-move that repeated it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    /// The half-move, from 1.
    pub(crate) ply: u32,
    /// The half-move of its previous occurrence; 0 for the start of the record.
    pub(crate) before: u32,
    /// Number of its occurrences so far, including this one; at least 2.
    pub(crate) times: u32,
}

/// The moves and positions of a game, including the first position.
#[derive(Debug)]
pub(crate) struct Trail {
    steps: Vec<Step>,
    /// X-FEN of the first position, then two bytes a move ([`Move::bits`], little-endian): the bytes that
    /// are hashed. Written move by move, because a processor is slow to read in one piece what it has just
    /// written in small pieces.
    record: Vec<u8>,
    /// Length of the X-FEN in bytes.
    fen: usize,
    /// By the upper bits of a key: the run in which such a key last occurred. Most positions are new, and
    /// one lookup here shows that.
    met: Box<[u32; SLOTS]>,
    /// Number of runs so far, in this game and earlier ones. When it wraps around at 2^32, an old entry of
    /// `met` can match by mistake, which only costs a search of the run.
    runs: u32,
    /// The recurrences, in the order of the game; filled by [`Trail::extremes`].
    recurrences: Vec<Recurrence>,
    /// Scratch space to sort the keys of a long run, each with its half-move.
    sorted: Vec<(u64, u32)>,
}

/// Minimum number of half-moves after which a position can recur: each side moves there and back.
const MIN_RECURRENCE_PLIES: u32 = 4;

/// Number of slots of the table of keys.
const SLOTS: usize = 1024;

/// Half-move clock up to which the positions of a run are searched one by one; longer runs are sorted.
const MAX_LINEAR_CLOCK: u32 = 128;

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

    /// Begins a game from a position; `fen` is its X-FEN.
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

    /// Adds a move that has just been played, and the position after it.
    #[inline(always)]
    pub(crate) fn add(&mut self, position: &Position, played: Move, capture: bool) {
        // Byte by byte: the copy of a slice is a call, once a half-move.
        let [low, high] = played.bits().to_le_bytes();
        self.record.push(low);
        self.record.push(high);
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

    /// X-FEN and moves, as they are hashed.
    pub(crate) fn record(&self) -> &[u8] {
        &self.record
    }

    /// Number of half-moves played.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        (self.steps.len() as u32).saturating_sub(1)
    }

    /// The moves.
    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.moves_between(0, self.plies())
    }

    /// The moves after half-move `after`, up to and including half-move `last`.
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

    /// Removes everything: for a game without a start position.
    pub(crate) fn clear(&mut self) {
        self.record.clear();
        self.fen = 0;
        self.steps.clear();
    }

    /// Whether the move of a ply was a capture.
    pub(crate) fn captured(&self, ply: u32) -> bool {
        self.steps
            .get(ply as usize)
            .is_some_and(|step| step.capture)
    }

    /// The positions, including the first one; the index is the number of the half-move before.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The recurrences in the order of the game, as [`Trail::extremes`] has found them.
    pub(crate) fn recurrences(&self) -> &[Recurrence] {
        &self.recurrences
    }

    /// Finds the recurrences; returns the highest half-move clock of the game and the number of occurrences
    /// of the most frequent position (Laws 9.2.3: same side to move, same pieces, same castling rights, same
    /// en-passant capture). Only positions of one run without capture and pawn move can be the same.
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
                if step.clock > MAX_LINEAR_CLOCK {
                    self.runs = run;
                    return (self.max_clock(), self.most_repeated());
                }
                if let Some(recurrence) = recurrence(steps, i) {
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

    /// Finds the recurrences by sorting; returns the number of occurrences of the most frequent position.
    /// Time is O(n log n) in the length of the game.
    #[cold]
    fn most_repeated(&mut self) -> u32 {
        self.recurrences.clear();
        let (mut most, mut ply) = (1, 0);
        for run in self.steps.chunk_by(|_, next| next.clock != 0) {
            count_scanned(run.len());
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

/// The recurrence of the position after half-move `ply` in its run, if it is one. Not inlined: the loop that asks
/// is tighter without it.
#[inline(never)]
fn recurrence(steps: &[Step], ply: usize) -> Option<Recurrence> {
    let (last, before) = (steps.get(ply)?, &steps[..ply]);
    let run = before.len().saturating_sub(last.clock as usize);
    let soonest = before
        .len()
        .saturating_sub(MIN_RECURRENCE_PLIES as usize - 1);
    let first = run.min(soonest);
    let run = &before[first..soonest];
    count_scanned(run.len());
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

    /// Runs of invented positions; the side to move is part of a key, as in real ones.
    #[test]
    fn recurrences_are_those_that_a_hash_map_finds() {
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
            // Kinds of games: short and long runs, few and many positions.
            let (ends, kinds) = ([2, 5, 20, 100, 4000][game % 5], [2, 3, 30][game % 3]);
            for ply in 0..random(700) {
                if ply > 0 {
                    clock = if random(ends) == 0 { 0 } else { clock + 1 };
                }
                if clock == 0 {
                    seen.clear();
                }
                // A position cannot recur after two half-moves.
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
