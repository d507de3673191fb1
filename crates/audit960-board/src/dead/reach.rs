//! Where the pieces and pawns of a position can get to at most, in any series of legal moves.
//!
//! The sets are overestimated, so that what they exclude never happens. At first every piece stays where it
//! is; then what can move, or can be taken, is added until nothing changes. A piece passes every square but
//! those of *fixed* pieces, which can neither move nor be taken. Kings avoid the squares that fixed enemy
//! pieces attack. Pawns that face each other on a file do not pass each other unless one of them can
//! take something or can be taken. What a legal series of moves does, these rules allow, move by move.

use audit960_types::{Role, Side, Square};

use crate::attacks::{self, FILE_A, squares};
use crate::position::{KING, PAWN, Position, back_rank, forward};

/// A piece or pawn and what can become of it.
#[derive(Debug)]
struct Piece {
    side: Side,
    role: Role,
    home: u64,
    /// Squares that it can stand on.
    reach: u64,
    /// Squares that it can attack from there.
    attacks: u64,
    can_be_taken: bool,
    /// Whether it can take something; followed for pawns, which leave their file by it.
    takes: bool,
}

impl Piece {
    /// Whether it stays where it is for good.
    const fn is_fixed(&self) -> bool {
        self.reach == self.home && !self.can_be_taken
    }
}

/// What can become of a position at most: no pawn is ever promoted.
#[derive(Debug)]
pub(super) struct Reach {
    pieces: Vec<Piece>,
}

/// What a round of additions starts from.
struct Round {
    /// Squares of fixed pieces, by side.
    fixed: [u64; 2],
    /// Squares that fixed pieces attack, by side.
    guarded: [u64; 2],
    /// Squares on which something can stand that can be taken: all but the king, by side.
    stand: [u64; 2],
}

impl Reach {
    /// What can become of a position; `None` if a pawn may be promoted. No castling right and no capture en
    /// passant may be left.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let pieces = squares(position.occupied()).filter_map(|square| {
            let (side, role) = position.piece_at(Square::new(square))?;
            let home = 1 << square;
            Some(Piece {
                side,
                role,
                home,
                reach: home,
                attacks: 0,
                can_be_taken: false,
                takes: false,
            })
        });
        let mut reach = Self {
            pieces: pieces.collect(),
        };
        while reach.grow()? {}
        Some(reach)
    }

    /// Adds what the sets allow; whether something was added. `None` if a pawn may be promoted.
    fn grow(&mut self) -> Option<bool> {
        let round = Round::of(&self.pieces);
        let mut grown = false;
        let mut hits = [0; 2];
        for index in 0..self.pieces.len() {
            let file = self.pawn_room(index);
            let piece = &mut self.pieces[index];
            let before = (piece.reach, piece.takes);
            let taking = round.extend(piece, file);
            hits[piece.side as usize] |= taking;
            if piece.role == Role::Pawn && piece.reach & back_rank(piece.side.other()) != 0 {
                return None;
            }
            grown |= before != (piece.reach, piece.takes);
        }
        for piece in &mut self.pieces {
            let hit =
                piece.role != Role::King && piece.reach & hits[piece.side.other() as usize] != 0;
            grown |= hit && !piece.can_be_taken;
            piece.can_be_taken |= hit;
        }
        Some(grown)
    }

    /// Squares that the enemy pawns it faces leave to a pawn that takes nothing; all squares for a piece.
    fn pawn_room(&self, index: usize) -> u64 {
        let pawn = &self.pieces[index];
        if pawn.role != Role::Pawn || pawn.takes || pawn.can_be_taken {
            return !0;
        }
        let ahead = ahead(pawn.side, pawn.home);
        let faced = self.pieces.iter().filter(|other| {
            let is_pawn = other.role == Role::Pawn && other.side != pawn.side;
            is_pawn && other.home & ahead != 0 && !other.takes && !other.can_be_taken
        });
        faced.fold(!0, |room, other| {
            room & !(other.home | self::ahead(pawn.side, other.home))
        })
    }

    /// Whether no series of legal moves can lead to a mate by `side`: no piece of it can ever check the enemy king, or
    /// wherever one can, the king keeps a square that can neither be attacked nor be occupied.
    pub(super) fn cannot_mate(&self, side: Side) -> bool {
        let (mut checks, mut covered, mut king) = (0, 0, 0);
        for piece in &self.pieces {
            match (piece.side == side, piece.role == Role::King) {
                (true, is_king) => {
                    covered |= piece.attacks;
                    checks |= if is_king { 0 } else { piece.attacks };
                }
                (false, true) => king = piece.reach,
                (false, false) => covered |= piece.reach,
            }
        }
        squares(king & checks).all(|square| attacks::king(square) & !covered != 0)
    }

    /// A bound on the number of positions that can arise.
    pub(super) fn positions(&self) -> u64 {
        self.pieces.iter().fold(2, |product: u64, piece| {
            let states = u64::from(piece.reach.count_ones()) + u64::from(piece.can_be_taken);
            product.saturating_mul(states)
        })
    }
}

impl Round {
    fn of(pieces: &[Piece]) -> Self {
        let mut round = Self {
            fixed: [0; 2],
            guarded: [0; 2],
            stand: [0; 2],
        };
        for piece in pieces {
            let side = piece.side as usize;
            if piece.is_fixed() {
                round.fixed[side] |= piece.home;
                round.guarded[side] |= surely_attacked(piece);
            }
            if piece.role != Role::King {
                round.stand[side] |= piece.reach;
            }
        }
        round
    }

    /// Extends where a piece can get to by a step from each of its squares; gives the squares on which it
    /// can take. `room` has the squares that other pawns leave to a pawn.
    fn extend(&self, piece: &mut Piece, room: u64) -> u64 {
        let (own, other) = (piece.side as usize, piece.side.other() as usize);
        let walls = self.fixed[own] | self.fixed[other];
        if piece.role == Role::Pawn {
            let once = forward(piece.side, piece.reach) & !walls & room;
            let third = forward(piece.side, forward(piece.side, back_rank(piece.side))) & once;
            let hits = pawn_attacks(piece.side, piece.reach);
            let taken = hits & self.stand[other];
            piece.takes |= taken != 0;
            piece.reach |= once | forward(piece.side, third) & !walls & room | taken;
            piece.attacks = hits;
            return hits;
        }
        let seen = squares(piece.reach).fold(0, |seen, from| {
            seen | attacks::piece(piece.role, from, walls)
        });
        let mut steps = seen & !self.fixed[own];
        if piece.role == Role::King {
            // What a fixed piece guards, a king can neither enter nor take.
            steps &= !self.guarded[other];
        }
        piece.attacks = seen;
        piece.reach |= steps;
        steps
    }
}

/// Squares that a fixed piece attacks whatever stands on the others: those of a leaper, the next ones of a slider.
fn surely_attacked(piece: &Piece) -> u64 {
    match piece.role {
        Role::Pawn => pawn_attacks(piece.side, piece.home),
        role => attacks::piece(role, attacks::lowest(piece.home), !0),
    }
}

/// Squares that pawns of a side attack.
pub(super) fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    let ahead = forward(side, pawns);
    (ahead & !FILE_A) >> 1 | (ahead & !(FILE_A << 7)) << 1
}

/// All squares before a pawn on its file, or before all pawns of a set on theirs.
fn ahead(side: Side, pawns: u64) -> u64 {
    let mut ahead = forward(side, pawns);
    for _ in 0..5 {
        ahead |= forward(side, ahead);
    }
    ahead
}

/// Whether each pawn has something on the square before it, or an enemy pawn ahead on its file: a cheap
/// test that most positions fail in which a pawn can be promoted.
pub(super) fn all_held(position: &Position) -> bool {
    all_held_by(position, position.occupied())
}

/// The same where a king on the square before a pawn holds it for nobody.
pub(super) fn all_pawns_held(position: &Position) -> bool {
    all_held_by(position, position.occupied() & !position.roles[KING])
}

fn all_held_by(position: &Position, holding: u64) -> bool {
    let pawns = position.roles[PAWN];
    let [white, black] = position.sides.map(|side| side & pawns);
    let held = |side: Side, own: u64, enemy: u64| {
        own & !(forward(side.other(), holding) | ahead(side.other(), enemy)) == 0
    };
    held(Side::White, white, black) && held(Side::Black, black, white)
}
