//! How often positions come back (Laws 9.2.3: same side, same men, same rights, same en passant).

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
}

impl Repetition {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::with_capacity(256), met: Box::new([0; SLOTS]), run: 0, most: 0 }
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
        let slot = &mut self.met[Self::slot(key)];
        if *slot == self.run {
            let before = self.keys.iter().filter(|known| **known == key).count();
            self.most = self.most.max(before as u32 + 1);
        } else {
            *slot = self.run;
        }
        self.keys.push(key);
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
        for _ in 0..200 {
            let mut counts = std::collections::HashMap::new();
            let mut most = 1;
            repetition.begin(7);
            counts.insert(7, 1);
            for _ in 0..300 {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
                // Few distinct keys, some of which share a slot.
                let key = (state >> 60) << 60 | (state >> 40 & 1);
                if state >> 32 & 63 == 0 {
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
