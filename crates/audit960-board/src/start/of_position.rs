//! Which start position a position is.

use audit960_types::{Bitboard, BySide, Side, Square, StartKind};

use super::{ORTHODOX, Start};
use crate::Position;

impl Position {
    /// The arrangements of both sides, if all men stand as at the start of a game of (double) Chess960 and it
    /// is White's move. Castling rights do not count.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::Position;
    /// use audit960_board::start::ORTHODOX;
    ///
    /// assert_eq!(Position::standard().arrangements().unwrap().black, ORTHODOX);
    /// ```
    #[must_use]
    pub fn arrangements(&self) -> Option<BySide<Start>> {
        let pieces = self.pieces();
        // Black's men seen as White's.
        let at_home = [pieces.white, pieces.black.map(Bitboard::flipped)]
            .into_iter()
            .all(|men| men.pawn == Bitboard(0xff00) && men.all() == Bitboard(0xffff));
        if !at_home || self.turn() == Side::Black {
            return None;
        }
        let of_rank = |rank: usize| {
            let letter = |file| self.piece_at(Square::new(rank + file));
            let letters = std::array::from_fn(|file| letter(file).map_or(0, |m| m.1.letter()));
            Start::from_arrangement(&letters)
        };
        Some(BySide {
            white: of_rank(0)?,
            black: of_rank(56)?,
        })
    }
}

/// The kind of start that arrangements are. The orthodox one is Chess960 only where the record names it so.
#[must_use]
pub fn kind(arrangements: Option<BySide<Start>>, named_chess960: bool) -> StartKind {
    match arrangements {
        None => StartKind::Other,
        Some(BySide { white, black }) if white != black => StartKind::DoubleChess960,
        Some(both) if both.white != ORTHODOX || named_chess960 => StartKind::Chess960,
        Some(_) => StartKind::Standard,
    }
}
