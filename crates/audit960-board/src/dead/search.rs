//! A search of all positions that can still arise on a blocked board.

use audit960_types::Side;
use hashbrown::HashSet;

use crate::position::Position;

/// What distinguishes positions, exactly: the squares of each side, those of each kind of piece but the king, the
/// side to move and the capture en passant.
type Exact = [u64; 8];

/// Whether it is proved that no position that can still arise is mate: by `side`, or by either side if
/// `None`. `false` if more than `limit` positions would have to be visited, or if a pawn can be promoted, after which a
/// mate is likely. No castling right may be left.
pub(super) fn finds_no_mate(position: &Position, side: Option<Side>, limit: usize) -> bool {
    let mut seen: HashSet<Exact> = HashSet::from([exact(position)]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        let mut moves = position.legal_moves();
        if moves.is_empty() && position.in_check() && side != Some(position.turn()) {
            return false;
        }
        // What opens the board comes last and is followed first: it leads to promotions, if anything does.
        moves.sort_by_key(|played| !position.is_quiet(*played));
        for played in moves {
            if played.promotes_to().is_some() {
                return false;
            }
            let mut next = position.clone();
            next.play(played);
            if seen.insert(exact(&next)) {
                if seen.len() > limit {
                    return false;
                }
                open.push(next);
            }
        }
    }
    true
}

fn exact(position: &Position) -> Exact {
    let [pawns, knights, bishops, rooks, queens, _] = position.role_sets();
    [
        position.sides[Side::White as usize],
        position.sides[Side::Black as usize],
        // No pawn stands on a1.
        pawns | u64::from(position.turn() == Side::Black),
        knights,
        bishops,
        rooks,
        queens,
        position.en_passant,
    ]
}
