//! What a move does to the position.

use audit960_types::Side;

use crate::attacks::{self, FILE_A, lowest};
use crate::lines;
use crate::moves::Move;
use crate::position::{BISHOP, KING, PAWN, Position, QUEEN, ROOK, SIDES, back_rank, code, role_of};
use crate::zobrist::{self, EMPTY};

/// Squares to the left and right of a set.
#[inline(always)]
const fn beside(set: u64) -> u64 {
    (set << 1 & !FILE_A) | (set >> 1 & !(FILE_A << 7))
}

impl Position {
    /// Plays a legal move that is neither castling, nor en passant, nor a promotion, and tells
    /// whether it captures. `US` is the side to move. Without a branch for the kind of piece or for
    /// captures: what would be guessed wrong most often costs less when it is always done.
    #[inline(always)]
    pub(crate) fn make<const US: usize>(&mut self, role: usize, from: usize, to: usize) -> bool {
        let us = SIDES[US];
        let (role, from, to) = (role & 7, from & 63, to & 63);
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        let captured = self.board[to];
        let piece = code(us, role);
        let keys = &zobrist::PIECES[usize::from(piece & 15)];
        // The keys of no piece are nought, and an empty square is in no set.
        self.key ^= keys[from]
            ^ keys[to]
            ^ zobrist::PIECES[usize::from(captured & 31)][to]
            ^ zobrist::BLACK;
        self.roles[role_of(captured)] &= !to_bit;
        self.roles[role] = self.roles[role] & !from_bit | to_bit;
        self.sides[US] = self.sides[US] & !from_bit | to_bit;
        self.sides[US ^ 1] &= !to_bit;
        self.board[from] = EMPTY;
        self.board[to] = piece;
        if self.castling != 0 {
            self.keep_rights(role, from_bit | to_bit);
        }
        if self.en_passant != 0 {
            self.clear_en_passant();
        }
        let capture = captured != EMPTY;
        let quiet = u32::from(role != PAWN) & u32::from(!capture);
        self.clock = (self.clock + 1) & quiet.wrapping_neg();
        self.in_check = self.gives_check::<US>(role, from, to);
        self.move_number += US as u32;
        self.turn = SIDES[US ^ 1];
        if (from ^ to == 16) & (role == PAWN) {
            self.note_double_step::<US>(to);
        }
        capture
    }

    /// The same, where speed matters less than the size of the code.
    #[inline(never)]
    pub(crate) fn apply(&mut self, role: usize, from: usize, to: usize) -> bool {
        match self.turn {
            Side::White => self.make::<0>(role, from, to),
            Side::Black => self.make::<1>(role, from, to),
        }
    }

    /// Whether the piece of side `US` that has just moved gives check, itself or by opening a line.
    #[inline(always)]
    fn gives_check<const US: usize>(&self, role: usize, from: usize, to: usize) -> bool {
        let king = lowest(self.roles[KING] & self.sides[US ^ 1]) & 63;
        let direct = lines::attacks::<US>(role, to) >> king & 1 != 0;
        let seen = lines::between(king, to) & self.occupied() == 0;
        // A line is open only where a slider stands on the far side of the square that was left.
        let opened = lines::beyond(king, from) & self.sliders() & self.sides[US];
        direct & seen || opened != 0 && self.line_check::<US>(king)
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

    /// What is left of the castling rights after a move that touches some squares.
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
    }

    /// Notes the en-passant square behind a double step of side `US` just played, if a capture
    /// there is legal.
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

    /// Takes castling rights away from the rooks in a set.
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
        self.attackers(self.king_square(), self.enemy(), self.occupied()) != 0
    }

    /// Notes the en-passant square behind a double step just played, if a capture there is legal.
    #[cold]
    fn note_en_passant(&mut self, takers: u64, step: u64, passed: u64) {
        if attacks::squares(takers).any(|taker| self.king_safe_after(1 << taker, step, passed)) {
            self.en_passant = step;
            self.key ^= zobrist::EN_PASSANT[lowest(step) & 7];
        }
    }

    /// Plays a legal en-passant capture.
    #[inline(never)]
    pub(crate) fn apply_en_passant(&mut self, from: usize, to: usize) {
        let passed = to ^ 8;
        self.remove(passed);
        self.apply(PAWN, from, to);
        // Two squares were left: look at all lines, not only at those of the pawn that moved.
        self.in_check = self.attacked_king();
    }

    /// Takes the piece off a square.
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

    /// Plays a legal move, as found by [`Position::legal_moves`] or in a record.
    pub fn play(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        if self.own() & (1 << to) != 0 {
            self.apply_castling(from, to);
            return;
        }
        let role = role_of(self.board[from]);
        let aslant = (from ^ to) & 7 != 0;
        match m.promotes_to() {
            Some(becomes) => self.apply_promotion(from, to, becomes as usize),
            None if role == PAWN && aslant && self.board[to] == EMPTY => {
                self.apply_en_passant(from, to);
            }
            None => {
                self.apply(role, from, to);
            }
        }
    }
}
