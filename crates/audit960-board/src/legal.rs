//! Legal moves from scratch: for questions that are asked seldom, and for perft.

use audit960_types::{Role, Wing};

use crate::attacks::{self, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, forward};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Position {
    /// Calls back with each legal move. Castling is the king taking its own rook.
    pub fn for_each_legal(&self, emit: &mut dyn FnMut(Move)) {
        self.try_each_legal(&mut |m| {
            emit(m);
            true
        });
    }

    /// All legal moves, in a fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_legal(&mut |m| moves.push(m));
        moves
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        !self.try_each_legal(&mut |_| false)
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
        self.roles[PAWN] & (1 << m.from()) == 0 && self.enemy() & (1 << m.to()) == 0
    }

    /// Calls back with each legal move until the answer is `false`; tells whether it never was.
    fn try_each_legal(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        self.try_king(keep_on) && self.try_pieces(keep_on) && self.try_pawns(keep_on)
    }

    fn try_king(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        let king = self.king_square();
        let steps = attacks::king(king) & !self.own();
        squares(steps)
            .filter(|&to| self.safe_for_king(1 << king, to))
            .all(|to| keep_on(Move::new(king, to)))
            && [Wing::HSide, Wing::ASide]
                .into_iter()
                .filter_map(|wing| self.legal_castling(wing))
                .all(|rook| keep_on(Move::new(king, rook)))
    }

    fn try_pieces(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        let own = self.own();
        let occupied = self.occupied();
        squares(own & !self.roles[PAWN] & !self.roles[KING]).all(|from| {
            let targets = match usize::from(self.board[from] % 6) {
                KNIGHT => attacks::knight(from),
                BISHOP => attacks::bishop(from, occupied),
                ROOK => attacks::rook(from, occupied),
                QUEEN => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
                _ => 0,
            } & !own;
            squares(targets)
                .filter(|&to| self.king_safe_after(1 << from, 1 << to, self.enemy() & (1 << to)))
                .all(|to| keep_on(Move::new(from, to)))
        })
    }

    fn try_pawns(&self, keep_on: &mut dyn FnMut(Move) -> bool) -> bool {
        let free = !self.occupied();
        let second_step = [0xff_0000_u64, 0xff << 40][self.turn as usize];
        squares(self.roles[PAWN] & self.own()).all(|from| {
            let bit = 1_u64 << from;
            let one = forward(self.turn, bit) & free;
            let two = forward(self.turn, one & second_step) & free;
            let takes = attacks::pawn(self.turn, from) & (self.enemy() | self.en_passant);
            squares(one | two | takes).all(|to| {
                let to_bit = 1_u64 << to;
                let captured = if self.en_passant & to_bit != 0 && takes & to_bit != 0 {
                    1 << (to ^ 8)
                } else {
                    self.enemy() & to_bit
                };
                if !self.king_safe_after(bit, to_bit, captured) {
                    return true;
                }
                if (8..56).contains(&to) {
                    return keep_on(Move::new(from, to));
                }
                PROMOTIONS.into_iter().all(|role| keep_on(Move::promotion(from, to, role)))
            })
        })
    }

    /// Number of legal move sequences of `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        self.for_each_legal(&mut |m| {
            nodes += if depth == 1 {
                1
            } else {
                let mut next = self.clone();
                next.play(m);
                next.perft(depth - 1)
            };
        });
        nodes
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

    /// Whether a pawn of the side to move attacks the en-passant square.
    pub(crate) fn en_passant_takers(&self, square: usize) -> u64 {
        attacks::pawn(self.turn.other(), square) & self.roles[PAWN] & self.own()
    }

}
