//! The position and what a move does to it.

use audit960_types::{Role, Side};

use crate::attacks::{self, FILE_A, RANK_1, lowest};
use crate::moves::Move;
use crate::zobrist::{self, EMPTY};

/// Role indices as constants, so that code can be made for each of them.
pub(crate) const PAWN: usize = Role::Pawn as usize;
pub(crate) const KNIGHT: usize = Role::Knight as usize;
pub(crate) const BISHOP: usize = Role::Bishop as usize;
pub(crate) const ROOK: usize = Role::Rook as usize;
pub(crate) const QUEEN: usize = Role::Queen as usize;
pub(crate) const KING: usize = Role::King as usize;

/// A legal chess position with its counters.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) roles: [u64; 6],
    pub(crate) sides: [u64; 2],
    /// Piece code by square: role, + 6 for Black, [`EMPTY`].
    pub(crate) board: [u8; 64],
    /// Rooks that hold a castling right.
    pub(crate) castling: u64,
    /// The en-passant square, only if a capture there is legal.
    pub(crate) en_passant: u64,
    pub(crate) key: u64,
    pub(crate) clock: u32,
    pub(crate) move_number: u32,
    pub(crate) turn: Side,
    pub(crate) in_check: bool,
}

/// First rank of a side.
#[inline(always)]
pub(crate) const fn back_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_1,
        Side::Black => RANK_1 << 56,
    }
}

/// One step forward of a set of squares.
#[inline(always)]
pub(crate) const fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}

/// Role index by piece code; the codes of no piece are never asked for.
const ROLE_OF: [usize; 16] = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0];

#[inline(always)]
pub(crate) const fn code(side: Side, role: usize) -> u8 {
    (role + 6 * side as usize) as u8
}

impl Position {
    /// Side to move.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    #[must_use]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Number of the next move of White's.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// Equal for equal positions in the sense of Laws 9.2.3 (Zobrist key).
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Squares by colour (White first) and piece kind.
    #[must_use]
    pub fn pieces(&self) -> [[u64; 6]; 2] {
        self.sides.map(|side| self.roles.map(|role| role & side))
    }

    /// Squares of the rooks that hold a castling right.
    #[must_use]
    pub fn castling_rooks(&self) -> u64 {
        self.castling
    }

    /// The en-passant square, if a capture there is legal.
    #[must_use]
    pub fn en_passant(&self) -> Option<usize> {
        (self.en_passant != 0).then(|| lowest(self.en_passant))
    }

    /// Colour and kind of the piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: usize) -> Option<(Side, Role)> {
        let code = self.board[square & 63];
        (code != EMPTY).then(|| {
            let side = if code < 6 { Side::White } else { Side::Black };
            (side, Role::ALL[usize::from(code % 6)])
        })
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn own(&self) -> u64 {
        self.sides[self.turn as usize]
    }

    #[inline(always)]
    pub(crate) fn enemy(&self) -> u64 {
        self.sides[self.turn.other() as usize]
    }

    /// King square of the side to move.
    #[inline(always)]
    pub(crate) fn king_square(&self) -> usize {
        lowest(self.roles[KING] & self.own())
    }

    /// Pieces of `attackers` that attack a square of the side to move's, on a board occupied as
    /// said. The set may leave out pieces that are about to be captured.
    #[inline(always)]
    pub(crate) fn attackers(&self, square: usize, attackers: u64, occupied: u64) -> u64 {
        let straight = self.roles[ROOK] | self.roles[QUEEN];
        let diagonal = self.roles[BISHOP] | self.roles[QUEEN];
        (attacks::knight(square) & self.roles[KNIGHT]
            | attacks::king(square) & self.roles[KING]
            | attacks::pawn(self.turn, square) & self.roles[PAWN]
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal)
            & attackers
    }

    /// Whether the king of the side to move is safe after a move of another piece of its from one
    /// square to another (both as sets), capturing what is in `captured`.
    #[inline(always)]
    pub(crate) fn king_safe_after(&self, from: u64, to: u64, captured: u64) -> bool {
        let opened = from | captured & !to;
        // Nothing attacks the king now, and only a line that this move opens could.
        let quiet = !self.in_check && attacks::queen_lines(self.king_square()) & opened == 0;
        quiet || self.king_safe_with_care(from, to, captured)
    }

    /// The same where the king is in check or a line to it may be opened. Kept out of the hot loop,
    /// whose code has to stay small.
    #[inline(never)]
    fn king_safe_with_care(&self, from: u64, to: u64, captured: u64) -> bool {
        let king = self.king_square();
        let occupied = self.occupied() & !from & !captured | to;
        let attackers = self.enemy() & !captured;
        if self.in_check {
            return self.attackers(king, attackers, occupied) == 0;
        }
        let straight = attackers & (self.roles[ROOK] | self.roles[QUEEN]);
        let diagonal = attackers & (self.roles[BISHOP] | self.roles[QUEEN]);
        // A slider that is not on a line of the king's need not be looked at, and that is most.
        (attacks::rook_lines(king) & straight == 0 || attacks::rook(king, occupied) & straight == 0)
            && (attacks::bishop_lines(king) & diagonal == 0
                || attacks::bishop(king, occupied) & diagonal == 0)
    }

    /// Whether the square is safe for the king of the side to move, coming from `from`.
    #[inline(always)]
    pub(crate) fn safe_for_king(&self, from: u64, square: usize) -> bool {
        let to = 1_u64 << (square & 63);
        self.attackers(square, self.enemy() & !to, self.occupied() & !from) == 0
    }

    /// Plays a legal move that is neither castling, nor en passant, nor a promotion.
    #[inline(always)]
    pub(crate) fn apply<const ROLE: usize>(&mut self, from: usize, to: usize) {
        let (from, to) = (from & 63, to & 63);
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        let us = self.turn as usize;
        let captured = self.board[to] & 15;
        let piece = code(self.turn, ROLE);
        let keys = &zobrist::PIECES[usize::from(piece)];
        self.key ^= keys[from] ^ keys[to];
        if captured != EMPTY {
            self.key ^= zobrist::PIECES[usize::from(captured)][to];
            self.roles[ROLE_OF[usize::from(captured)]] &= !to_bit;
            self.sides[us ^ 1] &= !to_bit;
        }
        self.roles[ROLE] = self.roles[ROLE] & !from_bit | to_bit;
        self.sides[us] = self.sides[us] & !from_bit | to_bit;
        self.board[from] = EMPTY;
        self.board[to] = piece;
        let lost = if ROLE == KING {
            back_rank(self.turn)
        } else {
            from_bit
        } | to_bit;
        if self.castling & lost != 0 {
            self.drop_rights(lost);
        }
        self.clear_en_passant();
        let resets = ROLE == PAWN || captured != EMPTY;
        self.clock = if resets { 0 } else { self.clock + 1 };
        self.in_check = self.gives_check::<ROLE>(from_bit, to);
        self.pass_turn();
    }

    /// Plays a legal promotion.
    #[inline(never)]
    pub(crate) fn apply_promotion(&mut self, from: usize, to: usize, becomes: usize) {
        let side = self.turn;
        self.apply::<PAWN>(from, to);
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

    #[inline(always)]
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

    /// Whether the piece that has just moved (the turn not yet passed) gives check, itself or by
    /// opening a line.
    #[inline(always)]
    fn gives_check<const ROLE: usize>(&self, from: u64, to: usize) -> bool {
        let king = lowest(self.roles[KING] & self.enemy());
        let direct = match ROLE {
            KNIGHT => attacks::knight(king) >> (to & 63) & 1 != 0,
            PAWN => attacks::pawn(self.turn, to) >> (king & 63) & 1 != 0,
            _ => false,
        };
        let touched = from | 1 << (to & 63);
        direct || attacks::queen_lines(king) & touched != 0 && self.line_check(king)
    }

    /// Whether a slider of the side that has just moved attacks a square.
    #[inline(never)]
    fn line_check(&self, king: usize) -> bool {
        let own = self.own();
        let occupied = self.occupied();
        let straight = own & (self.roles[ROOK] | self.roles[QUEEN]);
        let diagonal = own & (self.roles[BISHOP] | self.roles[QUEEN]);
        attacks::rook_lines(king) & straight != 0 && attacks::rook(king, occupied) & straight != 0
            || attacks::bishop_lines(king) & diagonal != 0
                && attacks::bishop(king, occupied) & diagonal != 0
    }

    /// Whether the king of the side to move is attacked, from scratch.
    pub(crate) fn attacked_king(&self) -> bool {
        self.attackers(self.king_square(), self.enemy(), self.occupied()) != 0
    }

    /// Notes the en-passant square behind a double step just played, if a capture there is legal.
    #[inline(always)]
    pub(crate) fn note_double_step(&mut self, from: usize, to: usize) {
        let step = 1_u64 << (((from + to) / 2) & 63);
        let to_bit = 1_u64 << (to & 63);
        let neighbours = (to_bit << 1 & !FILE_A) | (to_bit >> 1 & !(FILE_A << 7));
        let takers = neighbours & self.roles[PAWN] & self.own();
        if takers != 0 {
            self.note_en_passant(takers, step, to_bit);
        }
    }

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
        self.apply::<PAWN>(from, to);
        // Two squares were left: look at all lines, not only at those of the pawn that moved.
        self.in_check = self.attacked_king();
    }

    /// Takes the piece off a square.
    pub(crate) fn remove(&mut self, square: usize) {
        let bit = 1_u64 << square;
        self.key ^= zobrist::PIECES[usize::from(self.board[square] & 15)][square];
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
        match usize::from(self.board[from] % 6) {
            PAWN => match m.promotes_to() {
                Some(role) => self.apply_promotion(from, to, role as usize),
                None if from.abs_diff(to) != 8
                    && from.abs_diff(to) != 16
                    && self.board[to] == EMPTY =>
                {
                    self.apply_en_passant(from, to);
                }
                None => {
                    self.apply::<PAWN>(from, to);
                    if from.abs_diff(to) == 16 {
                        self.note_double_step(from, to);
                    }
                }
            },
            KNIGHT => self.apply::<KNIGHT>(from, to),
            BISHOP => self.apply::<BISHOP>(from, to),
            ROOK => self.apply::<ROOK>(from, to),
            QUEEN => self.apply::<QUEEN>(from, to),
            _ => self.apply::<KING>(from, to),
        }
    }
}
