//! Playing a move: how it changes the position.

use audit960_types::Side;

use crate::attacks::{self, FILE_A, lowest};
use crate::moves::Move;
use crate::position::{BISHOP, KING, PAWN, Position, QUEEN, ROOK, SIDES, back_rank, code, role_of};
use crate::ray_tables;
use crate::zobrist::{self, EMPTY};

/// Squares to the left and right of a set.
#[inline(always)]
const fn beside(set: u64) -> u64 {
    (set << 1 & !FILE_A) | (set >> 1 & !(FILE_A << 7))
}

/// What playing a move needs to know about the piece that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingPiece {
    pub(crate) role: u8,
    /// Its attacks by side (see [`ray_tables::attacks`]).
    pub(crate) attacks: [u8; 2],
    /// All ones if the move is neither a capture nor a pawn move, else zero.
    pub(crate) quiet: u32,
    /// Exclusive or of origin and target in a pawn's double step; for a piece, a value that no two
    /// squares have.
    double_step: u8,
}

impl MovingPiece {
    pub(crate) const fn new(role: usize, captures: bool) -> Self {
        Self {
            role: role as u8,
            attacks: [ray_tables::attacks(0, role), ray_tables::attacks(1, role)],
            quiet: if role == PAWN || captures {
                0
            } else {
                u32::MAX
            },
            double_step: if role == PAWN { 16 } else { 64 },
        }
    }
}

impl Position {
    /// Plays a legal move of side `US` that is neither castling, nor en passant, nor a promotion. It has
    /// no branch for the kind of piece or for captures: work that would be mispredicted most often costs
    /// less when it is always done.
    #[inline(always)]
    pub(crate) fn make<const US: usize>(&mut self, moving: MovingPiece, from_bit: u64, to: usize) {
        let (role, from, to) = (usize::from(moving.role & 7), lowest(from_bit) & 63, to & 63);
        let to_bit = 1_u64 << to;
        let captured = self.board[to];
        let piece = moving.role & 7 | (US as u8) << 3;
        let keys = &zobrist::PIECES[usize::from(piece)];
        // The keys of an empty square are zero, and it is in no set.
        self.key ^= keys[from]
            ^ keys[to]
            ^ zobrist::PIECES[usize::from(captured & 31)][to]
            ^ zobrist::BLACK;
        // Sliders that could attack through the vacated square.
        let behind = self.sliders() & self.sides[US];
        self.roles[role_of(captured)] &= !to_bit;
        self.sides[US ^ 1] &= !to_bit;
        self.roles[role] ^= from_bit ^ to_bit;
        self.sides[US] ^= from_bit ^ to_bit;
        self.board[from] = EMPTY;
        self.board[to] = piece;
        if self.castling | self.en_passant != 0 {
            self.keep_rights(role, from_bit | to_bit);
        }
        self.clock = (self.clock + 1) & moving.quiet;
        self.move_number += US as u32;
        self.turn = SIDES[US ^ 1];
        let king = lowest(self.roles[KING] & self.sides[US ^ 1]) & 63;
        let direct = ray_tables::reach(moving.attacks[US], to) >> king & 1 != 0;
        let seen = ray_tables::between(king, to) & self.occupied() == 0;
        let opened = ray_tables::beyond(king, from) & behind;
        self.in_check = direct & seen || opened != 0 && self.line_check::<US>(king);
        if from ^ to == usize::from(moving.double_step) {
            self.note_double_step::<US>(to);
        }
    }

    /// As `make` for the side to move, where code size matters more than speed; returns whether the move
    /// captures.
    #[inline(never)]
    pub(crate) fn apply(&mut self, role: usize, from: usize, to: usize) -> bool {
        let captures = self.board[to & 63] != EMPTY;
        let moving = MovingPiece::new(role, captures);
        match self.turn {
            Side::White => self.make::<0>(moving, 1 << from, to),
            Side::Black => self.make::<1>(moving, 1 << from, to),
        }
        captures
    }

    /// Whether a slider of side `US` attacks a square.
    #[inline(never)]
    fn line_check<const US: usize>(&self, square: usize) -> bool {
        let (own, occupied) = (self.sides[US], self.occupied());
        let straight = own & (self.roles[ROOK] | self.roles[QUEEN]);
        let diagonal = own & (self.roles[BISHOP] | self.roles[QUEEN]);
        attacks::rook(square, occupied) & straight != 0
            || attacks::bishop(square, occupied) & diagonal != 0
    }

    /// Updates castling rights and en passant after a move that touches some squares.
    #[inline(always)]
    fn keep_rights(&mut self, role: usize, touched: u64) {
        let rank = if role == KING {
            back_rank(self.turn)
        } else {
            0
        };
        if self.castling & (touched | rank) != 0 {
            self.drop_rights(touched | rank);
        }
        if self.en_passant != 0 {
            self.clear_en_passant();
        }
    }

    /// Sets the en-passant square after a double step of side `US` just played, if a capture there is
    /// legal.
    #[inline(always)]
    fn note_double_step<const US: usize>(&mut self, to: usize) {
        let to_bit = 1_u64 << to;
        let takers = beside(to_bit) & self.roles[PAWN] & self.sides[US ^ 1];
        if takers != 0 {
            self.note_en_passant(takers, 1 << (to ^ 8), to_bit);
        }
    }

    /// Plays a legal promotion.
    #[inline(never)]
    pub(crate) fn apply_promotion(&mut self, from: usize, to: usize, becomes: usize) {
        let side = self.turn;
        self.apply(PAWN, from, to);
        self.remove(to & 63);
        self.put(side, becomes, to & 63);
        self.in_check = self.attacked_king();
    }

    /// Removes the castling rights of the rooks in a set.
    #[cold]
    pub(crate) fn drop_rights(&mut self, lost: u64) {
        for square in attacks::squares(self.castling & lost) {
            self.key ^= zobrist::RIGHTS[square];
        }
        self.castling &= !lost;
    }

    #[cold]
    pub(crate) fn clear_en_passant(&mut self) {
        if self.en_passant != 0 {
            self.key ^= zobrist::EN_PASSANT[lowest(self.en_passant) & 7];
            self.en_passant = 0;
        }
    }

    #[inline(always)]
    pub(crate) fn pass_turn(&mut self) {
        self.key ^= zobrist::BLACK;
        self.move_number += self.turn as u32;
        self.turn = self.turn.other();
    }

    /// Whether the king of the side to move is attacked, from scratch.
    pub(crate) fn attacked_king(&self) -> bool {
        self.is_attacked(self.king_square(), self.occupied())
    }

    /// Sets the en-passant square after a double step, if one of some pawns beside it may capture there.
    #[cold]
    pub(crate) fn note_en_passant(&mut self, takers: u64, step: u64, passed: u64) {
        if attacks::squares(takers).any(|taker| self.king_safe_after(1 << taker, step, passed)) {
            self.en_passant = step;
            self.key ^= zobrist::EN_PASSANT[lowest(step) & 7];
        }
    }

    /// Sets the en-passant square once more, or clears it: checks have become known that a capture would leave.
    #[cold]
    pub(crate) fn note_en_passant_again(&mut self) {
        let step = self.en_passant;
        self.clear_en_passant();
        let passed = 1_u64 << (lowest(step) ^ 8);
        let takers = beside(passed) & self.roles[PAWN] & self.own();
        self.note_en_passant(takers, step, passed);
    }

    /// Plays a legal en-passant capture.
    #[inline(never)]
    pub(crate) fn apply_en_passant(&mut self, from: usize, to: usize) {
        let passed = to ^ 8;
        self.remove(passed);
        self.apply(PAWN, from, to);
        // Two squares were vacated: look at all lines, not only at those of the pawn that moved.
        self.in_check = self.attacked_king();
    }

    /// Removes the piece from a square.
    pub(crate) fn remove(&mut self, square: usize) {
        let bit = 1_u64 << square;
        self.key ^= zobrist::PIECES[usize::from(self.board[square] & 31)][square];
        for set in self.roles.iter_mut().chain(&mut self.sides) {
            *set &= !bit;
        }
        self.board[square] = EMPTY;
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, side: Side, role: usize, square: usize) {
        let bit = 1_u64 << square;
        self.roles[role] |= bit;
        self.sides[side as usize] |= bit;
        self.board[square] = code(side, role);
        self.key ^= zobrist::PIECES[usize::from(code(side, role))][square];
    }

    /// Whether a legal move is castling.
    #[must_use]
    pub fn is_castling(&self, m: Move) -> bool {
        self.own() & (1 << m.target()) != 0
    }

    /// Whether a legal move captures, en passant included.
    #[must_use]
    pub fn captures(&self, m: Move) -> bool {
        let pawn = self.roles[PAWN] & (1 << m.origin()) != 0;
        self.enemy() & (1 << m.target()) != 0 || pawn && (m.origin() ^ m.target()) & 7 != 0
    }

    /// Plays a legal move, as found by [`Position::legal_moves`] or in a game. The result of an illegal
    /// move is unspecified.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{Move, Position};
    /// use audit960_board::types::Square;
    ///
    /// let mut position = Position::standard();
    /// position.play(Move::new(Square::E2, Square::E4));
    /// assert_eq!(
    ///     position.xfen(),
    ///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    /// );
    /// ```
    pub fn play(&mut self, m: Move) {
        let (from, to) = (m.origin(), m.target());
        if self.is_castling(m) {
            self.apply_castling(from, to);
            return;
        }
        let role = role_of(self.board[from]);
        let changes_file = (from ^ to) & 7 != 0;
        match m.promotes_to() {
            Some(becomes) => self.apply_promotion(from, to, becomes as usize),
            None if role == PAWN && changes_file && self.board[to] == EMPTY => {
                self.apply_en_passant(from, to);
            }
            None => {
                self.apply(role, from, to);
            }
        }
    }
}
