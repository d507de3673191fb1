//! Counts units of work, such as bytes scanned, so that tests can tell linear from quadratic time without
//! a clock. Counts only in builds with debug assertions, and only where something could be scanned twice.

use std::cell::Cell;

thread_local! {
    static UNITS: Cell<u64> = const { Cell::new(0) };
}

/// Adds `units` (bytes, or other items scanned) to the count of this thread.
#[inline(always)]
pub fn count_scanned(units: usize) {
    if cfg!(debug_assertions) {
        UNITS.with(|sum| sum.set(sum.get() + units as u64));
    }
}

/// Returns the units that this thread has counted since the last call, and resets the count; 0 in builds
/// without debug assertions.
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
        count_scanned(3);
        count_scanned(4);
        assert_eq!(taken(), if cfg!(debug_assertions) { 7 } else { 0 });
        assert_eq!(taken(), 0);
    }
}
