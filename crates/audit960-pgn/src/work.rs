//! How much is looked at, so that tests can tell linear work from quadratic without a clock. Counted
//! in builds with debug assertions only, and only where something could be looked at twice.

use std::cell::Cell;

thread_local! {
    static UNITS: Cell<u64> = const { Cell::new(0) };
}

/// That many bytes, or other things, are looked at.
#[inline(always)]
pub fn looked_at(units: usize) {
    if cfg!(debug_assertions) {
        UNITS.with(|sum| sum.set(sum.get() + units as u64));
    }
}

/// What this thread has looked at since it was last asked; 0 in builds without debug assertions.
#[must_use]
pub fn taken() -> u64 {
    UNITS.with(|sum| sum.replace(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_add_up() {
        let _ = taken();
        looked_at(3);
        looked_at(4);
        assert_eq!(taken(), if cfg!(debug_assertions) { 7 } else { 0 });
        assert_eq!(taken(), 0);
    }
}
