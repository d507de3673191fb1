//! Sliders of one kind with their targets, to compute what a move of the other side changes.

use super::count::Count;
use crate::attacks::{self, squares};

/// Along ranks and files.
pub(super) const STRAIGHT: usize = 0;
/// Along diagonals.
pub(super) const DIAGONAL: usize = 1;

/// Squares that a piece of a kind attacks.
#[inline(always)]
fn reach<const KIND: usize>(square: usize, occupied: u64) -> u64 {
    if KIND == STRAIGHT {
        attacks::rook(square, occupied)
    } else {
        attacks::bishop(square, occupied)
    }
}

/// Sliders of one side and kind, at most [`MAX_SLIDERS`] of them.
pub(super) struct Sliders<const KIND: usize> {
    /// Squares and targets.
    list: [(u8, u64); MAX_SLIDERS],
    len: usize,
    /// Whether there are more.
    pub(super) is_short: bool,
    /// Squares that any of them may go to.
    pub(super) targets: u64,
    /// Squares without a piece of their own side.
    allowed: u64,
}

/// Maximum number of sliders kept: two pieces, the queen and some promoted ones. More are very rare.
const MAX_SLIDERS: usize = 8;

impl<const KIND: usize> Sliders<KIND> {
    /// The sliders on the squares of a set, which may go to the `allowed` squares.
    #[inline(always)]
    pub(super) fn of(set: u64, occupied: u64, allowed: u64) -> Self {
        let mut sliders = Self {
            list: [(0, 0); MAX_SLIDERS],
            len: 0,
            is_short: false,
            targets: 0,
            allowed,
        };
        for square in squares(set) {
            let Some(slot) = sliders.list.get_mut(sliders.len) else {
                sliders.is_short = true;
                break;
            };
            *slot = (square as u8, reach::<KIND>(square, occupied) & allowed);
            sliders.len += 1;
            sliders.targets |= slot.1;
        }
        sliders
    }

    /// Squares and targets of those that may go to a square of a set.
    #[inline(always)]
    fn that_reach(&self, set: u64) -> impl Iterator<Item = (usize, u64)> {
        self.list
            .iter()
            .take(self.len)
            .filter(move |(_, targets)| targets & set != 0)
            .map(|&(square, targets)| (usize::from(square), targets))
    }

    /// Adds the moves that are new once a piece has left `left`; `occupied` is the board without it.
    #[inline(always)]
    pub(super) fn add_opened(&self, left: u64, occupied: u64, count: &mut Count) {
        for (square, targets) in self.that_reach(left) {
            count.add(reach::<KIND>(square, occupied) & self.allowed & !targets);
        }
    }

    /// Adds, for each square of `to`, the moves that are lost when the piece that has left `left` arrives
    /// there; `occupied` is the board without it.
    #[inline(always)]
    pub(super) fn add_cut_short(&self, left: u64, to: u64, occupied: u64, count: &mut Count) {
        for (square, _) in self.that_reach(left | to) {
            let targets = reach::<KIND>(square, occupied);
            for to in squares(targets & to) {
                count.add(targets & self.allowed & !reach::<KIND>(square, occupied | 1 << to));
            }
        }
    }
}
