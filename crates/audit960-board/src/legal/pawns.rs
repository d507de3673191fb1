//! Targets of all pawns of a side at once.

use crate::attacks::{RANK_1, squares};

/// First and last rank, on which pawns promote.
pub(super) const LAST_RANKS: u64 = RANK_1 | RANK_1 << 56;

/// Target squares of all pawns of a side, en passant excluded. On the last rank each target of each set
/// is four moves.
pub(super) struct PawnTargets {
    /// Of single steps.
    pub(super) one: u64,
    /// Of double steps.
    pub(super) two: u64,
    /// Of captures toward the a-file.
    pub(super) left: u64,
    /// Of captures toward the h-file.
    pub(super) right: u64,
    /// Difference of the square indices of a single step: 8, for Black -8.
    pub(super) forward: isize,
}

impl PawnTargets {
    /// Origin and target of each move, a promotion once.
    #[inline(always)]
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Self {
            one,
            two,
            left,
            right,
            forward,
        } = *self;
        [
            (one, forward),
            (two, 2 * forward),
            (left, forward - 1),
            (right, forward + 1),
        ]
        .into_iter()
        .flat_map(|(set, step)| {
            squares(set).map(move |to| (to.wrapping_add_signed(-step) & 63, to))
        })
    }
}

/// Squares one step ahead of those of a set, for side `US`.
#[inline(always)]
pub(super) const fn ahead<const US: usize>(set: u64) -> u64 {
    if US == 0 { set << 8 } else { set >> 8 }
}

/// Squares that pawns of side `US` may reach as far as pins allow, whatever is on them.
pub(super) struct PawnReach<const US: usize> {
    /// With a single step.
    pub(super) ahead: u64,
    /// With a capture toward the a-file.
    pub(super) left: u64,
    /// With a capture toward the h-file.
    pub(super) right: u64,
}

impl<const US: usize> PawnReach<US> {
    /// The targets on a board with the given occupied squares and enemies.
    #[inline(always)]
    pub(super) fn targets(&self, occupied: u64, enemy: u64) -> PawnTargets {
        let third = RANK_1 << if US == 0 { 16 } else { 40 };
        let one = self.ahead & !occupied;
        PawnTargets {
            one,
            two: ahead::<US>(one & third) & !occupied,
            left: self.left & enemy,
            right: self.right & enemy,
            forward: if US == 0 { 8 } else { -8 },
        }
    }
}
