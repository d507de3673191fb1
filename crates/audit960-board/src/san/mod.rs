//! From SAN to a legal move (PGN 8.2.3), backwards from the target square.
//!
//! [`Position::play_san`] takes a word of at most eight bytes as one number, accepts strict SAN only
//! and plays the move. Everything else ends in [`Position::resolve`],
//! which takes a [`Pattern`](audit960_types::Pattern) that some leniency has made of the text.
//!
//! Four moves in five are plain: one piece fits on an empty board, nothing stands in its way, no
//! king is concerned. For those one path serves all kinds of pieces, with tables instead of
//! branches, because the kind of piece, a capture, a check mark are what a processor guesses wrong
//! most often ([`Position::play_plain`]). All others go through the careful reading
//! ([`Position::play_with_care`]), which takes plain ones as well.

mod careful;
mod pattern;
mod prefix;

use audit960_types::{SanWord, Side};

use crate::attacks::{lowest, squares};
use crate::lines;
use crate::moves::Move;
use crate::position::{KING, PAWN, Position};
use prefix::{Prefix, prefix};

/// What was played and what the text said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The move.
    pub played: Move,
    /// Whether `+` or `#` stood there.
    pub marked_check: bool,
    /// Whether `#` stood there.
    pub marked_mate: bool,
    /// Whether a file or rank was named although no other piece of the kind reaches the square.
    pub over_disambiguated: bool,
    /// Whether something was captured.
    pub capture: bool,
    /// Whether it was castling.
    pub castling: bool,
}

/// A plain move that was played and what the text said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plain {
    /// The move.
    pub played: Move,
    /// Whether something was captured.
    pub capture: bool,
    /// Whether `+` or `#` stood there.
    pub marked_check: bool,
    /// Whether `#` stood there.
    pub marked_mate: bool,
}

/// Why a pattern is not one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous(Vec<Move>),
}

impl std::fmt::Display for SanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal => f.write_str("no legal move fits"),
            Self::Ambiguous(moves) => {
                let mut text = String::new();
                crate::write_uci(moves.iter().copied(), &mut text);
                write!(f, "several legal moves fit: {text}")
            }
        }
    }
}

impl std::error::Error for SanError {}

/// The lowest bytes of a word.
static BELOW: [u32; 4] = [0, 0xff, 0xffff, 0x00ff_ffff];

/// Check and mate marks.
static MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    marks[b'+' as usize] = true;
    marks[b'#' as usize] = true;
    marks
};

impl Position {
    /// Plays a move written in strict SAN; `None` leaves the position as it was.
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
    /// assert!(position.play_san(word("O-O")).is_some_and(|it| it.castling));
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
            None => self.play_with_care(word),
        }
    }

    /// Plays a plain move. `None` leaves the position as it was and says nothing:
    /// [`Position::play_with_care`] has to be asked.
    #[inline(always)]
    pub fn play_plain(&mut self, word: SanWord) -> Option<Plain> {
        match self.turn {
            Side::White => self.play_plain_for::<0>(word),
            Side::Black => self.play_plain_for::<1>(word),
        }
    }

    /// The same for side `US`. What is computed before it is known to make sense is masked, so that
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
        // Known from the text alone, so that a wrong guess is seen early.
        let from_bit = if prefix.unusual {
            self.settle(prefix, to)?
        } else {
            self.only_origin::<US>(prefix, to)?
        };
        self.make::<US>(prefix.man, from_bit, to);
        Some(Plain {
            played: Move::between(lowest(from_bit), to),
            capture: prefix.takes,
            marked_check: marked,
            marked_mate: last == b'#',
        })
    }

    /// Where a man comes from to a square if only one can, nothing stands in its way and no king is
    /// concerned.
    #[inline(always)]
    fn only_origin<const US: usize>(&self, prefix: &Prefix, to: usize) -> Option<u64> {
        let role = usize::from(prefix.man.role & 7);
        let men = lines::reach(prefix.way[US], to) & self.roles[role] & self.sides[US];
        let fitting = men & prefix.from;
        if self.board[to] >> 3 != prefix.taken[US] || fitting == 0 {
            return None;
        }
        let from = lowest(fitting) & 63;
        let king = lowest(self.roles[KING] & self.sides[US]) & 63;
        let pins = lines::beyond(king, from) & self.sliders() & self.sides[US ^ 1];
        let unusual = (fitting & (fitting - 1))
            | (lines::between(from, to) & self.occupied())
            | pins
            | u64::from(self.in_check);
        if unusual == 0 {
            Some(fitting & fitting.wrapping_neg())
        } else {
            self.settle(prefix, to)
        }
    }

    /// Which of several men it is, if its way is free, the king safe, and no more was told than
    /// needed; where that is not so or not clear, the careful reading has to say.
    #[inline(never)]
    fn settle(&self, prefix: &Prefix, to: usize) -> Option<u64> {
        let us = self.turn as usize;
        let role = usize::from(prefix.man.role & 7);
        let men = lines::reach(prefix.way[us], to) & self.roles[role] & self.sides[us];
        if self.board[to] >> 3 != prefix.taken[us] || men == 0 {
            return None;
        }
        let named = prefix.from != !0;
        if role == KING {
            return (!named && self.safe_for_king(men, to)).then_some(men);
        }
        let from = self.only_free(men & prefix.from, to)?;
        // A pawn's file is no more than is needed: captures always have it.
        if named && role != PAWN {
            let other = self.only_free(men & !prefix.from, to)?;
            if !self.leaves_king_safe(other, to) {
                return None;
            }
        }
        self.leaves_king_safe(from, to).then_some(1 << from)
    }

    /// The only one of some men with a free way to a square.
    #[inline(always)]
    fn only_free(&self, men: u64, to: usize) -> Option<usize> {
        let occupied = self.occupied();
        let free = |from: &usize| lines::between(*from, to) & occupied == 0;
        let mut free = squares(men).filter(free);
        let only = free.next()?;
        free.next().is_none().then_some(only)
    }

    #[inline(always)]
    fn leaves_king_safe(&self, from: usize, to: usize) -> bool {
        let to = 1 << to;
        self.king_safe_after(1 << from, to, self.enemy() & to)
    }
}

#[cfg(test)]
mod tests;
