//! Which start position a position is.

use audit960_types::{Bitboard, BySide, Role, Side, Square, StartKind};

use super::{ORTHODOX, Start};
use crate::Position;

impl Position {
    /// The arrangements of both sides, if all pieces are placed as at the start of a (double) Chess960
    /// game and White is to move. Castling rights are ignored.
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
        // Black's pieces, flipped to White's side of the board.
        let at_home = [pieces.white, pieces.black.map(Bitboard::flipped)]
            .into_iter()
            .all(|own| own[Role::Pawn] == Bitboard(0xff00) && own.all() == Bitboard(0xffff));
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

/// The kind of start of two arrangements. The orthodox one is Chess960 only where the record names it so.
#[must_use]
pub fn kind(arrangements: Option<BySide<Start>>, named_chess960: bool) -> StartKind {
    match arrangements {
        None => StartKind::Other,
        Some(BySide { white, black }) if white != black => StartKind::DoubleChess960,
        Some(both) if both.white != ORTHODOX || named_chess960 => StartKind::Chess960,
        Some(_) => StartKind::Standard,
    }
}
