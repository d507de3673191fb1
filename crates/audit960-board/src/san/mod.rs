//! From SAN to a legal move (PGN 8.2.3), backwards from the target square.
//!
//! [`Position::play_san`] reads a word of at most eight bytes as one number, accepts strict SAN only and
//! plays the move. Everything else goes to [`Position::resolve`], with a
//! [`Pattern`](audit960_types::Pattern) that some leniency has made from the text.
//!
//! Four moves in five are plain: one piece fits on an empty board, its path is free, no king is involved.
//! For these a fast path ([`Position::play_plain`]) serves all kinds of pieces, with tables instead of
//! branches, because the kind of piece, captures and check marks are what a processor mispredicts most
//! often. All others go through the slow path ([`Position::play_strict`]), which accepts plain moves
//! as well.

mod pattern;
mod prefix;
mod slow;

use audit960_types::{SanWord, Side};

use crate::attacks::{lowest, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KING, PAWN, Position, QUEEN, ROOK};
use crate::ray_tables;
use prefix::{Prefix, prefix};

/// A move that was played, and what the text said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The move.
    pub played: Move,
    /// Whether the text had `+` or `#`.
    pub marked_check: bool,
    /// Whether the text had `#`.
    pub marked_mate: bool,
    /// Whether a file or rank was named although no other piece of the kind reaches the square.
    pub over_disambiguated: bool,
    /// Whether something was captured.
    pub capture: bool,
    /// Whether it was castling.
    pub castling: bool,
}

/// A plain move that was played, and what the text said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plain {
    /// The move.
    pub played: Move,
    /// Whether something was captured.
    pub capture: bool,
    /// Whether the text had `+` or `#`.
    pub marked_check: bool,
    /// Whether the text had `#`.
    pub marked_mate: bool,
}

/// Why a pattern does not give exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// No legal move fits.
    #[error("no legal move fits")]
    Illegal,
    /// Several legal moves fit.
    #[error("{} legal moves fit", .0.len())]
    Ambiguous(Vec<Move>),
}

/// Masks of the lowest bytes of a word, by their number.
static BELOW: [u32; 4] = [0, 0xff, 0xffff, 0x00ff_ffff];

/// Check and mate marks.
static MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    marks[b'+' as usize] = true;
    marks[b'#' as usize] = true;
    marks
};

impl Position {
    /// Plays a move written in strict SAN; `None` leaves the position unchanged.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_board::types::SanWord;
    ///
    /// let mut position = Position::standard();
    /// let word = |san: &str| SanWord::new(san.as_bytes()).unwrap();
    /// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"] {
    ///     assert!(position.play_san(word(san)).is_some());
    /// }
    /// assert!(position.play_san(word("O-O-O")).is_none());
    /// assert!(position.play_san(word("O-O")).is_some_and(|played| played.castling));
    /// ```
    pub fn play_san(&mut self, word: SanWord) -> Option<Resolved> {
        match self.play_plain(word) {
            Some(plain) => Some(Resolved {
                played: plain.played,
                marked_check: plain.marked_check,
                marked_mate: plain.marked_mate,
                over_disambiguated: false,
                capture: plain.capture,
                castling: false,
            }),
            None => self.play_strict(word),
        }
    }

    /// Plays a plain move. `None` leaves the position unchanged and does not mean that the move is
    /// illegal: [`Position::play_strict`] decides that.
    #[inline(always)]
    pub fn play_plain(&mut self, word: SanWord) -> Option<Plain> {
        match self.turn {
            Side::White => self.play_plain_for::<0>(word),
            Side::Black => self.play_plain_for::<1>(word),
        }
    }

    /// As `play_plain`, for side `US`. What is computed before it is known to be valid is masked, so that
    /// it stays within the tables.
    #[inline(always)]
    fn play_plain_for<const US: usize>(&mut self, word: SanWord) -> Option<Plain> {
        let last = word.byte(word.len.wrapping_sub(1));
        let marked = MARKS[usize::from(last)];
        let before = word.len.wrapping_sub(2 + u32::from(marked));
        if before > 3 {
            return None;
        }
        let target = word.bytes >> (8 * before);
        let file = (target as u8).wrapping_sub(b'a');
        let rank = ((target >> 8) as u8).wrapping_sub(b'1');
        let bytes = word.bytes as u32 & BELOW[before as usize];
        let (Some(prefix), 0..8) = (prefix(bytes), file | rank) else {
            return None;
        };
        let to = usize::from(rank * 8 + file);
        // Known from the text alone, so that a misprediction is noticed early.
        let from_bit = if prefix.unusual {
            self.pick_origin(prefix, to)?
        } else {
            self.only_origin::<US>(prefix, to)?
        };
        self.make::<US>(prefix.piece, from_bit, to);
        Some(Plain {
            played: Move::between(lowest(from_bit), to),
            capture: prefix.takes,
            marked_check: marked,
            marked_mate: last == b'#',
        })
    }

    /// The origin of a piece that moves to a square, without a branch if only one can, its path is free and no
    /// king is involved; else [`Position::pick_origin`] decides.
    #[inline(always)]
    fn only_origin<const US: usize>(&self, prefix: &Prefix, to: usize) -> Option<u64> {
        let role = usize::from(prefix.piece.role & 7);
        let pieces = ray_tables::reach(prefix.way[US], to) & self.roles[role] & self.sides[US];
        let fitting = pieces & prefix.from;
        if self.board[to] >> 3 != prefix.taken[US] || fitting == 0 {
            return None;
        }
        let from = lowest(fitting) & 63;
        let king = lowest(self.roles[KING] & self.sides[US]) & 63;
        let pins =
            ray_tables::beyond(king, from) & self.attackers_on_lines(king) & self.sides[US ^ 1];
        let unusual = (fitting & (fitting - 1))
            | (ray_tables::between(from, to) & self.occupied())
            | pins
            | u64::from(self.in_check);
        if unusual == 0 {
            Some(fitting & fitting.wrapping_neg())
        } else {
            self.pick_origin(prefix, to)
        }
    }

    /// Which of several pieces it is, if its path is free, the king is safe and the disambiguation is not
    /// superfluous; `None` where that is not so or not clear: the slow path decides.
    #[inline(never)]
    fn pick_origin(&self, prefix: &Prefix, to: usize) -> Option<u64> {
        let us = self.turn as usize;
        let role = usize::from(prefix.piece.role & 7);
        let pieces = ray_tables::reach(prefix.way[us], to) & self.roles[role] & self.sides[us];
        if self.board[to] >> 3 != prefix.taken[us] || pieces == 0 {
            return None;
        }
        let named = prefix.from != !0;
        if role == KING {
            return (!named && self.safe_for_king(pieces, to)).then_some(pieces);
        }
        let from = self.only_free(pieces & prefix.from, to)?;
        // The file of a pawn is never superfluous: captures always have it.
        if named && role != PAWN {
            let other = self.only_free(pieces & !prefix.from, to)?;
            if !self.leaves_king_safe(other, to) {
                return None;
            }
        }
        self.leaves_king_safe(from, to).then_some(1 << from)
    }

    /// The only one of some pieces with a free path to a square.
    #[inline(always)]
    fn only_free(&self, pieces: u64, to: usize) -> Option<usize> {
        let occupied = self.occupied();
        let free = |from: &usize| ray_tables::between(*from, to) & occupied == 0;
        let mut free = squares(pieces).filter(free);
        let only = free.next()?;
        free.next().is_none().then_some(only)
    }

    /// Whether the king is safe after a move of another piece that is not en passant.
    #[inline(always)]
    fn leaves_king_safe(&self, from: usize, to: usize) -> bool {
        let to = 1 << to;
        if self.in_check {
            return self.king_safe_after(1 << from, to, self.enemy() & to);
        }
        // Nothing attacks the king now, so only a slider behind the vacated square could.
        let king = self.king_square() & 63;
        let pinning =
            ray_tables::beyond(king, from) & self.attackers_on_lines(king) & self.enemy() & !to;
        let occupied = self.occupied() & !(1 << from) | to;
        squares(pinning).all(|slider| ray_tables::between(king, slider) & occupied != 0)
    }

    /// Sliders that would attack a square on an empty board, of both sides.
    #[inline(always)]
    fn attackers_on_lines(&self, square: usize) -> u64 {
        let straight =
            ray_tables::reach(ROOK as u8, square) & (self.roles[ROOK] | self.roles[QUEEN]);
        let diagonal =
            ray_tables::reach(BISHOP as u8, square) & (self.roles[BISHOP] | self.roles[QUEEN]);
        straight | diagonal
    }
}

#[cfg(test)]
mod tests;
