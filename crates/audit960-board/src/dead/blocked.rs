//! Locked pawns: a proof that they never move, and where the other pieces can then get to.
//!
//! Every pawn must have a pawn on the square before it, and no piece may ever reach a square where it can
//! take a pawn or be taken by one. Where a piece can get to is overestimated: all other pieces are
//! ignored, and kings only avoid the squares that enemy pawns attack. So if pawns cannot be taken by this
//! reckoning, they cannot be in play, and they stay where they are.

use audit960_types::{Role, Side};

use crate::attacks::{self, FILE_A, squares};
use crate::position::{PAWN, Position, SIDES, forward};

/// A position whose pawns stay where they are, whatever is played.
#[derive(Debug)]
pub(super) struct Locked {
    /// Squares that each king can get to at most.
    kings: [u64; 2],
    /// Squares that the other pieces of each side can attack at most. Pawns are not among them: a king
    /// never steps where one attacks, and they never move.
    attacked: [u64; 2],
}

/// Whether each pawn has a pawn before it.
pub(super) fn all_stopped(position: &Position) -> bool {
    let pawns = position.roles[PAWN];
    let [white, black] = position.sides.map(|side| side & pawns);
    (forward(Side::White, white) | forward(Side::Black, black)) & !pawns == 0
}

impl Locked {
    /// What the pieces can reach between the pawns; `None` unless it is proved that no pawn ever moves or is
    /// taken. All pawns must be stopped, no castling right and no capture en passant left.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let all_pawns = position.roles[PAWN];
        let pawns = position.sides.map(|side| side & all_pawns);
        let guarded = SIDES.map(|side| pawn_attacks(side, pawns[side as usize]));
        let mut locked = Self {
            kings: [0; 2],
            attacked: [0; 2],
        };
        for side in SIDES {
            let (own, other) = (side as usize, side.other() as usize);
            if guarded[own] & pawns[other] != 0 {
                return None;
            }
            for from in squares(position.sides[own] & !all_pawns) {
                let (_, role) = position.piece_at(audit960_types::Square::new(from))?;
                let mut reach = Reach {
                    role,
                    walls: all_pawns,
                    own: pawns[own],
                    enemy: pawns[other],
                    feared: guarded[other],
                };
                let (squares, attacks) = reach.from(from)?;
                if role == Role::King {
                    locked.kings[own] = squares;
                } else {
                    locked.attacked[own] |= attacks;
                }
            }
        }
        Some(locked)
    }

    /// Whether no piece of `side` can ever check the enemy king.
    pub(super) fn cannot_mate(&self, side: Side) -> bool {
        self.attacked[side as usize] & self.kings[side.other() as usize] == 0
    }
}

/// Squares that pawns of a side attack.
fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    let ahead = forward(side, pawns);
    (ahead & !FILE_A) >> 1 | (ahead & !(FILE_A << 7)) << 1
}

/// How far a piece can get.
struct Reach {
    role: Role,
    /// All pawns.
    walls: u64,
    own: u64,
    enemy: u64,
    /// Squares that enemy pawns attack.
    feared: u64,
}

impl Reach {
    /// The squares that the piece can get to, and those that it can attack from them; `None` if it can take
    /// a pawn or be taken by one.
    fn from(&mut self, square: usize) -> Option<(u64, u64)> {
        let king = self.role == Role::King;
        let (mut reached, mut attacked) = (1 << square, 0);
        let mut open = reached;
        while open != 0 {
            let from = attacks::lowest(open);
            open &= open - 1;
            let seen = attacks::piece(self.role, from, self.walls);
            attacked |= seen;
            let mut steps = seen & !self.own;
            if king {
                // A guarded pawn cannot be taken by a king.
                steps &= !self.feared;
            }
            if steps & self.enemy != 0 {
                return None;
            }
            open |= steps & !reached;
            reached |= steps;
        }
        (king || reached & self.feared == 0).then_some((reached, attacked))
    }
}
