//! A search of all positions that can still arise on a locked board.

use std::collections::HashSet;

use audit960_types::Side;

use crate::position::Position;

/// Maximum number of positions that are visited before the search is cut: a bishop, both kings and locked
/// pawns have fewer.
const MAX_POSITIONS: usize = 60_000;

/// What distinguishes positions on a locked board, exactly: the squares of each side and of each kind
/// of piece that can move, and the side to move.
type Exact = [u64; 6];

/// Whether it is proved that no position that can still arise is mate: by `side`, or by either side if
/// `None`. `false` if the search is cut. The position must be locked, without castling rights and captures
/// en passant.
pub(super) fn finds_no_mate(position: &Position, side: Option<Side>) -> bool {
    let mut seen: HashSet<Exact> = HashSet::from([exact(position)]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.in_check() && side != Some(position.turn()) {
            return false;
        }
        for played in moves {
            let mut next = position.clone();
            next.play(played);
            if seen.insert(exact(&next)) {
                if seen.len() > MAX_POSITIONS {
                    return false;
                }
                open.push(next);
            }
        }
    }
    true
}

fn exact(position: &Position) -> Exact {
    let pieces = position.pieces();
    [
        position.sides[0],
        position.sides[1],
        (pieces.white.king | pieces.black.king).0,
        (pieces.white.bishop | pieces.black.bishop).0,
        (pieces.white.knight | pieces.black.knight).0,
        position.turn() as u64,
    ]
}
