//! Reversible moves: from the keys of two positions to the piece move between them.
//!
//! Two positions that differ by one move of a piece, neither a capture nor castling, with the same
//! rights and no en passant, have keys that differ by what the piece and its two squares add to a
//! key. There are 3668 such differences, so a table answers for two keys alone whether one
//! position may follow the other (the idea is M. N. J. van Kervinck's, 2013).

use std::sync::LazyLock;

use audit960_types::Side;

use crate::attacks::squares;
use crate::moves::Move;
use crate::position::{BISHOP, KING, KNIGHT, Position, QUEEN, ROOK, SIDES, code};
use crate::ray_tables;
use crate::zobrist::{self, EMPTY};

/// Slots of the table, a power of two: less than half of them are used.
const SLOTS: usize = 1 << 13;

/// The change of the key by each reversible piece move, with its side and its two squares, in a hash
/// table with open addressing.
#[derive(Debug)]
pub struct PieceMoves {
    /// A filter with a bit for the upper bits of each change: it rejects most other keys and stays in the
    /// processor's cache.
    upper: Box<[u64; 1 << 10]>,
    /// 0 where a slot is empty.
    differences: Box<[u64]>,
    moves: Box<[(Side, Move)]>,
}

static PIECE_MOVES: LazyLock<PieceMoves> = LazyLock::new(PieceMoves::new);

impl PieceMoves {
    /// The table, computed on first use.
    #[must_use]
    pub fn table() -> &'static Self {
        &PIECE_MOVES
    }

    /// Whether one move of a side's piece, neither a capture nor castling, may lead from the position
    /// with one key to the one with the other; the board then decides whether the move is legal. A move
    /// that gives up a castling right or an en-passant capture is not found.
    #[inline]
    #[must_use]
    pub fn may_lead(&self, key: u64, side: Side, next: u64) -> bool {
        let found = self.find(key ^ next ^ zobrist::BLACK);
        found.is_some_and(|(mover, _)| mover == side)
    }

    fn new() -> Self {
        let mut table = Self {
            upper: Box::new([0; 1 << 10]),
            differences: vec![0; SLOTS].into(),
            moves: vec![(Side::White, Move::between(0, 0)); SLOTS].into(),
        };
        for side in SIDES {
            for role in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
                let keys = &zobrist::PIECES[usize::from(code(side, role))];
                for from in 0..64 {
                    for to in squares(ray_tables::reach(role as u8, from)).filter(|&to| to > from) {
                        table.insert(keys[from] ^ keys[to], (side, Move::between(from, to)));
                    }
                }
            }
        }
        table
    }

    fn insert(&mut self, difference: u64, played: (Side, Move)) {
        self.upper[(difference >> 54) as usize] |= 1 << (difference >> 48 & 63);
        let mut slot = first_slot(difference);
        while self.differences[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.differences[slot] = difference;
        self.moves[slot] = played;
    }

    /// The side and the move with that change of the key; the move may be the one in the opposite
    /// direction.
    #[inline]
    fn find(&self, difference: u64) -> Option<(Side, Move)> {
        if self.upper[(difference >> 54) as usize] >> (difference >> 48 & 63) & 1 == 0 {
            return None;
        }
        let mut slot = first_slot(difference);
        while self.differences[slot] != 0 {
            if self.differences[slot] == difference {
                return Some(self.moves[slot]);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

const fn first_slot(difference: u64) -> usize {
    (difference >> 51) as usize % SLOTS
}

impl Position {
    /// The legal move that leads to the position with that key, if it is the move of a piece that
    /// can be taken back: neither a capture nor castling, and no right is given up.
    #[must_use]
    pub fn move_to(&self, key: u64) -> Option<Move> {
        let difference = self.key ^ key ^ zobrist::BLACK;
        let (side, found) = PIECE_MOVES.find(difference)?;
        let (from, to) = if self.board[found.origin()] == EMPTY {
            (found.target(), found.origin())
        } else {
            (found.origin(), found.target())
        };
        let played = Move::between(from, to);
        let stands = side == self.turn && self.key_after(played) == key;
        let free = (ray_tables::between(from, to) | 1 << to) & self.occupied() == 0;
        (stands && free && self.king_is_safe_after(played)).then_some(played)
    }

    /// Whether the king is safe after a move that is neither a capture nor castling.
    fn king_is_safe_after(&self, played: Move) -> bool {
        let (from, to) = (1 << played.origin(), 1 << played.target());
        if from & self.roles[KING] != 0 {
            self.safe_for_king(from, played.target())
        } else {
            self.king_safe_after(from, to, 0)
        }
    }

    /// Key of the position after a legal move that is neither a capture, nor castling, nor a
    /// promotion, and leaves castling rights and en passant as they are. For other legal moves the
    /// key is that of no legal position.
    #[must_use]
    pub fn key_after(&self, played: Move) -> u64 {
        let keys = &zobrist::PIECES[usize::from(self.board[played.origin()] & 31)];
        self.key ^ keys[played.origin()] ^ keys[played.target()] ^ zobrist::BLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::{SplitMix64, Start};

    /// Random Chess960 games: at every ply, the moves found by key are those found by playing every legal
    /// move.
    #[test]
    fn moves_are_found_by_the_key_they_lead_to() {
        let mut random = SplitMix64::new(2013);
        let (mut found, mut without) = (0, 0);
        for game in 0..40 {
            let start = Start::new(game * 24).unwrap();
            let mut position = Position::chess960(start, start);
            for _ in 0..120 {
                let legal = position.legal_moves();
                for &m in &legal {
                    let mut next = position.clone();
                    next.play(m);
                    let rights = (next.castling, next.en_passant, position.en_passant);
                    let can_be_taken_back = position.is_quiet(m)
                        && !position.is_castling(m)
                        && rights == (position.castling, 0, 0);
                    let expected = can_be_taken_back.then_some(m);
                    assert_eq!(position.move_to(next.key), expected, "{}", position.san(m));
                    if can_be_taken_back {
                        assert_eq!(position.key_after(m), next.key);
                        assert!(PieceMoves::table().may_lead(
                            position.key,
                            position.turn,
                            next.key
                        ));
                        assert!(!PieceMoves::table().may_lead(position.key, next.turn, next.key));
                    }
                    *if can_be_taken_back {
                        &mut found
                    } else {
                        &mut without
                    } += 1;
                }
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len() as u32) as usize]);
            }
        }
        assert!(found > 10_000 && without > 10_000, "{found}, {without}");
    }

    #[test]
    fn the_board_decides() {
        let start = Start::new(518).unwrap();
        let standard = Position::chess960(start, start);
        // What the keys alone allow: the queen from d1 to d6, through her own pawn.
        let mut jumped = standard.clone();
        jumped.remove(3);
        jumped.put(jumped.turn, QUEEN, 43);
        jumped.pass_turn();
        assert!(PieceMoves::table().may_lead(standard.key, Side::White, jumped.key));
        assert_eq!(standard.move_to(jumped.key), None);
        // The same position with the same side to move does not follow itself.
        assert!(!PieceMoves::table().may_lead(standard.key, Side::White, standard.key));
        assert_eq!(standard.move_to(standard.key), None);
    }

    #[test]
    fn every_piece_move_has_a_slot() {
        // Pairs of squares by role: knight 168, bishop 280, rook 448, queen 728, king 210.
        let used = PIECE_MOVES.differences.iter().filter(|key| **key != 0);
        assert_eq!(used.count(), 2 * (168 + 280 + 448 + 728 + 210));
    }
}
