//! Legal moves from scratch: for rare queries, and for perft.

mod pawns;
mod perft;
mod piece_sets;
mod targets;

#[cfg(test)]
mod tests;

use audit960_types::{Bitboard, Role, Side};

use self::pawns::PawnTargets;
use self::piece_sets::{CastlingPath, PieceSets, castling_paths};
use self::targets::Targets;
use crate::attacks::{self, squares};
use crate::moves::Move;
use crate::position::{PAWN, Position, forward};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Position {
    /// Calls `emit` with each legal move. Castling is the king taking its own rook.
    pub fn for_each_legal(&self, emit: &mut dyn FnMut(Move)) {
        self.try_each_legal(&mut |m| {
            emit(m);
            true
        });
    }

    /// All legal moves, in a fixed order.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(audit960_board::Position::standard().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(&mut |m| moves.push(m));
        moves
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_free_push() || !self.try_each_legal(&mut |_| false)
    }

    /// Whether a pawn on no line with its king can step forward: this answers most queries for a legal
    /// move without looking at other pieces.
    fn has_free_push(&self) -> bool {
        let free = self.roles[PAWN] & self.own() & !attacks::queen_lines(self.king_square());
        !self.in_check && forward(self.turn, free) & !self.occupied() != 0
    }

    /// Whether the side to move has a legal move that is neither a capture nor a pawn move
    /// (castling counts; so does a move that mates or stalemates). Laws 9.3.1 asks for one.
    #[must_use]
    pub fn has_quiet_move(&self) -> bool {
        !self.try_each_legal(&mut |m| !self.is_quiet(m))
    }

    /// Whether a move is neither a capture nor a pawn move.
    #[must_use]
    pub fn is_quiet(&self, m: Move) -> bool {
        self.roles[PAWN] & (1 << m.origin()) == 0 && self.enemy() & (1 << m.target()) == 0
    }

    /// Calls `keep_on` with each legal move until it returns `false`; returns whether it never did.
    pub(crate) fn try_each_legal(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        self.visit_targets(&mut EachMove(keep_on))
    }

    /// Visits the targets of all legal moves; returns `false` if `targets` stopped it.
    fn visit_targets(&self, targets: &mut impl Targets) -> bool {
        let (piece_sets, castling_paths) = (PieceSets::of(self), castling_paths(self));
        match self.turn {
            Side::White => piece_sets.visit::<0>(&castling_paths[0], targets),
            Side::Black => piece_sets.visit::<1>(&castling_paths[1], targets),
        }
    }

    /// Enemy pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(self.attackers(self.king_square(), self.enemy(), self.occupied()))
    }

    /// Whether the side to move is mated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check && !self.has_legal_move()
    }

    /// Pawns of the side to move that attack the en-passant square.
    pub(crate) fn en_passant_takers(&self, square: usize) -> u64 {
        attacks::pawn(self.turn.other(), square) & self.roles[PAWN] & self.own()
    }
}

/// Turns target squares into moves.
struct EachMove<F>(F);

impl<F: FnMut(Move) -> bool> Targets for EachMove<F> {
    #[inline(always)]
    fn piece(&mut self, _: usize, from: usize, targets: u64) -> bool {
        squares(targets).all(|to| (self.0)(Move::between(from, to)))
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) -> bool {
        targets.each().all(|(from, to)| {
            if (8..56).contains(&to) {
                return (self.0)(Move::between(from, to));
            }
            PROMOTIONS
                .into_iter()
                .all(|role| (self.0)(Move::promoting(from, to, role)))
        })
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) -> bool {
        (self.0)(Move::between(from, to))
    }

    #[inline(always)]
    fn castling(&mut self, king: usize, path: &CastlingPath) -> bool {
        (self.0)(Move::between(king, path.rook_square))
    }
}
