//! A small generator of pseudo-random numbers with a seed.

use audit960_types::{GOLDEN, mix};

/// SplitMix64: a counter with an odd step, and a mixing function.
///
/// Source: G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators*,
/// OOPSLA 2014. Period 2^64; good enough for draws and simulations, not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that gives the same numbers for the same seed, on every machine.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// A number below `bound`, each exactly equally likely; 0 for a bound of 0.
    ///
    /// Source: D. Lemire, *Fast random integer generation in an interval*, ACM TOMACS 29 (2019).
    pub const fn below(&mut self, bound: u32) -> u32 {
        let mut product = self.scaled(bound);
        // The remainder is slow and rarely needed.
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = self.scaled(bound);
            }
        }
        (product >> 32) as u32
    }

    const fn scaled(&mut self, bound: u32) -> u64 {
        (self.next_u64() >> 32) * bound as u64
    }

    /// A number from 0 up to but not including 1, in steps of 2^-53.
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A throw of a die with this number of faces, from 1.
    pub(super) const fn throw(&mut self, faces: u16) -> u16 {
        self.below(faces as u32) as u16 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A uniform number has mean 1/2 and variance 1/12.
    #[test]
    fn units_are_uniform() {
        let mut random = SplitMix64::new(960);
        let units: Vec<f64> = (0..100_000).map(|_| random.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let mean = units.iter().sum::<f64>() / 1e5;
        let variance = units.iter().map(|unit| (unit - mean).powi(2)).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.004, "{mean}");
        assert!((variance - 1.0 / 12.0).abs() < 0.001, "{variance}");
    }
}
