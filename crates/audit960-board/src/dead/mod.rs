//! Dead positions: those from which no series of legal moves mates (Laws 5.2.2, 6.9).
//!
//! *Dead* is only said where it is proved. Three proofs are tried, the cheapest first:
//!
//! 1. **Material**: neither side has the pieces to mate, whatever the squares.
//! 2. **Forced**: every line of a few half-moves leads to such material or to stalemate, as where the only
//!    legal move takes the last rook.
//! 3. **Blocked**: all pawns are locked for good ([`blocked`]), and no piece can ever attack a square that
//!    the enemy king can reach; or, if one can, a search of all positions that can still arise finds no
//!    mate ([`search`]).
//!
//! A position that none of them proves dead may still be dead; it counts as alive.

mod blocked;
mod search;

use audit960_types::Side;

use self::blocked::Locked;
use crate::position::{BISHOP, PAWN, Position, QUEEN, ROOK};

/// Half-moves that the proof by forced lines looks ahead: a forced capture, and one more of each side.
const FORCED_PLIES: u32 = 4;
/// Maximum number of positions that the proof by forced lines visits.
const FORCED_POSITIONS: u32 = 500;
/// With more legal moves than this, lines are not forced.
const FORCED_MOVES: usize = 3;
/// With more pieces and pawns than this, a capture does not leave too little material to mate.
const FORCED_MEN: u32 = 6;

/// Why a position is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadBy {
    /// The pieces left cannot mate.
    Material,
    /// The few legal moves all lead to such pieces, or to stalemate.
    Forced,
    /// The pawns are locked, and nothing on their board can mate.
    Blocked,
}

impl Position {
    /// Why no series of legal moves mates either king; `None` if that is not proved.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{DeadBy, Position};
    ///
    /// let dead_by = |fen| Position::from_fen(fen).map(|loaded| loaded.position.dead_by());
    /// assert_eq!(dead_by("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")?, Some(DeadBy::Material));
    /// // Neither king gets past the pawns.
    /// let wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
    /// assert_eq!(dead_by(wall)?, Some(DeadBy::Blocked));
    /// # Ok::<(), audit960_board::PositionError>(())
    /// ```
    #[must_use]
    pub fn dead_by(&self) -> Option<DeadBy> {
        if self.is_insufficient_material() {
            return Some(DeadBy::Material);
        }
        if self.may_be_forced() && self.is_forced_dead() {
            return Some(DeadBy::Forced);
        }
        if !self.may_be_blocked() || self.is_checkmate() {
            return None;
        }
        let locked = Locked::of(self)?;
        let dead = |side| locked.cannot_mate(side);
        (dead(Side::White) && dead(Side::Black) || search::finds_no_mate(self, None))
            .then_some(DeadBy::Blocked)
    }

    /// Whether [`Position::dead_by`] can find a proof: a test that costs little, for the last positions of
    /// all games.
    #[must_use]
    pub fn may_be_dead(&self) -> bool {
        self.may_be_blocked() || self.is_insufficient_material() || self.may_be_forced()
    }

    /// Whether it is proved that `side` cannot mate by any series of legal moves, even with the
    /// opponent's help (Laws 6.9).
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_board::types::Side;
    ///
    /// // Black has a bare king; White still has a rook.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")?.position;
    /// assert!(position.can_never_mate(Side::Black));
    /// assert!(!position.can_never_mate(Side::White));
    /// # Ok::<(), audit960_board::PositionError>(())
    /// ```
    #[must_use]
    pub fn can_never_mate(&self, side: Side) -> bool {
        if self.cannot_mate(side) || self.is_stalemate() {
            return true;
        }
        if self.is_checkmate() {
            return false;
        }
        let locked = || self.may_be_blocked().then(|| Locked::of(self)).flatten();
        self.may_be_forced() && self.is_forced_dead()
            || locked().is_some_and(|locked| {
                locked.cannot_mate(side) || search::finds_no_mate(self, Some(side))
            })
    }

    /// Whether few pieces and few legal moves are left: a cheap test before the proof by forced lines.
    fn may_be_forced(&self) -> bool {
        let mut left = FORCED_MOVES;
        let mut some_left = |_| {
            let some = left > 0;
            left = left.saturating_sub(1);
            some
        };
        self.occupied().count_ones() <= FORCED_MEN && self.try_each_legal(&mut some_left)
    }

    fn is_forced_dead(&self) -> bool {
        all_lines_die(self, FORCED_PLIES, &mut FORCED_POSITIONS.clone())
    }

    /// Whether the board can be locked: a cheap test before the proof by blocked pawns. Rooks and queens
    /// behind locked pawns could always give themselves up for one of them.
    fn may_be_blocked(&self) -> bool {
        let pawns = self.roles[PAWN];
        pawns != 0
            && self.roles[ROOK] | self.roles[QUEEN] == 0
            && blocked::all_stopped(self)
            && self.castling == 0
            && self.en_passant == 0
            && self.roles[BISHOP].count_ones() <= 4
    }
}

/// Whether every line of at most `plies` half-moves leads to stalemate or to too little material, and none
/// to mate. `left` counts the positions that may still be visited.
fn all_lines_die(position: &Position, plies: u32, left: &mut u32) -> bool {
    if position.is_insufficient_material() {
        return true;
    }
    if plies == 0 || *left == 0 {
        return false;
    }
    *left -= 1;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return !position.in_check();
    }
    moves.into_iter().all(|played| {
        let mut next = position.clone();
        next.play(played);
        all_lines_die(&next, plies - 1, left)
    })
}

#[cfg(test)]
mod tests;
