//! How often positions come back (Laws 9.2.3: same side, same men, same rights, same en passant).

use std::collections::HashMap;

use audit960_pgn::work::looked_at;

/// Positions of one run that are looked through one by one. Hardly any run has more.
const FEW: usize = 512;

/// Slots of the table of positions met since the last capture or pawn move.
const SLOTS: usize = 1024;

/// Counts the occurrences of positions by their keys. Only positions since the last capture or
/// pawn move can come back, so only those are kept.
#[derive(Debug)]
pub(crate) struct Repetition {
    keys: Vec<u64>,
    /// By the upper bits of a key: the run in which such a key was last met. Most positions are new,
    /// and this tells so with one look.
    met: Box<[u32; SLOTS]>,
    run: u32,
    most: u32,
    /// Occurrences by key, in runs of more than [`FEW`] positions: looking through them one by one
    /// would take time by the square of their number.
    many: HashMap<u64, u32>,
}

impl Repetition {
    pub(crate) fn new() -> Self {
        Self {
            keys: Vec::with_capacity(256),
            met: Box::new([0; SLOTS]),
            run: 0,
            most: 0,
            many: HashMap::new(),
        }
    }

    /// Begins a game with its first position.
    pub(crate) fn begin(&mut self, key: u64) {
        self.most = 1;
        self.reset(key);
    }

    /// A position after a capture or pawn move.
    #[inline(always)]
    pub(crate) fn reset(&mut self, key: u64) {
        self.keys.clear();
        // After four thousand million runs old marks could be mistaken, at the cost of a scan.
        self.run = self.run.wrapping_add(1);
        self.met[Self::slot(key)] = self.run;
        self.keys.push(key);
    }

    /// A position after any other move.
    #[inline(always)]
    pub(crate) fn add(&mut self, key: u64) {
        if self.keys.len() >= FEW {
            return self.add_to_many(key);
        }
        let slot = &mut self.met[Self::slot(key)];
        if *slot == self.run {
            looked_at(self.keys.len());
            let before = self.keys.iter().filter(|known| **known == key).count();
            self.most = self.most.max(before as u32 + 1);
        } else {
            *slot = self.run;
        }
        self.keys.push(key);
    }

    #[cold]
    fn add_to_many(&mut self, key: u64) {
        if self.keys.len() == FEW {
            self.many.clear();
            for known in &self.keys {
                *self.many.entry(*known).or_default() += 1;
            }
            // From here on only the map is kept.
            self.keys.push(key);
        }
        let count = self.many.entry(key).or_default();
        *count += 1;
        self.most = self.most.max(*count);
    }

    #[inline(always)]
    fn slot(key: u64) -> usize {
        (key >> 54) as usize & (SLOTS - 1)
    }

    /// Occurrences of the most frequent position of the game.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_a_map_would() {
        let mut state = 1_u64;
        let mut repetition = Repetition::new();
        for _ in 0..100 {
            let mut counts = std::collections::HashMap::new();
            let mut most = 1;
            repetition.begin(7);
            counts.insert(7, 1);
            // Long enough for runs of many positions.
            for _ in 0..1500 {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
                // Few distinct keys, some of which share a slot.
                let key = (state >> 60) << 60 | (state >> 40 & 1);
                if state >> 32 & 1023 == 0 {
                    counts.clear();
                    counts.insert(key, 1);
                    repetition.reset(key);
                } else {
                    let count = counts.entry(key).or_insert(0);
                    *count += 1;
                    most = most.max(*count);
                    repetition.add(key);
                }
            }
            assert_eq!(repetition.most(), most);
        }
    }
}
