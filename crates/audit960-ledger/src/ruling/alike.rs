//! Positions that look like another one and do not count as the same (Laws 9.2.3): what a dispute is about.

use audit960_board::Position;
use audit960_law::clause;
use audit960_types::{Role, Side};

use crate::move_line::MoveLine;

/// An earlier position with the same pieces on the same squares that is not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LookAlike {
    /// The half-move after which it stood; 0 is the start of the record.
    pub(crate) after: u32,
    /// Why it does not count.
    pub(crate) difference: Difference,
}

/// Why a position does not count as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// This player had the move.
    Turn(Side),
    /// A pawn could be captured en passant then, with these moves in SAN.
    EnPassant(Vec<String>),
    /// A right to castle was lost after it, with this half-move.
    Castling(u32),
}

impl Difference {
    /// The clause of the Laws that makes it one, by its present number.
    pub(crate) const fn clause(&self) -> &'static str {
        match self {
            Self::Turn(_) => clause::SAME_TURN,
            Self::EnPassant(_) => clause::EN_PASSANT,
            Self::Castling(_) => clause::CASTLING_RIGHTS,
        }
    }
}

/// The positions before half-move `ply` that look like `position`, which arises with it or stands there, and are not the
/// same.
pub(super) fn look_alikes(line: &MoveLine, ply: u32, position: &Position) -> Vec<LookAlike> {
    let pieces = position.pieces();
    let alike = |after: &u32| {
        let earlier = line.before(after + 1);
        earlier.key() != position.key() && earlier.pieces() == pieces
    };
    let difference = |after| {
        let earlier = line.before(after + 1);
        if earlier.turn() != position.turn() {
            return Difference::Turn(earlier.turn());
        }
        if earlier.castling_rooks() != position.castling_rooks() {
            let lost = |ply: &u32| {
                let rooks = |ply| line.before(ply).castling_rooks();
                rooks(*ply) != rooks(ply + 1)
            };
            // If no move of the record does, the intended one does.
            return Difference::Castling((after + 1..ply).find(lost).unwrap_or(ply));
        }
        Difference::EnPassant(captures_en_passant(earlier))
    };
    (0..ply)
        .filter(alike)
        .map(|after| LookAlike {
            after,
            difference: difference(after),
        })
        .collect()
}

/// The captures en passant in SAN.
fn captures_en_passant(position: &Position) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    let captures = moves.filter(|m| {
        let is_pawn = position
            .piece_at(m.from())
            .is_some_and(|(_, role)| role == Role::Pawn);
        is_pawn && position.en_passant() == Some(m.to()) && position.captures(*m)
    });
    captures.map(|m| position.san(m)).collect()
}
