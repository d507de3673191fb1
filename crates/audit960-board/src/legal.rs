//! Legal moves from scratch, for rare queries, and perft, the test of a move generator.
//!
//! Games are not read this way: [`Position::play_san`] goes backwards from the target square of a move.

#[cfg(test)]
mod tests;

use audit960_types::{Bitboard, Role, Wing};

use crate::attacks::{self, FILE_A, RANK_1, lowest, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK, forward};
use crate::ray_tables;

/// Squares that a piece on a square attacks, by the occupied squares.
type Reach = fn(usize, u64) -> u64;

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

    /// Calls `keep_on` with each legal move until it returns `false`; returns whether it never did. The king's moves
    /// come first, then those of knights, diagonal and straight sliders (a queen is both), and pawns.
    pub(crate) fn try_each_legal(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        let (own, enemy, occupied) = (self.own(), self.enemy(), self.occupied());
        let king = self.king_square();
        let mut steps = squares(attacks::king(king) & !own)
            .filter(|to| self.safe_for_king(1 << king, *to))
            .map(|to| Move::between(king, to));
        let mut castling = [Wing::ASide, Wing::HSide]
            .into_iter()
            .filter_map(|wing| self.rook_to_castle(wing))
            .map(|rook| Move::between(king, rook));
        if !steps.all(&mut *keep_on) || !castling.all(&mut *keep_on) {
            return false;
        }
        // In check, only onto the checker or between it and the king; only the king answers a double check.
        let checkers = self.checkers().0;
        let allowed = match checkers {
            0 => !own,
            one if one & (one - 1) == 0 => one | ray_tables::between(king, lowest(one)),
            _ => 0,
        };
        let kinds: [(u64, Reach); 3] = [
            (self.roles[KNIGHT], |from, _| attacks::knight(from)),
            (self.roles[BISHOP] | self.roles[QUEEN], attacks::bishop),
            (self.roles[ROOK] | self.roles[QUEEN], attacks::rook),
        ];
        for (pieces, reach) in kinds {
            for from in squares(pieces & own) {
                let mut moves = squares(reach(from, occupied) & allowed)
                    .filter(|to| self.king_safe_after(1 << from, 1 << to, enemy & 1 << to))
                    .map(|to| Move::between(from, to));
                if !moves.all(&mut *keep_on) {
                    return false;
                }
            }
        }
        self.try_each_pawn_move(allowed, keep_on)
    }

    /// The same for pawns: steps, double steps, captures toward the a-file, toward the h-file and en passant. All but the
    /// last go to squares of `allowed` only.
    fn try_each_pawn_move(&self, allowed: u64, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        let (free, enemy) = (!self.occupied(), self.enemy());
        let ahead = forward(self.turn, self.roles[PAWN] & self.own());
        let third_rank = RANK_1 << [16, 40][self.turn as usize];
        let up = [8, -8][self.turn as usize];
        let steps = [
            (ahead & free, up),
            (forward(self.turn, ahead & free & third_rank) & free, 2 * up),
            ((ahead & !FILE_A) >> 1 & enemy, up - 1),
            ((ahead & !(FILE_A << 7)) << 1 & enemy, up + 1),
        ];
        for (targets, step) in steps {
            for to in squares(targets & allowed) {
                let from = to.wrapping_add_signed(-step) & 63;
                let legal = self.king_safe_after(1 << from, 1 << to, enemy & 1 << to);
                let go_on = match to {
                    _ if !legal => true,
                    8..56 => keep_on(Move::between(from, to)),
                    _ => PROMOTIONS
                        .into_iter()
                        .map(|role| Move::promoting(from, to, role))
                        .all(&mut *keep_on),
                };
                if !go_on {
                    return false;
                }
            }
        }
        squares(self.en_passant).all(|to| {
            squares(self.en_passant_takers(to))
                .filter(|from| self.king_safe_after(1 << from, 1 << to, 1 << (to ^ 8)))
                .map(|from| Move::between(from, to))
                .all(&mut *keep_on)
        })
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

    /// Number of legal move sequences of `depth` half-moves. After an illegal move that was kept a king may be captured;
    /// nothing follows that.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_pgn::parse_fen;
    ///
    /// // Counts of the chess programming literature: the orthodox start position, and one of Chess960.
    /// assert_eq!(Position::standard().perft(3), 8_902);
    /// let record = parse_fen(b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")?;
    /// let position = Position::load(&record.setup)?.position;
    /// assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), [21, 528, 12_189]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => {
                let mut number = 0;
                self.for_each_legal(&mut |_| number += 1);
                number
            }
            _ => {
                let mut number = 0;
                self.for_each_legal(&mut |m| number += self.count_from(m, depth));
                number
            }
        }
    }

    /// Perft of the position after each legal move, in the order of [`Position::legal_moves`]. For a
    /// `depth` of at least 1, the counts add up to [`Position::perft`].
    ///
    /// # Examples
    /// ```
    /// let parts = audit960_board::Position::standard().divide(2);
    /// // Black has 20 replies to each of the 20 moves.
    /// assert!(parts.len() == 20 && parts.iter().all(|(_, count)| *count == 20));
    /// ```
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let moves = self.legal_moves().into_iter();
        moves.map(|m| (m, self.count_from(m, depth))).collect()
    }

    /// Number of sequences of `depth` half-moves that begin with this one.
    fn count_from(&self, m: Move, depth: u32) -> u64 {
        if depth > 1 && self.captures_king(m) {
            return 0;
        }
        let mut next = self.clone();
        next.play_after_illegal(m);
        next.perft(depth.saturating_sub(1))
    }
}
