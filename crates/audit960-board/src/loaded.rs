//! What loading a FEN gives: a position, and what of the FEN it does not have.

use audit960_types::{CastlingLetter, Side, Square, Wing};

use crate::position::Position;

/// What was dropped from a FEN, or is doubtful in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// Castling letters that name no rook, or whose king and rook are not in place.
    pub castling: Vec<CastlingLetter>,
    /// Castling letters for a rook that an earlier letter names.
    pub repeated: Vec<CastlingLetter>,
    /// The en-passant square, where no pawn can just have passed it.
    pub en_passant: Option<Square>,
    /// A side with more pieces than a game can lead to: over 16 pieces, over 8 pawns, or more promoted
    /// pieces than missing pawns.
    pub too_many_pieces: Option<Side>,
}

/// A position made from a FEN.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedPosition {
    /// The position.
    pub position: Position,
    /// What was dropped.
    pub dropped: Dropped,
}

impl LoadedPosition {
    /// Gives both sides all rights if the pieces are placed as at the start of a game and no right is left of those that a
    /// castling field declares; `unread`: whether it also has characters that name none. Returns whether it did.
    pub fn assume_rights(&mut self, unread: bool) -> bool {
        let position = &mut self.position;
        let none_left =
            position.castling_rooks().is_empty() && (!self.dropped.castling.is_empty() || unread);
        if !none_left || position.arrangements().is_none() {
            return false;
        }
        for side in [Side::White, Side::Black] {
            for wing in [Wing::ASide, Wing::HSide] {
                // A start position has one rook on each side of the king.
                if let Some(rook) = position.wing_rooks(side, wing).first() {
                    let _ = position.set_castling_rook(side, wing, rook);
                }
            }
        }
        true
    }

    /// What is to be said of a position whose rights were assumed.
    #[must_use]
    pub fn assumed_rights(&self) -> String {
        let xfen = self.position.xfen();
        let rights = xfen.split(' ').nth(2).unwrap_or("-");
        format!(
            "no declared castling right fits the pieces of this start position; read as {rights}"
        )
    }
}
