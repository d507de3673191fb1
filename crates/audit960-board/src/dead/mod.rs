//! Dead positions: those from which no series of legal moves mates (Laws 5.2.2, 6.9).
//!
//! *Dead* is only said where it is proved. Three proofs are tried, the cheapest first:
//!
//! 1. **Material**: neither side has the pieces to mate, whatever the squares.
//! 2. **Forced**: every line of a few half-moves leads to such material or to stalemate, as where the only
//!    legal move takes the last rook.
//! 3. **Blocked**: no pawn is ever promoted, because pawns and pieces hold each other up, and where the pieces
//!    can get to at most ([`reach`]) neither king can ever be mated; or, if one can and few positions can still
//!    arise, a search of all of them finds no mate ([`search`]).
//!
//! A position that none of them proves dead may still be dead; it counts as alive.

mod reach;
mod search;

use audit960_types::{Role, Side};

use self::reach::Reach;
use crate::attacks::{self, squares};
use crate::position::{KING, PAWN, Position, forward, role_of};

/// Half-moves that the proof by forced lines looks ahead: a forced capture, and one more of each side.
const FORCED_PLIES: u32 = 4;
/// Maximum number of positions that the proof by forced lines visits.
const FORCED_POSITIONS: u32 = 500;
/// With more legal moves than this, lines are not forced.
const FORCED_MOVES: usize = 3;
/// With more pieces and pawns than this, a capture does not leave too little material to mate.
const FORCED_MEN: u32 = 6;

/// With more pieces than this, besides kings and pawns, a blocked board is not looked for.
const BLOCKED_PIECES: u32 = 8;
/// With more moves of knights, rooks and queens to empty squares than this, the board is not blocked.
const FREE_MOVES: u32 = 12;
/// If at most this many positions can arise by a rough bound, they are searched.
const SEARCHED_POSITIONS: u64 = 2_000_000;
/// Maximum number of positions that such a search visits: a bishop, both kings and locked pawns have fewer.
const LONG_SEARCH: usize = 60_000;
/// With fewer pawns than this, a side is not shut in.
const SHUT_IN_PAWNS: u32 = 4;
/// A side with at most this many moves to empty squares is shut in, ...
const SHUT_IN_MOVES: u32 = 3;
/// ... and a search is tried if the other has no more than this.
const OTHER_MOVES: u32 = 16;
/// Maximum number of positions that a search visits where so few moves are left, but no bound is known.
const SHORT_SEARCH: usize = 20_000;

/// Why a position is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadBy {
    /// The pieces left cannot mate.
    Material,
    /// The few legal moves all lead to such pieces, or to stalemate.
    Forced,
    /// No pawn can be promoted, and nothing on the blocked board can mate.
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
        if self.may_be_forced() && self.is_forced_dead(None) {
            return Some(DeadBy::Forced);
        }
        if !self.may_be_blocked() || self.is_checkmate() {
            return None;
        }
        let reach = Reach::of(self);
        let never = |side| reach.as_ref().is_some_and(|reach| reach.cannot_mate(side));
        (never(Side::White) && never(Side::Black)
            || self.search_finds_no_mate(reach.as_ref(), None))
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
        let forced = || self.has_few_moves() && self.is_forced_dead(Some(side));
        if forced() {
            return true;
        }
        if !self.may_be_blocked() {
            return false;
        }
        let reach = Reach::of(self);
        let never = reach.as_ref().is_some_and(|reach| reach.cannot_mate(side));
        never || self.search_finds_no_mate(reach.as_ref(), Some(side))
    }

    /// Whether few positions can still arise, and none of them is mate, by `side` if one is given. `reach` is
    /// `None` where a pawn may be promoted.
    fn search_finds_no_mate(&self, reach: Option<&Reach>, side: Option<Side>) -> bool {
        let limit = match reach {
            Some(reach) if reach.positions() <= SEARCHED_POSITIONS => LONG_SEARCH,
            _ if self.is_shut_in() => SHORT_SEARCH,
            _ => return false,
        };
        search::finds_no_mate(self, side, limit)
    }

    /// Whether few pieces and few legal moves are left: a cheap test before the proof by forced lines.
    fn may_be_forced(&self) -> bool {
        self.occupied().count_ones() <= FORCED_MEN && self.has_few_moves()
    }

    fn has_few_moves(&self) -> bool {
        let mut left = FORCED_MOVES;
        self.try_each_legal(&mut |_| left.checked_sub(1).map(|fewer| left = fewer).is_some())
    }

    /// Whether no line of a few half-moves leads to a mate, by `side` if one is given, or to pieces that could mate.
    fn is_forced_dead(&self, side: Option<Side>) -> bool {
        all_lines_die(self, side, FORCED_PLIES, &mut FORCED_POSITIONS.clone())
    }

    /// Whether the board can be blocked: a cheap test before that proof. Knights, rooks and queens that move freely
    /// could always give themselves up for a pawn.
    fn may_be_blocked(&self) -> bool {
        let pawns = self.roles[PAWN];
        let pieces = self.occupied() & !(pawns | self.roles[KING]);
        pawns != 0
            && self.castling == 0
            && self.en_passant == 0
            && pieces.count_ones() <= BLOCKED_PIECES
            && reach::all_held(self)
            && self.free_moves(&[Role::Knight, Role::Rook, Role::Queen]) <= FREE_MOVES
    }

    /// Whether a side has so few moves, and the other not many, that few positions may follow although no bound is
    /// known.
    fn is_shut_in(&self) -> bool {
        if self.roles[PAWN].count_ones() < SHUT_IN_PAWNS || !reach::all_pawns_held(self) {
            return false;
        }
        let moves = [Side::White, Side::Black].map(|side| self.free_moves_of(side));
        moves.iter().any(|of| *of <= SHUT_IN_MOVES) && moves.iter().all(|of| *of <= OTHER_MOVES)
    }

    /// How many empty squares the pieces of a side attack and its pawns can step on, but for those of its king that
    /// enemy pawns or the enemy king attack.
    fn free_moves_of(&self, side: Side) -> u32 {
        let (own, enemy) = (self.sides[side as usize], self.sides[side.other() as usize]);
        let occupied = self.occupied();
        let enemy_king = attacks::lowest(enemy & self.roles[KING]);
        let feared =
            reach::pawn_attacks(side.other(), enemy & self.roles[PAWN]) | attacks::king(enemy_king);
        let of = |from: usize| {
            let role = Role::ALL[role_of(self.board[from & 63])];
            let seen = match role {
                Role::Pawn => forward(side, 1 << from),
                Role::King => attacks::king(from) & !feared,
                _ => attacks::piece(role, from, occupied),
            };
            (seen & !occupied).count_ones()
        };
        squares(own).map(of).sum()
    }

    /// How many empty squares the pieces of some kinds attack, each for itself.
    fn free_moves(&self, roles: &[Role]) -> u32 {
        let occupied = self.occupied();
        let of = |role: Role| {
            let pieces = squares(self.roles[role as usize]);
            let free = move |from| attacks::piece(role, from, occupied) & !occupied;
            pieces.map(move |from| free(from).count_ones())
        };
        roles.iter().copied().flat_map(of).sum()
    }
}

/// Whether every line of at most `plies` half-moves leads to stalemate or to too little material, and none
/// to mate; if a side is given, only its mates and its material count. `left` counts the positions that may still
/// be visited.
fn all_lines_die(position: &Position, side: Option<Side>, plies: u32, left: &mut u32) -> bool {
    let too_little = match side {
        Some(side) => position.cannot_mate(side),
        None => position.is_insufficient_material(),
    };
    if too_little {
        return true;
    }
    if plies == 0 || *left == 0 {
        return false;
    }
    *left -= 1;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return !position.in_check() || side == Some(position.turn());
    }
    moves.into_iter().all(|played| {
        let mut next = position.clone();
        next.play(played);
        all_lines_die(&next, side, plies - 1, left)
    })
}

#[cfg(test)]
mod tests;
